"""Least squares, held against the document's equations, its certificates and scikit-learn."""

import numpy as np
import objectives
import pytest
from checks import assert_kind_error, linear_problem
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import check_grad

from kernelkit import losses
from kernelkit.solvers import least_squares


def appendix_e(X, y, ridge, rounds=2000):
    """Its two equations in turn, w for this w0 and w0 for this w, until nothing moves."""
    n, d = X.shape
    w0 = 0.0
    for _ in range(rounds):
        w = np.linalg.solve(X.T @ X + ridge * np.eye(d), X.T @ (y - w0))
        w0 = (y - X @ w).sum() / n
    return w, w0


@pytest.mark.parametrize("ridge", [0.0, 0.5, 20.0])
def test_it_solves_both_equations_of_appendix_e(ridge):
    X, T = linear_problem(0)
    y = np.sign(T[:, 0])
    w, w0 = appendix_e(X, y, ridge)
    result = least_squares(X, y, ridge)
    np.testing.assert_allclose(result.weights, w, rtol=1e-8)
    assert result.bias == pytest.approx(w0, rel=1e-8)
    assert result.ridge == ridge


def test_the_column_of_ones_of_section_1_2():
    X, T = linear_problem(1)
    W = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), T, rcond=None)[0]
    result = least_squares(X, T)
    np.testing.assert_allclose(np.column_stack([result.weights, result.bias]), W.T, rtol=1e-10)


@given(
    seed=st.integers(0, 10**6),
    n=st.integers(1, 25),
    d=st.integers(1, 12),
    k=st.sampled_from([None, 1, 3]),
    ridge=st.sampled_from([0.0, 1e-8, 1.0, 1e4]),
)
def test_the_gradient_is_zero_whatever_the_shape(seed, n, d, k, ridge):
    X, T = linear_problem(seed, n, d, k or 1)
    T = T[:, 0] if k is None else T
    result = least_squares(X, T, ridge)
    assert result.weights.shape == ((d,) if k is None else (k, d))
    assert np.shape(result.bias) == (() if k is None else (k,))
    by_weights, by_bias = objectives.least_squares_gradient(
        X, T, result.weights, result.bias, ridge
    )
    size = 1 + np.abs(result.weights).max() * np.abs(X).max() ** 2 * n
    assert np.abs(by_weights).max() < 1e-8 * size
    assert np.abs(by_bias).max() < 1e-8 * size


def test_the_gradient_is_the_derivative_of_the_objective():
    X, T = linear_problem(2, 12, 3, 2)

    def split(p):
        return p[:6].reshape(2, 3), p[6:]

    def objective(p):
        return objectives.least_squares_objective(X, T, *split(p), ridge=0.7)

    def gradient(p):
        by_weights, by_bias = objectives.least_squares_gradient(X, T, *split(p), ridge=0.7)
        return np.concatenate([by_weights.ravel(), by_bias])

    assert check_grad(objective, gradient, np.random.default_rng(0).normal(size=8)) < 1e-4


def test_the_objective_is_a_sum_of_the_squared_losses_of_margins():
    X, T = linear_problem(3)
    y = np.sign(T[:, 0])
    w, b = np.arange(5.0), 0.3
    expected = losses.squared(y * (X @ w + b)).sum() + 2.0 * w @ w
    assert objectives.least_squares_objective(X, y, w, b, 2.0) == pytest.approx(expected)


def test_of_many_solutions_it_is_the_shortest():
    X, T = linear_problem(4, 8, 20)
    result = least_squares(X, T)
    np.testing.assert_allclose(X @ result.weights.T + result.bias, T, atol=1e-10)
    A = X - X.mean(axis=0)
    expected = np.linalg.pinv(A) @ (T - T.mean(axis=0))
    np.testing.assert_allclose(result.weights.T, expected, atol=1e-12)


def test_a_copied_feature_shares_its_weight_and_a_constant_one_gets_none():
    X, T = linear_problem(5)
    alone = least_squares(X, T)
    more = least_squares(np.column_stack([X, X[:, 1], np.full(len(X), 0.1)]), T)
    np.testing.assert_allclose(more.weights[:, 1], alone.weights[:, 1] / 2, rtol=1e-9)
    np.testing.assert_allclose(more.weights[:, 5], alone.weights[:, 1] / 2, rtol=1e-9)
    np.testing.assert_array_equal(more.weights[:, 6], 0.0)


