"""A page for each interactive picture, and one with all of them."""

import shutil

import pytest
from conftest import ROOT

from kernelkit import live
from tools.lessons.course import lessons
from tools.site.gallery import home, write_gallery
from tools.site.live_pictures import write_script

KINDS = sorted(set(live.__all__) - {"html", "script"})


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    (folder / "_static").mkdir()
    (folder / "live").mkdir()
    write_script(folder / "_static")
    write_gallery(folder, lessons(ROOT))
    yield folder
    shutil.rmtree(folder)


def test_every_picture_has_a_page_that_leads_to_its_lesson(gallery):
    pages = {path.stem: path.read_text(encoding="utf-8") for path in gallery.glob("live/*.html")}
    assert sorted(pages.keys() - {"index"}) == KINDS
    for name in set(KINDS) - {"playground"}:
        assert f'href="../lessons/{home(name)}.html"' in pages[name], name
        assert f'href="{name}.html"' in pages["index"]


def test_all_pictures_live_as_cards_and_one_in_a_frame(gallery, visit, served_folder):
    with served_folder(gallery) as address:
        page = visit(address)
        page.goto("/live/index.html")
        page.wait_for_function(f"document.querySelectorAll('.kk-live').length === {len(KINDS)}")
        assert page.locator(".kk-task", has_text="Try this: ").count() == len(KINDS)
        assert page.locator(".kk-title").count() == len(KINDS)
        width = "document.documentElement.scrollWidth"
        assert page.evaluate(width) <= 1280
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function(f"{width} <= 390")
        assert page.trouble == []
        page.goto("/live/loss_prices.html#live-1=%7B%22t%22%3A2%7D")
        assert "At t = 2:" in page.locator(".kk-words").inner_text()
        assert page.title() == page.locator(".kk-title").inner_text()
        page.set_content(f'<iframe src="{address}/live/lift.html" width=600 height=600></iframe>')
        frame = page.frame_locator("iframe")
        frame.locator(".kk-live").wait_for()
        assert frame.locator("footer").is_hidden()
        assert page.trouble == []
