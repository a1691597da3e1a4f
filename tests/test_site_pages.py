"""The HTML edition before it is built: map, works cited, folded solutions, links."""

import json
import re
import runpy
import zipfile
from pathlib import Path

import example_lesson as example
import nbformat
import pytest
from conftest import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import kernelkit
from kernelkit.exercises.registry import REGISTRY
from kernelkit.live.picture import MIME as LIVE
from tools.lessons.course import CourseError, Lesson, Minutes, lessons
from tools.lessons.notebook import checks, code_cells, read
from tools.site import (
    bibliography,
    course_map,
    formulas,
    handout,
    links,
    notebooks,
    pages,
)

LESSONS = lessons()
MINUTES = Minutes(5, 0, 0)


def test_the_map_links_every_lesson_by_its_title():
    drawn = course_map.course_map(LESSONS)
    found = re.findall(r'href="lessons/(\w+).html" aria-label="([^"]+)"', drawn)
    assert found == [(x.path.stem, f"{x.number} {x.title}") for x in LESSONS]
    assert "\n\n" not in drawn  # an empty line would end the element in Markdown


def test_titles_are_escaped_in_the_map():
    lesson = Lesson(Path("00_x.ipynb"), 'a < "b"', "", (), MINUTES)
    assert "a &lt; &#34;b&#34;" in course_map.course_map([lesson])


def test_a_work_cited_twice_stands_once_with_both_lessons():
    works = bibliography.bibliography(LESSONS)
    title = "*Large margin classification using the perceptron algorithm*"
    [work] = [work for work in works if title in work.citation]
    assert [note[:9] for note in work.notes] == ["lesson 03", "lesson 04", "lesson 06"]
    doi = "10.1023/A:1007662407062"
    assert work.link == f"[doi:{doi}](https://doi.org/{doi})"
    names = [bibliography._author(work.citation) for work in works]
    assert names == sorted(names)
    assert not [work for work in works if work.citation.startswith("Document 0")]


def test_every_exercise_gets_its_hints_and_solution_folded_and_no_cell_moves(tmp_path):
    for lesson in LESSONS:
        answers = lesson.path.parent / "solutions" / lesson.path.name
        page = notebooks.lesson_page(lesson.path, answers)
        asked = [c for _, cell in code_cells(read(lesson.path)) for c in checks(cell.source)]
        text = "".join(cell.source for cell in page.cells if cell.cell_type == "markdown")
        assert text.count('<details class="kk-solution">') == len(asked)
        hints = sum(len(REGISTRY[number].hints) for number, _ in asked)
        assert text.count('<details class="kk-hint">') == hints
        assert "not attempted yet:" not in json.dumps([cell.get("outputs") for cell in page.cells])
        assert len(page.cells) == len(read(lesson.path).node.cells)
        plain = notebooks.lesson_page(lesson.path, None)
        assert "kk-solution" not in json.dumps(plain)
        assert json.dumps(plain).count("kk-hint") == hints


def test_every_lesson_that_another_needs_is_a_link_in_its_box():
    names = {lesson.number: lesson.path.name for lesson in LESSONS}
    for lesson in LESSONS:
        box = notebooks.lesson_page(lesson.path, None).cells[0].source
        assert [n for n in lesson.needs if f"]({names[n]})" not in box] == []


def test_links_to_headings_lead_to_the_names_that_pages_give_them(tmp_path):
    path = tmp_path / "01_x.ipynb"
    text = "See [it](#Going-deeper:-is-it-good?) and [that](02_y.ipynb#A,-b)."
    nbformat.write(new_notebook(cells=[new_markdown_cell(text)]), path)
    [cell] = notebooks.lesson_page(path, None).cells
    assert cell.source == "See [it](#going-deeper-is-it-good) and [that](02_y.ipynb#a-b)."


def live_page(tmp_path, *cells):
    """The outputs of a lesson's first cell of code, as its page gets them."""
    path = tmp_path / "01_x.ipynb"
    nbformat.write(new_notebook(cells=list(cells)), path)
    page = notebooks.lesson_page(path, None)
    return next(cell.outputs for cell in page.cells if cell.cell_type == "code")


def touched(**state):
    """A cell that shows a live picture, as make execute stores it."""
    data = {LIVE: {"label": "a line", **state}, "text/plain": "<a line>"}
    return new_code_cell("live", outputs=[new_output("execute_result", data, execution_count=1)])


def test_a_live_picture_becomes_a_place_that_runs_without_python(tmp_path):
    [shown] = live_page(tmp_path, new_markdown_cell("Look:"), touched(picture="lift", t=3))
    assert list(shown.data) == ["text/html"]
    state = re.search(r'<script type="application/json">(.*?)</script>', shown.data["text/html"])
    assert json.loads(state[1]) == {"picture": "lift", "label": "a line", "t": 3}
    assert "<noscript><p>A line: this picture needs JavaScript.</p>" in shown.data["text/html"]


