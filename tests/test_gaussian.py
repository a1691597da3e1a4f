"""Gaussian classifiers, held against the document's formulas, their likelihood and scikit-learn."""

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.covariance import shrunk_covariance
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)

from kernelkit import GaussianClassifier, certificates
from kernelkit.datasets import load_iris, load_usps
from kernelkit.solvers import gaussian_fit, gaussian_scores, log_posteriors

IRIS = load_iris()
CODES = np.unique(IRIS.y, return_inverse=True)[1]
both = pytest.mark.parametrize("covariance", ["shared", "per-class"])


def log_density(x, mean, covariance):
    """The logarithm of the Gaussian density as any book has it."""
    d = len(x)
    square = (x - mean) @ np.linalg.inv(covariance) @ (x - mean)
    return -0.5 * (square + np.log(np.linalg.det(covariance)) + d * np.log(2 * np.pi))


@both
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_documents_formulas(seed, covariance):
    X, y = clouds(seed)
    fit = gaussian_fit(X, y, 3, covariance)
    classes = [X[y == k] for k in range(3)]
    means = np.array([rows.mean(axis=0) for rows in classes])
    each = np.array([np.cov(rows.T, bias=True) for rows in classes])
    sigma = np.average(each, axis=0, weights=fit.priors) if covariance == "shared" else each
    np.testing.assert_allclose(fit.priors, np.bincount(y) / len(y))
    np.testing.assert_allclose(fit.means, means, atol=1e-12)
    np.testing.assert_allclose(fit.covariance, sigma, atol=1e-12)
    np.testing.assert_allclose(fit.cholesky @ fit.cholesky.swapaxes(-1, -2), sigma, atol=1e-12)
    np.testing.assert_allclose(
        fit.log_determinants, np.broadcast_to(np.linalg.slogdet(sigma)[1], 3)
    )
    sigmas = np.broadcast_to(sigma, (3, 3, 3))
    joint = np.array([
        [np.exp(log_density(x, means[k], sigmas[k])) * fit.priors[k] for k in range(3)] for x in X
    ])  # fmt: skip
    posteriors = joint / joint.sum(axis=1, keepdims=True)
    found = np.exp(log_posteriors(gaussian_scores(X, fit)))
    np.testing.assert_allclose(found, posteriors, rtol=1e-8, atol=1e-12)


@both
@given(seed=st.integers(0, 10**6), d=st.integers(1, 4), k=st.integers(2, 4))
@settings(max_examples=25)
def test_the_gradient_of_the_likelihood_is_zero(covariance, seed, d, k):
    X, y = clouds(seed, 15 * k, d, k)
    fit = gaussian_fit(X, y, k, covariance)
    scale = np.abs(np.linalg.inv(fit.covariance)).max()
    by_mean, by_covariance = certificates.gaussian_gradient(
        X, y, fit.means, fit.covariance, fit.priors
    )
    assert np.abs(by_mean).max() < 1e-10 * len(X) * scale
    assert np.abs(by_covariance).max() < 1e-10 * len(X) * scale**2
    assert certificates.lagrange_residual(np.bincount(y), fit.priors) < 1e-12


@both
def test_no_step_away_is_more_likely(covariance):
    X, y = IRIS.X, CODES
    fit = gaussian_fit(X, y, 3, covariance)
    best = certificates.gaussian_log_likelihood(X, y, fit.means, fit.covariance, fit.priors)
    random = np.random.default_rng(0)
    for _ in range(10):
        means = fit.means + 1e-3 * random.normal(size=fit.means.shape)
        step = 1e-3 * random.normal(size=(4, 4))
        near = fit.covariance + step @ step.T
        for other in ((means, fit.covariance), (fit.means, near), (means, near)):
            assert certificates.gaussian_log_likelihood(X, y, *other, fit.priors) < best


def bend(X, covariance, shrinkage=0.0):
    """How far log posteriors' differences are from affine on lines through pairs of samples."""
    model = GaussianClassifier(covariance, shrinkage).fit(IRIS.X, IRIS.y)
    A, B = X[:-1], X[1:]

    def difference(points):
        log = model.predict_log_proba(points)
        return log[:, [1]] - log[:, [0, 2]]

    ends = 0.5 * (difference(A) + difference(B))
    return np.abs(difference(0.5 * (A + B)) - ends) / (1.0 + np.abs(ends))


def test_shared_covariance_gives_linear_boundaries():
    assert bend(IRIS.X, "shared").max() < 1e-9
    assert bend(IRIS.X, "shared", 0.1).max() < 1e-9
    assert bend(IRIS.X, "per-class").max() > 0.01


def test_covariance_per_class_gives_quadratic_boundaries():
    """Third differences of a quadratic vanish, second differences do not."""
    model = GaussianClassifier("per-class").fit(IRIS.X, IRIS.y)
    step = np.array([0.3, -0.2, 0.4, 0.1])
    log = model.predict_log_proba(IRIS.X.mean(axis=0) + np.arange(8)[:, None] * step)
    f = log[:, 2] - log[:, 1]
    assert np.abs(np.diff(f, 2)).min() > 1e-3
    assert np.abs(np.diff(f, 3)).max() < 1e-9 * np.abs(f).max()


