"""A notebook that says something else of the course than lessons/course.toml is caught."""

import example_lesson as example
import pytest
from example_lesson import broken, caught
from nbformat.v4 import new_markdown_cell

from tools.lessons.gates import course


@pytest.fixture(autouse=True)
def _a_course_of_three(monkeypatch):
    monkeypatch.setattr(course, "COURSE", example.COURSE)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Example", "Examples", "title must be 'Example', as in course.toml, got 'Examples'"),
        (
            "00 Start here",
            "nothing",
            "Before this must be '00 Start here', as in course.toml, got ''",
        ),
        ("00 Start here", "00 First", "got '00 First'"),
        ("00 Start here", "00 Start here, 01 Lines", "got '00 Start here, 01 Lines'"),
        (
            "20 minutes",
            "15 minutes",
            "Takes must be '20 minutes for the path, 15 for the exercises', as in course.toml, "
            "got '15 minutes for the path",
        ),
        (f"**Takes** {example.TAKES}", "", "got ''"),
    ],
)
def test_a_title_or_a_box_unlike_the_list_is_caught(tmp_path, old, new, words):
    cell = new_markdown_cell(example.BOX.replace(old, new))
    assert any(words in found for found in course.listed(broken(tmp_path, (0, cell))))


def test_needed_lessons_may_be_links_and_stand_between_dots(tmp_path, monkeypatch):
    needs = example.COURSE[2]._replace(needs=("00", "01"))
    monkeypatch.setattr(course, "COURSE", [*example.COURSE[:2], needs])
    box = example.BOX.replace("00 Start here", "[00 Start here](x.ipynb) · 01 Linear machines")
    assert course.listed(broken(tmp_path, (0, new_markdown_cell(box)))) == []


def test_a_lesson_that_is_not_listed_is_caught(tmp_path, monkeypatch):
    monkeypatch.setattr(course, "COURSE", example.COURSE[:2])
    caught(course.listed, broken(tmp_path), "is not in lessons/course.toml")


def test_minutes_that_are_not_those_computed_are_caught(tmp_path, monkeypatch):
    assert course.minutes_as_computed(broken(tmp_path)) == []
    felt = example.COURSE[2]._replace(minutes=example.TAKES._replace(path=10))
    monkeypatch.setattr(course, "COURSE", [felt])
    words = "takes 20 minutes for the path, 15 for the exercises, and course.toml says 10 minutes"
    caught(course.minutes_as_computed, broken(tmp_path), words)


@pytest.mark.parametrize("name", ["lesson 17", "lesson 3", "03_perceptrons"])
def test_mentions_of_lessons_that_do_not_exist_are_caught(tmp_path, name):
    cell = new_markdown_cell(example.lesson()[2].source + f" See {name}.")
    caught(course.mentions, broken(tmp_path, (2, cell)), f"cell 3: mentions {name}, which is not")


def test_every_lesson_of_a_list_is_looked_up(tmp_path):
    cell = new_markdown_cell(example.lesson()[2].source + " See lessons 00, 44 and 01.")
    caught(course.mentions, broken(tmp_path, (2, cell)), "mentions lesson 44")
