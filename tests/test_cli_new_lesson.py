"""``kernelkit new-lesson``: what it writes passes every gate; what does not fit it refuses."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import example_lesson as example
import pytest
from conftest import ROOT
from nbformat.v4 import new_markdown_cell

from kernelkit.cli import main
from kernelkit.cli.main import make_parser
from tools.lessons.course import lessons

GATES = """
from pathlib import Path
from tools.lessons.gates import complaints
from tools.lessons.notebook import read
from tools.lessons.trials import solution_of, stub_of, trial, wrong_answers

lessons = Path("lessons")
found = [*complaints(read(lessons / "17_boosting.ipynb"))]
found += complaints(read(lessons / "solutions" / "17_boosting.ipynb"))
for k in ("17.1", "17.2", "17.3"):
    found += trial(k, solution_of(k, lessons), stub_of(k, lessons), wrong_answers(k))
assert found == [], found
"""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """The folders of the course, with empty lessons."""
    for name in ("kernelkit/exercises", "tests/wrong_answers", "lessons/solutions"):
        (tmp_path / name).mkdir(parents=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=ignore)
    shutil.copy(ROOT / "README.md", tmp_path)
    shutil.copy(ROOT / "lessons" / "course.toml", tmp_path / "lessons")
    for lesson in lessons():
        title = f"# {lesson.number} · {lesson.title}"
        example.store([new_markdown_cell(title)], tmp_path / "lessons" / lesson.path.name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def whole_checkout(checkout):
    """The same with everything that runs."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("kernelkit", "tests"):
        shutil.copytree(ROOT / name, checkout / name, ignore=ignore, dirs_exist_ok=True)
    shutil.copytree(ROOT / "datasets", checkout / "datasets")
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


@pytest.mark.compiled
def test_a_new_lesson_passes_every_gate(whole_checkout):
    checkout = whole_checkout
    made = in_checkout(checkout, "-m", "kernelkit", "new-lesson", "boosting")
    assert made.returncode == 0, made.stderr
    assert "2 of 2 notebooks ran to their end." in made.stdout
    gates = in_checkout(checkout, "-c", GATES)
    assert gates.returncode == 0, gates.stderr
    row = "| [17 Boosting](lessons/17_boosting.ipynb) | what one meets in it | 00 | 40 |\n"
    assert row in (checkout / "README.md").read_text(encoding="utf-8")
    new = [
        str(path.relative_to(checkout)) for path in checkout.rglob("*17*.*py*") if path.is_file()
    ]
    new = [name for name in new if "__pycache__" not in name]
    lint = in_checkout(checkout, "-m", "ruff", "check", *new)
    assert lint.returncode == 0, lint.stdout
    tidy = in_checkout(checkout, "-m", "ruff", "format", "--check", *new)
    assert tidy.returncode == 0, tidy.stdout


def test_the_examples_of_its_help_run(checkout, capsys):
    parser = make_parser()._subparsers._group_actions[0].choices["new-lesson"]
    lines = [line for line in parser.epilog.splitlines() if line.startswith("  kernelkit")]
    assert len(lines) == 2
    for line in lines:
        assert main([*shlex.split(line)[1:], "--unrun"]) == 0
    made = sorted(path.name for path in (checkout / "lessons").glob("1[789]*"))
    assert made == ["17_boosting.ipynb", "18_random_forests.ipynb"]
    text = (checkout / "lessons" / made[1]).read_text(encoding="utf-8")
    assert "# 18 · Forests that vote" in text
    assert "<<" not in text
    assert "make execute LESSONS=18_random_forests" in capsys.readouterr().out


BAD = {
    "capitals": ("Boosting", "small letters, .* got 'Boosting'"),
    "spaces": ("'two words'", "got 'two words'"),
    "a path": ("../boosting", "got '../boosting'"),
    "a file": ("boosting.ipynb", "got 'boosting.ipynb'"),
    "empty underscores": ("a__b", "got 'a__b'"),
    "there": ("03_perceptron", "lessons/03_perceptron.ipynb is there already"),
    "there under a number": ("perceptron", "lessons/03_perceptron.ipynb is there already"),
    "a gap": ("25_boosting", "must go on with lesson 17, .*: 17_boosting, got '25_boosting'"),
    "taken number": ("04_boosting", "must go on with lesson 17"),
}


@pytest.mark.parametrize(
    "title", ["two\nlines", "a | b", "a [b]", " ", "<<guard>>", "a\\", "a\x1b"]
)
def test_a_title_that_breaks_the_table_is_refused(checkout, capsys, title):
    before = {path: path.is_file() and path.read_bytes() for path in checkout.rglob("*")}
    assert main(["new-lesson", "boosting", "--title", title]) == 2
    said = capsys.readouterr().err
    assert said.startswith("kernelkit new-lesson: --title must be one line of words without any of")
    assert said.endswith(f"got {title!r}\n")
    assert {path: path.is_file() and path.read_bytes() for path in checkout.rglob("*")} == before


@pytest.mark.parametrize(("name", "words"), BAD.values(), ids=BAD)
def test_names_that_do_not_fit_are_refused_in_one_line(checkout, capsys, name, words):
    before = sorted(checkout.rglob("*"))
    assert main(["new-lesson", *shlex.split(name)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("kernelkit new-lesson: NAME must ")
    assert re.search(words, said), said
    assert sorted(checkout.rglob("*")) == before


def test_nothing_is_overwritten(checkout, capsys):
    (checkout / "tests" / "wrong_answers" / "lesson_17.py").write_text("WRONG = {}\n")
    assert main(["new-lesson", "boosting"]) == 2
    assert "wrong_answers/lesson_17.py is there already" in capsys.readouterr().err.replace(
        "\\", "/"
    )
    assert not (checkout / "lessons" / "17_boosting.ipynb").exists()


def test_outside_a_checkout_it_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new-lesson", "boosting"]) == 2
    assert "works in a checkout of the course" in capsys.readouterr().err


def test_a_readme_without_its_table_is_told(checkout, capfd):
    (checkout / "README.md").write_text("# Course\n")
    assert main(["new-lesson", "boosting"]) == 1
    assert "README.md must hold the table of lessons" in capfd.readouterr().err


def test_a_title_with_quotation_marks_is_listed_as_it_is(checkout):
    assert main(["new-lesson", "boosting", "--title", 'A "weak" learner', "--unrun"]) == 0
    assert lessons(checkout)[-1].title == 'A "weak" learner'
