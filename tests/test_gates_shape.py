"""Each gate on the shape of a lesson catches a notebook broken on purpose."""

import example_lesson as example
import pytest
from example_lesson import broken, caught
from nbformat.v4 import new_markdown_cell

from tools.lessons.gates import shape
from tools.lessons.guard import GUARD


@pytest.mark.parametrize(
    ("gate", "old", "new", "words"),
    [
        (shape.title, "98 ·", "97 ·", "must read # 98 · Name, got # 97"),
        (shape.title, "# 98 · Example", "Example", "one title, in its first cell, got 0"),
        (shape.title, "</div>", "</div>\n\n# More", "one title, in its first cell, got 2"),
        (shape.box, "<div", "Hello.\n\n<div", "the title must be followed by the box"),
        (shape.box, "**You will**", "You", "the box lacks **You will**"),
        (shape.box, "**Takes**", "Takes", "the box lacks **Takes**"),
        (shape.box, "20 minutes", "a while", "must say **Takes** and a number of minutes"),
        (shape.boxes, "\n</div>", "", "cell 1: has a box that is not closed"),
        (shape.boxes, ">\n\n**You", ">\n**You", "cell 1: has a box without blank lines"),
        (shape.heading_levels, "</div>", "</div>\n\n### Deep", "the heading Deep skips"),
    ],
)
def test_a_wrong_title_or_box_is_caught(tmp_path, gate, old, new, words):
    assert old in example.BOX
    cell = new_markdown_cell(example.BOX.replace(old, new))
    caught(gate, broken(tmp_path, (0, cell)), words)


def test_the_box_parts_stand_in_order(tmp_path):
    text = example.BOX.replace("You will", "X").replace("Afterwards you can", "You will")
    cell = new_markdown_cell(text.replace("**X**", "**Afterwards you can**"))
    caught(shape.box, broken(tmp_path, (0, cell)), "the box must hold, in order, You will")


def test_a_third_aside_is_caught_and_the_documents_boxes_are_not_counted(tmp_path):
    aside = '<div class="alert alert-info">\n\nBy the way.\n\n</div>\n'
    document = aside.replace("By the way.", "**The document says** otherwise.")
    text = example.lesson()[2].source + "\n\n"
    fine = new_markdown_cell(text + 2 * aside + 3 * document)
    assert shape.boxes(broken(tmp_path, (2, fine))) == []
    many = new_markdown_cell(text + 3 * aside)
    caught(shape.boxes, broken(tmp_path, (2, many)), "may have two asides, got 3")


def test_closing_sections_missing_or_out_of_order_are_caught(tmp_path):
    quiz, sources = example.lesson()[-2:]
    notebook = broken(tmp_path, (-2, sources), (-1, quiz))
    caught(shape.closing_sections, notebook, "must close with What we saw, Exercises, Quiz")
    saw = "## What we saw\n\n- one\n- two\n\n## Exercises"
    notebook = broken(tmp_path, (12, new_markdown_cell(saw)))
    caught(shape.closing_sections, notebook, "needs three to five bullets, got 2")
    notebook = broken(tmp_path, (-1, new_markdown_cell("## Sources and further reading")))
    caught(shape.closing_sections, notebook, "Sources and further reading is empty")


def test_a_quiz_with_another_number_of_folded_answers_is_caught(tmp_path):
    text = example.QUIZ.replace("<summary>Answer</summary>", "", 1)
    caught(shape.quiz, broken(tmp_path, (-2, new_markdown_cell(text))), "five answers folded")
    text = example.QUIZ + "\n<details>\n\nSix.\n\n</details>"
    caught(shape.quiz, broken(tmp_path, (-2, new_markdown_cell(text))), "five answers folded")
    text = example.QUIZ + "\n<details><summary>Six</summary>\n\nSix.\n\n</details>"
    caught(shape.quiz, broken(tmp_path, (-2, new_markdown_cell(text))), "got 6")


def test_an_empty_cell_is_caught(tmp_path):
    empty = broken(tmp_path, (3, example.code(" \n")))
    caught(shape.no_empty_cells, empty, "cell 4: is empty")


def test_a_first_cell_without_the_guard_is_caught(tmp_path):
    for source in ("import numpy", "x = 1\n" + GUARD, GUARD.replace("kernel lacks", "lacks")):
        notebook = broken(tmp_path, (1, example.code(source, **example.FOLDED)))
        caught(shape.guarded, notebook, "cell 2: must begin with the guard")


def test_a_first_cell_that_is_not_folded_is_caught(tmp_path):
    for metadata in ({}, {"tags": ["hide-input"]}, {"jupyter": {"source_hidden": True}}):
        notebook = broken(tmp_path, (1, example.code(GUARD + "import numpy", **metadata)))
        caught(shape.guarded, notebook, "cell 2: must begin with the guard and be folded")


def test_comments_in_fenced_code_are_no_headings(tmp_path):
    text = example.lesson()[2].source + "\n\n```python\n# a comment\n```\n"
    assert shape.title(broken(tmp_path, (2, new_markdown_cell(text)))) == []
