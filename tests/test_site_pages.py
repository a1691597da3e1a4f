"""The HTML edition before it is built: map, works cited, players, folded solutions, links."""

import base64
import importlib.util
import io
import json
import re
import zipfile

import build_site
import example_lesson as example
import execute
import handout
import nbformat
import pytest
from conftest import ROOT
from edition import bibliography, course, course_map, links, notebooks, pages, players
from gates_links import COURSE
from lesson_notebook import WIDGET, checks, code_cells, read
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image

import kernelkit

LESSONS = course.course(ROOT)
WRITTEN = [lesson for lesson in LESSONS if lesson.path]


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def picture(colour="red"):
    written = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(written, "WEBP")
    return base64.b64encode(written.getvalue()).decode()


def film():
    controls = [
        {"name": "k <", "labels": ["1", "2", "3"], "start": 1},
        {"name": "sigma", "labels": ["0.1", "0.2"], "start": 0},
    ]
    frames = [{"image": k % 2, "text": f"{k} wrong\n"} for k in range(6)]
    return {"controls": controls, "frames": frames, "images": [picture(), picture("blue")]}


def test_the_course_is_known_lesson_by_lesson():
    assert [lesson.number for lesson in LESSONS] == [name[:2] for name in COURSE]
    assert [lesson.path.stem for lesson in WRITTEN] == list(COURSE[: len(WRITTEN)])
    perceptron = LESSONS[3]
    assert perceptron[:4] == ("03", "Perceptron", perceptron.meets, ("01",))
    assert perceptron.minutes == 50
    assert {"02", "06"} <= set(LESSONS[16].needs) | set(LESSONS[15].needs)


def test_the_map_puts_every_lesson_below_those_it_needs():
    places = course_map.layout(LESSONS)
    assert len(set(places.values())) == len(LESSONS)
    for lesson in LESSONS:
        for needed in lesson.needs:
            assert places[needed][1] < places[lesson.number][1]


def test_an_arrow_that_others_imply_is_left_out():
    chain = [
        course.Lesson("00", "A", "", (), None, None),
        course.Lesson("01", "B", "", ("00",), None, None),
        course.Lesson("02", "C", "", ("00", "01"), None, None),
    ]
    assert course_map.direct(chain[2], chain) == ["01"]
    assert course_map.course_map(chain).count("kk-arrow") == 2


def test_the_map_links_the_lessons_that_are_there():
    drawn = course_map.course_map(LESSONS)
    assert re.findall(r'href="(lessons/[\w.]+)"', drawn) == [f"{x.page}.html" for x in WRITTEN]
    assert drawn.count("kk-later") == len(LESSONS) - len(WRITTEN)
    assert course_map.course_map(LESSONS, "../").count('href="../lessons/') == len(WRITTEN)


def test_a_work_cited_twice_stands_once_with_both_lessons():
    text = bibliography.bibliography(WRITTEN)
    assert text.count("*Large margin classification using the perceptron algorithm*") == 1
    entry = text[text.index("Y. Freund and R. E. Schapire") :].split("\n- ")[0]
    assert [word in entry for word in ("lesson 03", "lesson 04", "lesson 06")] == [True] * 3
    names = [bibliography._author(line[2:]) for line in text.splitlines() if line.startswith("- ")]
    assert names == sorted(names)
    assert "Document 0" not in text


def test_the_fullest_form_of_a_citation_is_kept(tmp_path):
    cited = []
    for number, author in (("01", "R. E. Schapire"), ("02", "R. Schapire")):
        text = f"## Sources and further reading\n\n- {author}, *Boosting* (1990): why."
        path = tmp_path / f"{number}_x.ipynb"
        example.store([new_markdown_cell(text)], path)
        cited.append(course.Lesson(number, "X", "", (), None, path))
    shown = bibliography.bibliography(cited)
    assert (
        shown == "- R. E. Schapire, *Boosting* (1990).\n  - lesson 01: why.\n  - lesson 02: why.\n"
    )


def test_every_exercise_gets_its_solution_folded_and_no_cell_moves(tmp_path):
    for lesson in WRITTEN:
        answers = lesson.path.parent / "solutions" / lesson.path.name
        page = notebooks.lesson_page(lesson.path, tmp_path, answers)
        asked = [c for _, cell in code_cells(read(lesson.path)) for c in checks(cell.source)]
        text = "".join(cell.source for cell in page.cells if cell.cell_type == "markdown")
        assert text.count('<details class="kk-solution">') == len(asked)
        assert len(page.cells) == len(read(lesson.path).node.cells)
        plain = notebooks.lesson_page(lesson.path, tmp_path, None)
        assert "kk-solution" not in json.dumps(plain)


def test_no_widget_is_left_and_every_slider_has_a_player(tmp_path):
    for lesson in WRITTEN:
        page = notebooks.lesson_page(lesson.path, tmp_path, None)
        assert WIDGET not in json.dumps(page)
        assert "widgets" not in page.metadata


def test_the_frames_of_every_slider_are_there_and_of_today():
    """What make execute stores; run it again for the lessons named here."""
    stale = []
    for lesson in WRITTEN:
        notebook = read(lesson.path)
        films = notebooks._films(lesson.path)
        for n, cell in code_cells(notebook):
            views = [out.data[WIDGET] for out in cell.outputs if WIDGET in out.get("data", {})]
            drags = any(players.still(notebook.node, view["model_id"]) for view in views)
            digest = films.get(cell.id, {}).get("made_from")
            if drags and digest != execute.made_from(notebook.node, cell.id):
                stale.append(f"make execute LESSONS={lesson.path.stem}, for cell {n}")
    assert stale == []


