"""Least squares with a limit on the weights: its conditions, its multiplier, a general solver."""

import sys

import numpy as np
import objectives
import pytest
from checks import linear_problem
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

from kernelkit.solvers import constrained_least_squares, least_squares


@given(
    seed=st.integers(0, 10**6),
    n=st.integers(1, 25),
    d=st.integers(1, 12),
    share=st.sampled_from([1e-6, 0.1, 0.999, 1.5]),
)
def test_the_constrained_minimum_meets_its_conditions(seed, n, d, share):
    X, T = linear_problem(seed, n, d, 2)
    free = float((least_squares(X, T).weights ** 2).sum())
    C = share * free if free > 0 else share
    result = constrained_least_squares(X, T, C)
    violation = objectives.constrained_violation(X, T, result.weights, result.bias, result.ridge, C)
    assert violation < 1e-7
    assert (result.ridge == 0) == (free < C)
    if free < C:
        np.testing.assert_array_equal(result.weights, least_squares(X, T).weights)


def test_the_multiplier_is_the_ridge():
    X, T = linear_problem(12)
    for ridge in (1e-3, 1.0, 300.0):
        given_ridge = least_squares(X, T, ridge)
        found = constrained_least_squares(X, T, float((given_ridge.weights**2).sum()))
        assert found.ridge == pytest.approx(ridge, rel=1e-6)
        np.testing.assert_allclose(found.weights, given_ridge.weights, rtol=1e-7)
        np.testing.assert_allclose(found.bias, given_ridge.bias, rtol=1e-7)


def test_a_general_solver_finds_no_better_weights_within_the_limit():
    X, T = linear_problem(13, 30, 3)
    y, C = T[:, 0], 0.02
    found = constrained_least_squares(X, y, C)
    peer = minimize(
        lambda p: objectives.least_squares_objective(X, y, p[:3], p[3]),
        np.zeros(4),
        constraints={"type": "ineq", "fun": lambda p: C - p[:3] @ p[:3]},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    ours = objectives.least_squares_objective(X, y, found.weights, found.bias)
    assert ours <= peer.fun * (1 + 1e-7)
    np.testing.assert_allclose(found.weights, peer.x[:3], atol=1e-4)


def test_dependent_and_wildly_scaled_features_under_a_limit():
    X, T = linear_problem(14)
    units = np.array([1e8, 1e-8, 1.0, 1e4, 1e-4])
    for data in (X * units, np.column_stack([X, X[:, :2]])):
        for C in (1e-10, 1e-3, 1.0):
            result = constrained_least_squares(data, T, C)
            args = (data, T, result.weights, result.bias, result.ridge, C)
            assert objectives.constrained_violation(*args) < 1e-8


def test_too_few_steps_are_a_warning(monkeypatch):
    module = sys.modules["kernelkit.solvers.linear.least_squares"]  # its function has the same name
    monkeypatch.setattr(module, "MAX_STEPS", 2)
    X, T = linear_problem(15)
    with pytest.warns(ConvergenceWarning, match="still .* after 2 steps, not C = 1e-06"):
        assert constrained_least_squares(X, T, 1e-6).ridge > 0


def test_the_certificate_sees_every_kind_of_violation():
    X, T = linear_problem(16)
    X -= X.mean(axis=0)  # so that the intercept has no part in the gradient of the weights
    C = 0.05
    right = constrained_least_squares(X, T, C)

    def violation(**change):
        weights, bias, ridge = right._replace(**change)
        return objectives.constrained_violation(X, T, weights, bias, ridge, C)

    assert violation() < 1e-8
    assert violation(bias=right.bias + 0.01) > 1e-3, "not stationary in the intercept"
    assert violation(weights=1.01 * right.weights) > 1e-3, "too long"
    assert violation(weights=0.99 * right.weights) > 1e-3, "not stationary"
    assert violation(ridge=1.01 * right.ridge) > 1e-3
    free = least_squares(X, T)
    args = (X, T, free.weights, free.bias)
    assert objectives.constrained_violation(*args, 0.0, C) > 1, "longer than allowed"
    assert objectives.constrained_violation(*args, 0.0, 1e3) < 1e-8
    W = np.linalg.solve(X.T @ X - 5.0 * np.eye(5), X.T @ T).T
    args = (X, T, W, T.mean(axis=0), -5.0, float((W**2).sum()))
    assert objectives.constrained_violation(*args) > 1e-3, "a negative multiplier"
    idle = least_squares(X, T, 2.0)
    args = (X, T, idle.weights, idle.bias, 2.0, 1.0)
    assert objectives.constrained_violation(*args) > 1e-3, "a multiplier where there is slack"
