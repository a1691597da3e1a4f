"""Move the sliders of a cell through their values and keep the picture of each: film(...).

Runs inside the kernel of a notebook, right after a cell has shown a widget: ``execute.py`` sends it
there. What is kept becomes the player of the HTML edition, where no kernel answers.
"""

import base64
import contextlib
import io
import itertools
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from IPython import get_ipython
from ipywidgets import Output, Play, Widget
from ipywidgets.widgets import widget as registry
from PIL import Image

from kernelkit.writing import write_whole

MOST_VALUES = 40  # of a slider that stands alone
MOST_FRAMES = 64  # of several sliders together
COLOURS = 64
WIDTH = 760  # pixels, at most


def main(model_id: str, path: str) -> None:
    """Film the widget of this number and write the film to a file, null if nothing moves."""
    write_whole(Path(path), json.dumps(film(registry._instances[model_id])))


def film(shown: Widget) -> dict[str, Any] | None:
    """Every frame there is, first slider slowest; the sliders end where they began."""
    parts = list(_tree(shown))
    moves = {part: values for part in parts if len(values := _values(part)) > 1}
    if not moves or not any(isinstance(part, Output) for part in parts):
        return None
    start = [part.value for part in moves]
    most = MOST_VALUES if len(moves) == 1 else int(MOST_FRAMES ** (1 / len(moves)) + 1e-9)
    chosen = [_some(values, part.value, most) for part, values in moves.items()]
    images: list[str] = []
    frames, seconds = [], []
    try:
        # A slider that stands where it is told to go draws nothing: leave the first place.
        _shown_at(moves, [values[-1] for values in chosen])
        for point in itertools.product(*chosen):
            before = time.perf_counter()
            picture, text = _shown_at(moves, point)
            seconds.append(time.perf_counter() - before)
            if picture not in images:
                images.append(picture)
            frames.append({"image": images.index(picture), "text": text})
    finally:
        _shown_at(moves, start)
    controls = [
        {
            "name": part.description or "value",
            "labels": [_label(part, value) for value in values],
            "start": _place(values, part.value),
        }
        for part, values in zip(moves, chosen, strict=True)
    ]
    small = [_small(image) for image in images]
    redraw = 1000 * sorted(seconds)[len(seconds) // 2]
    return {"controls": controls, "frames": frames, "images": small, "redraw": redraw}


def _tree(shown: Widget) -> Iterator[Widget]:
    yield shown
    for child in getattr(shown, "children", ()):
        yield from _tree(child)


def _values(part: Widget) -> Sequence[Any]:
    """What a control can be set to; nothing if it is no control, or one that only plays another."""
    if isinstance(part, Play) or not hasattr(part, "value"):
        return ()
    if hasattr(part, "options"):
        return [value for _, value in part._options_full]
    if isinstance(part.value, bool):
        return (False, True)
    if not all(hasattr(part, name) for name in ("min", "max", "step")) or not np.isscalar(
        part.value
    ):
        return ()
    count = round((part.max - part.min) / part.step)
    points = [part.min + k * part.step for k in range(count + 1)]
    if hasattr(part, "base"):
        return [part.base**point for point in points]
    return [type(part.value)(round(point, 10)) for point in points]


def _some(values: Sequence[Any], start: Any, most: int) -> list[Any]:
    """At most so many of the values, the ends and the start among them."""
    places = set(np.linspace(0, len(values) - 1, min(most, len(values))).round().astype(int))
    here = _place(values, start)
    if here not in places:
        inner = places - {0, len(values) - 1}
        places.discard(min(inner or places, key=lambda place: abs(place - here)))
    # A slider may start between two of its marks.
    return [start if place == here else values[place] for place in sorted(places | {here})]


def _place(values: Sequence[Any], value: Any) -> int:
    if value in values:
        return values.index(value)
    return int(np.argmin([abs(value - other) for other in values]))


def _label(part: Widget, value: Any) -> str:
    if hasattr(part, "options"):
        return str(next(name for name, other in part._options_full if other == value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _shown_at(parts: Sequence[Widget], point: Sequence[Any]) -> tuple[str, str]:
    """The last picture (base64, PNG) and the text that appear when the controls are set."""
    pictures = [""]

    def keep(message: dict[str, Any]) -> dict[str, Any] | None:
        if message["header"]["msg_type"] != "display_data":
            return message
        pictures.append(message["content"]["data"].get("image/png", pictures[-1]))
        return None

    publisher = get_ipython().display_pub
    publisher.register_hook(keep)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            for part, value in zip(parts, point, strict=True):
                printed.seek(0)
                printed.truncate()
                part.value = value
    finally:
        publisher.unregister_hook(keep)
    return pictures[-1], printed.getvalue()


def _small(picture: str) -> str:
    """The picture in few colours, not wider than a page."""
    if not picture:
        return ""
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)))
    image = image.quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB")
    written = io.BytesIO()
    image.save(written, "WEBP", lossless=True, quality=100, method=4)
    return base64.b64encode(written.getvalue()).decode()
