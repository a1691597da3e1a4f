"""Whether a maximum of the likelihood exists, by linear programming and on flowers and digits."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from overlap import NO_MAXIMUM, has_direction
from sklearn.exceptions import ConvergenceWarning

from kernelkit import certificates
from kernelkit.datasets import load_iris, load_usps
from kernelkit.solvers import logistic_newton, softmax_newton
from kernelkit.solvers.logistic import newton

IRIS = load_iris()
CODES = np.unique(IRIS.y, return_inverse=True)[1]
USPS = load_usps()


def fit(solver, exact, *data):
    """Fit by factorisations or by conjugate gradients; what comes out, and the warnings."""
    with warnings.catch_warnings(record=True) as caught, pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("always")
        patch.setattr(newton, "few_parameters", lambda _: exact)
        if not exact:  # the loop of the core makes a Hessian in any case
            patch.setattr(newton, "FEW_PARAMETERS", 0)
        return solver(*data), caught


def test_versicolor_and_virginica_overlap_and_setosa_does_not():
    names = ["versicolor", "virginica"]
    X, y = IRIS.select(names)
    assert logistic_newton(X, np.where(y == names[0], 1, -1)).converged
    X, y = IRIS.select(["setosa", "versicolor"])
    with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):
        result = logistic_newton(X, np.where(y == "setosa", 1, -1))
    assert result.separable
    assert not result.converged
    assert len(result.objective) < 6, "the first iterate that separates is proof enough"
    assert np.isfinite([*result.weights, result.bias]).all()
    assert certificates.margin(X, np.where(y == "setosa", 1, -1), result.weights, result.bias) > 0


def test_a_finite_prior_holds_the_weights_of_separable_data():
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), [-1, -1, 1, 1]
    weights = [float(logistic_newton(X, y, v).weights[0]) for v in (1.0, 1e3, 1e6, 1e12)]
    assert weights == sorted(weights)
    for w, v in zip(weights, (1.0, 1e3, 1e6, 1e12), strict=True):
        # The slope of (R1) in one dimension, by hand.
        assert w / v == pytest.approx(2 / (1 + np.exp(w)) + 4 / (1 + np.exp(2 * w)), rel=1e-3)


def test_a_prior_too_wide_to_hold_them_is_a_warning_too():
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), [-1, -1, 1, 1]
    with pytest.warns(ConvergenceWarning, match="did not converge.*set a smaller prior_variance"):
        result = logistic_newton(X, y, 1e100)
    assert not result.converged
    assert np.isfinite([*result.weights, result.bias]).all()


def test_classes_that_hardly_overlap_are_not_separable():
    overlap = 1e-8
    result = logistic_newton([[-1.0], [-overlap], [overlap], [1.0]], [-1, 1, -1, 1])
    assert result.converged
    # Of the slope of (R1) in one dimension what matters is 2 / (1 + exp(w)) - overlap.
    assert result.weights[0] == pytest.approx(np.log(2 / overlap), abs=0.01)


def test_units_do_not_matter_to_separation():
    random = np.random.default_rng(0)
    X = random.normal(size=(30, 3))
    X[20:, 0] = 0.0  # of both classes, on the boundary itself
    y = np.where(np.arange(30) < 20, np.sign(X[:, 0]), np.resize([1.0, -1.0], 30))
    for units in ([1.0, 1.0, 1.0], [1e-8, 1e8, 1.0], [1e8, 1.0, 1e-8]):
        with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):
            assert logistic_newton(X * units, y).separable


def test_setosa_makes_the_likelihood_of_iris_unbounded():
    with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):
        result = softmax_newton(IRIS.X, CODES, 3)
    assert result.separable
    assert np.isfinite(result.weights).all()
    assert 5.9 < result.objective[-1] < 6.0, "versicolor and virginica still overlap"


def test_conjugate_gradients_see_complete_separation():
    X, y = USPS.X[:300], USPS.y[:300]
    with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):
        result = softmax_newton(X, y, 10)
    F = X @ result.weights.T + result.bias
    assert result.separable
    assert (F.argmax(axis=1) == y).all()


@settings(max_examples=100)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(4, 40),
    d=st.integers(1, 4),
    kind=st.sampled_from(["grid", "indicators", "cloud", "boundary"]),
    noise=st.sampled_from([0.0, 0.3, 1.5]),
    exact=st.booleans(),
)
def test_two_classes_are_separable_as_linear_programming_says(seed, n, d, kind, noise, exact):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    w = random.normal(size=d)
    if kind == "grid":
        X = X.round()
    if kind == "indicators":
        X = (X > 1.0).astype(float)
    y = np.where(X @ w + noise * random.normal(size=n) > 0.1, 1.0, -1.0)
    if kind == "boundary":  # with samples of both classes on the boundary itself
        X = np.vstack([X, X - np.outer(X @ w, w) / (w @ w)])
        y = np.append(np.where(X[:n] @ w > 0, 1.0, -1.0), np.resize([1.0, -1.0], n))
    if abs(y.sum()) == len(y):
        y[0] = -y[0]
    separable = has_direction(y[:, None] * np.column_stack([X, np.ones(len(X))]))
    result, caught = fit(logistic_newton, exact, X, y)
    assert (result.separable, result.converged) == (separable, not separable)
    assert [NO_MAXIMUM[:20] in str(w.message) for w in caught] == [True] * separable
    assert np.isfinite([*result.weights, result.bias]).all()


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(6, 30),
    d=st.integers(1, 3),
    whole=st.booleans(),
    noise=st.sampled_from([0.0, 0.5, 2.0]),
    exact=st.booleans(),
)
def test_three_classes_are_separable_as_linear_programming_says(seed, n, d, whole, noise, exact):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    X = X.round() if whole else X
    F = X @ random.normal(size=(d, 3)) + noise * random.normal(size=(n, 3))
    y = F.argmax(axis=1)
    y[:3] = np.arange(3)
    Z = np.column_stack([X, np.ones(n)])
    difference = np.eye(3)[y][:, None, :] - np.eye(3)
    rows = np.einsum("ica,ij->icaj", difference, Z).reshape(3 * n, -1)
    separable = has_direction(rows)
    result, caught = fit(softmax_newton, exact, X, y, 3)
    assert (result.separable, result.converged) == (separable, not separable)
    assert len(caught) == separable
