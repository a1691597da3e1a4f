"""What breaks the build is named: the lesson and the cell."""

import shutil
import subprocess
import sys

import example_lesson as example
from conftest import ROOT
from nbformat.v4 import new_markdown_cell

BUILD = """
import sys
from pathlib import Path

from tools.site import build

folder = Path(sys.argv[1])
build.lay_out(folder / "source", folder)
print(*build.build(folder / "source", folder / "html"), sep="\\n")
"""


ENTRY = """
[[lesson]]
file = "{}"
title = "{}"
meet = "something"
needs = []
minutes = 10
"""
LISTED = "".join(ENTRY.format(lesson.path.stem, lesson.title) for lesson in example.COURSE)


def test_a_broken_lesson_is_named_with_its_cell(tmp_path):
    for name in ("00_start_here", "01_linear_machines"):
        shutil.copy(ROOT / "lessons" / f"{name}.ipynb", example.folder(tmp_path / "lessons"))
    (tmp_path / "lessons" / "course.toml").write_text(LISTED)
    first, *_ = example.lesson()
    broken = "## An idea\n\nSee [the moon](98_moon.ipynb)."
    cells = [first, new_markdown_cell("## Fine"), new_markdown_cell(broken)]
    example.store(cells, tmp_path / "lessons" / example.NAME)
    run = subprocess.run(
        [sys.executable, "-c", BUILD, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "lessons/98_example.ipynb, cell 3: WARNING: " in run.stdout
    assert "98_moon" in run.stdout
