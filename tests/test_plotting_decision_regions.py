"""Points and regions in the plane: the picture says what the data and the model say."""

from types import SimpleNamespace

import numpy as np
import pytest
from checks import assert_kind_error
from matplotlib.colors import to_hex, to_rgb
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernelkit.plotting import decision_regions, scatter
from kernelkit.plotting.decision_regions import GRID, TINT, UNDECIDED
from kernelkit.plotting.style import class_style

CENTERS = np.array([[0, 0], [4, 0], [0, 4], [4, 4]])
X = np.random.default_rng(1).normal(size=(60, 2)) + np.repeat(CENTERS, 15, axis=0)
Y = np.repeat(["oak", "ash", "elm", "fir"], 15)
SIGNS = np.where(X[:, 0] > 2, 1, -1)
SVM = SVC(kernel="linear").fit(X, SIGNS)


@pytest.fixture
def ax():
    return scatter(X, SIGNS)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def colors_of(ax):
    filled = [dots for dots in ax.collections if len(dots.get_facecolor())]
    return {dots.get_label(): to_hex(dots.get_facecolor()[0]) for dots in filled}


def tint_of(color):
    return 1 - TINT * (1 - np.array(to_rgb(color)))


@pytest.mark.parametrize("labels", [Y, SIGNS, np.arange(60) % 10], ids=["words", "signs", "ten"])
def test_a_region_has_the_colour_of_what_the_model_predicts_there(labels):
    model = KNeighborsClassifier(3).fit(X, labels)
    ax = decision_regions(model, X, labels)
    (image,) = ax.images
    pixels = image.get_array()
    left, right, bottom, top = image.get_extent()
    colors = [class_style(i).color for i in range(len(model.classes_))]
    rng = np.random.default_rng(2)
    for row, column in rng.integers(0, GRID, (40, 2)):
        x = left + (column + 0.5) * (right - left) / GRID
        y = bottom + (row + 0.5) * (top - bottom) / GRID
        (place,) = np.flatnonzero(model.classes_ == model.predict([[x, y]])[0])
        np.testing.assert_allclose(pixels[row, column] / 255, tint_of(colors[place]), atol=1 / 500)


def test_regions_are_the_right_way_up():
    ax = decision_regions(SVC(kernel="linear").fit(X, X[:, 1] > 2), X, X[:, 1] > 2, legend=False)
    ax.figure.canvas.draw()
    shown = np.asarray(ax.figure.canvas.buffer_rgba())[::-1, :, :3] / 255
    for height, index in [(0.01, 0), (0.99, 1)]:
        column, row = ax.transAxes.transform((0.01, height)).astype(int)
        np.testing.assert_allclose(shown[row, column], tint_of(class_style(index).color), atol=0.01)


def test_the_regions_cover_all_samples():
    ax = decision_regions(SVM, X, SIGNS)
    for limits, values in [(ax.get_xlim(), X[:, 0]), (ax.get_ylim(), X[:, 1])]:
        assert limits[0] < values.min()
        assert limits[1] > values.max()


def test_points_have_the_same_colours_with_regions_and_without():
    model = KNeighborsClassifier(3).fit(X, Y)
    regions = colors_of(decision_regions(model, X, Y))
    scattered = colors_of(scatter(X, Y))
    assert {name: regions[name] for name in scattered} == scattered


def test_colours_follow_the_model_where_samples_lack_a_class():
    model = KNeighborsClassifier(3).fit(X, Y)
    some = Y != "ash"
    colors = colors_of(decision_regions(model, X[some], Y[some]))
    assert colors["elm"] == class_style(1).color.lower()


