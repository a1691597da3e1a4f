"""Bad input to the pictures: one sentence that names the argument and what came."""

from functools import partial

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernelkit.plotting import (
    boundary,
    confusion,
    decision_regions,
    digits,
    gram_matrix,
    learning_curve,
    margins,
    ring,
    scatter,
)

X = np.random.default_rng(4).normal(size=(6, 2))
Y = np.array([0, 0, 0, 1, 1, 1])
WIDE = np.ones((6, 3))
HOLED = np.where(np.eye(6, 2) > 0, np.nan, X)
KNN = KNeighborsClassifier(1).fit(X, Y)
WORDS = np.where(Y == 0, "no", "yes")


class Wrong:
    """Predicts whatever it is told to."""

    def __init__(self, answer):
        self.answer = answer

    def predict(self, plane):
        return self.answer(plane)


@pytest.fixture(autouse=True)
def _nothing_left_behind():
    yield
    left = plt.get_fignums()
    plt.close("all")
    assert left == []


BAD_POINTS = [
    (X[:, 0], Y, ValueError, "X must be two-dimensional"),
    (HOLED, Y, ValueError, "X must be finite, got nan .*row 0, column 0"),
    (X[:0], Y[:0], ValueError, "X must have at least one sample"),
    (X.astype(str), Y, TypeError, "X must hold real numbers"),
    (X, Y[:5], ValueError, "y must be .* each of the 6 samples, got shape \\(5,\\)"),
    (X, Y[:, None], ValueError, "y must be one-dimensional .* got shape \\(6, 1\\)"),
    (X, 1, ValueError, "y must be one-dimensional"),
    (X, ["a", 1] * 3, TypeError, "y must hold labels of one kind.*got int and str"),
    (X, ["a", None] * 3, TypeError, "y must hold labels of one kind.*got NoneType and str"),
    (X, Y + 1j, TypeError, "y must hold numbers or strings, got dtype complex128"),
    (X, np.where(Y, np.nan, 1), ValueError, "y must hold finite labels, got nan at position 3"),
]


@pytest.mark.parametrize(("points", "labels", "error", "match"), BAD_POINTS)
def test_points_and_labels(points, labels, error, match):
    with pytest.raises(error, match=match):
        scatter(points, labels)
    with pytest.raises(error, match=match):
        decision_regions(KNN, points, labels)


def test_more_features_than_two():
    words = "X must have two features to be drawn, got 3"
    for draw in (scatter, partial(decision_regions, KNN), partial(margins, SVC())):
        with pytest.raises(ValueError, match=words):
            draw(WIDE, Y)


@pytest.mark.parametrize(
    "names", ["xy", ["one"], ["a", "b", "c"], 5, np.array(5), [1, 2], [[1, 2], [3]]]
)
def test_feature_names(names):
    for draw in (scatter, partial(decision_regions, KNN)):
        with pytest.raises(ValueError, match=r"feature_names must be (two names|a list)"):
            draw(X, Y, feature_names=names)


def test_classes_of_another_kind():
    with pytest.raises(TypeError, match=r"labels must all be of one kind.*got 0 and 'no'"):
        scatter(X, Y, classes=["no", "yes"])
    with pytest.raises(TypeError, match=r"labels must all be of one kind.*got 'no' and 0"):
        decision_regions(KNN, X, WORDS)
    with pytest.raises(ValueError, match="classes must be one-dimensional"):
        scatter(X, Y, classes=[])


def test_measurements_are_not_classes():
    many = np.random.default_rng(5).normal(size=(101, 2))
    with pytest.raises(ValueError, match="at most 100 classes, got 101"):
        scatter(many, many[:, 0])
    with pytest.raises(ValueError, match="at most 100 classes"):
        decision_regions(LinearRegression().fit(X, X[:, 0]), X, Y)
    with pytest.raises(ValueError, match="at most 100 classes, got 101"):
        gram_matrix(np.eye(101), many[:, 0])


