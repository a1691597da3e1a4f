"""Logistic regression of two classes, held against its equations, NumPy, invariances and a peer."""

import numpy as np
import objectives
import pytest
from checks import assert_kind_error
from hypothesis import given, settings
from hypothesis import strategies as st
from overlap import NO_MAXIMUM, overlapping
from sklearn import linear_model
from sklearn.exceptions import ConvergenceWarning

from kernelkit import certificates
from kernelkit.datasets import load_adult
from kernelkit.solvers import logistic_newton
from kernelkit.solvers.logistic import newton

ADULT = load_adult()


def newtons_method(X, y, v, steps):
    """Newton's method in plain NumPy, without a line search, from the document's likelihood."""
    X = np.column_stack([X, np.ones(len(X))])
    prior = np.append(np.full(X.shape[1] - 1, 1 / v), 0.0)
    theta = np.zeros(X.shape[1])
    path = [theta]
    for _ in range(steps):
        sigma = 1 / (1 + np.exp(y * (X @ theta)))
        gradient = -X.T @ (y * sigma) + prior * theta
        H = X.T @ np.diag(sigma * (1 - sigma)) @ X + np.diag(prior)
        theta = theta - np.linalg.solve(H, gradient)
        path.append(theta)
    return np.array(path)


def gradient_norm(X, y, result, v):
    return np.linalg.norm(objectives.logistic_gradient(X, y, result.weights, result.bias, v))


@pytest.mark.parametrize("v", [np.inf, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_newtons_method(seed, v):
    X, y = overlapping(seed)
    result = logistic_newton(X, y, v)
    path = newtons_method(X, y, v, len(result.objective) - 1)
    expected = [objectives.logistic_objective(X, y, w[:-1], w[-1], v) for w in path]
    np.testing.assert_allclose(result.objective, expected, rtol=1e-10)
    np.testing.assert_allclose([*result.weights, result.bias], path[-1], rtol=1e-7, atol=1e-9)
    assert result.objective[0] == pytest.approx(len(y) * np.log(2))
    assert result.converged
    assert not result.separable


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([0.01, 1.0, 1e3]))
def test_the_gradient_is_zero_at_the_optimum(seed, v):
    X, y = overlapping(seed)
    result = logistic_newton(X, y, v)
    assert gradient_norm(X, y, result, v) < 1e-5 * len(y)
    assert (np.diff(result.objective) <= 1e-12 * len(y)).all()


@pytest.mark.parametrize("v", [1.0, 100.0])
def test_scikit_learn_finds_the_same_on_adult(v):
    X, y = ADULT.X[:4000], ADULT.y[:4000]
    peer = linear_model.LogisticRegression(C=v, solver="newton-cholesky", tol=1e-10).fit(X, y)
    ours = logistic_newton(X, y, v)
    np.testing.assert_allclose(ours.weights, peer.coef_[0], atol=1e-4)
    assert ours.bias == pytest.approx(peer.intercept_[0], abs=1e-4)
    theirs = objectives.logistic_objective(X, y, peer.coef_[0], peer.intercept_[0], v)
    assert ours.objective[-1] <= theirs * (1 + 1e-12)


@pytest.mark.storm
@pytest.mark.compiled
def test_all_of_adult_converges_and_needs_a_prior():
    X, y = ADULT
    result = logistic_newton(X, y, 1.0)
    assert result.converged
    assert gradient_norm(X, y, result, 1.0) < 1e-3
    with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):  # some indicators have one class only
        assert logistic_newton(X, y).separable


def test_single_precision_in_the_first_steps_changes_nothing(monkeypatch):
    X, y = overlapping(3, n=400)
    X *= [1e-30, 1.0, 1e30]  # squares of these have no place in single precision
    monkeypatch.setattr(newton, "FEW_PARAMETERS", 0)
    monkeypatch.setattr(newton, "EXPENSIVE_HESSIAN", 0)
    rough = logistic_newton(X, y)
    monkeypatch.setattr(newton, "EXPENSIVE_HESSIAN", np.inf)
    exact = logistic_newton(X, y)
    assert rough.objective.tolist() != exact.objective.tolist()
    np.testing.assert_allclose(rough.weights, exact.weights, rtol=1e-7)


def test_conjugate_gradients_find_the_same(monkeypatch):
    X, y = overlapping(4)
    exact = logistic_newton(X, y, 2.0)
    monkeypatch.setattr(newton, "FEW_PARAMETERS", 0)
    monkeypatch.setattr(newton, "few_parameters", lambda _: False)
    truncated = logistic_newton(X, y, 2.0, tolerance=1e-12)
    np.testing.assert_allclose(truncated.weights, exact.weights, atol=1e-5)
    assert truncated.objective[-1] == pytest.approx(exact.objective[-1], rel=1e-10)


