"""A good lesson passes every gate; one that is broken in one place is caught by the gate for it."""

import example_lesson as example
import pytest
from example_lesson import NAME, broken, caught
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from kernelkit.exercises import exercise, registry
from tools.lessons import trials
from tools.lessons.gates import complaints, course, exercises, links, outputs, path, shape
from tools.lessons.guard import fold

TEXT = example.lesson()[2].source
QUIZ, SOURCES = example.lesson()[-2:]
LIVE = {"application/vnd.kernelkit.live+json": {"label": "a line"}, "text/plain": "<a line>"}
WIDGET = {"application/vnd.jupyter.widget-view+json": {"model_id": "0"}, "text/plain": "Slider()"}


def doubles(attempt):
    attempt.number(6.0, 3.0)
    attempt.number(-2.0, -1.0)


@pytest.fixture(autouse=True)
def _a_course_of_three_lessons_and_three_exercises(monkeypatch):
    monkeypatch.setattr(course, "COURSE", example.COURSE)
    monkeypatch.setattr(registry, "REGISTRY", {})
    monkeypatch.setattr(registry.kernelkit.exercises, "__path__", [])
    for i in (1, 2, 3):
        exercise(f"98.{i}", shows="Twice.")(doubles)


def test_a_good_lesson_passes_every_gate(tmp_path, monkeypatch):
    lessons = example.folder(tmp_path)
    listed = [each._replace(path=lessons / each.path) for each in example.COURSE]
    monkeypatch.setattr(course, "COURSE", listed)
    for file in [lessons / "00_start_here.ipynb", lessons / NAME, lessons / "solutions" / NAME]:
        assert complaints(example.read(file)) == []


def edited(place, old, new):
    """A cell of the good lesson with other words."""
    cell = example.lesson()[place]
    assert old in cell.source
    cell.source = cell.source.replace(old, new)
    return place, cell


def more(text):
    return 2, new_markdown_cell(TEXT + text)


def shown(kind, *data, **fields):
    return 3, new_code_cell("x", outputs=[new_output(kind, *data, **fields)])


def printed(text):
    return shown("stream", text=text)


def figure(**changes):
    cell = example.figure()
    cell.update(changes)
    return 10, cell


def deeper(inside, after):
    """A section that goes deeper, and code after it."""
    cells = [new_markdown_cell("## Going deeper: why\n\nBecause."), example.code(inside)]
    cells += [new_markdown_cell("## The next"), example.code(after)]
    return list(enumerate(cells, start=5))


BROKEN = {
    "no such file": (links.links, [more("[a](02_x.ipynb)")], "the link to 02_x.ipynb leads"),
    "no such heading": (links.links, [more("[a](#Nothing)")], "the link to #Nothing leads nowhere"),
    "no alt text": (links.images, [more("![](00_start_here.ipynb)")], "image without alt text"),
    "no such lesson": (course.mentions, [more(" Lessons 00, 44 and 01.")], "mentions lesson 44"),
    "another title": (course.listed, [edited(0, "Example", "Examples")], "title must be 'Example'"),
    "no number": (shape.title, [edited(0, "98 ·", "97 ·")], "must read # 98 · Name, got # 97"),
    "half a box": (shape.box, [edited(0, "**You will**", "You")], "the box lacks **You will**"),
    "open box": (shape.boxes, [edited(0, "\n</div>", "")], "cell 1: has a box that is not closed"),
    "levels": (shape.heading_levels, [edited(0, "</div>", "</div>\n\n### A")], "heading A skips"),
    "order": (path.deeper_at_the_end, [(-2, SOURCES), (-1, QUIZ)], "must close with What we saw"),
    "quiz": (shape.quiz, [edited(-2, "<summary>Answer</summary>", "")], "five answers folded"),
    "empty": (shape.no_empty_cells, [(3, example.code(" \n"))], "cell 4: is empty"),
    "no guard": (shape.guarded, [(1, example.code("import numpy"))], "must begin with the guard"),
    "a long path": (path.short, [more("\n\nword " * 2701)], "the path may have 2700 words"),
    "a long paragraph": (path.short, [more("\n\n" + "a " * 141)], "may have 140 words, got 14"),
    "a long cell": (path.short, [(3, example.code("x = 1\n" * 21))], "may show 20 lines, got 21"),
    "needed value": (path.deeper_not_needed, deeper("d = 2", "print(d)"), "needs d, which"),
    "needed module": (path.deeper_not_needed, deeper("import os.path", "os"), "needs os, which"),
    "stderr": (outputs.no_stderr, [shown("stream", name="stderr", text="no\n")], "wrote to stderr"),
    "a value": (outputs.no_bare_results, [shown("display_data", {"text/plain": "3"})], "value, 3"),
    "a time": (outputs.nothing_volatile, [printed("took 1.3 s")], "prints a time: 1.3 s"),
    "a path": (outputs.nothing_volatile, [printed("in /home/ada")], "prints a path: /home/ada"),
    "an address": (outputs.nothing_volatile, [printed("<f at 0x7f00a1>")], "an address in memory"),
    "decimals": (outputs.nothing_volatile, [printed("0.12345")], "more than four decimals"),
    "an array": (outputs.nothing_volatile, [printed("np.float64(0.5)")], "prints a bare array"),
    "widget": (outputs.nothing_needs_a_kernel, [shown("display_data", WIDGET)], "shows a widget"),
    "live": (outputs.live_pictures_are_ignored, [shown("display_data", LIVE)], "shows a live"),
    "skipped": (
        outputs.known_tags,
        [(3, example.code("x", tags=["nbval-skip"]))],
        "the tag nbval-",
    ),
    "semicolon": (outputs.no_semicolons, [(3, example.code("f();\n"))], "ends with a semicolon"),
    "no words": (outputs.figures_have_alt_text, [figure(metadata={})], "draws a figure without"),
    "not stored": (outputs.figures_have_alt_text, [figure(outputs=[])], "figure is not stored"),
    "no number printed": (
        outputs.figures_print_their_number,
        [figure(outputs=example.figure().outputs[1:])],
        "cell 11: draws a figure, but",
    ),
    "when": (
        outputs.stored_as_agreed,
        [(3, example.code("x = 1", execution={"iopub.status.busy": "now"}))],
        "cell 4: stores when it was run",
    ),
    "wrong number": (exercises.exercises_in_place, [edited(13, "Exercise 1", "Exercise 2")], "1 ·"),
    "no stub": (exercises.exercises_in_place, [edited(14, "...", "return x")], "needs the stub"),
    "two": (exercises.exercises_in_place, [(17, None), (18, None)], "three to five exercises"),
}