def test_boundary_and_margin_of_a_two_class_model_are_where_f_is_0_and_1():
    ax = decision_regions(SVM, X, SIGNS)
    assert legend_of(ax)[2:] == ["f(x) = 0", "f(x) = ±1"]
    contours = [c for c in ax.collections if hasattr(c, "levels")]
    seen = []
    for contour in contours:
        for level, path in zip(contour.levels, contour.get_paths(), strict=True):
            np.testing.assert_allclose(SVM.decision_function(path.vertices), level, atol=1e-9)
            seen.append(float(level))
    assert sorted(seen) == [-1, 0, 1]


def test_margins_can_be_left_out():
    assert legend_of(decision_regions(SVM, X, SIGNS, margins=False))[2:] == ["f(x) = 0"]


def test_a_level_that_is_nowhere_is_not_drawn_and_not_warned_about():
    halves = {"decision_function": lambda plane: np.full(len(plane), 0.5)}
    model = SimpleNamespace(predict=SVM.predict, **halves)
    assert len(legend_of(decision_regions(model, X, SIGNS))) == 2


@pytest.mark.parametrize("model", [KNeighborsClassifier(1), LogisticRegression(max_iter=500)])
def test_models_of_many_classes_get_edges_between_the_regions(model):
    ax = decision_regions(model.fit(X, Y), X, Y)
    edges = [path for c in ax.collections if hasattr(c, "levels") for path in c.get_paths()]
    ends = np.concatenate([path.vertices for path in edges])
    steps = np.ptp(ax.get_xlim()) / (GRID - 1), np.ptp(ax.get_ylim()) / (GRID - 1)
    around = [np.multiply(move, steps) for move in ([-1, -1], [-1, 1], [1, -1], [1, 1])]
    predicted = np.array([model.predict(ends + move) for move in around])
    assert (predicted != predicted[0]).any(axis=0).mean() > 0.9


def test_mistaken_samples_are_crossed_out():
    model = LogisticRegression().fit(X[:, :1] * [1, 0], SIGNS)
    model.coef_ = np.array([[1.0, 0.0]])
    model.intercept_ = np.array([-1.0])
    ax = decision_regions(model, X, SIGNS, mistakes=True)
    wrong = X[model.predict(X) != SIGNS]
    assert len(wrong) > 0
    (crosses,) = [dots for dots in ax.collections if dots.get_label() == "mistaken"]
    np.testing.assert_array_equal(crosses.get_offsets(), wrong)
    assert len(crosses.get_paths()[0].vertices) == 4  # the ends of two strokes
    assert "mistaken" in legend_of(ax)


def test_a_model_without_mistakes_gets_no_crosses():
    model = KNeighborsClassifier(1).fit(X, Y)
    assert "mistaken" not in legend_of(decision_regions(model, X, Y, mistakes=True))


def test_a_constant_feature_can_be_drawn():
    flat = X * [1, 0]
    ax = decision_regions(KNeighborsClassifier(1).fit(flat, Y), flat, Y)
    assert ax.get_ylim() == (-1, 1)


class TiedVote:
    """Undecided on the right, whatever its labels."""

    def predict(self, plane):
        return np.where(plane[:, 0] > 2, "maybe", np.where(plane[:, 1] > 2, "oak", "elm"))


def test_what_the_model_leaves_undecided_is_grey_and_moves_no_other_colour():
    ax = decision_regions(TiedVote(), X, Y, undecided="maybe")
    pixels = ax.images[0].get_array() / 255
    np.testing.assert_allclose(pixels[150, -1], to_rgb(UNDECIDED), atol=1 / 500)
    oak = tint_of(colors_of(scatter(X, Y))["oak"])
    np.testing.assert_allclose(pixels[-1, 0], oak, atol=1 / 500)
    assert legend_of(ax)[-1] == "maybe"
    assert "maybe" not in legend_of(decision_regions(SVC().fit(X, Y), X, Y, undecided="maybe"))


def test_a_sample_cannot_be_undecided():
    words = "y must hold decided classes only, got 'elm'"
    assert_kind_error(ValueError, words, decision_regions, TiedVote(), X, Y, undecided="elm")
