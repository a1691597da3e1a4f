"""Stills of the interactive pictures: what a notebook shows before it is run, and on GitHub.

``make execute`` draws them in a browser, where there is one, by the JavaScript of the pictures
themselves. A still is drawn once for each state that a picture starts from and each version of that
JavaScript, and then kept, so that running a notebook again does not change its file. It shows the
picture where its idea is to be seen (``shown`` of its state): after the second mistake, lifted.
"""

import copy
import hashlib
import io
import shutil
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from PIL import Image

from kernelkit import live
from kernelkit.live.picture import MIME, Picture
from kernelkit.writing import write_whole

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PNG = "image/png"
DRAWN = "drawn_by"  # in the metadata of an output: the version of the JavaScript of its still
SCREEN = {"width": 760, "height": 900}
SHARP = 2  # dots in a row for each pixel
COLOURS = 256
PAGE = """<!doctype html><meta charset="utf-8">
<style>body {{ margin: 0; background: white; font-family: sans-serif; }}</style>
{picture}<script type="module">{script}</script>"""
# The times of this machine would differ from run to run, and instructions are for those who can.
READY = """for (const one of document.querySelectorAll(".kk-live .kk-time")) one.remove();
for (const one of document.querySelectorAll(".kk-live details")) {
  const words = document.createElement("p");
  words.textContent = "A still: run this cell, and the picture moves under your hand.";
  one.replaceWith(words);
}"""


def main() -> None:
    """Draw those of all notebooks anew that earlier JavaScript drew."""
    for path in sorted([*LESSONS.glob("*.ipynb"), *LESSONS.glob("solutions/*.ipynb")]):
        text = path.read_text(encoding="utf-8")
        notebook = nbformat.reads(text, as_version=4)
        add_stills(notebook, copy.deepcopy(notebook))
        drawn = nbformat.writes(notebook) + "\n"
        if drawn != text:
            write_whole(path, drawn)
            print(f"{path.stem}: drawn anew")


def add_stills(notebook: NotebookNode, before: NotebookNode) -> None:
    """Give each interactive picture its still: that of the notebook before, or a new one."""
    known = {
        _key(output.data[MIME]): output
        for output in _live(before)
        if PNG in output.data and output.metadata.get(DRAWN) == version()
    }
    lacking = []
    for output in _live(notebook):
        kept = known.get(_key(output.data[MIME]))
        if kept is None:
            lacking.append(output)
        else:
            output.data[PNG], output.metadata = kept.data[PNG], kept.metadata
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if lacking and browser:
        try:
            _draw(lacking, browser)
        except Exception as error:  # of somebody's browser: the outputs are worth more than stills
            first = str(error).strip().partition("\n")[0]
            print(f"no stills were drawn, {browser} says: {first}", file=sys.stderr)


def _live(notebook: NotebookNode) -> Iterator[NotebookNode]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if MIME in output.get("data", {}):
                yield output


def _key(state: Any) -> str:
    return repr(sorted(state.items()))


def version() -> str:
    """Which JavaScript draws the pictures."""
    return hashlib.sha256(live.script().encode()).hexdigest()[:12]


def _draw(outputs: list[NotebookNode], browser: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page: Any = started.new_page(
            viewport=SCREEN, device_scale_factor=SHARP, reduced_motion="reduce"
        )
        for output in outputs:
            state = output.data[MIME]
            output.metadata[DRAWN] = version()
            output.metadata[PNG] = {"alt": f"A still of an interactive picture: {state['label']}."}
            if "still" in state:  # of a picture that only Python can compute
                output.data[PNG] = state["still"]
                continue
            picture = live.html(Picture(state | {"shown": True}))
            page.set_content(PAGE.format(picture=picture, script=live.script()))
            page.locator(".kk-live .kk-words").first.wait_for()
            page.wait_for_timeout(500)  # for what is computed after the first drawing
            page.evaluate(READY)
            shot = Image.open(io.BytesIO(page.locator(".kk-live").screenshot()))
            # Of rare colours, such as a key's, the other methods make quite different ones.
            few = shot.convert("RGB").quantize(
                COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
            )
            file = io.BytesIO()
            few.save(file, "PNG", optimize=True)
            output.data[PNG] = b64encode(file.getvalue()).decode()
            output.metadata[PNG] |= {"width": shot.width // SHARP, "height": shot.height // SHARP}
        started.close()


if __name__ == "__main__":
    main()
