"""Running notebooks: outputs are stored, failures leave files alone, twice is the same bytes."""

import os

import example_lesson as example
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from kernelkit import live
from tools.lessons import execute
from tools.lessons.gates import EVERYWHERE
from tools.lessons.guard import GUARD
from tools.lessons.notebook import read

pytestmark = pytest.mark.storm

DRAW = GUARD + "import matplotlib.pyplot as plt\n\nplt.plot([0, 1])\nplt.show()\nprint('1 line')"
LIVE = GUARD + "from kernelkit import live\n\nlive.loss_prices()"


def code(*sources):
    return [new_code_cell(source) for source in sources]


def unrun(path, *cells):
    """A notebook whose code cells carry the count of no run."""
    notebook = example.store(list(cells), path)
    for cell in notebook.node.cells:
        if cell.cell_type == "code":
            cell.execution_count = None
    nbformat.write(notebook.node, path)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three lessons, the second of which fails, and solutions to the first; all were run once."""
    folder = tmp_path_factory.mktemp("lessons")
    title = new_markdown_cell("# 01 · Run me")
    drawn = new_code_cell(DRAW, metadata=example.ALT | example.FOLDED)
    shown = new_code_cell("print('50 %')", metadata={"tags": ["remove-output"]})
    unrun(folder / "01_good.ipynb", title, drawn, shown, *code("print('done')"))
    tags = {"tags": ["hide-input", "nbval-ignore-output"]}
    touched = new_code_cell(LIVE, metadata=example.FOLDED | tags)
    unrun(folder / "05_live.ipynb", new_markdown_cell("# 05 · Touch me"), touched)
    unrun(folder / "02_bad.ipynb", *code("print(1)", "1 / 0", "print(2)"))
    unrun(folder / "03_dead.ipynb", *code("import os", "os._exit(1)"))
    unrun(folder / "solutions" / "01_good.ipynb", *code("import os, sys", PLACE))
    return folder


PLACE = "print(sys.prefix, os.path.basename(os.getcwd()))"


@pytest.fixture(scope="module")
def first_run(folder):
    before = {path: path.read_bytes() for path in folder.rglob("*.ipynb")}
    with pytest.MonkeyPatch.context() as shell:
        shell.setenv("MPLBACKEND", "Agg")  # figures are stored all the same
        return before, execute.main([], folder)


def test_what_ran_is_stored_in_order_and_passes_the_gates(folder, first_run):
    notebook = read(folder / "01_good.ipynb")
    assert [words for gate in EVERYWHERE for words in gate(notebook)] == []
    assert notebook.node.cells[-1].outputs[0].text == "done\n"
    drawn = notebook.node.cells[1].outputs[0]
    assert "image/png" in drawn.data
    assert drawn.metadata["image/png"]["alt"] == example.ALT["mystnb"]["image"]["alt"]


def test_a_failing_notebook_keeps_its_file_and_the_others_go_on(folder, first_run, capsys):
    before, code = first_run
    assert code == 1
    changed = {path.name for path, old in before.items() if path.read_bytes() != old}
    assert changed == {"01_good.ipynb", "05_live.ipynb"}
    others = {path.name for path in folder.rglob("*") if path not in before}
    assert others == {"solutions", "times.json"}  # nothing left over
    assert execute.main(["02_bad", str(folder / "03_dead.ipynb")], folder) == 1
    printed = capsys.readouterr().out
    assert f"{folder.name}/02_bad.ipynb, cell 2: ZeroDivisionError: division by zero" in printed
    assert f"{folder.name}/03_dead.ipynb, cell 2: Kernel died" in printed
    assert "0 of 2 notebooks ran to their end." in printed


def test_running_twice_gives_the_same_bytes(folder, first_run):
    path = folder / "01_good.ipynb"
    once = path.read_bytes()
    path.chmod(0o640)
    assert execute.main(["01_good"], folder) == 0
    assert path.read_bytes() == once
    assert path.stat().st_mode & 0o777 == 0o640 or os.name == "nt"


def test_of_a_live_picture_its_start_is_kept_and_not_its_widget(folder, first_run):
    notebook = read(folder / "05_live.ipynb")
    [shown] = notebook.node.cells[1].outputs
    shown.data.pop("image/png", None)  # its still, where there is a browser to draw it
    assert shown.data == {
        "text/plain": "<five losses of one sample>",
        "application/vnd.kernelkit.live+json": live.loss_prices().state,
    }
    assert "widgets" not in notebook.node.metadata
    assert [words for gate in EVERYWHERE for words in gate(notebook)] == []
