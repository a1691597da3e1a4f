"""Lessons in a real JupyterLab: pictures and sliders answer, also while the library compiles."""

import nbformat
import pytest
from conftest import ROOT
from nbformat.v4 import new_code_cell
from real_lab import run_all, started_lab

from tools.lessons.notebook import can_be_touched

LESSON = "00_start_here.ipynb"
SLIDER = """from ipywidgets import interact
import matplotlib.pyplot as plt


@interact(k=(1, 5))
def show(k=2):
    plt.plot([0, k])
    plt.show()
    print(f"k = {k}")"""


@pytest.fixture
def lab(tmp_path):
    store_up_to_the_picture(ROOT / "lessons" / LESSON, tmp_path / "lessons" / LESSON)
    with started_lab(tmp_path) as started:
        yield started


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


def store_up_to_the_picture(source, target):
    """Copy a lesson as far as its first picture to touch, and a slider, without outputs."""
    notebook = nbformat.read(source, as_version=4)
    touched = [any(map(can_be_touched, cell.get("outputs", []))) for cell in notebook.cells]
    notebook.cells = [*notebook.cells[: touched.index(True) + 1], new_code_cell(SLIDER)]
    store(notebook, target)


def store(notebook, target):
    """Write a notebook without its outputs."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    target.parent.mkdir()
    nbformat.write(notebook, target)


def test_a_lesson_runs_in_jupyterlab_and_a_slider_redraws_its_picture(visit, lab):
    page = run_all(visit, lab, LESSON)
    box = page.locator(".widget-interact").last
    picture = box.locator("img")
    box.locator("pre", has_text="k = 2").wait_for()
    before = picture.get_attribute("src")
    box.locator("[role=slider]").focus()
    page.keyboard.press("ArrowRight")
    # The words and the picture come one after the other.
    box.locator("pre", has_text="k = 3").wait_for()
    page.wait_for_function(
        "([box, src]) => { const image = box.querySelector('img'); "
        "return image && image.src !== src && image.naturalWidth > 300; }",
        arg=[box.element_handle(), before],
    )
    assert page.locator(".kk-live, .widget-interact").count() >= 2  # the lesson's own, and this
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.trouble == []


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
