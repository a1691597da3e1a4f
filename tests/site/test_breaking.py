"""What breaks the build is named: the lesson and the cell."""

import shutil

import example_lesson as example
import trial_course
from conftest import ROOT
from nbformat.v4 import new_markdown_cell


def test_a_broken_lesson_is_named_with_its_cell(tmp_path):
    for name in ("00_start_here", "01_linear_machines"):
        shutil.copy(ROOT / "lessons" / f"{name}.ipynb", example.folder(tmp_path / "lessons"))
    names = [lesson.path.stem for lesson in example.COURSE]
    trial_course.list_lessons(tmp_path / "lessons", names)
    first, *_ = example.lesson()
    broken = "## An idea\n\nSee [the moon](98_moon.ipynb)."
    cells = [first, new_markdown_cell("## Fine"), new_markdown_cell(broken)]
    example.store(cells, tmp_path / "lessons" / example.NAME)
    told = trial_course.build(tmp_path)
    assert "lessons/98_example.ipynb, cell 3: WARNING: " in told
    assert "98_moon" in told
