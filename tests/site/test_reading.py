"""What makes the pages good to read: on a screen and a phone, light, dark and on paper."""

import functools
import http.server
import json
import os
import re
import threading

import pytest
import trial_course
from conftest import ROOT

from tools.lessons.course import lessons

SCREEN, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LESSON = "lessons/03_perceptron"
BEGINS_OUTSIDE = """all => all.filter(node => {
  const formula = node.querySelector("mjx-math");
  return formula && formula.getBoundingClientRect().left < node.getBoundingClientRect().left - 1;
}).length"""
INSIDE = "nodes => nodes.filter(n => n.getBoundingClientRect().right > innerWidth + 1).length"
SHOWN = "nodes => nodes.filter(n => n.checkVisibility() && n.getClientRects().length).length"


@pytest.fixture
def opened(visit, site):
    def open_page(name, screen=SCREEN, **options):
        page = visit(site, **options)
        page.set_viewport_size(screen)
        page.goto(f"/{name}")
        return page

    return open_page


@pytest.mark.parametrize("screen", [SCREEN, PHONE], ids=["screen", "phone"])
def test_the_first_screen_has_a_picture_to_drag_icons_and_the_typeface(opened, screen):
    page = opened("index.html", screen)
    plane = page.locator(".kk-live .kk-plane").bounding_box()
    assert plane["y"] + 0.6 * plane["height"] < screen["height"]
    drawn = "node => getComputedStyle(node, '::before').maskImage"
    icon = page.locator("[aria-label='Download or print this page'] [class*='fa-download']")
    assert icon.evaluate(drawn).startswith('url("data:image/svg')
    loaded = "document.fonts.ready.then(all => [...all].filter(f => f.status === 'loaded').length)"
    assert page.evaluate(loaded) >= 2


def test_a_link_into_a_section_that_goes_deeper_opens_it(opened):
    page = opened(f"{LESSON}.html")
    folded = page.locator("section:has(> details.kk-deeper)").last
    inside = folded.locator("details > :not(summary)").first
    assert not inside.is_visible()
    page.evaluate("name => { location.hash = name }", folded.get_attribute("id"))
    inside.wait_for(state="visible")
    assert 0 <= folded.bounding_box()["y"] < SCREEN["height"]


def test_a_button_copies_the_code_of_a_cell(opened):
    page = opened(f"{LESSON}.html", permissions=["clipboard-read", "clipboard-write"])
    cell = page.locator(".cell_input:visible").first
    cell.hover()
    cell.locator(".copybtn").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == cell.locator("pre").inner_text().strip()
    assert page.locator(".cell_output .copybtn").count() == 0
    assert page.trouble == []


def test_a_lesson_is_downloaded_as_the_notebook_that_it_is(opened):
    page = opened(f"{LESSON}.html", PHONE)
    page.get_by_label("Download or print this page").click()
    button = page.locator(".btn-notebook-button")
    assert button.is_visible()
    taken = page.request.get(button.evaluate("node => node.href")).body()
    assert taken == (ROOT / f"{LESSON}.ipynb").read_bytes()
    page.goto("/glossary.html")
    assert page.locator(".btn-notebook-button").count() == 0
    assert page.locator(".btn-print-button").count() == 1


@pytest.mark.skipif("KERNELKIT_REPOSITORY" in os.environ, reason="the pages lead to a fork")
def test_without_an_address_no_button_leads_to_one(opened):
    page = opened(f"{LESSON}.html")
    assert page.locator(".article-header-buttons a[href*='://']").count() == 0


def test_with_an_address_a_lesson_opens_in_binder_and_colab(visit, trial):
    page = visit(trial)
    name = f"lessons/{trial_course.OUTPUTS}"
    page.goto(f"/{name}.html")
    links = page.locator(".article-header-buttons a[href]").evaluate_all(
        "all => all.map(a => a.href)"
    )
    fork = "you/kernelkit"
    assert trial_course.REPOSITORY in [link.rstrip("/") for link in links]
    assert f"https://mybinder.org/v2/gh/{fork}/HEAD?urlpath=lab/tree/{name}.ipynb" in links
    assert f"https://colab.research.google.com/github/{fork}/blob/HEAD/{name}.ipynb" in links
    assert page.trouble == []  # the pages lead there, and load nothing from there


