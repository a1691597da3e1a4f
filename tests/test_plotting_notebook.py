"""A notebook shows figures faster, and shows the same."""

import base64
import io

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

from kernelkit.plotting import scatter
from kernelkit.plotting.notebook import PAD, SHARP, inline_png

X, Y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 3


def pixels_of(png):
    """Of a picture, with or without the size to show it at."""
    png = png if isinstance(png, str) else png[0]
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"))


def saved(figure, **options):
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=SHARP * figure.dpi, **options)
    return base64.b64encode(file.getvalue()).decode()


def assert_alike(shown, wanted):
    """256 colours take the place of all there were: grounds stay, edges are nearly the same."""
    assert shown.shape == wanted.shape
    apart = np.abs(shown.astype(int) - wanted)
    assert (apart == 0).mean() > 0.95
    assert np.percentile(apart, 99.9) <= 16


def test_the_picture_is_the_figure_without_its_blank_margins():
    figure = scatter(X, Y).figure
    figure.axes[0].set_aspect("equal")  # leaves much blank on both sides
    whole = pixels_of(saved(figure))
    rows, columns = np.nonzero((whole != 255).any(axis=-1))
    pad = round(PAD * SHARP * figure.dpi)
    top, left = max(0, rows.min() - pad), max(0, columns.min() - pad)
    wanted = whole[top : rows.max() + 1 + pad, left : columns.max() + 1 + pad]
    assert wanted.shape[1] < whole.shape[1] - 50
    assert_alike(pixels_of(inline_png(figure)), wanted)


def test_a_picture_has_four_dots_for_each_pixel_of_the_page_that_it_takes():
    shown = inline_png(plt.figure(figsize=(3, 2), dpi=50))
    assert shown[1] == {"width": 150, "height": 100}
    assert pixels_of(shown).shape[:2] == (200, 300)


def test_showing_a_figure_leaves_it_as_it_was():
    figure = scatter(X, Y).figure
    engine, dpi = figure.get_layout_engine(), figure.dpi
    first = inline_png(figure)
    assert figure.get_layout_engine() is engine
    assert figure.dpi == dpi
    assert inline_png(figure) == first
