"""A lesson in a real JupyterLab: its picture answers, also while the library compiles."""

import os
import re
import signal
import subprocess
import sys

import nbformat
import pytest
from conftest import ROOT
from real_lab import PATIENCE, address_of, opened, run_all, started_lab

LESSON, WITH_OPTIONAL_SECTIONS = "00_start_here.ipynb", "15_what_makes_a_kernel.ipynb"
IN_SIGHT = """(number) => {
  const cells = [...document.querySelectorAll(".jp-Notebook-cell")];
  const active = document.querySelector(".jp-Notebook-cell.jp-mod-active");
  if (!active || cells.indexOf(active) !== number) return false;
  const page = active.closest(".jp-WindowedPanel-outer").getBoundingClientRect();
  const { top, bottom, height } = active.getBoundingClientRect();
  return height > 0 && bottom > page.top && top < page.bottom;
}"""
READABLE_IN_THE_DARK = """() => [...document.styleSheets].some((sheet) =>
  [...sheet.cssRules].some((rule) => /theme-light="false".*alert-info/.test(rule.selectorText))
)"""


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
    bar = page.locator("pre", has_text=re.compile(r"\b\d{1,2}% \|"))  # not 100 %
    bar.wait_for()
    first = bar.inner_text()
    assert page.locator(".kk-live .kk-words").inner_text().startswith("1 nearest: ")
    page.locator(".kk-live").get_by_label("neighbours k").focus()
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


def test_who_presses_shift_and_enter_always_sees_the_active_cell(visit, tmp_path):
    notebook = nbformat.read(ROOT / "lessons" / WITH_OPTIONAL_SECTIONS, as_version=4)
    optional = [cell.source.startswith("## Going deeper") for cell in notebook.cells]
    first = optional.index(True)
    notebook.cells = notebook.cells[first - 9 : first + 9]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = "pass"  # an output would push the next cell down a moment later
    store(notebook, tmp_path / "lessons" / WITH_OPTIONAL_SECTIONS)
    as_readers_have_it = {"notebook-extension/tracker": {}}
    with started_lab(tmp_path, **as_readers_have_it) as lab:
        page = opened(visit, lab, WITH_OPTIONAL_SECTIONS)
        page.locator(".jp-Notebook-cell").first.click()
        page.keyboard.press("Escape")
        for number in range(1, len(notebook.cells)):
            page.keyboard.press("Shift+Enter")
            page.wait_for_function(IN_SIGHT, arg=number, timeout=20_000)
        assert page.trouble == []


@pytest.fixture
def lessons_opened(tmp_path):
    """The address that make lessons prints, for somebody who has no settings yet."""
    folders = ("config", "data", "runtime")
    own = {f"JUPYTER_{name.upper()}_DIR": str(tmp_path / name) for name in folders}
    own |= {f"JUPYTERLAB_{n}_DIR": str(tmp_path / n) for n in ("SETTINGS", "WORKSPACES")}
    command = [sys.executable, ROOT / "tools" / "open_lessons.py", "--no-browser"]
    person, terminal = os.openpty()  # it asks where somebody could answer
    streams = {"stdin": terminal, "stdout": subprocess.PIPE}
    with (
        os.fdopen(person, "w"),
        os.fdopen(terminal),
        (tmp_path / "lab.log").open("w") as log,
        subprocess.Popen(command, env=os.environ | own, stderr=log, text=True, **streams) as server,
    ):
        try:
            printed = server.stdout.readline().split()[-1]
            address_of(server, tmp_path)  # waits until it listens
            yield printed
            server.send_signal(signal.SIGINT)  # Control-C
            server.wait(PATIENCE)
        finally:
            server.kill()
    told = (tmp_path / "lab.log").read_text()
    assert not re.search(r"\[[IWE] |y/\[n\]", told), "looks like a fault, or asks"


def test_make_lessons_opens_a_tidy_desk(visit, lessons_opened):
    address = lessons_opened.partition("/lab/")[0]
    page = visit(address)
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(lessons_opened.removeprefix(address))
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.wait_for_timeout(1000)  # in which a tab would be marked as changed
    assert page.locator(".lm-TabBar-tab.jp-mod-dirty").count() == 0
    names = page.locator(".jp-DirListing-itemName")
    names.filter(has_text="18_capstone.ipynb").wait_for()
    assert page.locator(".jp-DirListing-itemModified:visible").count() == 0, "names have that room"
    assert page.evaluate(READABLE_IN_THE_DARK)
    listed = {name.split("\n")[0] for name in names.all_inner_texts()}
    lessons = {path.name for path in (ROOT / "lessons").glob("*.ipynb")}
    assert listed == {"solutions", *lessons}
    lowest = max(names.all(), key=lambda name: name.bounding_box()["y"])
    assert lowest.inner_text() == "solutions", "below the lessons"
    page.locator(".jp-BreadCrumbs-home").click()
    names.filter(has_text="examples").wait_for()
    assert {name.split("\n")[0] for name in names.all_inner_texts()} == {
        "README.md",
        "examples",
        "lessons",
    }
    assert page.locator(".Toastify__toast").all_inner_texts() == [], "a question about news"
