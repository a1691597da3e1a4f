"""A live picture in a browser, and what can be done to it."""

import numpy as np
import pytest
from playwright.sync_api import expect

THINGS = """kind => [...document.querySelector(".kk-live").querySelectorAll(`.kk-${kind}`)].map(
    node => [node.thing.x, node.thing.y, node.thing.code ?? -1])"""
MIDDLES = """nodes => nodes.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})"""
# Where a model is fitted, that takes a while; the others are drawn at once.
READY = "document.querySelector('.kk-live:not([aria-busy=true]) .kk-words')"


class Touched:
    """A picture in a browser, and what can be done to it."""

    def __init__(self, page, patience=30):
        self.page, self.patience = page, 1000 * patience
        self.root = page.locator(".kk-live").first
        page.set_default_timeout(self.patience)

    def ready(self):
        """Wait until the latest state is drawn."""
        self.page.wait_for_function(READY)

    def words(self):
        return self.root.locator(".kk-words").inner_text()

    def says(self, words):
        """Expect these words, as soon as the latest state is drawn."""
        expect(self.root.locator(".kk-words")).to_have_text(words, timeout=self.patience)

    def task(self):
        return self.root.locator(".kk-task").inner_text()

    def press(self, button):
        self.root.get_by_role("button", name=button).click()

    def press_until(self, button, words):
        for _ in range(200):
            if words in self.words():
                return
            self.press(button)
        pytest.fail(f"{self.words()} never became {words}")

    def samples(self):
        """X and class numbers as they are in the picture, to the last bit."""
        things = np.array(self.page.evaluate(THINGS, "sample"))
        return things[:, :2], things[:, 2].astype(int)

    def drag(self, kind, index, to):
        """Move a thing to where a place of the plane is."""
        node = self.root.locator(f".kk-{kind}").nth(index)
        start = np.array(middle(node))
        way = self.pixels(kind, index, to)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for part in (0.3, 0.7, 1.0):
            self.page.mouse.move(*(start + part * way))
        self.page.mouse.up()

    def pixels(self, kind, index, to):
        """How far a place is from a thing, in pixels, by two other things' places."""
        things = np.array(self.page.evaluate(THINGS, kind))[:, :2]
        places = np.array(self.root.locator(f".kk-{kind} .kk-reach").evaluate_all(MIDDLES))
        scale = np.ptp(places, axis=0) / np.ptp(things, axis=0) * [1, -1]
        return (np.array(to) - things[index]) * scale


def middle(node):
    """The middle of a node on the screen."""
    return node.locator(".kk-reach").evaluate_all(MIDDLES)[0]
