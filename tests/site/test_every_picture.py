"""What every live picture owes its reader, asked in one visit: opening a page takes the time."""

import itertools
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from checks import SETTLED
from playwright.sync_api import expect
from touched import Touched, middle
from trial_course import LESSONS, PICTURES

DESK, PHONE = {"width": 1280, "height": 1400}, {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 844}  # as narrow as phones are
LOW = {"width": 390, "height": 600}  # lower than a picture and its title
# Frame after frame, as long as the picture moves by itself.
LOOKS = """
window.looks = new Set();
const look = () => {
    const root = document.querySelector(".kk-live");
    if (root) looks.add(root.querySelector(".kk-planes").innerHTML);
    if (!root?.hasAttribute("data-open")) requestAnimationFrame(look);
};
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) look();
"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SITUATION = """() => {
    const all = (words) => [...document.querySelectorAll(`.kk-live ${words}`)];
    const places = all(".kk-thing").flatMap(({ thing: { x, y, code = 0 } }) => [x, y, code]);
    return [places, all("output, select, textarea").map(({ value }) => value)];
}"""
SET_SLIDERS = """ends => {
    document.querySelectorAll(".kk-live input[type=range]").forEach((input, k) => {
        input.value = ends[k] ? input.max : input.min;
        input.dispatchEvent(new Event("input"));
    });
}"""
UNREADABLE = """() => [...document.querySelectorAll(".kk-live .kk-axes")].flatMap((axes) => {
    const words = [...axes.querySelectorAll("text")].filter((text) => text.textContent);
    const [places, marks] = [words.map((text) => text.getBoundingClientRect()), []];
    words.forEach(({ textContent }, i) => {
        if (/NaN|Infinity/.test(textContent)) marks.push(textContent);
        for (let j = 0; j < i; j++) {
            const [a, b] = [places[i], places[j]];
            const beside = a.left >= b.right || b.left >= a.right;
            if (!beside && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) {
                marks.push(`${textContent} over ${words[j].textContent}`);
            }
        }
    });
    return marks;
})"""
REACH = """async () => {
    const root = document.querySelector(".kk-live");
    const reached = () => root.hasAttribute("data-reached");
    root.dispatchEvent(new Event("pointerdown")); // the reader's hand
    const parts = Array.from({ length: 25 }, (_, k) => k / 24);
    const move = (node, u, v) => {
        const [left, right, bottom, top] = node.plane.box;
        node.thing.move?.(left + u * (right - left), bottom + v * (top - bottom));
    };
    const inputs = [...root.querySelectorAll("input[type=range]")];
    const slide = (input, part) => {
        input.value = Number(input.min) + part * (input.max - input.min);
        input.dispatchEvent(new Event("input"));
    };
    const wait = () => new Promise((done) => setTimeout(done));
    for (const node of root.querySelectorAll(".kk-handle")) {
        const { x, y } = node.thing;
        for (const u of parts) for (const v of parts) if (!reached()) move(node, u, v);
        if (reached()) return true;
        node.thing.move(x, y);
    }
    for (const input of inputs) {
        const before = input.value;
        for (const part of parts) {
            if (reached()) return true;
            slide(input, part);
            await wait();
        }
        if (!reached() && input !== inputs[0]) {
            input.value = before;
            input.dispatchEvent(new Event("input"));
        } else if (!reached()) slide(input, 0.35); // on to the next with this one changed
    }
    return reached();
}"""
BY_BUTTON = {
    "bumps": "Let the kernel perceptron choose",
    "weight_space": "Walk",
    "widest_street": "Show the largest margin",
    "fisher_direction": "Best direction",
}


def converge(touched):
    touched.press_until("Next mistake", "it has converged")


def write_home(touched):
    touched.root.get_by_role("textbox", name="message").fill("see you at home")


def remove_the_wrong(touched):  # some flowers of different species are equal
    wrong = touched.root.locator(".kk-sample[aria-label*=misclassified]")
    while wrong.count():
        wrong.first.press("Delete")
        touched.ready()


def step_well(touched):
    many, length = (
        touched.root.get_by_role("slider", name=name, exact=True)
        for name in ("steps", "step size \N{GREEK SMALL LETTER ALPHA}")
    )
    many.press("Home")
    length.press("Home")
    for node, times in ((many, 9), (length, 200)):
        for _ in range(times):
            if touched.root.get_attribute("data-reached") is None:
                node.press("ArrowRight")


def hold_a_column(touched):
    touched.root.get_by_label("the loop walks").select_option("down the columns")
    touched.press("To the end")
    assert touched.root.get_attribute("data-reached") is None
    touched.root.get_by_label("lines in the cache").press("End")


def share_one_covariance(touched):
    touched.root.get_by_role("slider", name="shared covariance").press("End")


BY_HAND = {
    "alpha_bars": converge,
    "cache_walk": hold_a_column,
    "gaussian_ellipses": share_one_covariance,
    "hinge_valley": step_well,
    "neighbours": remove_the_wrong,
    "word_pulls": write_home,
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_keeps_its_promises(visit, trial, name):
    page = visit(trial, viewport=DESK, has_touch=True, reduced_motion="no-preference")
    page.add_init_script(LOOKS)
    page.goto(f"/lessons/{LESSONS[name]}.html")
    touched = Touched(page)
    words = words_after_its_first_move(touched)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    touched.ready()
    assert touched.words() == words != ""
    assert touched.root.bounding_box()["height"] < 700  # a laptop shows all of it
    start = page.evaluate(SITUATION)

    def start_again():
        touched.press("Start again")
        touched.ready()
        assert page.evaluate(SITUATION) == start

    for screen in (DESK, PHONE):
        page.set_viewport_size(screen)
        it_fits(touched, screen)
        sliders_at_their_ends_leave_it_readable(touched)
    touched.press("Start again")  # on a phone some handles have another place
    keys_move_a_thing(touched)
    for screen in (NARROW, LOW):
        page.set_viewport_size(screen)
        it_fits(touched, screen)
    a_finger_drags_things_and_scrolls_beside_them(touched)
    page.set_viewport_size(DESK)
    it_fits(touched, DESK)
    start_again()
    a_link_opens_it_as_it_was_left(touched, start)
    start_again()
    its_goal_can_be_reached_and_is_recognised(touched, name)
    assert page.trouble == []  # axe itself asks for files that are not there
    it_passes_axe(touched)


def words_after_its_first_move(touched):
    touched.page.locator(".kk-live[data-open]").wait_for()
    touched.ready()
    assert touched.page.evaluate("looks.size") >= 2
    assert touched.task().startswith("Try this: ")
    return touched.words()


def it_passes_axe(touched):
    touched.root.locator("summary").click()
    for theme, dark in (("light", ":not([data-dark])"), ("dark", "[data-dark]")):
        touched.page.emulate_media(color_scheme=theme)
        touched.page.locator(f".kk-live{dark}").first.wait_for()
        touched.page.evaluate(SETTLED)
        found = Axe().run(touched.page, ".kk-live", {"resultTypes": ["violations"]})
        told = [
            f"{theme}, {each['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]
        assert told == []


def it_fits(touched, screen):
    """Wait until it is drawn anew, as wide as there is room."""
    touched.page.wait_for_function(
        "width => document.documentElement.scrollWidth <= width &&"
        " [...document.querySelectorAll('.kk-live .kk-plane')].every("
        "plane => Math.abs(plane.clientWidth - plane.lastChild.clientWidth) <= 1)",
        arg=screen["width"],
    )


def sliders_at_their_ends_leave_it_readable(touched):
    count = touched.root.locator("input[type=range]").count()
    for ends in itertools.product((False, True), repeat=count):
        touched.page.evaluate(SET_SLIDERS, ends)
        touched.page.evaluate(NEXT_FRAME)
        touched.ready()
        assert touched.page.evaluate(UNREADABLE) == [], ends
        assert not re.search("NaN|Infinity", touched.words()), ends


def keys_move_a_thing(touched):
    dead = touched.page.evaluate(
        "[...document.querySelectorAll('.kk-live .kk-fixed')]"
        ".filter(({ thing }) => !thing.over && !thing.press)"
        ".filter((node) => node.getAttribute('tabindex') !== '-1').length"
    )
    assert dead == 0  # no Tab stops at what cannot be moved
    node = first_thing(touched, "handle") or first_thing(touched, "sample")
    node.focus()
    label = node.get_attribute("aria-label")
    for key in ("ArrowRight", "ArrowUp"):
        touched.page.keyboard.press(key)
    assert node.get_attribute("aria-label") != label


def first_thing(touched, kind):
    nodes = touched.root.locator(f".kk-{kind}:not(.kk-fixed)")
    return nodes.first if nodes.count() else None


def a_finger_drags_things_and_scrolls_beside_them(touched):
    page = touched.page
    for kind in ("handle", "sample"):
        node = first_thing(touched, kind)
        for ways in ([(0, 50), (30, 0)], [(-40, 0)]) if node else ():
            node.evaluate("node => node.scrollIntoView({ block: 'center' })")
            before = node.get_attribute("aria-label")
            assert swipe(page, middle(node), *ways) == 0
            assert node.get_attribute("aria-label") != before, kind
    for plane in touched.root.locator("svg[role=group]").all():
        plane.evaluate("node => node.scrollIntoView({ block: 'center' })")
        box = plane.bounding_box()
        up = (0, -60 if page.evaluate("scrollY") < 60 else 60)
        assert swipe(page, (box["x"] + 3, box["y"] + box["height"] / 2), up) != 0


def swipe(page, start, *ways):
    """Move a finger from a place along ways, each in pixels; how far the page scrolled."""
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        places = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    before, at = page.evaluate("scrollY"), np.array(start)
    touch("touchStart", at)
    for way in ways:
        for _ in range(5):
            at = at + np.array(way) / 5
            touch("touchMove", at)
            page.evaluate(NEXT_FRAME)  # as between a finger's moves
    touch("touchEnd")
    page.evaluate(NEXT_FRAME)  # in which the page would go on
    fingers.detach()
    return page.evaluate("scrollY") - before


def a_link_opens_it_as_it_was_left(touched, start):
    page = touched.page
    for kind in ("handle", "sample"):
        if node := first_thing(touched, kind):
            node.press("ArrowRight")
    for slider in touched.root.locator("input[type=range]").all():
        slider.press("ArrowRight")
    left = page.evaluate(SITUATION)
    assert left != start
    touched.press("Copy a link")
    page.wait_for_function("location.hash.startsWith('#live-1=')")
    address = page.evaluate("location.href")
    assert len(address) < 2000
    page.goto("about:blank")
    page.goto(address)
    touched.ready()
    places, settings = page.evaluate(SITUATION)
    np.testing.assert_allclose(places, left[0], rtol=1e-4, atol=1e-4)
    assert settings == left[1]


def its_goal_can_be_reached_and_is_recognised(touched, name):
    asked = touched.task()
    assert asked.startswith("Try this: ")
    if name in BY_BUTTON:
        touched.press(BY_BUTTON[name])
    elif name in BY_HAND:
        BY_HAND[name](touched)
    else:
        touched.page.evaluate(REACH)
    touched.page.locator(".kk-live[data-reached]").wait_for()
    assert touched.task().startswith("\N{CHECK MARK} ")
    touched.press("Start again")
    expect(touched.root.locator(".kk-task")).to_have_text(asked)
