"""Points and regions in the plane: the picture says what the data and the model say."""

from types import SimpleNamespace

import numpy as np
import pytest
from checks import assert_kind_error
from matplotlib.collections import LineCollection, PolyCollection
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


def test_a_level_that_is_nowhere_is_not_drawn_and_not_warned_about():
    halves = {"decision_function": lambda plane: np.full(len(plane), 0.5)}
    model = SimpleNamespace(predict=SVM.predict, **halves)
    assert len(legend_of(decision_regions(model, X, SIGNS))) == 2


def test_models_of_many_classes_get_edges_between_the_regions():
    model = KNeighborsClassifier(1).fit(X, Y)
    ax = decision_regions(model, X, Y)
    edges = [path for c in ax.collections if hasattr(c, "levels") for path in c.get_paths()]
    ends = np.concatenate([path.vertices for path in edges])
    steps = np.ptp(ax.get_xlim()) / (GRID - 1), np.ptp(ax.get_ylim()) / (GRID - 1)
    around = [np.multiply(move, steps) for move in ([-1, -1], [-1, 1], [1, -1], [1, 1])]
    predicted = np.array([model.predict(ends + move) for move in around])
    assert (predicted != predicted[0]).any(axis=0).mean() > 0.9


def test_misclassified_samples_are_crossed_out():
    model = LogisticRegression().fit(X[:, :1] * [1, 0], SIGNS)
    model.coef_ = np.array([[1.0, 0.0]])
    model.intercept_ = np.array([-1.0])
    ax = decision_regions(model, X, SIGNS, mistakes=True)
    wrong = X[model.predict(X) != SIGNS]
    assert len(wrong) > 0
    (crosses,) = [dots for dots in ax.collections if dots.get_label() == "misclassified"]
    np.testing.assert_array_equal(crosses.get_offsets(), wrong)
    assert len(crosses.get_paths()[0].vertices) == 4  # the ends of two strokes
    assert "misclassified" in legend_of(ax)


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


W = np.array([[-2.0, -1.0], [3.0, 0.5], [0.5, 3.0]])
B = np.array([4.0, -6.0, -7.0])
TEN = np.arange(60) // 6


def scores(plane):
    return plane @ W.T + B


def argmax(plane):
    return np.array(["ash", "elm", "fir"])[scores(plane).argmax(axis=1)]


def votes(plane):
    """Three machines of pairs; undecided where each class has one vote."""
    first, second, third = (scores(plane) > 0).T
    wins = np.array([first, ~first & second, ~second]) + np.array([third, ~third, third]) * 1
    best = wins.max(axis=0)
    alone = (wins == best).sum(axis=0) == 1
    return np.where(alone, np.array(["ash", "elm", "fir"])[wins.argmax(axis=0)], "maybe")


LINEAR = {
    "two classes": (SVM, SIGNS, None),
    "argmax": (SimpleNamespace(predict=argmax, decision_function=scores), argmax(X), None),
    "votes": (SimpleNamespace(predict=votes, decision_function=scores), argmax(X), "maybe"),
    "ten classes": (LogisticRegression(max_iter=500).fit(X, TEN), TEN, None),
}


@pytest.mark.parametrize(("model", "labels", "undecided"), LINEAR.values(), ids=LINEAR)
def test_regions_of_a_linear_machine_are_polygons_with_exact_edges(model, labels, undecided):
    ax = decision_regions(model, X, labels, undecided=undecided)
    assert not ax.images
    (cells,) = [each for each in ax.collections if isinstance(each, PolyCollection)]
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    plane = np.random.default_rng(0).uniform(low, high, (300, 2))
    classes = np.unique(labels)
    answers = model.predict(plane)
    tints = [tint_of(class_style(i).color) for i in range(len(classes))]
    wanted = [
        to_rgb(UNDECIDED) if each == undecided else tints[np.searchsorted(classes, each)]
        for each in answers
    ]
    drawn = np.array([path.contains_points(plane) for path in cells.get_paths()])
    np.testing.assert_array_equal(drawn.sum(axis=0), 1)
    colors = cells.get_facecolors()[drawn.argmax(axis=0), :3]
    np.testing.assert_allclose(colors, wanted, atol=1e-9)
    for start, end in edges_of(ax):
        for share in (0.01, 0.5, 0.99):
            middle = start + share * (end - start)
            across = 1e-5 * np.array([end[1] - start[1], start[0] - end[0]])
            one, other = model.predict(np.array([middle - across, middle + across]))
            assert one != other
    assert len(edges_of(ax)) >= (model is not SVM)


def edges_of(ax):
    lines = [each for each in ax.collections if isinstance(each, LineCollection)]
    return [edge for each in lines for edge in each.get_segments()]


def test_edges_are_drawn_wherever_the_answer_changes():
    ax = decision_regions(LINEAR["argmax"][0], X, argmax(X))
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    xs = np.linspace(low[0], high[0], 4001)
    for y in np.linspace(low[1], high[1], 7)[1:-1]:
        answers = argmax(np.column_stack([xs, np.full(len(xs), y)]))
        changes = (answers[1:] != answers[:-1]).sum()
        crossed = [edge for edge in edges_of(ax) if (edge[0, 1] - y) * (edge[1, 1] - y) < 0]
        assert len(crossed) == changes


@pytest.mark.parametrize(
    ("predict", "f"),
    [
        (lambda plane: np.where(plane[:, 0] > 1, 1, -1), lambda plane: plane[:, 0] - 2),
        (SVM.predict, lambda plane: np.tanh(SVM.decision_function(plane))),
    ],
    ids=["another threshold", "curved"],
)
def test_what_linear_scores_do_not_decide_is_drawn_point_by_point(predict, f):
    model = SimpleNamespace(predict=predict, decision_function=f)
    assert decision_regions(model, X, SIGNS).images


def test_a_class_keeps_its_colour_where_others_are_missing():
    some = np.isin(Y, ["elm", "oak"])
    colors = colors_of(decision_regions(SVC().fit(X[some], Y[some]), X[some], Y[some], classes=Y))
    everything = colors_of(scatter(X, Y))
    assert {name: colors[name] for name in ("elm", "oak")} == {
        name: everything[name] for name in ("elm", "oak")
    }
