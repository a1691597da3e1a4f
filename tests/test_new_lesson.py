"""``make new-lesson``: what it writes passes every gate; what does not fit it refuses."""

import os
import re
import shutil
import subprocess
import sys

import example_lesson as example
import pytest
from conftest import ROOT
from nbformat.v4 import new_markdown_cell

from tools.lessons import new
from tools.lessons.course import lessons

TAKEN, NAME = "boosting", "tea_leaves"  # the name that the pages suggest, and one nobody takes
HAS_ONE = any(lesson.path.stem.endswith(TAKEN) for lesson in lessons())
NUMBER = f"{int(lessons()[-1].number) + (1 if HAS_ONE else 2):02d}"
STEM = f"{NUMBER}_{NAME}"
GATES = f"""
from pathlib import Path
from tools.lessons.gates import complaints
from tools.lessons.notebook import read
from tools.lessons.trials import stub_of, trial, wrong_answers

lessons = Path("lessons")
found = [*complaints(read(lessons / "{STEM}.ipynb"))]
found += complaints(read(lessons / "solutions" / "{STEM}.ipynb"))
for k in ("{NUMBER}.1", "{NUMBER}.2", "{NUMBER}.3"):
    found += trial(k, stub_of(k, lessons), wrong_answers(k))
assert found == [], found
"""


@pytest.fixture
def checkout(tmp_path):
    """The folders of the course, with empty lessons, where somebody has begun one already."""
    for name in ("kernelkit/exercises", "tests/wrong_answers", "lessons/solutions"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(ROOT / "README.md", tmp_path)
    shutil.copy(ROOT / "lessons" / "course.toml", tmp_path / "lessons")
    for lesson in lessons():
        title = f"# {lesson.number} · {lesson.title}"
        example.store([new_markdown_cell(title)], tmp_path / "lessons" / lesson.path.name)
    if not HAS_ONE:
        new.begin(TAKEN, tmp_path)
    return tmp_path


@pytest.fixture
def whole_checkout(checkout):
    """The same with everything that runs."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("kernelkit", "tests", "tools", "datasets"):
        shutil.copytree(ROOT / name, checkout / name, ignore=ignore, dirs_exist_ok=True)
    shutil.copy(ROOT / "pyproject.toml", checkout)
    return checkout


def in_checkout(checkout, *words):
    folders = os.pathsep.join(str(checkout / name) for name in ("", "tests"))
    environment = {**os.environ, "PYTHONPATH": folders}
    return subprocess.run(
        [sys.executable, *words],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.storm
@pytest.mark.compiled
def test_a_new_lesson_passes_every_gate(whole_checkout):
    checkout = whole_checkout
    made = in_checkout(checkout, "-m", "tools.lessons.new", NAME)
    assert made.returncode == 0, made.stderr
    assert "3 of 3 notebooks ran to their end." in made.stdout
    gates = in_checkout(checkout, "-c", GATES)
    assert gates.returncode == 0, gates.stderr
    minutes = "20 + 0 + 25"
    row = (
        f"| [{NUMBER} Tea leaves](lessons/{STEM}.ipynb) | what one meets in it | 00 | {minutes} |\n"
    )
    assert row in (checkout / "README.md").read_text(encoding="utf-8")
    new = [
        str(path.relative_to(checkout))
        for path in checkout.rglob(f"*{NUMBER}*.*py*")
        if path.is_file()
    ]
    new = [name for name in new if "__pycache__" not in name]
    lint = in_checkout(checkout, "-m", "ruff", "check", *new)
    assert lint.returncode == 0, lint.stdout
    tidy = in_checkout(checkout, "-m", "ruff", "format", "--check", *new)
    assert tidy.returncode == 0, tidy.stdout


BAD = {
    "none": ("", "as in make new-lesson NAME=boosting .* got ''"),
    "capitals": ("Boosting", "small letters, .* got 'Boosting'"),
    "spaces": ("two words", "got 'two words'"),
    "a number": ("17_boosting", "the number is put before it.*, got '17_boosting'"),
    "a path": ("../boosting", "got '../boosting'"),
    "taken": ("perceptron", "lessons/03_perceptron.ipynb is there already"),
}


@pytest.mark.parametrize(("name", "words"), BAD.values(), ids=BAD)
def test_names_that_do_not_fit_are_refused_in_one_line(checkout, capsys, name, words):
    before = sorted(checkout.rglob("*"))
    assert new.main(name.split(), checkout) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("NAME must ")
    assert re.search(words, said), said
    assert sorted(checkout.rglob("*")) == before


def test_nothing_is_overwritten(checkout, capsys):
    (checkout / "tests" / "wrong_answers" / f"lesson_{NUMBER}.py").write_text("WRONG = {}\n")
    assert new.main([NAME], checkout) == 2
    assert f"tests/wrong_answers/lesson_{NUMBER}.py is there already" in capsys.readouterr().err
    assert not (checkout / "lessons" / f"{STEM}.ipynb").exists()
