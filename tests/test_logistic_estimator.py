"""Logistic regression as a scikit-learn classifier."""

import numpy as np
import pytest
from checks import assert_kind_error
from sklearn import linear_model
from sklearn.exceptions import ConvergenceWarning

from kernelkit.datasets import load_iris
from kernelkit.estimators import LogisticRegression
from kernelkit.solvers import logistic_newton

IRIS = load_iris()


def test_the_estimator_is_the_solver_with_names():
    X, y = IRIS.select(["versicolor", "virginica"])
    model = LogisticRegression(prior_variance=10.0).fit(X, y)
    result = logistic_newton(X, np.where(y == "virginica", 1, -1), 10.0)
    np.testing.assert_array_equal(model.coef_, [result.weights])
    np.testing.assert_array_equal(model.learning_curve_, result.objective)
    assert (model.n_iter_, model.converged_, model.separable_) == (
        len(result.objective) - 1,
        True,
        False,
    )
    P = model.predict_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1.0, rtol=1e-14)
    np.testing.assert_allclose(P[:, 1], 1 / (1 + np.exp(-model.decision_function(X))), rtol=1e-12)
    np.testing.assert_allclose(np.log(P), model.predict_log_proba(X), rtol=1e-9, atol=1e-12)
    careful = model.predict(X, loss=[[0, 1], [20, 0]])
    np.testing.assert_array_equal(careful == "virginica", P[:, 1] > 1 / 21)


def test_the_estimator_passes_options_on():
    X, y = IRIS.select(["versicolor", "virginica"])
    model = LogisticRegression(1.0).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="in 1 iteration:"):
        assert LogisticRegression(1.0, max_iter=1).fit(X, y).n_iter_ == 1
    assert LogisticRegression(1.0, tolerance=0.1).fit(X, y).n_iter_ < model.n_iter_
    assert_kind_error(
        ValueError, "at least 2 classes, got 1", LogisticRegression().fit, X, y == "a"
    )
    words = "prior_variance must be above 0"
    assert_kind_error(ValueError, words, LogisticRegression(0).fit, X, y)


def test_scikit_learn_finds_the_same_on_iris():
    peer = linear_model.LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-10)
    peer.fit(IRIS.X, IRIS.y)
    ours = LogisticRegression(1.0).fit(IRIS.X, IRIS.y)
    np.testing.assert_allclose(ours.coef_, peer.coef_, atol=1e-6)
    np.testing.assert_allclose(ours.predict_proba(IRIS.X), peer.predict_proba(IRIS.X), atol=1e-7)
    np.testing.assert_allclose(ours.predict_proba(IRIS.X).sum(axis=1), 1.0, rtol=1e-14)
    assert ours.decision_function(IRIS.X).shape == (150, 3)
