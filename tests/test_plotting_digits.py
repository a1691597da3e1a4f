"""A sheet of digits: each image at its place, with its title above it."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_hex

from kernelkit.plotting import digits
from kernelkit.plotting.style import INK, MISTAKE

IMAGES = np.random.default_rng(3).uniform(-1, 1, size=(7, 16))


def words_of(ticks):
    return [text.get_text() for text in ticks]


def tiles_of(ax, side):
    """Cut the sheet at its empty rows and columns."""
    sheet = np.ma.filled(ax.images[0].get_array(), np.nan)
    filled = ~np.isnan(sheet)
    tops = np.flatnonzero(np.diff(filled.any(axis=1).astype(int), prepend=0) == 1)
    lefts = np.flatnonzero(np.diff(filled.any(axis=0).astype(int), prepend=0) == 1)
    return [sheet[top : top + side, left : left + side] for top in tops for left in lefts]


@pytest.mark.parametrize("columns", [1, 3, 7, 10])
@pytest.mark.parametrize("labels", [None, range(7)])
def test_each_image_is_at_its_place_on_the_sheet(columns, labels):
    tiles = tiles_of(digits(IMAGES, labels, columns=columns), 4)
    for k, image in enumerate(IMAGES):
        np.testing.assert_array_equal(tiles[k], image.reshape(4, 4))
    assert all(np.isnan(tile).all() for tile in tiles[7:])


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32, bool])
@pytest.mark.parametrize("side", [16, 28])
def test_grey_levels_of_any_range_go_from_white_to_black(dtype, side):
    X = np.zeros((2, side * side), dtype)
    X[0, 5] = 1 if dtype is bool else 100
    (image,) = digits(X).images
    assert to_hex(image.cmap(image.norm(float(X.max())))) == "#000000"
    assert to_hex(image.cmap(image.norm(float(X.min())))) == "#ffffff"


def test_titles_stand_above_their_images():
    ax = digits(IMAGES, labels=list("abcdefg"), columns=4)
    assert words_of(ax.texts) == list("abcdefg")
    sheet = ax.images[0].get_array()
    for k, text in enumerate(ax.texts):
        x, y = text.get_position()
        below = np.ma.filled(sheet, np.nan)[int(np.ceil(y)) :, round(x)]
        assert np.isin(below[~np.isnan(below)][0], IMAGES[k])


def test_titles_never_touch_each_other():
    labels = np.full(40, "seventeen")
    ax = digits(np.tile(IMAGES[:1], (40, 1)), labels, labels[::-1], columns=20)
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts[:20]]
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))


def test_what_was_mistaken_is_said_in_colour_and_in_bold():
    texts = digits(IMAGES[:3], [3, 8, 5], [3, 2, 5]).texts
    assert words_of(texts) == ["3 → 3", "8 → 2", "5 → 5"]
    assert [text.get_color() for text in texts] == [INK, MISTAKE, INK]
    assert [text.get_weight() for text in texts] == ["normal", "bold", "normal"]


def test_signs_are_compared_as_numbers_whichever_of_them_occur():
    texts = digits(IMAGES[:2], [1, 1], [1.0, -1.0]).texts
    assert words_of(texts) == ["+1 → +1", "+1 → \N{MINUS SIGN}1"]
    assert [text.get_color() for text in texts] == [INK, MISTAKE]
