"""Gram matrices, sheets of digits, learning curves: what is drawn is what was given."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.colors import to_hex

from kernelkit.plotting import digits, gram_matrix, learning_curve
from kernelkit.plotting.style import INK, MISTAKE

RNG = np.random.default_rng(3)
F = RNG.normal(size=(12, 3))
K = np.abs(F @ F.T)
Y = RNG.permutation(np.repeat(["pine", "larch", "yew"], [3, 4, 5]))
IMAGES = RNG.uniform(-1, 1, size=(7, 16))


def words_of(ticks):
    return [text.get_text() for text in ticks]


def tiles_of(ax, side):
    """Cut the sheet at its empty rows and columns."""
    sheet = np.ma.filled(ax.images[0].get_array(), np.nan)
    filled = ~np.isnan(sheet)
    tops = np.flatnonzero(np.diff(filled.any(axis=1).astype(int), prepend=0) == 1)
    lefts = np.flatnonzero(np.diff(filled.any(axis=0).astype(int), prepend=0) == 1)
    return [sheet[top : top + side, left : left + side] for top in tops for left in lefts]


def test_a_gram_matrix_without_labels_is_drawn_as_it_is():
    ax = gram_matrix(K)
    np.testing.assert_array_equal(ax.images[0].get_array(), K)
    assert ax.get_xlabel() == "sample"


def test_samples_without_labels_are_counted_in_whole_numbers():
    ax = gram_matrix(np.eye(20))
    assert all(tick == round(tick) for tick in [*ax.get_xticks(), *ax.get_yticks()])


def test_samples_of_a_gram_matrix_are_sorted_by_class_and_keep_their_order():
    order = [i for name in ("larch", "pine", "yew") for i in np.flatnonzero(name == Y)]
    drawn = gram_matrix(K, Y).images[0].get_array()
    np.testing.assert_array_equal(drawn, K[np.ix_(order, order)])


def test_blocks_are_named_in_their_middle_and_separated():
    ax = gram_matrix(K, Y)
    assert words_of(ax.get_xticklabels()) == ["larch", "pine", "yew"]
    assert words_of(ax.get_yticklabels()) == ["larch", "pine", "yew"]
    np.testing.assert_allclose(ax.get_yticks(), [1.5, 5.0, 9.0])
    across = [line.get_ydata()[0] for line in ax.lines if line.get_ydata()[0] > 1]
    down = [line.get_xdata()[0] for line in ax.lines if line.get_xdata()[0] > 1]
    assert across == down == [3.5, 6.5]


def test_colours_are_centred_on_zero_exactly_when_there_are_negative_values():
    low, high = gram_matrix(F @ F.T).images[0].get_clim()
    assert -low == high == np.abs(F @ F.T).max()
    assert gram_matrix(K).images[0].get_clim() == (K.min(), K.max())
    middle = gram_matrix(F @ F.T).images[0]
    assert min(middle.cmap(middle.norm(0.0))[:3]) > 0.95


def test_the_colour_bar_says_what_it_measures():
    figure = gram_matrix(K).figure
    assert figure.axes[1].get_ylabel() == "value of the kernel"


def test_the_labels_of_a_large_gram_matrix_are_where_its_classes_are():
    y = np.arange(400) % 2
    ax = gram_matrix((y[:, None] == y) * 1.0, y)
    assert ax.images[0].get_array()[:200, :200].min() == 1
    np.testing.assert_allclose(ax.get_xticks(), [99.5, 299.5])


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


def test_the_grey_levels_are_those_of_the_sheet():
    assert digits(IMAGES).images[0].get_clim() == (IMAGES.min(), IMAGES.max())


def test_one_image_alone_is_a_sheet_and_a_blank_one_too():
    assert len(tiles_of(digits(IMAGES[0]), 4)) == 1
    ax = digits(np.zeros((3, 16)))
    ax.figure.canvas.draw()
    assert len(tiles_of(ax, 4)) == 3


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


def test_a_learning_curve_counts_epochs_from_one():
    model = SimpleNamespace(fit=None, learning_curve_=np.array([9, 4, 0]))
    ax = learning_curve(model, ylabel="mistakes")
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), [[1, 9], [2, 4], [3, 0]])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("epoch", "mistakes")
    ax.figure.canvas.draw()
    assert all(tick == round(tick) for tick in ax.get_xticks())


def test_several_curves_have_their_names_and_looks():
    model = SimpleNamespace(fit=None, learning_curve_=[2, 1])
    for curves in ({"a": model, "b": [3, 2, 1]}, {"a": np.ones(50), "b": np.zeros(50)}):
        ax = learning_curve(curves)
        assert words_of(ax.get_legend().get_texts()) == ["a", "b"]
        looks = {(line.get_linestyle(), line.get_marker()) for line in ax.lines}
        assert len(looks) == len({line.get_color() for line in ax.lines}) == 2


def test_runs_are_drawn_as_their_mean_in_a_band_of_one_deviation():
    runs = RNG.normal(size=(20, 6))
    ax = learning_curve(runs)
    mean, std = runs.mean(axis=0), runs.std(axis=0)
    np.testing.assert_allclose(ax.lines[0].get_ydata(), mean)
    band = ax.collections[0].get_paths()[0].vertices
    for epoch in range(6):
        heights = band[band[:, 0] == epoch + 1, 1]
        np.testing.assert_allclose(heights.min(), mean[epoch] - std[epoch])
        np.testing.assert_allclose(heights.max(), mean[epoch] + std[epoch])


def test_one_run_has_no_band_and_one_epoch_is_visible():
    ax = learning_curve([[5]])
    assert len(ax.collections) == 0
    assert ax.lines[0].get_marker() not in {"", "None", None}


def test_a_further_curve_on_the_same_axes_looks_different():
    ax = learning_curve([3, 2, 1])
    learning_curve([4, 2, 2], ax)
    assert ax.lines[0].get_color() != ax.lines[1].get_color()