@pytest.mark.parametrize(
    ("model", "error", "match"),
    [
        (KNeighborsClassifier(), NotFittedError, "not fitted yet"),
        (KNeighborsClassifier, TypeError, "model must be a fitted classifier, got <class 'sklearn"),
        ("knn", TypeError, "model must be a fitted classifier, got 'knn'"),
        (KNeighborsClassifier(1).fit(WIDE, Y), ValueError, "expecting 3 features"),
        (Wrong(lambda plane: plane), ValueError, "predicts must be one-dimensional.*samples"),
        (Wrong(lambda _: [0]), ValueError, "what the model predicts must be one-dimensional"),
        (Wrong(lambda plane: plane[:, 0] * np.nan), ValueError, "predicts must hold finite"),
    ],
)
def test_models(model, error, match):
    with pytest.raises(error, match=match):
        decision_regions(model, X, Y)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: scatter(X, Y, "ax"),
        lambda: decision_regions(KNN, X, Y, "ax"),
        lambda: gram_matrix(np.eye(2), ax="ax"),
        lambda: digits(np.eye(4), ax="ax"),
        lambda: learning_curve([1, 2], "ax"),
        lambda: boundary([1, 1], 0, "ax"),
        lambda: ring("ax", X),
    ],
)
def test_axes(draw):
    with pytest.raises(TypeError, match=r"ax must be matplotlib Axes.* got str"):
        draw()


@pytest.mark.parametrize(
    ("w", "b", "error", "match"),
    [
        ([0, 0], 1, ValueError, "w must be two weights, not both 0, got"),
        ([1, 2, 3], 1, ValueError, "w must be two weights, not both 0, got"),
        ([[1, 2]], 1, ValueError, "w must be one-dimensional"),
        ([1, np.inf], 1, ValueError, "w must be finite"),
        (["a", "b"], 1, TypeError, "w must hold real numbers"),
        ([1, 2], np.nan, ValueError, "b must be finite, got nan"),
        ([1, 2], "3", TypeError, "b must be a number"),
        ([[1, 2], [3]], 1, ValueError, "w must be an array of numbers, got rows of different"),
    ],
)
def test_lines(w, b, error, match):
    ax = mpl.figure.Figure().add_subplot()
    with pytest.raises(error, match=match):
        boundary(w, b, ax)
    assert len(ax.lines) == 0


@pytest.mark.parametrize(
    ("points", "error", "match"),
    [
        (WIDE, ValueError, "two features to be drawn, got 3"),
        (HOLED, ValueError, "X must be finite"),
        ([[1, 2], [3]], ValueError, "rows of different lengths"),
        (5, ValueError, "X must be two-dimensional"),
        (np.array(5), ValueError, "X must be two-dimensional"),
        ("ab", TypeError, "X must hold real numbers|X must be two-dimensional"),
    ],
)
def test_rings(points, error, match):
    with pytest.raises(error, match=match):
        ring(mpl.figure.Figure().add_subplot(), points)


@pytest.mark.parametrize(
    ("K", "y", "error", "match"),
    [
        (np.ones((2, 3)), None, ValueError, "K must be a square matrix"),
        ([[1, 2], [3, 1]], None, ValueError, "K must be symmetric"),
        ([[np.nan]], None, ValueError, "K must be finite"),
        (np.eye(3), [0, 1], ValueError, "y must be .* each of the 3 samples, got shape"),
        (np.eye(2), ["a", 1], TypeError, "y must hold labels of one kind"),
        (np.empty((0, 0)), None, ValueError, "K must be a square matrix"),
    ],
)
def test_gram_matrices(K, y, error, match):
    with pytest.raises(error, match=match):
        gram_matrix(K, y)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"X": np.ones((2, 12))}, ValueError, "X must hold square images, got 12 features"),
        ({"X": np.ones((401, 4))}, ValueError, "at most 400 images, got 401"),
        ({"X": np.ones((2, 2, 2))}, ValueError, "X must be two-dimensional"),
        ({"X": [[1, np.nan, 0, 1]]}, ValueError, "X must be finite"),
        ({"X": [[1, 2], [3]]}, ValueError, "rows of different lengths"),
        ({"X": []}, ValueError, "X must be two-dimensional"),
        ({"X": [["a"] * 4]}, TypeError, "X must hold real numbers"),
        ({"labels": [1, 2, 3]}, ValueError, "labels must be .* each of the 4 samples"),
        ({"labels": [1, "a", 2, 3]}, TypeError, "labels must hold labels of one kind"),
        ({"predicted": [1, 2, 3, 4]}, ValueError, "predicted needs labels"),
        ({"labels": range(4), "predicted": [1]}, ValueError, "predicted must be .* 4 samples"),
        ({"labels": range(4), "predicted": list("abcd")}, TypeError, "of one kind"),
        ({"columns": 0}, ValueError, "columns must be a whole number, at least 1, got 0"),
        ({"columns": "4"}, TypeError, "columns must be a whole number"),
    ],
)
def test_sheets(options, error, match):
    with pytest.raises(error, match=match):
        digits(**{"X": np.eye(4), **options})