def test_a_player_starts_where_the_sliders_stood(tmp_path):
    html = players.player(film(), "x-y", tmp_path / "frames", alt="Two clouds.")
    assert 'src="../_static/frames/x-y-00.webp"' in html  # frame 1 * 2 + 0
    assert 'alt="Two clouds. k &lt; = 2, sigma = 0.1: 2 wrong"' in html
    assert 'width="40" height="30"' in html
    assert re.findall(r'max="(\d)" value="(\d)"', html) == [("2", "1"), ("1", "0")]
    assert sorted(path.name for path in (tmp_path / "frames").iterdir()) == [
        "x-y-00.webp",
        "x-y-01.webp",
    ]


def test_a_slider_without_frames_shows_its_stored_picture(tmp_path):
    output = {"data": {"image/png": picture()}, "output_type": "display_data"}
    state = {
        "a": {"state": {"children": ["IPY_MODEL_b", "IPY_MODEL_c"]}},
        "b": {"state": {"value": 3}},
        "c": {"state": {"outputs": [output, {"output_type": "stream", "text": "3 wrong"}]}},
    }
    cell = new_code_cell("interact(f)", id="slide")
    cell.outputs = [new_output("display_data", {WIDGET: {"model_id": name}}) for name in "ab"]
    metadata = {"widgets": {players.STATE: {"state": state}}}
    path = tmp_path / "01_x.ipynb"
    nbformat.write(new_notebook(cells=[cell], metadata=metadata), path)
    [shown] = notebooks.lesson_page(path, tmp_path, None).cells[0].outputs
    assert "The picture can be dragged when the lesson runs in Jupyter" in shown.data["text/html"]
    assert "3 wrong" in shown.data["text/html"]


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


def test_a_warning_is_told_by_lesson_and_cell(tmp_path):
    line = f"{tmp_path}/lessons/03_perceptron.ipynb:120017: WARNING: unknown document"
    told = build_site.in_words(line, tmp_path)
    assert told == "lessons/03_perceptron.ipynb, cell 12: WARNING: unknown document"
    other = f"{tmp_path}/notation.md:7: WARNING: odd"
    assert build_site.in_words(other, tmp_path) == "notation.md:7: WARNING: odd"


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    (tmp_path / "01_x.ipynb").write_text("{")
    with pytest.raises(course.BrokenLessonError, match=r"01_x.ipynb is no notebook"):
        course.read(tmp_path / "01_x.ipynb")


def test_every_public_module_has_a_page_of_reference():
    assert set(kernelkit.MODULES) <= set(pages.reference_pages())


def test_times_and_results_are_told_calmly_when_there_are_none(tmp_path):
    assert "not measured" in pages.times_page(WRITTEN, tmp_path)
    assert "No results are stored yet" in pages.benchmarks_page(tmp_path)
    (tmp_path / "benchmarks").mkdir()
    picture = "![Fast.](../docs/speed.png)"
    text = f"# Results\n\n{picture} See [the code](bench.py), [a page](https://example.org/).\n"
    (tmp_path / "benchmarks" / "RESULTS.md").write_text(text)
    shown = pages.benchmarks_page(tmp_path)
    assert shown.strip() == "![Fast.](speed.png) See the code, [a page](https://example.org/)."


def test_docstrings_without_types_keep_their_words():
    docstrings = load("docstrings")
    lines = ["Attributes", "----------", "a_, b_", "c : int", "    Many words.", "d : words", ""]
    made = [
        "Attributes",
        "----------",
        "a_",
        "b_",
        "c : int",
        "    Many words.",
        "d",
        "    words",
        "",
    ]
    assert docstrings.described(lines) == made
    fields = docstrings.fields(kernelkit.solvers.PerceptronResult)
    assert fields[3:6] == ["weights", "bias", "mistakes"]
    assert fields[6] == "    in each epoch"


def test_the_handout_holds_no_solution(tmp_path):
    target = tmp_path / "out" / "handout.zip"
    assert handout.main(target=target) == 0
    with zipfile.ZipFile(target) as archive:
        names = archive.namelist()
        lesson = archive.read("kernelkit/lessons/03_perceptron.ipynb").decode()
    assert not [name for name in names if "lessons/solutions" in name]
    needed = {"Makefile", "datasets/iris.csv", "tools/environment.py", "tools/open_lessons.py"}
    assert {f"kernelkit/{name}" for name in needed} <= set(names)
    examples = [name.rpartition("/")[2] for name in names if name.startswith("kernelkit/examples")]
    assert examples == ["apples.csv", "coursework_template.ipynb", "make_apples.py"]
    assert "solutions/" not in lesson
    assert "your instructor has them" in lesson


def test_the_citation_is_of_this_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {kernelkit.__version__}\n" in text


def test_the_example_lesson_becomes_a_page(tmp_path):
    folder = example.folder(tmp_path / "lessons")
    page = notebooks.lesson_page(
        folder / example.NAME, tmp_path, folder / "solutions" / example.NAME
    )
    assert "[00 Start here](00_start_here.ipynb)" in page.cells[0].source.replace("\n", " ")
    notebooks.write(page, tmp_path / "page.ipynb")  # nobody runs a page: it needs no guard
    first = read(tmp_path / "page.ipynb").node.cells[1].source
    assert first == "import numpy as np\n\nfrom kernelkit.exercises import check"
