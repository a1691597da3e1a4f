"""The pages as a reader meets them: in a real browser, light and dark, on a screen and a phone."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from checks import SETTLED
from conftest import ROOT

from kernelkit.live.picture import MIME as LIVE
from tools.site.notebooks import read

HTML = ROOT / "build" / "html"
BUILT = sorted(
    path.relative_to(HTML).as_posix()
    for path in HTML.rglob("*.html")
    if not path.relative_to(HTML).as_posix().startswith(("_", "genindex", "py-modindex", "search"))
)
TEXTS = {name: (HTML / name).read_text(encoding="utf-8") for name in BUILT}
MOVED = [name for name in BUILT if "<title>Moved" in TEXTS[name]]
PAGES = [name for name in BUILT if name not in MOVED]
LESSONS = [name for name in PAGES if re.match(r"lessons/\d\d_", name)]
LOOKED_AT = ["index.html", "live.html", "map.html", "notation.html", "api/kernels.html"]
LOOKED_AT += LESSONS[3:4]
SCREEN = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
RULES = {"runOnly": ["color-contrast", "image-alt", "label"], "resultTypes": ["violations"]}
WIDTH = "image => image.decode().then(() => image.naturalWidth)"
# Code that is wider than its cell; what cells print may be longer than a line of code, and wraps.
WIDE_CODE = """
document.querySelectorAll('details').forEach(each => { each.open = true });
const code = [...document.querySelectorAll('.cell_input pre, .kk-solution pre')];
code.forEach(each => { each.style.whiteSpace = 'pre' });
[...code, ...document.querySelectorAll('article pre')]
  .filter(each => each.scrollWidth > each.clientWidth)
  .map(each => each.textContent.slice(0, 80));
"""
STUCK_CODE = """
[...document.querySelectorAll('article pre')]
  .filter(each => each.scrollWidth > each.clientWidth)
  .filter(each => getComputedStyle(each).overflowX !== 'auto')
  .map(each => each.textContent.slice(0, 80))
"""
MOST = 1_500_000  # bytes of a lesson before its figures are scrolled to, as they are on the disk


def test_an_old_address_leads_to_a_page_that_is_there(page, site):
    targets = {
        name: re.search('http-equiv="refresh" content="0; url=([^"]+)', TEXTS[name])[1]
        for name in MOVED
    }
    assert {str(Path(name).parent / target) for name, target in targets.items()} <= set(PAGES)
    page.goto(f"{site}/{MOVED[0]}")
    page.wait_for_url(f"**/{targets[MOVED[0]]}")


@pytest.mark.parametrize("name", PAGES)
def test_formulas_are_set_and_pictures_have_alt_texts(name):
    article = TEXTS[name].partition("<article")[2].partition("</article>")[0]
    assert re.search(r'class="[^"]*\bmath notranslate[^>]*>(?![^<]*<(?:mjx|span))', article) is None
    assert "mjx-merror" not in article
    described = [re.search('alt="([^"]*)"', image) for image in re.findall("<img [^>]*>", article)]
    assert all(alt and len(alt[1].split()) >= 3 for alt in described)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_quiet_light_and_fits_a_phone_and_a_screen(tab, site, name):
    """One visit for many questions: opening a page is what takes the time."""
    tab.trouble.clear()
    tab.fetched.clear()
    tab.set_viewport_size(PHONE)
    tab.goto(f"/{name}")
    tab.evaluate("document.fonts.ready.then(() => null)")
    # Interactive pictures are drawn when the script is there, and anew for another width.
    tab.wait_for_function(f"document.documentElement.scrollWidth <= {PHONE['width']}")
    assert tab.evaluate(STUCK_CODE) == [], "code that cannot be scrolled"
    files = {address.removeprefix(f"{site}/") for address in tab.fetched if site in address}
    figures = {path for path in files if path.startswith("_images/")}
    weights = {path: (HTML / path).stat().st_size for path in files - figures}
    assert sum(weights.values()) < MOST, weights
    shown = tab.locator("article img[src*='_images/']").count()
    assert len(figures) < shown or shown < 4, "figures out of sight were fetched"
    if name in LESSONS:
        labels = tab.locator(".kk-live").evaluate_all(
            "all => all.map(node => node.getAttribute('aria-label'))"
        )
        assert labels == live_labels(name)
        # Those of folded sections are there as well, though not in sight.
        texts = tab.locator(".kk-live .kk-words").all_text_contents()
        assert all(text.strip() for text in texts)
    tab.set_viewport_size(SCREEN)
    assert tab.evaluate(WIDE_CODE) == [], "code that a wide screen cuts"
    assert tab.trouble == []


def live_labels(name):
    """What the interactive pictures of a page are called, by the notebook it was made of."""
    notebook = ROOT / Path(name).with_suffix(".ipynb")
    cells = read(notebook).cells if notebook.exists() else []
    outputs = [out.get("data", {}) for cell in cells for out in cell.get("outputs", [])]
    return [data[LIVE]["label"] for data in outputs if "still" not in data.get(LIVE, {"still": ""})]


@pytest.mark.parametrize("name", LOOKED_AT)
def test_words_stand_out_from_their_ground(page, name):
    page.goto(f"/{name}")
    # Formulas take the colour of the words around them, and have thousands of strokes to look at;
    # code looks the same in every cell.
    page.evaluate("document.querySelectorAll('mjx-container').forEach(each => each.remove())")
    page.evaluate("[...document.querySelectorAll('.cell_input')].slice(6).map(c => c.remove())")
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        page.evaluate(SETTLED)  # colours fade over
        found = Axe().run(page, options=RULES)
        told = [
            f"{theme}, {each['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]
        assert told == []


def test_search_finds_novikoff(page):
    page.goto("/search.html?q=Novikoff")
    page.wait_for_selector("#search-results li a")
    found = page.locator("#search-results li a").all_inner_texts()
    assert any("Perceptron" in words for words in found)
    assert page.trouble == []


def test_the_search_button_leads_there(page):
    page.goto("/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("Novikoff")
    page.keyboard.press("Enter")
    page.wait_for_selector("#search-results li a")
    assert "q=Novikoff" in page.url


def test_the_map_leads_to_a_lesson_and_on_to_the_next(page):
    page.goto("/map.html")
    page.get_by_label("01 Linear machines").click()
    assert page.url.endswith("lessons/01_linear_machines.html")
    page.locator("a.right-next").click()
    assert page.url.endswith("lessons/02_nearest_neighbours.html")
    page.locator("a.left-prev").click()
    assert page.url.endswith("lessons/01_linear_machines.html")


def test_a_solution_is_folded_and_unfolds(page):
    page.goto("/lessons/03_perceptron.html")
    first = page.locator("article details.kk-solution").first
    code = first.locator("pre").first
    assert not code.is_visible()
    first.locator("summary").click()
    assert "def " in code.inner_text()


def test_pages_work_from_a_folder_too(page):
    """Opened as files, without any server: formulas and pictures."""
    page.goto((HTML / "lessons" / "03_perceptron.html").as_uri())
    assert page.locator("mjx-container").count() > 50
    assert page.locator("article img").first.evaluate(WIDTH) > 200
    assert page.trouble == []


def test_dark_is_followed(visit, site):
    page = visit(site, color_scheme="dark")
    page.goto("/index.html")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(map(int, re.findall(r"\d+", ground)[:3])) < 60
