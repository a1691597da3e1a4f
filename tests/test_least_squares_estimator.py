"""The least-squares classifier: its targets, the digits, and scikit-learn's ridge classifier."""

import numpy as np
import objectives
import pytest
from sklearn.linear_model import LinearRegression, RidgeClassifier

from kernelkit import LeastSquares
from kernelkit.datasets import load_adult, load_iris, load_usps
from kernelkit.features import polynomial_map
from kernelkit.solvers import least_squares

IRIS = load_iris()


def test_two_classes_have_targets_of_both_signs():
    X, y = IRIS.select(["versicolor", "virginica"])
    model = LeastSquares(0.5).fit(X, y)
    result = least_squares(X, np.where(y == "virginica", 1, -1), 0.5)
    np.testing.assert_array_equal(model.coef_, [result.weights])
    np.testing.assert_array_equal(model.intercept_, [result.bias])
    f = model.decision_function(X)
    assert f.shape == (100,)
    np.testing.assert_array_equal(model.predict(X) == "virginica", f >= 0)


def test_values_of_three_classes_sum_to_one():
    model = LeastSquares(3.0).fit(IRIS.X, IRIS.y)
    f = model.decision_function(IRIS.X)
    assert model.coef_.shape == (3, 4)
    np.testing.assert_allclose(f.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_array_equal(model.predict(IRIS.X), model.classes_[f.argmax(axis=1)])


def test_a_feature_transform_separates_what_no_line_does():
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), ["a", "a", "b", "b"]
    assert LeastSquares().fit(X, y).score(X, y) < 1
    Phi = polynomial_map(X, 2, 1.0)
    assert LeastSquares().fit(Phi, y).score(Phi, y) == 1


@pytest.mark.parametrize("ridge", [1.0, 100.0])
def test_on_digits_it_is_scikit_learns_ridge_classifier(ridge):
    X, y = load_usps()
    X, y = X[:1000], y[:1000]
    ours, peer = LeastSquares(ridge).fit(X, y), RidgeClassifier(ridge).fit(X, y)
    # Theirs has targets -1 and 1 instead of 0 and 1.
    np.testing.assert_allclose(2 * ours.coef_, peer.coef_, atol=1e-9)
    np.testing.assert_allclose(2 * ours.intercept_ - 1, peer.intercept_, atol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))
    T = np.eye(10)[y]
    objective = objectives.least_squares_objective(X, T, ours.coef_, ours.intercept_, ridge)
    theirs = objectives.least_squares_objective(
        X, T, peer.coef_ / 2, (peer.intercept_ + 1) / 2, ridge
    )
    assert objective <= theirs * (1 + 1e-12)


def test_on_adult_with_its_dependent_features_it_fits_as_well_as_scikit_learn():
    data = load_adult()
    X, y = data.X[:1000], data.y[:1000]
    ours, peer = least_squares(X, y), LinearRegression().fit(X, y)
    np.testing.assert_allclose(X @ ours.weights + ours.bias, peer.predict(X), atol=1e-8)
    np.testing.assert_allclose(ours.weights, peer.coef_, atol=1e-8)
    assert np.linalg.matrix_rank(X - X.mean(axis=0)) < X.shape[1]