def test_a_figure_with_more_dots_than_pixels_is_shown_at_its_size(visit, trial):
    page = visit(trial)
    page.goto(f"/lessons/{trial_course.LESSONS['loss_prices']}.html")
    figure = page.locator(".cell_output img").first
    sizes = figure.evaluate("image => image.decode().then(() => [image.naturalWidth, image.width])")
    assert sizes == [400, 200]


@pytest.mark.parametrize("screen", [SCREEN, PHONE], ids=["screen", "phone"])
def test_on_a_dark_page_a_figure_is_a_card_that_does_not_glare(opened, screen):
    page = opened(f"{LESSON}.html", screen, color_scheme="dark")
    figure = page.locator(".cell_output img").first
    style = "node => { const s = getComputedStyle(node); return [s.filter, s.backgroundColor] }"
    assert figure.evaluate(style) == ["brightness(0.84)", "rgb(255, 255, 255)"]
    assert figure.evaluate("node => parseFloat(getComputedStyle(node).borderRadius)") > 0


@pytest.mark.parametrize("screen", [SCREEN, PHONE], ids=["screen", "phone"])
def test_the_benchmarks_can_be_read(opened, screen):
    page = opened("benchmarks.html", screen)
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    assert page.locator("article td").evaluate_all(SHOWN) == 0
    page.evaluate("document.querySelectorAll('article details').forEach(d => { d.open = true })")
    for kind in (".kk-fitting td", ".kk-peer > span", ".kk-dot", ".kk-axis em"):
        parts = page.locator(f"article {kind}")
        assert parts.count() > 5
        assert parts.evaluate_all(INSIDE) == 0, f"{kind} beyond the edge"
    numbers = page.locator("article td[data-column='ratio']")
    assert numbers.evaluate_all(SHOWN) == numbers.count()
    assert numbers.first.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 12
    assert page.locator("article img").count() == 0


def test_the_map_is_boxes_on_a_screen_and_stops_on_a_phone(opened):
    page = opened("map.html")
    assert page.locator(".kk-map").is_visible()
    assert not page.locator(".kk-stops").is_visible()
    page.set_viewport_size(PHONE)
    assert not page.locator(".kk-map").is_visible()
    stops = page.locator("a.kk-stop")
    assert stops.evaluate_all(SHOWN) == stops.count() == len(lessons())
    assert stops.evaluate_all(INSIDE) == 0
    table = page.locator("article table").first
    assert table.evaluate("node => node.scrollWidth - node.clientWidth") <= 0, "table of lessons"
    stops.last.click()
    page.wait_for_url(f"**/lessons/{lessons()[-1].path.stem}.html")


def test_a_formula_that_goes_on_beyond_the_edge_says_so_and_scrolls(opened):
    page = opened("lessons/10_logistic_regression.html", PHONE)
    assert page.locator("article div.math").evaluate_all(BEGINS_OUTSIDE) == 0, "cut on the left"
    held = page.locator("article .kk-held")
    assert held.count() > 50
    assert held.evaluate_all("all => all.filter(n => n.getClientRects().length > 1).length") == 0
    wide = page.locator("mjx-container[display='true']").evaluate_all(
        "all => all.filter(n => n.scrollWidth > n.clientWidth + 1).map(n => {"
        " n.scrollLeft = 40; const s = getComputedStyle(n);"
        " return [n.scrollLeft > 0, s.backgroundAttachment] })"
    )
    assert wide
    assert all(scrolled and "local" in shade and "scroll" in shade for scrolled, shade in wide)


def test_search_begins_with_the_lesson_lists_a_page_once_and_quotes_formulas_as_typed(opened):
    page = opened("search.html?q=support+vectors")
    page.get_by_text("Search finished").wait_for()
    found = page.locator("#search-results li")
    assert found.first.locator("a").first.inner_text().startswith("13")
    addresses = found.locator("a").evaluate_all("all => all.map(a => a.href.split('#')[0])")
    assert len(addresses) == len(set(addresses)) > 10
    page.wait_for_function("document.querySelectorAll('#search-results li p.context').length >= 5")
    told = "\n".join(found.locator("p.context").all_inner_texts())
    assert "0 < \N{GREEK SMALL LETTER ALPHA}_i < C" in told
    code = re.compile(r'r".*\\')  # a raw string of Python, which may have a backslash; TeX may not
    assert [line for line in told.splitlines() if "\\" in line and not code.search(line)] == []
    assert page.trouble == []


