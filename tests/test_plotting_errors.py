"""Bad input to the pictures: one sentence that names the argument and what came, and no figure."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from checks import assert_kind_error
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
WIDE, MANY = np.ones((6, 3)), np.random.default_rng(5).normal(size=(101, 2))
KNN = KNeighborsClassifier(1).fit(X, Y)
AX = mpl.figure.Figure().add_subplot()
COUNTS = np.array([[50, 3, 0], [1, 40, 9], [0, 0, 30]])


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


REFUSED = [
    (lambda: scatter(X[:, 0], Y), "X must be two-dimensional"),
    (lambda: scatter(X, Y[:5]), r"y must be .* each of the 6 samples, got shape \(5,\)"),
    (lambda: scatter(X, ["a", 1] * 3), "y must hold labels of one kind.*got int and str"),
    (lambda: scatter(X, Y + 1j), "y must hold numbers or strings, got dtype complex128"),
    (lambda: scatter(X, np.where(Y, np.nan, 1)), "y must hold finite labels, got nan at position"),
    (lambda: scatter(WIDE, Y), "X must have two features to be drawn, got 3"),
    (lambda: margins(SVC(), WIDE, Y), "X must have two features to be drawn, got 3"),
    (lambda: scatter(X, Y, feature_names="xy"), "feature_names must be (two names|a list)"),
    (lambda: scatter(X, Y, feature_names=["one"]), "feature_names must be (two names|a list)"),
    (lambda: scatter(X, Y, classes=["no", "yes"]), "labels must all be of one kind.*0 and 'no'"),
    (lambda: scatter(MANY, MANY[:, 0]), "at most 100 classes, got 101"),
    (lambda: scatter(X, Y, "ax"), "ax must be matplotlib Axes.* got str"),
    (lambda: scatter(X * 1e200, Y), "X must be at most 1e.100 in size to be drawn, got .*e.200"),
    (lambda: scatter(X, Y, legend="False"), "legend must be True or False, got"),
    (lambda: decision_regions(LinearRegression().fit(X, X[:, 0]), X, Y), "at most 100 classes"),
    (lambda: decision_regions("knn", X, Y), "model must be a fitted classifier, got 'knn'"),
    (lambda: decision_regions(SVC, X, Y), "model must be a fitted classifier, got <class"),
    (lambda: decision_regions(Wrong(lambda _: [0]), X, Y), "what the model predicts must be one-d"),
    (lambda: decision_regions(KNN, X, Y, undecided=[0, 1]), "undecided must be one label, got"),
    (lambda: boundary([0, 0], 1, AX), "w must be two weights, not both 0, got"),
    (lambda: boundary([1, 2], np.nan, AX), "b must be finite, got nan"),
    (lambda: ring(AX, WIDE), "two features to be drawn, got 3"),
    (lambda: gram_matrix([[1, 2], [3, 1]]), "K must be symmetric"),
    (lambda: gram_matrix(np.eye(3), [0, 1]), "y must be .* each of the 3 samples, got shape"),
    (lambda: gram_matrix(np.eye(2) * 1e200), "K must be at most 1e.100 in size"),
    (lambda: digits(np.ones((2, 12))), "X must hold square images, got 12 features"),
    (lambda: digits(np.ones((401, 4))), "at most 400 images, got 401"),
    (lambda: digits(np.eye(4), predicted=[1, 2, 3, 4]), "predicted needs labels"),
    (lambda: digits(np.eye(4), columns=0), "columns must be a whole number, at least 1, got 0"),
    (lambda: learning_curve(KNN), "this KNeighborsClassifier recorded none, or fit was not called"),
    (lambda: learning_curve({"a": KNN}), r"model\['a'\] must have a learning curve"),
    (lambda: learning_curve({}), "at least one curve, got an empty mapping"),
    (lambda: learning_curve([1, np.nan]), "model must be finite"),
    (lambda: confusion(np.ones((2, 3))), r"matrix must be square.*got \(2, 3\)"),
    (lambda: confusion([1, 2]), r"matrix must be two-dim.* confusion\(y_true, y_pred\)"),
    (lambda: confusion([[1, -2], [0, 1]]), "matrix must hold no number below 0, got -2"),
    (lambda: confusion(COUNTS, ["a", "b"]), r"classes must be .* got shape \(2,\)"),
    (lambda: confusion(np.eye(2) * 1e200), "matrix must be at most 1e.12 in size"),
    (lambda: confusion(COUNTS, std=np.eye(2)), r"std must have the shape of matrix, \(3, 3\), got"),
    (lambda: confusion(COUNTS, std=-np.eye(3)), "std must hold no number below 0, got -1"),
]


@pytest.mark.parametrize(("draw", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_what_cannot_be_drawn_is_told_in_a_sentence(draw, words):
    assert_kind_error((ValueError, TypeError), words, draw)


def test_a_model_that_was_not_fitted_is_told():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        decision_regions(KNeighborsClassifier(), X, Y)


@pytest.mark.parametrize(("w", "b"), [([1, 2], 1e308), ([1, 2], -1e200), ([5e-324, 0], 1)])
def test_a_line_out_of_sight_is_no_error(w, b):
    figure = mpl.figure.Figure()
    boundary(w, b, figure.add_subplot())
    figure.canvas.draw()


def test_margins_of_samples_that_hardly_differ_are_drawn():
    ax = margins(SVC().fit(X, Y), X * 1e-300, Y)
    ax.figure.canvas.draw()
    plt.close("all")
