"""Covariances: shrunk, singular, and named when they are."""

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from sklearn.covariance import shrunk_covariance

from kernelkit import GaussianClassifier
from kernelkit.solvers import gaussian_fit

both = pytest.mark.parametrize("covariance", ["shared", "per-class"])


def test_shrinkage_moves_towards_a_ball():
    X, y = clouds(3)
    sigma = gaussian_fit(X, y, 3).covariance
    for s in (0.01, 0.5, 1.0):
        fit = gaussian_fit(X, y, 3, shrinkage=s)
        np.testing.assert_allclose(fit.covariance, shrunk_covariance(sigma, s), atol=1e-12)
        assert fit.shrinkage == s


@both
@pytest.mark.parametrize("case", ["constant", "copy", "sum", "few"])
def test_a_singular_covariance_is_named(case, covariance):
    X, y = clouds(2, 40, 4, 2)
    where = "the 2 classes" if covariance == "shared" else "class 0"
    words = {
        "constant": f"feature 2 does not vary within {where}",
        "copy": f"within {where} feature 3 is a linear combination of the features before it",
        "sum": f"within {where} feature 3 is a linear combination of the features before it",
        "few": rf"\d samples of {where} are too few for 4 features",
    }[case]
    if case == "constant":
        X[:, 2] = 0.1 + 1e3 * y
    elif case == "copy":
        X[:, 3] = 1e-7 * X[:, 1] + 5.0
    elif case == "sum":
        X[:, 3] = X[:, 0] - 3.0 * X[:, 1] + X[:, 2]
    else:
        X, y = X[:5], y[:5]
    words = f"shrinkage must be above 0 where a covariance is singular: {words}; try shrinkage=0.1"
    assert_kind_error(ValueError, words, gaussian_fit, X, y, 2, covariance)
    assert np.isfinite(gaussian_fit(X, y, 2, covariance, 0.1).log_determinants).all()


def test_many_more_features_than_samples():
    X = np.random.default_rng(0).normal(size=(30, 200))
    y = np.arange(30) % 2
    words = "30 samples of the 2 classes are too few for 200 features"
    assert_kind_error(ValueError, words, gaussian_fit, X, y, 2)
    P = GaussianClassifier("per-class", 0.1).fit(X, y).predict_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1.0, rtol=1e-14)


def test_errors_name_classes_as_people_do():
    X, y = np.array([[0.0], [0.0], [1.0], [3.0]]), ["ham", "ham", "spam", "spam"]
    words = "X must vary within class ham, got samples that are all alike there; shrinkage does not"
    for shrinkage in (0.0, 0.5):
        assert_kind_error(ValueError, words, GaussianClassifier("per-class", shrinkage).fit, X, y)
    words = "feature 1 does not vary within class spam"
    X = [[0.0, 2.0], [1.0, 5.0], [2.0, 3.0], [1.0, 0.1], [3.0, 0.1], [7.0, 0.1]]
    y = ["ham"] * 3 + ["spam"] * 3
    assert_kind_error(ValueError, words, GaussianClassifier("per-class").fit, X, y)


def test_overflow_is_no_covariance():
    X, y = clouds(2, 40, 2, 2)
    with np.errstate(all="ignore"):
        assert_kind_error(ValueError, "covariance is singular", gaussian_fit, 1e200 * X, y, 2)
