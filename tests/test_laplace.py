"""Laplace's approximation, held against quadrature, and the Bayesian classifier on top of it."""

import numpy as np
import objectives
import pytest
from overlap import overlapping
from scipy.special import expit
from scipy.stats import norm

from kernelkit.datasets import load_iris
from kernelkit.estimators import BayesianLogisticRegression, LogisticRegression
from kernelkit.solvers import laplace_posterior, logistic_newton, probit_log_odds

IRIS = load_iris()
X1, Y1 = overlapping(0, n=40, d=1)
QUERIES = np.array([[-40.0], [-3.0], [-0.5], [0.0], [0.4], [1.0], [2.5], [40.0]])


def averaged_sigmoid(mean, variance):
    """The integral of sigma(f) N(f; mean, variance) on a fine grid."""
    grid = np.linspace(-9, 9, 4001)
    f = mean[:, None] + np.sqrt(variance)[:, None] * grid
    return np.trapezoid(expit(f) * norm.pdf(grid), grid, axis=1)


def under_the_true_posterior(X, y, v, queries):
    """p(y = 1 | x) by summing over a grid of weights and biases, with no approximation."""
    posterior = laplace_posterior(X, y, v)
    spread = np.sqrt(posterior.covariance.diagonal())
    axes = [m + s * np.linspace(-7, 7, 161) for m, s in zip(posterior.mean, spread, strict=True)]
    w, b = (axis.ravel() for axis in np.meshgrid(*axes))
    margins = y * (np.outer(w, X[:, 0]) + b[:, None])
    log_density = -np.logaddexp(0, -margins).sum(axis=1) - w**2 / (2 * v)
    density = np.exp(log_density - log_density.max())
    return density @ expit(np.outer(w, queries[:, 0]) + b[:, None]) / density.sum()


@pytest.mark.parametrize("v", [0.1, 1.0, 50.0])
def test_mean_is_the_map_estimate_and_covariance_the_inverse_hessian(v):
    X, y = overlapping(1)
    posterior = laplace_posterior(X, y, v)
    estimate = logistic_newton(X, y, v)
    np.testing.assert_array_equal(posterior.mean, [*estimate.weights, estimate.bias])
    np.testing.assert_array_equal(posterior.objective, estimate.objective)
    H = objectives.logistic_hessian(X, y, estimate.weights, estimate.bias, v)
    np.testing.assert_allclose(posterior.covariance @ H, np.eye(4), atol=1e-9)
    np.testing.assert_array_equal(posterior.covariance, posterior.covariance.T)


@pytest.mark.parametrize("v", [0.3, 5.0])
def test_predictions_agree_with_quadrature_in_one_dimension(v):
    posterior = laplace_posterior(X1, Y1, v)
    rows = np.column_stack([QUERIES, np.ones(len(QUERIES))])
    variance = np.einsum("ij,jk,ik->i", rows, posterior.covariance, rows)
    exact = averaged_sigmoid(rows @ posterior.mean, variance)
    # The worst the probit approximation does, over all means and variances, is about 0.02.
    np.testing.assert_allclose(expit(probit_log_odds(posterior, QUERIES)), exact, atol=0.02)


@pytest.mark.parametrize("v", [0.3, 5.0])
def test_laplace_is_near_the_true_posterior_in_one_dimension(v):
    exact = under_the_true_posterior(X1, Y1, v, QUERIES)
    posterior = laplace_posterior(X1, Y1, v)
    ours = expit(probit_log_odds(posterior, QUERIES))
    np.testing.assert_allclose(ours, exact, atol=0.06)
    alone = expit(QUERIES[:, 0] * posterior.mean[0] + posterior.mean[1])
    assert np.abs(ours - exact).max() < np.abs(alone - exact).max()


def test_far_from_the_data_predictions_stay_unsure():
    X, y = IRIS.select(["versicolor", "virginica"])
    bayesian = BayesianLogisticRegression(prior_variance=10.0).fit(X, y)
    plain = LogisticRegression(prior_variance=10.0).fit(X, y)
    np.testing.assert_allclose(bayesian.coef_, plain.coef_, rtol=1e-9)
    far = X[:1] + 1000.0 * bayesian.coef_
    assert plain.predict_proba(far)[0, 1] == 1.0
    assert 0.9 < bayesian.predict_proba(far)[0, 1] < 0.9999
    np.testing.assert_array_equal(bayesian.predict(X), plain.predict(X))
    unsure = np.abs(bayesian.predict_proba(X)[:, 1] - 0.5)
    assert (unsure <= np.abs(plain.predict_proba(X)[:, 1] - 0.5) + 1e-12).all()


def test_the_classifier_says_what_it_learnt():
    X, y = IRIS.select(["versicolor", "virginica"])
    probit = BayesianLogisticRegression().fit(X, y)
    np.testing.assert_allclose(probit.predict_proba(X).sum(axis=1), 1.0, rtol=1e-14)
    np.testing.assert_allclose(
        np.log(probit.predict_proba(X)), probit.predict_log_proba(X), atol=1e-12
    )
    assert probit.learning_curve_.shape == (probit.n_iter_ + 1,)
    assert probit.converged_
    assert probit.covariance_.shape == (5, 5)
