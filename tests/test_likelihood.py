"""The certificates of the generative classifiers: derivatives against finite differences."""

import numpy as np
import pytest
from checks import assert_kind_error
from scipy.stats import multivariate_normal

from kernelkit import certificates

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(12, 2))
Y = np.arange(12) % 3
MEANS = RANDOM.normal(size=(3, 2))
ROOTS = RANDOM.normal(size=(3, 2, 2))
SIGMAS = ROOTS @ ROOTS.swapaxes(1, 2) + np.eye(2)
PRIORS = np.array([0.2, 0.5, 0.3])


@pytest.mark.parametrize("sigma", [SIGMAS, SIGMAS[0]], ids=["per-class", "shared"])
def test_the_gaussian_likelihood_is_scipys_and_its_gradient_that_of_finite_differences(sigma):
    def likelihood(means, sigma):
        return certificates.gaussian_log_likelihood(X, Y, means, sigma, PRIORS)

    sigmas = np.broadcast_to(sigma, SIGMAS.shape)
    expected = sum(
        multivariate_normal(MEANS[k], sigmas[k]).logpdf(x) + np.log(PRIORS[k])
        for x, k in zip(X, Y, strict=True)
    )
    assert likelihood(MEANS, sigma) == pytest.approx(expected)
    by_mean, by_sigma = certificates.gaussian_gradient(X, Y, MEANS, sigma, PRIORS)
    assert by_sigma.shape == sigma.shape
    h = 1e-6
    for at in np.ndindex(MEANS.shape):
        step = np.zeros_like(MEANS)
        step[at] = h
        slope = (likelihood(MEANS + step, sigma) - likelihood(MEANS - step, sigma)) / (2 * h)
        assert by_mean[at] == pytest.approx(slope, rel=1e-6, abs=1e-6)
    for at in np.ndindex(sigma.shape):
        step = np.zeros_like(sigma)
        step[at] = h
        slope = (likelihood(MEANS, sigma + step) - likelihood(MEANS, sigma - step)) / (2 * h)
        assert by_sigma[at] == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_lagranges_condition_is_a_projected_gradient():
    """The residual is the derivative along the simplex, up to its scale, zero at the maximum."""
    N, p = np.array([3.0, 1.0, 4.0]), np.array([0.2, 0.3, 0.5])
    assert certificates.lagrange_residual(N, N / 8) == pytest.approx(0.0, abs=1e-15)
    assert certificates.lagrange_residual(N, p) == pytest.approx(3 / (8 * 0.2) - 1)
    h = 1e-6
    step = h * np.array([1.0, -1.0, 0.0])
    slope = (N @ np.log(p + step) - N @ np.log(p - step)) / (2 * h)
    assert slope == pytest.approx(N[0] / p[0] - N[1] / p[1])
    assert certificates.lagrange_residual(N, N / 16) == pytest.approx(1.0), "sum is 1/2"


def test_lagranges_condition_where_a_probability_is_zero():
    assert certificates.lagrange_residual([3, 0], [1.0, 0.0]) == 0.0
    assert certificates.lagrange_residual([3, 1], [1.0, 0.0]) == np.inf


def test_bad_covariances_are_named():
    for certify in (certificates.gaussian_log_likelihood, certificates.gaussian_gradient):
        words = r"covariance must have shape \(2, 2\) or \(3, 2, 2\), got \(3, 3\)"
        assert_kind_error(ValueError, words, certify, X, Y, MEANS, np.eye(3), PRIORS)
    words = "covariance must be positive definite"
    certify = certificates.gaussian_log_likelihood
    assert_kind_error(ValueError, words, certify, X, Y, MEANS, np.diag([1.0, -1.0]), PRIORS)
