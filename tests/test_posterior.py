"""From scores to posteriors to decisions."""

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelkit import GaussianClassifier
from kernelkit.datasets import load_iris
from kernelkit.solvers import least_expected_loss, log_posteriors

IRIS = load_iris()


@given(arrays(float, (3, 4), elements=st.floats(-1e6, 1e6)), st.floats(-1e6, 1e6))
def test_posteriors_sum_to_one_and_ignore_what_all_classes_share(scores, shift):
    log = log_posteriors(scores)
    np.testing.assert_allclose(np.exp(log).sum(axis=1), 1.0, rtol=1e-14)
    np.testing.assert_allclose(log_posteriors(scores + shift), log, atol=1e-8, rtol=1e-8)
    ratios = log[:, 1:] - log[:, :-1]
    np.testing.assert_allclose(ratios, np.diff(scores), atol=1e-8, rtol=1e-8)


def test_an_impossible_class_has_probability_zero():
    log = log_posteriors(np.array([[-1e5, -np.inf, -1e5]]))
    np.testing.assert_allclose(log, [[-np.log(2), -np.inf, -np.log(2)]])


@given(st.integers(0, 10**6))
def test_the_decision_is_the_cheapest_of_all(seed):
    random = np.random.default_rng(seed)
    P, loss = random.dirichlet(np.ones(4), size=6), random.normal(size=(4, 4))
    for p, decision in zip(P, least_expected_loss(P, loss), strict=True):
        cost = [sum(p[true] * loss[true, decided] for true in range(4)) for decided in range(4)]
        assert cost[decision] == pytest.approx(min(cost))


def test_rows_are_true_classes_and_ties_go_to_the_lowest():
    assert least_expected_loss([[0.9, 0.1]], [[0, 1], [100, 0]]).tolist() == [1]
    assert least_expected_loss([[0.9, 0.1]], [[0, 100], [1, 0]]).tolist() == [0]
    assert least_expected_loss([[0.5, 0.5]], 1 - np.eye(2)).tolist() == [0]
    assert least_expected_loss([[0.2, 0.4, 0.4]], 1 - np.eye(3)).tolist() == [1]


def test_a_loss_matrix_moves_the_boundary():
    X, y = IRIS.select(["versicolor", "virginica"])
    model = GaussianClassifier().fit(X, y)
    np.testing.assert_array_equal(model.predict(X, 1 - np.eye(2)), model.predict(X))
    careful = model.predict(X, [[0, 1], [9, 0]])
    np.testing.assert_array_equal(careful == "virginica", model.predict_proba(X)[:, 1] > 0.1)
    assert (careful == "virginica").sum() > (model.predict(X) == "virginica").sum()


def test_bad_losses_are_named():
    model = GaussianClassifier().fit(IRIS.X, IRIS.y)
    words = r"loss must have one row per true class.*shape \(3, 3\), got shape \(2, 3\)"
    assert_kind_error(ValueError, words, model.predict, IRIS.X, np.ones((2, 3)))
    for shape in ((4, 4), (3, 2), (3, 4)):
        words = rf"got shape \({shape[0]}, {shape[1]}\)"
        assert_kind_error(ValueError, words, model.predict, IRIS.X, np.ones(shape))
    assert_kind_error(ValueError, "loss must be two-dim", model.predict, IRIS.X, [1.0, 2.0, 3.0])
    loss = 1 - np.eye(3)
    loss[1, 2] = np.nan
    words = "loss must be finite, got nan at row 1, column 2"
    assert_kind_error(ValueError, words, model.predict, IRIS.X, loss)
    assert_kind_error(TypeError, "loss must hold real numbers", model.predict, IRIS.X, "zero-one")


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (None, "scores must hold real numbers"),
        ([1.0, 2.0], "scores must be two-dimensional"),
        ([[np.nan, 0.0]], "scores must be finite, got nan"),
        ([[np.inf, 0.0]], "scores must be finite, got inf"),
        ([[0.0, 0.0], [-np.inf, -np.inf]], "scores must have a finite number.*none in row 1"),
    ],
)
def test_scores_that_say_nothing_are_refused(scores, words):
    assert_kind_error(ValueError, words, log_posteriors, scores)