def test_posteriors_survive_samples_far_from_every_class():
    X = IRIS.X + 1e4
    for covariance in ("shared", "per-class"):
        model = GaussianClassifier(covariance).fit(IRIS.X, IRIS.y)
        P = model.predict_proba(X)
        np.testing.assert_allclose(P.sum(axis=1), 1.0, rtol=1e-14)
        assert np.isfinite(model.predict_log_proba(X)).all()


@both
def test_an_offset_does_not_cost_digits(covariance):
    """Whole numbers whose means are whole too: an offset of 2^40 changes no bit of what matters."""
    y = np.arange(96) % 3
    X = 32.0 * (np.random.default_rng(0).integers(-50, 50, (96, 3)) + 20 * y[:, None])
    plain = GaussianClassifier(covariance).fit(X, y)
    shifted = GaussianClassifier(covariance).fit(X + 2.0**40, y)
    np.testing.assert_allclose(
        shifted.predict_log_proba(X + 2.0**40), plain.predict_log_proba(X), rtol=1e-9, atol=1e-9
    )


@both
def test_units_do_not_matter(covariance):
    units = np.array([1e-8, 1e8, 1.0, 1e3])
    plain = GaussianClassifier(covariance).fit(IRIS.X, IRIS.y).predict_proba(IRIS.X)
    wild = GaussianClassifier(covariance).fit(IRIS.X * units, IRIS.y)
    np.testing.assert_allclose(wild.predict_proba(IRIS.X * units), plain, atol=1e-9)


@both
def test_order_and_copies_of_the_samples_do_not_matter(covariance):
    X, y = clouds(5)
    fit = gaussian_fit(X, y, 3, covariance, 0.1)
    order = np.random.default_rng(0).permutation(len(X))
    for other in (
        gaussian_fit(X[order], y[order], 3, covariance, 0.1),
        gaussian_fit(np.tile(X, (3, 1)), np.tile(y, 3), 3, covariance, 0.1),
    ):
        for a, b in zip(fit, other, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


@both
def test_float32_is_summed_in_float64(covariance):
    X = (IRIS.X + 1000.0).astype(np.float32)
    narrow = gaussian_fit(X, CODES, 3, covariance)
    wide = gaussian_fit(X.astype(np.float64), CODES, 3, covariance)
    np.testing.assert_array_equal(narrow.covariance, wide.covariance)
    np.testing.assert_array_equal(
        gaussian_scores(X, narrow), gaussian_scores(X.astype(float), wide)
    )


@pytest.mark.parametrize("shrinkage", [0.0, 0.2, 1.0])
def test_shared_covariance_is_linear_discriminant_analysis(shrinkage):
    peer = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=shrinkage or None).fit(
        IRIS.X, IRIS.y
    )
    model = GaussianClassifier("shared", shrinkage).fit(IRIS.X, IRIS.y)
    np.testing.assert_allclose(model.covariance_, peer.covariance_, atol=1e-12)
    np.testing.assert_allclose(
        model.predict_log_proba(IRIS.X), peer.predict_log_proba(IRIS.X), rtol=1e-7, atol=1e-9
    )
    scores, theirs = model.decision_function(IRIS.X), peer.decision_function(IRIS.X)
    np.testing.assert_allclose(np.diff(scores), np.diff(theirs), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("shrinkage", [0.0, 0.2])
def test_covariance_per_class_is_quadratic_discriminant_analysis(shrinkage):
    options = {"solver": "eigen", "shrinkage": shrinkage} if shrinkage else {}
    peer = QuadraticDiscriminantAnalysis(store_covariance=True, **options).fit(IRIS.X, IRIS.y)
    model = GaussianClassifier("per-class", shrinkage).fit(IRIS.X, IRIS.y)
    np.testing.assert_allclose(model.covariance_, peer.covariance_, atol=1e-12)
    np.testing.assert_allclose(
        model.predict_log_proba(IRIS.X), peer.predict_log_proba(IRIS.X), rtol=1e-7, atol=1e-9
    )


def test_digits_are_told_apart_as_the_peers_do():
    X, y = load_usps()
    X, y, new, truth = X[:1500, ::2], y[:1500], X[1500:2500, ::2], y[1500:2500]
    linear = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1).fit(X, y)
    model = GaussianClassifier(shrinkage=0.1).fit(X, y)
    np.testing.assert_array_equal(model.predict(new), linear.predict(new))
    quadratic = QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.1).fit(X, y)
    model = GaussianClassifier("per-class", 0.1).fit(X, y)
    np.testing.assert_array_equal(model.predict(new), quadratic.predict(new))
    assert model.score(new, truth) > 0.93


def test_two_classes_have_one_decision_value():
    X, y = IRIS.select(["versicolor", "virginica"])
    model = GaussianClassifier("per-class").fit(X, y)
    f, log = model.decision_function(X), model.predict_log_proba(X)
    np.testing.assert_allclose(f, log[:, 1] - log[:, 0], atol=1e-9)
    np.testing.assert_array_equal(model.predict(X) == "virginica", f > 0)


def test_shrinkage_moves_towards_a_ball():
    X, y = clouds(3)
    sigma = gaussian_fit(X, y, 3).covariance
    for s in (0.01, 0.5, 1.0):
        fit = gaussian_fit(X, y, 3, shrinkage=s)
        np.testing.assert_allclose(fit.covariance, shrunk_covariance(sigma, s), atol=1e-12)


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
