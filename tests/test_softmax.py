"""The softmax, held against two classes, its equations, NumPy, linear programming and a peer."""

import numpy as np
import objectives
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from overlap import overlapping, three_classes
from sklearn import linear_model
from threadpoolctl import threadpool_limits

from kernelkit.datasets import load_iris, load_usps
from kernelkit.solvers import logistic_newton, softmax_newton
from kernelkit.solvers.logistic import newton

IRIS = load_iris()
CODES = np.unique(IRIS.y, return_inverse=True)[1]
USPS = load_usps()


def newtons_method(X, y, k, v, steps):
    """Newton's method in plain NumPy; of all solutions of a step the shortest."""
    d = X.shape[1]
    theta = np.zeros((k, d + 1))
    for _ in range(steps):
        W, b = theta[:, :-1], theta[:, -1]
        gradient = objectives.softmax_gradient(X, y, W, b, v).ravel()
        H = objectives.softmax_hessian(X, y, W, b, v)
        theta = theta - (np.linalg.pinv(H, rcond=1e-12) @ gradient).reshape(k, d + 1)
    return theta


@pytest.mark.parametrize("v", [np.inf, 0.5])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_newtons_method(seed, v):
    X, y = three_classes(seed)
    result = softmax_newton(X, y, 3, v)
    expected = newtons_method(X, y, 3, v, len(result.objective) - 1)
    np.testing.assert_allclose(
        np.column_stack([result.weights, result.bias]), expected, rtol=1e-6, atol=1e-8
    )
    assert result.converged


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([np.inf, 0.01, 1.0, 1e3]))
def test_the_gradient_is_zero_at_the_optimum(seed, v):
    X, y = three_classes(seed)
    result = softmax_newton(X, y, 3, v)
    gradient = objectives.softmax_gradient(X, y, result.weights, result.bias, v)
    assert np.linalg.norm(gradient) < 1e-5 * len(y)
    value = objectives.softmax_objective(X, y, result.weights, result.bias, v)
    assert value == pytest.approx(result.objective[-1], rel=1e-12)
    np.testing.assert_allclose(result.weights.sum(axis=0), 0.0, atol=1e-9)
    assert result.bias.sum() == pytest.approx(0.0, abs=1e-9)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([np.inf, 0.3]))
def test_two_classes_are_the_sigmoid_with_twice_the_variance(seed, v):
    X, y = overlapping(seed)
    many = softmax_newton(X, (y > 0).astype(int), 2, v)
    two = logistic_newton(X, y, 2 * v)
    np.testing.assert_allclose(many.weights[1] - many.weights[0], two.weights, rtol=1e-6, atol=1e-8)
    assert many.bias[1] - many.bias[0] == pytest.approx(two.bias, rel=1e-6, abs=1e-8)


def test_renamed_classes_are_the_same_classes():
    new = np.array([2, 0, 1])
    plain, renamed = softmax_newton(IRIS.X, CODES, 3, 1.0), softmax_newton(IRIS.X, new[CODES], 3, 1)
    np.testing.assert_allclose(renamed.weights[new], plain.weights, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(renamed.bias[new], plain.bias, rtol=1e-7)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_the_order_does_not_matter(seed):
    X, y = three_classes(seed)
    random = np.random.default_rng(seed)
    order = random.permutation(len(y))
    plain = softmax_newton(X, y, 3, 1.0)
    np.testing.assert_allclose(
        softmax_newton(X[order], y[order], 3, 1.0).weights, plain.weights, rtol=1e-6, atol=1e-8
    )


@pytest.mark.parametrize("units", [[1e-8, 1e8, 1.0], [1e-100, 1.0, 1e100]])
def test_units_do_not_matter_to_maximum_likelihood(units):
    X, y = three_classes(6)
    plain, scaled = softmax_newton(X, y, 3), softmax_newton(X * units, y, 3)
    np.testing.assert_allclose(scaled.weights * units, plain.weights, rtol=1e-8)


def test_digits_by_conjugate_gradients():
    X, y = USPS.X[:800], USPS.y[:800]
    result = softmax_newton(X, y, 10, 1.0)
    assert result.converged
    value = objectives.softmax_objective(X, y, result.weights, result.bias, 1.0)
    peer = linear_model.LogisticRegression(C=1.0, solver="newton-cg", tol=1e-6).fit(X, y)
    theirs = objectives.softmax_objective(X, y, peer.coef_, peer.intercept_, 1.0)
    assert value == pytest.approx(result.objective[-1], rel=1e-12)
    assert value <= theirs * (1 + 1e-7)
    with threadpool_limits(1):  # BLAS rounds a large product differently
        one = softmax_newton(X, y, 10, 1.0)
    np.testing.assert_allclose(one.weights, result.weights, atol=1e-9)


@pytest.mark.parametrize("blocks", [True, False])
def test_conjugate_gradients_find_the_same(monkeypatch, blocks):
    exact = softmax_newton(IRIS.X, CODES, 3, 10.0)
    monkeypatch.setattr(newton, "few_parameters", lambda _: False)
    monkeypatch.setattr(newton, "LARGEST_HESSIAN", 5 if blocks else 4)
    truncated = softmax_newton(IRIS.X, CODES, 3, 10.0, tolerance=1e-12)
    assert truncated.converged
    np.testing.assert_allclose(truncated.weights, exact.weights, atol=1e-4)
    assert truncated.objective[-1] == pytest.approx(exact.objective[-1], rel=1e-9)
