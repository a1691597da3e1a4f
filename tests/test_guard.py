"""A notebook opened where kernelkit is not installed says what to run, in one sentence."""

import example_lesson as example
import pytest
from conftest import ROOT
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbformat.v4 import new_code_cell, new_markdown_cell

from tools.lessons import guard
from tools.lessons.notebook import code_cells, read

SENTENCE = (
    "UsageError: this kernel lacks kernelkit or anywidget: run `make lessons` in the course's "
    'folder, or here %pip install "FOLDER[lessons]" with the path of that folder for FOLDER.\n'
)


@pytest.fixture(scope="module")
def kernel():
    """What stands behind JupyterLab, VS Code and Colab alike."""
    manager = KernelManager(kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(kernel, source):
    """How a cell ended, what it wrote, and what else it shows."""
    shown = []
    reply = kernel.execute_interactive(source, timeout=60, output_hook=shown.append)
    written = "".join(m["content"]["text"] for m in shown if m["msg_type"] == "stream")
    others = {m["msg_type"] for m in shown} & {"error", "display_data", "execute_result"}
    return reply["content"]["status"], written, others


@pytest.fixture(params=["kernelkit", "anywidget"])
def poor_kernel(kernel, request):
    """A kernel that lacks something; None is how Python itself marks what cannot be imported."""
    run(kernel, f"import sys\n\nsys.modules[{request.param!r}] = None")
    yield kernel
    run(kernel, f"del sys.modules[{request.param!r}]")


def test_the_first_cell_of_every_notebook_says_what_to_run(poor_kernel):
    for path in guard.notebooks(ROOT):
        _, first = code_cells(read(path))[0]
        assert run(poor_kernel, first.source) == ("error", SENTENCE, set())


def test_nothing_is_said_where_all_is_there(kernel):
    assert run(kernel, guard.GUARD) == ("ok", "", set())


def test_an_old_guard_is_replaced_and_nothing_else(tmp_path, monkeypatch, capsys):
    path = tmp_path / "lessons" / "01_x.ipynb"
    below = "import numpy as np\n\nif np:\n    x = 1"
    cells = [
        new_markdown_cell("# 01 · X"),
        new_code_cell(guard.GUARD + below, metadata=example.FOLDED),
    ]
    example.store([*cells, new_code_cell("x")], path)
    before = path.read_text(encoding="utf-8")
    assert guard.main(tmp_path) == 0
    assert path.read_text(encoding="utf-8") == before
    monkeypatch.setattr(guard, "GUARD", guard.GUARD.replace("anywidget", "ada"))
    assert guard.main(tmp_path) == 0
    assert path.read_text(encoding="utf-8") == before.replace("anywidget", "ada")
    assert guard.main(tmp_path) == 0
    assert capsys.readouterr().out.split(".\n")[1:] == [
        "1 notebooks have a new guard",
        "0 notebooks have a new guard",
        "",
    ]


def test_a_notebook_without_a_guard_gets_one(tmp_path):
    path = tmp_path / "examples" / "own.ipynb"
    example.store([new_code_cell("import numpy")], path)
    guard.main(tmp_path)
    first = read(path).node.cells[0]
    assert first.source == guard.GUARD + "import numpy"
    assert first.metadata == example.FOLDED