def test_a_tiny_ridge_leads_to_the_shortest_solution():
    X, T = linear_problem(6)
    X = np.column_stack([X, X[:, 0] + X[:, 1]])
    np.testing.assert_allclose(
        least_squares(X, T, 1e-9).weights, least_squares(X, T).weights, rtol=1e-6
    )


@given(seed=st.integers(0, 10**6), ridge=st.sampled_from([0.0, 1.0]))
def test_the_order_of_samples_does_not_matter(seed, ridge):
    X, T = linear_problem(seed)
    order = np.random.default_rng(seed).permutation(len(X))
    one, other = least_squares(X, T, ridge), least_squares(X[order], T[order], ridge)
    np.testing.assert_allclose(one.weights, other.weights, atol=1e-11)


def test_each_sample_twice_with_twice_the_ridge_is_the_same_problem():
    X, T = linear_problem(7)
    one = least_squares(X, T, 1.5)
    two = least_squares(np.vstack([X, X]), np.vstack([T, T]), 3.0)
    np.testing.assert_allclose(one.weights, two.weights, rtol=1e-10)


@given(seed=st.integers(0, 10**6), ridge=st.sampled_from([0.0, 1.0]))
def test_moving_the_samples_moves_the_intercept_alone(seed, ridge):
    X, T = linear_problem(seed)
    here, there = least_squares(X, T, ridge), least_squares(X + 1e4, T + 5.0, ridge)
    np.testing.assert_allclose(here.weights, there.weights, atol=1e-9)
    np.testing.assert_allclose(
        there.bias, here.bias + 5.0 - 1e4 * here.weights.sum(axis=1), atol=1e-6
    )


def test_columns_of_targets_are_solved_one_by_one():
    X, T = linear_problem(8)
    all_at_once = least_squares(X, T, 0.3)
    for column in range(3):
        alone = least_squares(X, T[:, column], 0.3)
        np.testing.assert_allclose(alone.weights, all_at_once.weights[column], rtol=1e-10)
        assert alone.bias == pytest.approx(all_at_once.bias[column])


@pytest.mark.parametrize("ridge", [0.0, 1e-12, 1e-3, 1.0])
def test_wildly_scaled_features(ridge):
    X, T = linear_problem(9)
    units = np.array([1e8, 1e-8, 1.0, 1e4, 1e-4])
    result = least_squares(X * units, T, ridge)
    by_weights, _ = objectives.least_squares_gradient(
        X * units, T, result.weights, result.bias, ridge
    )
    assert (np.abs(by_weights) / (units * np.linalg.norm(X, axis=0))).max() < 1e-10
    if ridge == 0:
        expected = least_squares(X, T)
        np.testing.assert_allclose(result.weights * units, expected.weights, rtol=1e-9)


def test_float32_is_as_good_as_its_digits():
    X, T = linear_problem(10)
    half = X.astype(np.float32)
    np.testing.assert_array_equal(
        least_squares(half, T).weights, least_squares(half.astype(np.float64), T).weights
    )


def test_a_point_too_easy_drags_the_boundary():
    """Section 1.2, second footnote: a value of 5 for +1 costs 16, a value of -1 only 4."""
    assert losses.squared(5.0) == 16.0
    assert losses.squared(-1.0) == 4.0
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), np.array([-1, -1, 1, 1])
    boundaries = []
    for far in (3.0, 30.0, 300.0):
        result = least_squares(np.vstack([X, [[far]]]), np.append(y, 1))
        boundaries.append(-result.bias / result.weights[0])
    assert -1 < boundaries[0] < 1, "between the classes"
    assert 1 < boundaries[1] < boundaries[2], "the sample at 1 is now on the wrong side"


def test_differences_beyond_the_largest_number_are_told():
    X = [[1e308, -1e308], [-1e308, 1e308], [1e308, 1e308], [-1e308, -1e308]]
    words = "Phi, T and ridge must be of moderate size"
    assert_kind_error(ValueError, words, least_squares, X, [1.0, -1.0, 1.0, -1.0])
