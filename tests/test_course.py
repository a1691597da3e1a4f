"""The list of lessons, and what is made from it."""

import pytest
from conftest import ROOT

from tools.lessons import course

FIRST = """
[[lesson]]
file = "00_start"
title = "Start"
meet = "a picture"
needs = []
minutes = {path = 5, deeper = 0, exercises = 0}
"""
SECOND = """
[[lesson]]
file = "01_lines"
title = "Lines"
meet = "rulers"
needs = ["00"]
minutes = {path = 40, deeper = 10, exercises = 25}
"""
README = """# A course

| lesson | you meet |
|---|---|
| [00 Old](lessons/old.ipynb) | nothing |

More.

| other | table |
|---|---|
"""


@pytest.fixture
def root(tmp_path):
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "course.toml").write_text(FIRST + SECOND)
    (tmp_path / "README.md").write_text(README)
    return tmp_path


def test_a_lesson_is_read_with_all_that_the_list_says(root):
    path = root / "lessons" / "01_lines.ipynb"
    read = course.lessons(root)[1]
    assert read == (path, "Lines", "rulers", ("00",), (40, 10, 25), {})
    assert read.number == "01"
    more = 'numbers = {"1958" = "a year"}\n'
    (root / "lessons" / "course.toml").write_text(FIRST + SECOND + more)
    assert course.lessons(root)[1].numbers == {"1958": "a year"}


def test_a_lesson_that_needs_a_later_one_is_told(root):
    (root / "lessons" / "course.toml").write_text(SECOND + FIRST)
    with pytest.raises(course.CourseError, match="01_lines needs lesson 00, which does not come"):
        course.lessons(root)


def test_the_table_of_this_readme_is_that_of_the_list():
    """Otherwise: make table."""
    assert course.table(course.lessons()) in (ROOT / "README.md").read_text(encoding="utf-8")
