"""Each gate on the path catches a lesson that is too long or needs what is optional."""

import example_lesson as example
import pytest
from example_lesson import caught
from nbformat.v4 import new_markdown_cell

from tools.lessons.gates import outputs, path
from tools.lessons.guard import fold
from tools.lessons.notebook import COLLAPSED

WORD = "word " * 100 + "\n\n"
LINE = "x = 1\n"


def deeper(**metadata):
    return new_markdown_cell("## Going deeper: why\n\nBecause.", metadata=metadata)


def stored(tmp_path, *cells, place=12):
    """The good lesson with cells more, by default between its last picture and What we saw."""
    lesson = example.lesson()
    lesson[place:place] = cells
    return example.store(lesson, example.folder(tmp_path) / example.NAME)


LONG = {
    "words": (new_markdown_cell(WORD * 30), "the path may have 3000 words, got "),
    "a paragraph": (new_markdown_cell("word " * 141), "a paragraph may have 140 words, got 141"),
    "an item": (
        new_markdown_cell("- a\n- " + "b " * 141),
        "a paragraph may have 140 words, got 141",
    ),
    "a cell": (example.code(LINE * 21), "may show 20 lines, got 21"),
}


@pytest.mark.parametrize(("cell", "words"), LONG.values(), ids=LONG)
def test_what_is_too_long_is_caught(tmp_path, cell, words):
    caught(path.short, stored(tmp_path, cell), words)


def test_too_many_lines_are_caught_and_folded_or_blank_ones_not_counted(tmp_path):
    many = [example.code(LINE * 20) for _ in range(13)]
    caught(path.short, stored(tmp_path, *many), "the path may show 250 lines of code, got 2")
    for cell in many:
        cell.metadata.update(example.FOLDED)
    assert path.short(stored(tmp_path, *many)) == []
    assert path.short(stored(tmp_path, example.code("x = 1\n\n\n" * 20))) == []


def test_what_goes_deeper_and_the_sources_are_no_part_of_the_path(tmp_path):
    long = new_markdown_cell(WORD * 30)
    assert path.short(stored(tmp_path, deeper(), long)) == []
    assert path.short(stored(tmp_path, new_markdown_cell("word " * 5000), place=21)) == []


def test_a_section_that_goes_deeper_in_its_place_is_fine(tmp_path):
    rest = [new_markdown_cell("More."), example.code("x = 2")]
    assert path.deeper_in_place(stored(tmp_path, deeper(), *rest)) == []


MISPLACED = {
    "closed": ([deeper(**{COLLAPSED: True})], 12, f"cell 13: has {COLLAPSED}"),
    "before the picture": ([deeper()], 5, "cell 6: goes deeper before the first picture"),
    "five": ([deeper() for _ in range(5)], 12, "may go deeper 4 times, got 5"),
}


@pytest.mark.parametrize(("cells", "place", "words"), MISPLACED.values(), ids=MISPLACED)
def test_a_section_that_goes_deeper_out_of_place_is_caught(tmp_path, cells, place, words):
    caught(path.deeper_in_place, stored(tmp_path, *cells, place=place), words)


NEEDED = {
    "a value": ("depth = 2", "print(depth)", "needs depth, which"),
    "a value set anew": ("x = 9", "print(x)", "needs x, which"),
    "a function": ("def f(z):\n    return z", "print(f(1))", "needs f, which"),
    "a module": ("import os.path", "print(os)", "needs os, which"),
    "a module of another name": ("import math as m", "print(m.pi)", "needs m, which"),
}


@pytest.mark.parametrize(("inside", "after", "words"), NEEDED.values(), ids=NEEDED)
def test_what_needs_a_section_that_goes_deeper_is_caught(tmp_path, inside, after, words):
    cells = [deeper(), example.code(inside), new_markdown_cell("## The next"), example.code(after)]
    caught(path.deeper_not_needed, stored(tmp_path, *cells), words)


def test_names_that_are_set_again_or_used_inside_are_not_needed(tmp_path):
    inside = [example.code("y = [i for i in range(3)]\nd = 2"), example.code("print(y)")]
    after = [
        example.code("y = x\nprint(y)"),
        example.code("print([i for i in [y]])"),
        example.code("def g(d):\n    return d"),
    ]
    cells = [deeper(), *inside, new_markdown_cell("## The next"), *after]
    assert path.deeper_not_needed(stored(tmp_path, *cells)) == []


@pytest.mark.parametrize("mark", example.FOLDED)
def test_code_folded_in_one_place_only_is_caught(tmp_path, mark):
    cell = example.code("x = 1", **{mark: example.FOLDED[mark]})
    caught(outputs.folded_everywhere, stored(tmp_path, cell), "cell 13: is folded in one place")


def test_what_the_pages_leave_out_is_folded_in_jupyterlab(tmp_path):
    cell = example.code("assert x", tags=["remove-input"])
    caught(outputs.folded_everywhere, stored(tmp_path, cell), "cell 13: is folded in one place")
    fold(cell)
    assert cell.metadata.tags == ["remove-input"]
    assert outputs.folded_everywhere(stored(tmp_path, cell)) == []
