"""Each gate on stored outputs catches a notebook broken on purpose."""

import example_lesson as example
import pytest
from example_lesson import NAME, broken, caught
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from tools.lessons.gates import EVERYWHERE, outputs

WIDGET = {
    "application/vnd.jupyter.widget-view+json": {"model_id": "0"},
    "text/plain": "IntSlider()",
}
LIVE = {"application/vnd.kernelkit.live+json": {"label": "a line"}, "text/plain": "<a line>"}


def text(printed):
    return new_output("stream", text=printed)


def value(shown):
    return new_output("display_data", {"text/plain": shown})


STDERR = new_output("stream", name="stderr", text="careful\n")
ERROR = new_output("error", ename="ValueError", evalue="no", traceback=[])
RESULT = new_output("execute_result", {"text/plain": "array([1.])"})
RUN = [
    (outputs.no_stderr, "wrote to stderr: careful", STDERR),
    (outputs.no_errors, "ended with ValueError: no", ERROR),
    (outputs.no_bare_results, "shows a bare value, array([1.])", RESULT),
    (outputs.no_bare_results, "shows a bare value, 3", value("3")),
    (outputs.nothing_volatile, "prints a time: 1.3 s", text("took 1.3 s")),
    (outputs.nothing_volatile, "prints a time: 12:30", text("at 12:30")),
    (outputs.nothing_volatile, "prints a path: /home/ada", text("in /home/ada")),
    (outputs.nothing_volatile, "prints a path: C:\\", text("in C:\\ada")),
    (outputs.nothing_volatile, "prints an address in memory: 0x7f00a1", text("<f at 0x7f00a1>")),
    (outputs.nothing_volatile, "prints more than four decimals: .12345", text("0.12345")),
    (outputs.nothing_volatile, "prints a bare array", text("array([1])")),
    (outputs.nothing_volatile, "prints a bare array", text("got np.float64(0.5)")),
    (outputs.nothing_needs_a_kernel, "shows a widget", new_output("display_data", WIDGET)),
    (outputs.live_pictures_are_ignored, "shows a live", new_output("execute_result", LIVE)),
]


@pytest.mark.parametrize(("gate", "words", "output"), RUN)
def test_outputs_that_must_not_be_are_caught(tmp_path, gate, words, output):
    cell = new_code_cell("x", outputs=[output])
    caught(gate, broken(tmp_path, (3, cell)), f", cell 4: {words}")


@pytest.mark.parametrize(
    "printed",
    ["12 errors", "margin 0.25", "3/4 and 1/2/3", "3 support vectors", "ratio 1.5", "np.arange(n)"],
)
def test_plain_numbers_are_not_volatile(tmp_path, printed):
    cell = example.code("print(x)", printed)
    assert outputs.nothing_volatile(broken(tmp_path, (3, cell))) == []


def test_times_and_live_pictures_may_stand_in_tagged_cells(tmp_path):
    cell = example.code("x = 1", "1.3 s\n", tags=["nbval-ignore-output"])
    cell.outputs.append(new_output("execute_result", LIVE))
    notebook = broken(tmp_path, (3, cell))
    assert [words for gate in EVERYWHERE for words in gate(notebook)] == []


def test_cells_not_run_or_out_of_order_are_caught(tmp_path):
    cells = example.store(example.lesson(), tmp_path / NAME).node.cells
    cells[3].execution_count = None
    caught(
        outputs.ran_in_order,
        example.store(cells, tmp_path / NAME, count=False),
        "cell 4: was never run",
    )
    cells[3].execution_count, cells[4].execution_count = 3, 2
    found = outputs.ran_in_order(example.store(cells, tmp_path / NAME, count=False))
    assert [words.partition(": ")[2] for words in found] == [
        "was run as number 3, but is code cell 2",
        "was run as number 2, but is code cell 3",
    ]


def test_tags_and_comments_around_the_comparison_are_caught(tmp_path):
    for tag in ("nbval-skip", "raises-exception", "skip-execution"):
        cell = example.code("x = 1", tags=[tag])
        caught(outputs.known_tags, broken(tmp_path, (3, cell)), f"cell 4: has the tag {tag}")
    cell = example.code("# NBVAL_IGNORE_OUTPUT\nx = 1")
    caught(
        outputs.known_tags, broken(tmp_path, (3, cell)), "cell 4: has the comment # NBVAL_IGNORE"
    )


def test_the_state_of_widgets_is_caught(tmp_path):
    notebook = broken(tmp_path)
    notebook.node.metadata["widgets"] = {}
    caught(outputs.nothing_needs_a_kernel, notebook, "keeps the state of widgets")


def test_a_closing_semicolon_is_caught(tmp_path):
    notebook = broken(tmp_path, (3, example.code("plt.plot(x);\n")))
    caught(outputs.no_semicolons, notebook, "cell 4: ends with a semicolon")


def test_a_figure_that_was_not_stored_is_caught(tmp_path):
    cell = example.figure()
    cell.outputs[-1].metadata = {}
    words = "cell 11: its figure must carry its alt text"
    caught(outputs.figures_have_alt_text, broken(tmp_path, (10, cell)), words)
    cell.outputs.pop()
    words = "cell 11: its figure is not stored"
    caught(outputs.figures_have_alt_text, broken(tmp_path, (10, cell)), words)


def test_figures_without_alt_text_or_number_are_caught(tmp_path):
    cell = example.figure()
    cell.metadata = {}
    caught(
        outputs.figures_have_alt_text,
        broken(tmp_path, (10, cell)),
        "cell 11: draws a figure without",
    )
    cell = example.figure()
    cell.outputs.append(cell.outputs[-1])
    caught(
        outputs.figures_have_alt_text, broken(tmp_path, (10, cell)), "cell 11: draws two figures"
    )
    cell = example.figure()
    cell.outputs[0].text = "drawn\n"
    caught(
        outputs.figures_print_their_number,
        broken(tmp_path, (10, cell)),
        "cell 11: draws a figure, but",
    )


def test_kernel_format_size_and_times_are_caught(tmp_path):
    notebook = broken(tmp_path)
    notebook.node.metadata.kernelspec.name = "julia"
    caught(outputs.stored_as_agreed, notebook, "the kernel must be python3, got julia")
    notebook = broken(tmp_path)
    notebook.node.nbformat_minor = 4
    caught(outputs.stored_as_agreed, notebook, "the format must be 4.5, got 4.4")
    notebook = broken(tmp_path, (2, new_markdown_cell("x" * 1_000_000)))
    caught(outputs.stored_as_agreed, notebook, "must be smaller than 1000000 bytes")
    notebook = broken(tmp_path, (3, example.code("x = 1", execution={"iopub.status.busy": "now"})))
    caught(outputs.stored_as_agreed, notebook, "cell 4: stores when it was run")
