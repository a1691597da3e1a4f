"""Lines and marks over points: where they are, what they are called, what they leave alone."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.plotting import boundary, cross, ring, scatter

X = np.random.default_rng(1).normal(size=(60, 2)) + np.repeat([[0, 2], [4, 2]], 30, axis=0)
SIGNS = np.where(X[:, 0] > 2, 1, -1)


@pytest.fixture
def ax():
    return scatter(X, SIGNS)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


weights = st.tuples(*[st.floats(-1e3, 1e3)] * 2).filter(lambda w: np.hypot(*w) > 1e-3)


@settings(max_examples=60, deadline=None)  # drawing a figure takes its time
@given(w=weights, b=st.floats(-1e3, 1e3), scale=st.sampled_from([1e-200, 1.0, 1e150]))
def test_the_ends_of_a_boundary_satisfy_its_equation(w, b, scale):
    figure = mpl.figure.Figure()
    ax = figure.add_subplot(xlim=(-1, 3), ylim=(5, -2))
    boundary(np.multiply(w, scale), b * scale, ax)
    (line,) = ax.lines
    unit, offset = np.divide(w, np.hypot(*w)), b / np.hypot(*w)
    ends = np.array([line.get_xy1(), line.get_xy2()])
    np.testing.assert_allclose(ends @ unit, -offset, atol=1e-9 * (1 + np.abs(ends).max()))
    assert np.ptp(ends, axis=0).max() > 0
    figure.canvas.draw()


@pytest.mark.parametrize(
    ("w", "b", "ends"),
    [
        ([1, 0], -1, [[1, 0], [1, 2]]),
        ([0, -2], 1, [[0, 0.5], [4, 0.5]]),
        ([1, -1], 0, [[0, 0], [2, 2]]),
        ([1, 2], -7, [[3, 2], [4, 1.5]]),
    ],
)
def test_a_boundary_goes_from_edge_to_edge_of_the_view(w, b, ends):
    _, ax = plt.subplots()
    ax.set(xlim=(0, 4), ylim=(0, 2))
    boundary(w, b, ax)
    (line,) = ax.lines
    drawn = sorted([line.get_xy1(), line.get_xy2()])
    np.testing.assert_allclose(drawn, ends, atol=1e-12)


@pytest.mark.parametrize("b", [-10, 300], ids=["across", "out of sight"])
def test_a_boundary_leaves_the_view_alone(ax, b):
    before = ax.get_xlim(), ax.get_ylim()
    boundary([1, 5], b, ax, normal="w")
    ax.figure.canvas.draw()
    ax.autoscale_view()
    assert (ax.get_xlim(), ax.get_ylim()) == before


def test_named_lines_and_rings_join_the_legend(ax):
    boundary([1, 0], -2, ax, label="half-way")
    ring(ax, X[:2], label="chosen")
    assert legend_of(ax) == ["\N{MINUS SIGN}1", "+1", "half-way", "chosen"]


@pytest.mark.parametrize("w", [[1, 0], [-1, 0], [0.1, 7], [2, -3]])
def test_the_arrow_stands_on_the_line_and_points_along_w(ax, w):
    b = -np.dot(w, [2, 2])
    boundary(w, b, ax, normal="w")
    (arrow,) = [text for text in ax.texts if text.get_text() == ""]
    foot, tip = np.array(arrow.xyann), np.array(arrow.xy)
    assert np.dot(w, foot) + b == pytest.approx(0, abs=1e-9)
    assert np.dot(w, tip) + b > 0
    assert np.cross([*(tip - foot), 0], [*w, 0])[2] == pytest.approx(0, abs=1e-9)
    assert ax.get_xlim()[0] < tip[0] < ax.get_xlim()[1]
    assert "w" in [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("mark", [ring, cross])
@pytest.mark.parametrize("nothing", [[], X[:0]])
def test_no_points_are_no_marks(ax, mark, nothing):
    before = len(ax.collections)
    assert mark(ax, nothing) is ax
    assert len(ax.collections) == before