@pytest.mark.parametrize(
    ("model", "error", "match"),
    [
        (KNN, ValueError, "this KNeighborsClassifier recorded none, or fit was not called"),
        ({"mine": KNN}, ValueError, "model\\['mine'\\] must have a learning curve"),
        ({}, ValueError, "at least one curve, got an empty mapping"),
        ([], ValueError, "model must have at least one"),
        ([1, np.nan], ValueError, "model must be finite"),
        (["a", "b"], TypeError, "model must hold real numbers"),
        ([[1, 2], [3]], ValueError, "rows of different lengths"),
        (np.ones((2, 2, 2)), ValueError, "model must be two-dimensional"),
        ({"mine": 3}, ValueError, "model\\['mine'\\] must be two-dimensional"),
        (object(), TypeError, "model must hold real numbers, got an object"),
    ],
)
def test_learning_curves(model, error, match):
    with pytest.raises(error, match=match):
        learning_curve(model)


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("legend", partial(scatter, X, Y)),
        ("margins", partial(decision_regions, KNN, X, Y)),
        ("mistakes", partial(decision_regions, KNN, X, Y)),
        ("legend", partial(decision_regions, KNN, X, Y)),
        ("slack", partial(margins, KNN, X, Y)),
        ("legend", partial(margins, KNN, X, Y)),
    ],
)
@pytest.mark.parametrize("value", ["False", None, 1, np.array([True, False])])
def test_options_that_are_neither_true_nor_false(name, draw, value):
    with pytest.raises(TypeError, match=f"{name} must be True or False, got"):
        draw(**{name: value})


@pytest.mark.parametrize(
    ("draw", "match"),
    [
        (
            lambda: scatter(X * 1e200, Y),
            "X must be at most 1e.100 in size to be drawn, got .*e.200",
        ),
        (lambda: decision_regions(KNN, X * 1e200, Y), "X must be at most 1e.100 in size"),
        (lambda: gram_matrix(np.eye(2) * 1e200), "K must be at most 1e.100 in size"),
        (lambda: digits(np.eye(4) * 1e200), "X must be at most 1e.100 in size"),
        (lambda: learning_curve([[1e200, 1], [1, 2]]), "model must be at most 1e.100 in size"),
        (lambda: confusion(np.eye(2) * 1e200), "matrix must be at most 1e.12 in size"),
        (lambda: confusion([[1, 2], [3]]), "matrix must be an array .* rows of different lengths"),
    ],
)
def test_numbers_too_large_for_a_picture(draw, match):
    with pytest.raises(ValueError, match=match):
        draw()


@pytest.mark.parametrize("undecided", [[], [0, 1], np.array([0, 1]), object()])
def test_more_than_one_undecided_label(undecided):
    with pytest.raises(TypeError, match="undecided must be one label, got"):
        decision_regions(KNN, X, Y, undecided=undecided)


@pytest.mark.parametrize(("w", "b"), [([1, 2], 1e308), ([1, 2], -1e200), ([5e-324, 0], 1)])
def test_a_line_out_of_sight_is_no_error(w, b):
    figure = mpl.figure.Figure()
    boundary(w, b, figure.add_subplot())
    figure.canvas.draw()


def test_margins_of_samples_that_hardly_differ_are_drawn():
    ax = margins(SVC().fit(X, Y), X * 1e-300, Y)
    ax.figure.canvas.draw()
    plt.close("all")