def test_a_picture_that_only_python_can_draw_is_a_still(tmp_path):
    [shown] = live_page(tmp_path, touched(still="aGk="))
    assert 'src="data:image/png;base64,aGk="' in shown.data["text/html"]
    assert "in a notebook only" in shown.data["text/html"]
    [failed] = live_page(tmp_path, touched(still=""))
    assert "<img" not in failed.data["text/html"]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ('<a href="b.html">', "the link to b.html leads nowhere"),
        ('<a href="#there">', "the link to #there leads nowhere"),
        ('<img src="gone.png">', "the link to gone.png leads nowhere"),
        ('<script src="https://cdn.example/x.js"></script>', "loads https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//fonts.example/f.css">', "loads //fonts.example/f.css"),
        ("<style>@import</style>", None),
        ('<a href="https://example.org/">', None),
        ('<p id="there"><a href="a.html#there">', None),
    ],
)
def test_links_are_followed(tmp_path, html, words):
    (tmp_path / "a.html").write_text(html)
    found = links.complaints(tmp_path)
    assert [words in line for line in found] == ([True] if words else [])


def test_a_style_sheet_loads_nothing_from_outside(tmp_path):
    (tmp_path / "a.css").write_text("x { src: url('https://fonts.example/f.woff') }")
    assert "a.css loads https://fonts.example" in links.complaints(tmp_path)[0]


def test_formulas_are_set_and_a_broken_one_is_told_by_its_page(tmp_path):
    page = '<head></head><span class="math notranslate nohighlight">\\({}\\)</span>'
    written = {"a/right.html": page.format("x &lt; 2"), "wrong.html": page.format("\\frac{1}{")}
    told = formulas.set_formulas(written, tmp_path)
    assert "<mi>x</mi><mo>&lt;</mo><mn>2</mn>" in written["a/right.html"]
    assert 'href="../_static/formulas.css"' in written["a/right.html"]
    assert ["wrong.html: the formula \\frac{1}{ has an error" in line for line in told] == [True]


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    (tmp_path / "01_x.ipynb").write_text("{")
    with pytest.raises(CourseError, match=r"01_x.ipynb is no notebook"):
        notebooks.read(tmp_path / "01_x.ipynb")


def test_pages_are_filled_and_tables_have_no_gaps(tmp_path):
    pages.write_pages(tmp_path, LESSONS, ROOT, solutions=False)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.md")}
    assert not [name for name, text in written.items() if "{{" in text or "{%" in text]
    assert ":math:" not in written["api.md"]
    assert "kk-live-place" in written["index.md"]
    assert "Your instructor has them." in written["solutions.md"]
    assert "toctree" not in written["solutions.md"]
    rows = [line for line in written["times.md"].splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(LESSONS)
    assert {row.count("|") for row in rows} == {4}
    for table in re.findall(r"(?m)(?:^\|.*\n)+", written["times.md"] + written["api.md"]):
        assert table.splitlines()[1].startswith("|---")


def test_what_compiled_code_can_call_is_marked():
    marks, marked = runpy.run_path(str(ROOT / "docs" / "marks.py")), {}
    for thing in (kernelkit.losses.hinge, kernelkit.core.perceptron_epoch, kernelkit.Gaussian):
        lines = ["What it does.", "", "More."]
        marks["mark"](None, "function", thing.__name__, thing, None, lines)
        marked[thing.__name__] = marks["MARK"] in lines
    assert marked == {"hinge": True, "perceptron_epoch": True, "Gaussian": False}


def test_the_handout_holds_no_solution(tmp_path):
    target = tmp_path / "out" / "handout.zip"
    assert handout.main(target=target) == 0
    with zipfile.ZipFile(target) as archive:
        names = archive.namelist()
        lesson = archive.read("kernelkit/lessons/03_perceptron.ipynb").decode()
    assert not [name for name in names if "lessons/solutions" in name]
    needed = {"Makefile", "examples/apples.csv", "tools/environment.py", "tools/open_lessons.py"}
    assert {f"kernelkit/{name}" for name in needed} <= set(names)
    assert "solutions/" not in lesson
    assert "your instructor has them" in lesson


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {kernelkit.__version__}\n" in text


def test_the_example_lesson_becomes_a_page(tmp_path):
    folder = example.folder(tmp_path / "lessons")
    page = notebooks.lesson_page(folder / example.NAME, folder / "solutions" / example.NAME)
    assert "[00 Start here](00_start_here.ipynb)" in page.cells[0].source.replace("\n", " ")
    notebooks.write(page, tmp_path / "page.ipynb")  # nobody runs a page: it needs no guard
    first = read(tmp_path / "page.ipynb").node.cells[1].source
    assert first == "import numpy as np\n\nfrom kernelkit.exercises import check"
