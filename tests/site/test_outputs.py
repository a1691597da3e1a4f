"""What cells show on the pages beside figures: folded code, cards, stills; and what is broken."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from checks import SETTLED
from playwright.sync_api import expect
from trial_course import BROKEN, CARD, LESSONS, OUTPUTS

from kernelkit.exercises.cards import LOOKS

PAGE = f"/lessons/{OUTPUTS}.html"
GROUND = "node => getComputedStyle(node.closest('.text_html')).backgroundColor"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_cells_show(visit, trial, theme):
    page = visit(trial, color_scheme=theme)
    page.goto(PAGE)
    page.locator("details.hide summary").first.click()
    page.evaluate(SETTLED)  # while the code fades in, its colours are too pale
    assert page.trouble == []  # axe itself asks for files that are not there
    found = Axe().run(page, ".bd-article", {"resultTypes": ["violations"]})
    told = [
        f"{each['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]
    assert told == []


def test_the_set_up_cell_is_folded_and_unfolds(visit, trial):
    page = visit(trial)
    page.goto(PAGE)
    code = page.locator(".bd-article pre", has_text="import numpy as np")
    assert not code.is_visible()
    page.locator("details.hide summary").first.click()
    assert code.is_visible()


def test_cards_stand_on_the_ground_of_the_page(visit, trial):
    page = visit(trial, color_scheme="dark")
    page.goto(PAGE)
    cards = page.locator(".cell_output strong")
    assert cards.count() == len(LOOKS)
    assert page.get_by_text(CARD).count() == len(LOOKS)
    assert {card.evaluate(GROUND) for card in cards.all()} == {"rgba(0, 0, 0, 0)"}


def test_a_picture_that_needs_python_is_a_still_that_says_so(visit, trial):
    page = visit(trial)
    page.goto(PAGE)
    still = page.locator("figure.kk-still")
    assert still.locator("img").evaluate("image => image.naturalWidth") > 300
    assert still.inner_text().strip() == (
        "Playground of DecisionTreeClassifier: Python fits this model, so its samples can be "
        "dragged in a notebook only."
    )
    assert page.locator("script[src*='live.js']").count() == 0  # nothing to run here


def test_without_scripts_a_picture_is_named_and_its_figure_shown(visit, trial):
    page = visit(trial, java_script_enabled=False)
    page.goto(f"/lessons/{LESSONS['loss_prices']}.html")
    assert page.locator(".kk-live-place").inner_text().strip() == (
        "Five losses of one sample: this picture needs JavaScript. The figure below shows what "
        "it is about."
    )


def test_on_paper_a_picture_has_no_buttons(visit, trial):
    page = visit(trial)
    page.goto(f"/lessons/{LESSONS['smo_moves']}.html")
    assert page.locator(".kk-tools").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".kk-plane svg").is_visible()
    assert not page.locator(".kk-tools").is_visible()


def test_a_picture_follows_the_reader_from_light_to_dark(visit, trial):
    page = visit(trial, color_scheme="light")
    page.goto(f"/lessons/{LESSONS['smo_moves']}.html")
    assert page.locator(".kk-live[data-dark]").count() == 0
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.locator(".kk-live[data-dark]").wait_for()


def test_pages_work_from_a_folder_too(visit, trial, trial_pages):
    page = visit(trial)
    page.goto((trial_pages / "lessons" / f"{LESSONS['smo_moves']}.html").as_uri())
    words = page.locator(".kk-words")
    expect(words).to_have_text(re.compile("^Solved in "))
    page.get_by_role("button", name="From the start").click()
    expect(words).to_have_text(re.compile("^No move yet"))
    assert page.trouble == []


def test_a_broken_lesson_is_named_with_its_cell_and_no_other(trial_pages):
    told = (trial_pages.parent / "told.txt").read_text().strip().split("\n")
    assert told[0].startswith(f"lessons/{BROKEN}.ipynb, cell 3: WARNING: ")
    for line in told:
        assert line.startswith(f"lessons/{BROKEN}.")
        assert "98_moon" in line
