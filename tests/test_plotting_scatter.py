"""Points: every one is drawn with its class, and every class is in the legend."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from kernelkit.plotting import scatter

CENTERS = np.array([[0, 0], [4, 0], [0, 4], [4, 4]])
X = np.random.default_rng(1).normal(size=(60, 2)) + np.repeat(CENTERS, 15, axis=0)
Y = np.repeat(["oak", "ash", "elm", "fir"], 15)
SIGNS = np.where(X[:, 0] > 2, 1, -1)


@pytest.fixture
def ax():
    return scatter(X, SIGNS)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def colors_of(ax):
    filled = [dots for dots in ax.collections if len(dots.get_facecolor())]
    return {dots.get_label(): to_hex(dots.get_facecolor()[0]) for dots in filled}


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (Y, ["ash", "elm", "fir", "oak"]),
        (Y.tolist(), ["ash", "elm", "fir", "oak"]),
        (Y.astype(object), ["ash", "elm", "fir", "oak"]),
        (SIGNS, ["\N{MINUS SIGN}1", "+1"]),
        (SIGNS.astype(float), ["\N{MINUS SIGN}1", "+1"]),
        (SIGNS > 0, ["False", "True"]),
        (np.arange(60) % 3, ["0", "1", "2"]),
        (np.arange(60) % 2 + 1.0, ["1", "2"]),
        (list(np.arange(60) % 2 + 0.5), ["0.5", "1.5"]),
    ],
)
def test_the_legend_lists_the_classes(labels, names):
    assert legend_of(scatter(X, labels)) == names


def test_classes_differ_in_colour_and_in_marker():
    dots = scatter(X, Y).collections
    assert len({to_hex(one.get_facecolor()[0]) for one in dots}) == 4
    assert len({one.get_paths()[0].vertices.tobytes() for one in dots}) == 4


def test_a_class_keeps_its_colour_when_others_are_missing():
    some = Y != "ash"
    colors = colors_of(scatter(X[some], Y[some], classes=np.unique(Y)))
    assert colors == {name: c for name, c in colors_of(scatter(X, Y)).items() if name != "ash"}


def test_axes_are_named_and_a_name_is_not_lost():
    ax = scatter(X, Y, feature_names=["height", "girth"])
    scatter(X, Y, ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("height", "girth")
    assert scatter(X, Y).get_xlabel() == "first feature"


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_a_legend_stands_beside_the_axes_only_where_there_will_be_room(layout):
    figure, ax = plt.subplots(layout=layout)
    scatter(X, Y, ax)
    figure.canvas.draw()
    legend, axes = ax.get_legend().get_window_extent(), ax.get_window_extent()
    assert (legend.x0 >= axes.x1) == (layout is not None)
    assert legend.x1 <= figure.bbox.x1