@pytest.mark.parametrize(("gate", "changes", "words"), BROKEN.values(), ids=BROKEN)
def test_a_lesson_that_is_broken_is_caught(tmp_path, gate, changes, words):
    caught(gate, broken(tmp_path, *changes), words)


@pytest.mark.parametrize(
    "text", ["12 errors", "margin 0.25", "3/4 and 1/2/3", "ratio 1.5", "np.arange(n)"]
)
def test_plain_numbers_are_not_volatile(tmp_path, text):
    assert outputs.nothing_volatile(broken(tmp_path, printed(text))) == []


def test_names_that_are_set_again_are_not_needed(tmp_path):
    lesson = broken(
        tmp_path, *deeper("y = [i for i in range(3)]", "y = x\nprint([i for i in [y]])")
    )
    assert path.deeper_not_needed(lesson) == []


def test_cells_not_run_or_out_of_order_are_caught(tmp_path):
    notebook = broken(tmp_path)
    notebook.node.cells[4].execution_count = None
    caught(outputs.ran_in_order, notebook, "cell 5: was never run")


def test_what_the_pages_leave_out_is_folded_in_jupyterlab(tmp_path):
    cell = example.code("assert x", tags=["remove-input"])
    caught(outputs.folded_everywhere, broken(tmp_path, (3, cell)), "cell 4: is folded in one place")
    fold(cell)
    assert cell.metadata.tags == ["remove-input"]
    assert outputs.folded_everywhere(broken(tmp_path, (3, cell))) == []


def test_exercises_registry_and_solutions_must_match(tmp_path):
    notebook, solved = broken(tmp_path), tmp_path / "solutions" / NAME
    assert exercises.exercises_solved(notebook) == []
    cells = example.solutions()
    cells[3].outputs = [example.card("98.2 · not quite: no.")]
    example.store(cells, solved)
    caught(exercises.exercises_solved, notebook, "98.2 has no correct solution")
    solved.unlink()
    caught(exercises.exercises_solved, notebook, f"has no solutions/{NAME}")
    del registry.REGISTRY["98.2"]
    caught(exercises.exercises_registered, notebook, "checks 98.2, which kernelkit")


def test_a_trial_catches_a_check_that_is_too_kind():
    def twice(x):
        return 2 * x

    def stub(x): ...

    wrong = trials.wrong_answers("98.1")
    exercise("98.1", shows="Twice.")(lambda attempt: attempt.number(6.0, 3.0))
    [complaint] = trials.trial("98.1", stub, wrong)
    assert complaint.startswith("forgets_the_sign should be wrong or error, but: 98.1 · correct.")
    assert "twice should be unattempted" in trials.trial("98.1", twice, wrong)[0]