def test_search_shows_the_definition_of_a_word(opened):
    page = opened("search.html?q=ridge")
    hit = page.locator("#search-results li", has=page.get_by_text("Glossary: ridge", exact=True))
    hit.get_by_text("The penalty λ‖w‖² that keeps weights small.").wait_for()


def test_an_exercise_has_its_hints_and_its_solution_folded(opened):
    page = opened(f"{LESSON}.html")
    assert page.get_by_text("not attempted yet").count() == 0
    hint = page.locator("details.kk-hint").first
    assert hint.locator("summary").inner_text() == "Hint 1"
    assert not hint.locator("p").is_visible()
    hint.locator("summary").click()
    assert len(hint.locator("p").inner_text()) > 20
    after = hint.evaluate(
        "node => [...document.querySelectorAll('details.kk-solution')]"
        ".filter(s => node.compareDocumentPosition(s) & 4).length"
    )
    assert after == page.locator("details.kk-solution").count()


def test_a_link_to_a_page_shows_a_card(opened):
    page = opened(f"{LESSON}.html")
    tags = dict(
        page.locator("meta[property^='og:']").evaluate_all(
            "all => all.map(tag => [tag.getAttribute('property'), tag.content])"
        )
    )
    assert tags["og:title"] == "03 · Perceptron"
    assert len(tags["og:description"]) > 50
    cover = page.evaluate("name => new URL(name, location.href).href", tags["og:image"])
    if cover.startswith(page.url[:20]):
        assert page.request.get(cover).ok
    icon = page.locator("link[rel='icon'], link[rel='shortcut icon']").first
    assert page.request.get(icon.evaluate("node => node.href")).ok


class WithNotFound(http.server.SimpleHTTPRequestHandler):
    """Answers as those do who serve pages of projects: 404.html where there is nothing."""

    def log_message(self, *words):
        pass

    def send_error(self, code, message=None, explain=None):
        page = (ROOT / "build" / "html" / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)


def test_a_page_that_is_not_there_leads_back_from_any_depth(visit, tmp_path):
    (tmp_path / "course").symlink_to(ROOT / "build" / "html")
    handler = functools.partial(WithNotFound, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = visit(f"http://127.0.0.1:{server.server_port}")
        page.goto("/course/lessons/more/03_perceptrons.html")
        assert page.get_by_role("heading").inner_text() == "This page is misclassified"
        page.wait_for_function("document.querySelector('a').href.endsWith('/course/index.html')")
        page.get_by_text("Its map").click()
        page.wait_for_url("**/course/map.html")
        server.shutdown()


def test_on_paper_a_lesson_is_a_chapter(opened):
    page = opened(f"{LESSON}.html", color_scheme="dark")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    hidden = ".bd-sidebar-primary, .bd-sidebar-secondary, .bd-header-article, .copybtn, .kk-hint"
    assert page.locator(f":is({hidden}, .prev-next-footer)").evaluate_all(SHOWN) == 0
    assert page.locator("article h1").is_visible()
    colour = "node => getComputedStyle(node).color"
    assert page.locator("article section > p").first.evaluate(colour) == "rgb(0, 0, 0)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert len(page.pdf(format="A4")) > 100_000


def test_the_settings_of_the_pages_are_what_they_say(tmp_path):
    """One address makes three buttons; where it is not GitHub's, Colab and Binder are left out."""
    found = {}
    for address in ("", "https://github.com/you/kernelkit", "https://gitlab.com/you/kernelkit"):
        code = (
            "import json, runpy;"
            f"s = runpy.run_path({str(ROOT / 'docs' / 'conf.py')!r})['html_theme_options'];"
            "print(json.dumps([s.get('repository_url'), 'launch_buttons' in s]))"
        )
        found[address] = json.loads(trial_course.python(code, KERNELKIT_REPOSITORY=address))
    assert list(found.values()) == [
        [None, False],
        ["https://github.com/you/kernelkit", True],
        ["https://gitlab.com/you/kernelkit", False],
    ]
