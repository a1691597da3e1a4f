"""Interactive pictures have stills, which a notebook shows before it is run."""

import io
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor

import pytest
from lesson_pictures import pictures
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image

from kernelkit import live
from kernelkit.live.picture import MIME
from tools.lessons import stills


def notebook_of(picture):
    output = new_output("execute_result", {MIME: picture.page_state, "text/plain": "a picture"})
    return new_notebook(cells=[new_code_cell("picture", outputs=[output])])


def test_every_picture_of_the_lessons_has_one_as_it_is_drawn_today():
    assert [name for name, output in pictures() if stills.PNG not in output.data] == []
    old = {name for name, output in pictures() if output.metadata[stills.DRAWN] != stills.version()}
    assert sorted(old) == [], "python -m tools.lessons.stills draws them anew"


@pytest.mark.usefixtures("browser")  # there is one, or this is skipped
def test_a_still_is_drawn_once_for_each_state_and_version(monkeypatch):
    before, other = notebook_of(live.loss_prices()), notebook_of(live.loss_prices(0.5))
    with ThreadPoolExecutor(1) as aside:  # two browsers of one thread would be in each other's way
        aside.submit(stills.add_stills, before, before).result()
    (output,) = before.cells[0].outputs
    image = Image.open(io.BytesIO(b64decode(output.data[stills.PNG])))
    assert image.width == stills.SHARP * output.metadata[stills.PNG]["width"]
    assert len(image.convert("RGB").getcolors()) > 10, "an empty picture"
    monkeypatch.setattr(stills.shutil, "which", lambda name: None)
    again = notebook_of(live.loss_prices())
    stills.add_stills(again, before)
    assert again.cells[0].outputs[0].data[stills.PNG] == output.data[stills.PNG]
    output.metadata[stills.DRAWN] = "earlier JavaScript"
    again = notebook_of(live.loss_prices())
    stills.add_stills(again, before)
    assert stills.PNG not in again.cells[0].outputs[0].data
    stills.add_stills(other, before)  # no browser, another picture
    assert stills.PNG not in other.cells[0].outputs[0].data