@pytest.mark.parametrize("v", [1.0, np.inf])
def test_more_features_than_a_hessian_holds(v):
    random = np.random.default_rng(0)
    X = random.normal(size=(40, 1200))
    y = np.where(X[:, 0] + random.normal(size=40) > 0, 1, -1)
    if v == np.inf:
        with pytest.warns(ConvergenceWarning, match=NO_MAXIMUM):
            result = logistic_newton(X, y, v)
        assert certificates.margin(X, y, result.weights, result.bias) > 0
    else:
        result = logistic_newton(X, y, v)
        assert result.converged
        assert gradient_norm(X, y, result, v) < 1e-2


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([np.inf, 1.0]))
def test_the_order_of_samples_does_not_matter(seed, v):
    X, y = overlapping(seed)
    order = np.random.default_rng(seed).permutation(len(y))
    np.testing.assert_allclose(
        logistic_newton(X[order], y[order], v).weights,
        logistic_newton(X, y, v).weights,
        rtol=1e-6,
        atol=1e-8,
    )


def test_exchanged_labels_change_signs():
    X, y = overlapping(5)
    ours, other = logistic_newton(X, y, 3.0), logistic_newton(X, -y, 3.0)
    np.testing.assert_allclose(ours.weights, -other.weights, rtol=1e-9)
    assert ours.bias == pytest.approx(-other.bias)


@pytest.mark.parametrize("units", [[1e-8, 1e8, 1.0], [1e-100, 1.0, 1e100]])
def test_units_do_not_matter_to_maximum_likelihood(units):
    X, y = overlapping(6)
    plain, scaled = logistic_newton(X, y), logistic_newton(X * units, y)
    np.testing.assert_allclose(scaled.weights * units, plain.weights, rtol=1e-9)
    assert scaled.converged


def test_features_far_from_zero_do_no_harm():
    X, y = overlapping(7)
    far = np.array([1e7, -1e6, 0.0])
    plain, moved = logistic_newton(X, y, 1.0), logistic_newton(X + far, y, 1.0)
    np.testing.assert_allclose(moved.weights, plain.weights, rtol=1e-6)


@pytest.mark.parametrize("v", [np.inf, 1.0])
def test_constant_and_repeated_features_are_harmless(v):
    X, y = overlapping(8)
    plain = logistic_newton(X, y, v)
    wide = logistic_newton(np.column_stack([X, np.full(len(X), 7.0)]), y, v)
    np.testing.assert_allclose(wide.weights, [*plain.weights, 0.0], rtol=1e-7, atol=1e-12)
    twice = np.column_stack([X, X])
    result = logistic_newton(twice, y, v)
    assert result.converged
    if v == np.inf:  # one of many solutions, and the same function
        f = twice @ result.weights + result.bias
        np.testing.assert_allclose(f, X @ plain.weights + plain.bias, rtol=1e-6, atol=1e-8)
        np.testing.assert_allclose(result.weights[:3], result.weights[3:], rtol=1e-6, atol=1e-8)


def test_the_line_search_keeps_the_objective_falling():
    X = np.array(
        [
            [1.4, 27.0, 12.5, 12.6, 4.1, 9.2, -0.8, -3.3, 0.1, 0.6, 7.9, -115.9, 4.4],
            [-2.2, -0.4, 1.4, 0.1, 0.1, 0.4, 5.0, 7.6, 9.7, -0.6, -0.5, -5.1, 0.6],
            [-35.0, -0.4, -48.9, -0.5, 6.0, 5.0, 14.0, -1.7, -6.4, -0.4, 0.1, -0.3, -0.3],
        ]
    ).T
    y = np.where(np.isin(np.arange(13), [1, 9]), 1.0, -1.0)
    whole = newtons_method(X, y, np.inf, 5)
    values = [objectives.logistic_objective(X, y, w[:-1], w[-1]) for w in whole]
    assert values[5] > values[4] + 0.2, "a whole step overshoots here"
    result = logistic_newton(X, y)
    assert (np.diff(result.objective) <= 1e-12).all()
    assert result.converged


def test_stopping_early_is_a_warning():
    X, y = overlapping(9)
    words = r"did not converge in 2 iterations: the last step promised .*e-\d\d per sample; allow"
    with pytest.warns(ConvergenceWarning, match=words):
        result = logistic_newton(X, y, max_iter=2)
    assert (len(result.objective), result.converged, result.separable) == (3, False, False)


def test_float32_is_computed_in_double_precision():
    X, y = overlapping(10)
    X = X.astype(np.float32)
    X.flags.writeable = False
    np.testing.assert_allclose(
        logistic_newton(X, y).weights, logistic_newton(X.astype(float), y).weights, rtol=1e-12
    )


def test_features_too_small_to_be_squared_are_refused_and_constant_ones_are_not():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(30, 2)), np.where(random.random(30) < 0.5, 1, -1)
    words = r"X must vary by at least 1e-150, or not at all, in column 1; scale it"
    assert_kind_error(ValueError, words, logistic_newton, X * [1.0, 1e-155], y)
    assert logistic_newton(X * [1.0, 0.0], y).weights[1] == 0.0
