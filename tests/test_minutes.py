"""What is counted in a lesson, how long it takes, and where that is written."""

import shutil

import example_lesson as example
import nbformat
import pytest
from conftest import ROOT
from nbformat.v4 import new_markdown_cell, new_output

from tools.lessons import minutes
from tools.lessons.course import Minutes, lessons
from tools.lessons.execute import written
from tools.lessons.guard import folded
from tools.lessons.notebook import COLLAPSED, parts

TEXTS = {
    "two words": 2,
    "a line $w \\cdot x = 0$ in the plane": 6,
    "then\n\n$$\\frac{a}{b} = c$$\n\nholds": 3,
    "the call `sum(x, axis=0)`": 4,
    "see [the page](https://example.org/a%20b c)": 3,
    '<div class="alert alert-info">\n\nBy the way.\n\n</div>': 3,
    "![an alt text](picture.png) below": 1,
    "| a | b |\n|---|---|\n| 1 | 2 |": 4,
    "a \N{EN DASH} b": 2,
    "**Before this** nothing · **Takes** 45 minutes for the path": 3,
}


@pytest.mark.parametrize(("text", "number"), TEXTS.items())
def test_the_words_are_those_a_reader_reads(text, number):
    assert minutes.words(text) == number


@pytest.fixture
def notebook(tmp_path):
    live = example.code("live.line()")
    live.outputs = [new_output("display_data", {"application/vnd.kernelkit.live+json": {}})]
    cells = [
        new_markdown_cell("# 98 · Example\n\n" + "word " * 117),
        example.code("x = 1\n\n\ny = 2", **example.FOLDED),
        example.code("x = 1\n" * 15 + "\n" * 9),
        example.figure(""),
        new_markdown_cell("## Going deeper: why"),
        new_markdown_cell("$$x$$\n\n$$y$$\n\n### Below\n\n$$z$$"),
        live,
        new_markdown_cell("## What we saw\n\n" + "word " * 117 + "\n\n## Exercises"),
        *example.exercise(1),
        new_markdown_cell("## Sources and further reading\n\n" + "word " * 999),
    ]
    return example.store(cells, tmp_path / "lessons" / example.NAME)


def test_each_part_is_counted_by_itself(notebook):
    found = {name: [b for part, b in parts(notebook) if part == name] for name in Minutes._fields}
    path, deeper, exercises = (minutes.size(blocks) for blocks in found.values())
    assert path == (119 + 120, 0, 15, 1, 0)
    assert path.minutes == pytest.approx(239 / 120 + 2 + 1.5)
    assert deeper == (3 + 3 + 1, 3, 1, 1, 0)
    assert exercises == (1 + 5 + 3, 0, 4, 0, 5)
    assert minutes.minutes(notebook) == (5, 5, 5)


def test_the_command_writes_box_list_and_table_and_nothing_else(tmp_path):
    shutil.copy(ROOT / "README.md", tmp_path)
    (tmp_path / "lessons").mkdir()
    entry = '[[lesson]]\nfile = "{}"\ntitle = "X"\nmeet = "x"\nneeds = []\nminutes = {}\n\n'
    names, felt = ("00_other", "98_example"), Minutes(1, 2, 3)
    listed = tmp_path / "lessons" / "course.toml"
    listed.write_text("".join(entry.format(name, felt.toml) for name in names))
    path = tmp_path / "lessons" / example.NAME
    example.store(example.lesson(), path)
    path.write_text(path.read_text().replace(str(example.TAKES), "a while") + "\n")
    assert minutes.main(["98"], tmp_path) == 0
    assert [lesson.minutes for lesson in lessons(tmp_path)] == [felt, example.TAKES]
    wanted = example.store(example.lesson(), tmp_path / "wanted.ipynb")
    assert path.read_text() == nbformat.writes(wanted.node) + "\n"
    assert "| x | \N{EN DASH} | 20 + 0 + 15 |\n" in (tmp_path / "README.md").read_text()


def test_code_is_stored_folded_in_both_places_and_headings_open(notebook):
    tagged, clicked, heading = notebook.node.cells[2:5]
    heading.metadata[COLLAPSED] = True
    tagged.metadata["tags"] = ["hide-input"]
    clicked.metadata["jupyter"] = {"source_hidden": True}
    stored = nbformat.reads(written(notebook.node), as_version=4)
    assert [folded(cell) for cell in stored.cells[1:4]] == [True, True, True]
    assert COLLAPSED not in stored.cells[4].metadata
