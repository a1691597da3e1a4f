"""A lesson in a real JupyterLab: its picture answers, also while the library compiles."""

import nbformat
import pytest
from conftest import ROOT
from real_lab import run_all, started_lab

LESSON = "00_start_here.ipynb"


@pytest.fixture
def lab_that_compiles(tmp_path, monkeypatch):
    """A JupyterLab where nothing is compiled yet, with a lesson as far as it begins to compile."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    notebook = nbformat.read(ROOT / "lessons" / LESSON, as_version=4)
    compiles = ["warmup(" in cell.source for cell in notebook.cells]
    notebook.cells = notebook.cells[: compiles.index(True) + 1]
    store(notebook, tmp_path / "lessons" / LESSON)
    with started_lab(tmp_path) as started:
        yield started


def store(notebook, target):
    """Write a notebook without its outputs."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    target.parent.mkdir()
    nbformat.write(notebook, target)


def test_the_first_picture_answers_while_the_library_compiles(visit, lab_that_compiles):
    page = run_all(visit, lab_that_compiles, LESSON)
    bar = page.locator("pre", has_text="s left")
    bar.wait_for()
    first = bar.inner_text()
    assert page.locator(".kk-live .kk-words").inner_text().startswith("1 nearest: ")
    page.locator(".kk-live").get_by_label("k", exact=True).focus()
    page.keyboard.press("End")
    page.get_by_text("15 nearest: ").wait_for()
    assert bar.count() == 1, "still compiling"
    # The bar goes on below its cell, which ended long ago.
    page.wait_for_function(
        "first => ![...document.querySelectorAll('pre')].some(pre => pre.innerText === first)",
        arg=first,
    )
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.trouble == []
