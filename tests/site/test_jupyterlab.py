"""A lesson in a real JupyterLab: it runs, and a slider that is moved changes the picture."""

import nbformat
import pytest
from conftest import ROOT
from real_lab import run_all, started_lab

LESSON = "00_start_here.ipynb"


@pytest.fixture
def lab(tmp_path):
    store_up_to_the_slider(ROOT / "lessons" / LESSON, tmp_path / "lessons" / LESSON)
    with started_lab(tmp_path) as started:
        yield started


def store_up_to_the_slider(source, target):
    """Copy a lesson as far as its first slider, without outputs: what is seen was computed."""
    notebook = nbformat.read(source, as_version=4)
    is_slider = ["interact(" in cell.source for cell in notebook.cells]
    notebook.cells = notebook.cells[: is_slider.index(True) + 1]
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    target.parent.mkdir()
    nbformat.write(notebook, target)


def test_a_slider_in_jupyterlab_redraws_its_picture(visit, lab):
    page = run_all(visit, lab, LESSON)
    box = page.locator(".widget-interact")
    picture = box.locator("img")
    before = picture.get_attribute("src")
    assert box.locator("pre").inner_text().startswith("sigma = 0.08: ")
    box.locator("[role=slider]").focus()
    page.keyboard.press("ArrowRight")
    # The words are printed first; with them the old picture goes, and the new one follows.
    box.locator("pre", has_text="sigma = 0.10: ").wait_for()
    assert picture.get_attribute("src") != before
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 400
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.trouble == []
