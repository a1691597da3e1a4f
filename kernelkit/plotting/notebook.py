"""How a notebook shows a figure: laid out once, drawn once, cut to what is on it.

IPython's own way draws every figure twice and measures it once more, to cut it. Here a figure has
twice the dots, for screens that show them, and a palette of 256 colours, which makes its file a
third as large: about that of a figure with half the dots.
"""

import io
import sys
from base64 import b64encode
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from PIL import Image

HOOK = f"{__name__}:show_quickly"
PAD = 0.1  # inches that stay around what is drawn, as IPython leaves them
SHARP = 2  # dots in a row for each pixel of the page: many screens show as many
COLOURS = 256


def show_quickly(figure: Figure) -> None:
    """Show the figures of the notebook this runs in by `inline_png`; elsewhere do nothing.

    matplotlib calls it for each new figure while ``rcParams["figure.hooks"]`` names it, which
    `use_style` sees to. By then the backend is loaded, which sets IPython's own way.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and "inline" in plt.get_backend():
        shell.display_formatter.formatters["image/png"].for_type(type(figure), inline_png)


def inline_png(figure: Figure) -> tuple[str, dict[str, int]]:
    """Draw a figure as a PNG without its blank borders, in base64, as notebooks keep it.

    With it comes the size at which to show it, in pixels of the page. What reaches the edge of the
    figure may stick out of it: then matplotlib measures everything first and draws it again.
    """
    dpi = figure.dpi
    figure.set_dpi(SHARP * dpi)
    try:
        picture = _draw(figure)
    finally:
        figure.set_dpi(dpi)
    file = io.BytesIO()
    few = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(file, "PNG", compress_level=6)  # 9 takes six times as long for 7 % less
    size = {"width": picture.width // SHARP, "height": picture.height // SHARP}
    return b64encode(file.getvalue()).decode(), size


def _draw(figure: Figure) -> Image.Image:
    canvas: Any = figure.canvas  # of Agg: the inline backend has no other
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba()).view(np.uint32)[..., 0]  # four bytes at a time
    inked = pixels != pixels[0, 0]
    if inked[[0, -1]].any() or inked[:, [0, -1]].any():
        file = io.BytesIO()
        figure.savefig(file, format="png", bbox_inches="tight", pad_inches=PAD, dpi=figure.dpi)
        return Image.open(file).convert("RGB")
    picture = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba())
    left, top, right, bottom = Image.fromarray(inked).getbbox() or (0, 0, *picture.size)
    pad = round(PAD * figure.dpi)
    right, bottom = min(right + pad, picture.width), min(bottom + pad, picture.height)
    return picture.crop((max(0, left - pad), max(0, top - pad), right, bottom)).convert("RGB")
