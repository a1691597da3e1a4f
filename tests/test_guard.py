"""A notebook opened where kernelkit is not installed says what to run, in one sentence."""

from contextlib import contextmanager

import example_lesson as example
import pytest
from conftest import ROOT
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbformat.v4 import new_code_cell

from tools.lessons import guard
from tools.lessons.notebook import code_cells, read

SENTENCE = (
    "UsageError: this kernel lacks kernelkit or anywidget: run `make lessons` in the course's "
    'folder, or here %pip install "FOLDER[lessons]" with the path of that folder for FOLDER.\n'
)
PLAIN_SENTENCE = (
    "UsageError: this kernel lacks kernelkit: run `make lessons` in the course's folder, or here "
    '%pip install "FOLDER" with the path of that folder for FOLDER.\n'
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


@contextmanager
def without(kernel, package):
    """A kernel that lacks something; None is how Python itself marks what cannot be imported."""
    run(kernel, f"import sys\n\nsys.modules[{package!r}] = None")
    yield
    run(kernel, f"del sys.modules[{package!r}]")


def first_cells(examples):
    """The first cell of code of every example, or of every other notebook."""
    paths = [p for p in guard.notebooks(ROOT) if (p.parent.name == "examples") == examples]
    assert paths
    return [code_cells(read(path))[0][1].source for path in paths]


@pytest.mark.parametrize("package", ["kernelkit", "anywidget"])
def test_the_first_cell_of_every_lesson_says_what_to_run(kernel, package):
    with without(kernel, package):
        for source in first_cells(examples=False):
            assert run(kernel, source) == ("error", SENTENCE, set())


def test_an_example_asks_for_kernelkit_alone(kernel):
    with without(kernel, "kernelkit"):
        for source in first_cells(examples=True):
            assert run(kernel, source) == ("error", PLAIN_SENTENCE, set())
    with without(kernel, "anywidget"), without(kernel, "ipywidgets"):
        for source in first_cells(examples=True):
            assert run(kernel, source) == ("ok", "", set())


@pytest.mark.storm
def test_a_notebook_without_a_guard_gets_one(tmp_path):
    for folder, text in {"lessons": guard.GUARD, "examples": guard.PLAIN_GUARD}.items():
        path = tmp_path / folder / "own.ipynb"
        example.store([new_code_cell("import numpy")], path)
        guard.main(tmp_path)
        first = read(path).node.cells[0]
        assert first.source == text + "import numpy"
        assert first.metadata == example.FOLDED
