"""What holds for every picture: its style, its Axes, and that it leaves nothing behind."""

import io
import itertools

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from sklearn.neighbors import KNeighborsClassifier

from kernelkit import plotting
from kernelkit.plotting.style import PALETTE, class_style, drawing_on

X = np.random.default_rng(0).normal(size=(30, 2)) + np.repeat([[0, 0], [3, 0], [0, 3]], 10, axis=0)
Y = np.repeat(["ash", "birch", "cedar"], 10)
KNN = KNeighborsClassifier(3).fit(X, Y)

DRAWINGS = {
    "scatter": lambda ax=None: plotting.scatter(X, Y, ax),
    "decision_regions": lambda ax=None: plotting.decision_regions(KNN, X, Y, ax, mistakes=True),
    "gram_matrix": lambda ax=None: plotting.gram_matrix(X @ X.T, Y, ax),
    "digits": lambda ax=None: plotting.digits(np.eye(9), range(9), [0] * 9, 4, ax),
    "learning_curve": lambda ax=None: plotting.learning_curve({"a": [3, 1], "b": [2, 0]}, ax),
}
every_drawing = pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS.keys())


@pytest.fixture(autouse=True)
def _tidy():
    plt.close("all")
    with mpl.rc_context():
        yield
    plt.close("all")


def png(figure):
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


@every_drawing
def test_settings_of_matplotlib_stay_as_they_were(draw):
    before = dict(mpl.rcParams)
    draw()
    assert dict(mpl.rcParams) == before


@every_drawing
def test_without_axes_one_new_figure_is_made_and_its_axes_returned(draw):
    ax = draw()
    assert plt.get_fignums() == [ax.figure.number]


@every_drawing
def test_with_axes_nothing_else_is_drawn_on(draw):
    figure, ax = plt.subplots()
    assert draw(ax) is ax
    assert ax.has_data()
    assert plt.get_fignums() == [figure.number]


@every_drawing
def test_the_style_holds_whether_or_not_it_was_set(draw):
    plain = png(draw().figure)
    with plt.style.context("dark_background"):
        dark = png(draw().figure)
    plotting.use_style()
    assert png(draw().figure) == plain == dark


@every_drawing
def test_nothing_sticks_out_of_the_figure(draw):
    figure = draw().figure
    figure.canvas.draw()
    box, drawn = figure.bbox, figure.get_tightbbox().transformed(figure.dpi_scale_trans)
    assert drawn.x0 >= box.x0 - 1
    assert drawn.y0 >= box.y0 - 1
    assert drawn.x1 <= box.x1 + 1
    assert drawn.y1 <= box.y1 + 1


def test_what_changes_while_drawing_and_is_not_style_lasts():
    plt.ioff()
    with drawing_on(None):
        plt.ion()  # as the inline backend of a notebook does when it is first needed
    assert plt.isinteractive()


def test_a_hundred_classes_have_a_hundred_styles():
    styles = [class_style(index)[:2] for index in range(100)]
    assert len(set(styles)) == 100
    for first_ten in zip(*styles[:10], strict=True):
        assert len(set(first_ten)) == 10


# What colours look like to a dichromat, in linear RGB (Machado, Oliveira and Fernandes 2009).
EYES = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def oklab(color, eye):
    """Coordinates in which distance is how different two colours look (Ottosson 2020)."""
    rgb = np.array(to_rgb(color))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(EYES[eye]) @ linear, 0, 1)
    cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    lightness_and_hue = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return np.array(lightness_and_hue) @ np.cbrt(np.array(cones) @ seen)


@pytest.mark.parametrize("eye", EYES)
def test_the_palette_can_be_told_apart_by_every_eye(eye):
    places = [oklab(color, eye) for color in (*PALETTE, "white")]
    closest = min(np.linalg.norm(a - b) for a, b in itertools.combinations(places, 2))
    assert closest > 0.075
