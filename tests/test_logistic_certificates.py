"""Objective, gradient and Hessian of logistic regression: each is the slope of the one before."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from overlap import overlapping, three_classes

from kernelkit import certificates


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([np.inf, 0.7]))
def test_two_classes_agree_with_finite_differences(seed, v):
    X, y = overlapping(seed, n=12)
    theta = np.random.default_rng(seed).normal(size=4)
    step = 1e-5

    def change(function, j):
        e = step * np.eye(4)[j]
        up, down = theta + e, theta - e
        return (function(up) - function(down)) / (2 * step)

    def objective(t):
        return certificates.logistic_objective(X, y, t[:-1], t[-1], v)

    def gradient(t):
        return np.append(*certificates.logistic_gradient(X, y, t[:-1], t[-1], v))

    np.testing.assert_allclose(
        gradient(theta), [change(objective, j) for j in range(4)], rtol=1e-6, atol=1e-6
    )
    np.testing.assert_allclose(
        certificates.logistic_hessian(X, y, theta[:-1], theta[-1], v),
        [change(gradient, j) for j in range(4)],
        rtol=1e-6,
        atol=1e-6,
    )


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), v=st.sampled_from([np.inf, 0.7]))
def test_many_classes_agree_with_finite_differences(seed, v):
    X, y = three_classes(seed, n=12)
    theta = np.random.default_rng(seed).normal(size=12)
    step = 1e-5

    def change(function, j):
        e = step * np.eye(12)[j]
        return (function(theta + e) - function(theta - e)) / (2 * step)

    def split(t):
        return t.reshape(3, 4)[:, :-1], t.reshape(3, 4)[:, -1]

    def objective(t):
        return certificates.softmax_objective(X, y, *split(t), v)

    def gradient(t):
        return np.column_stack(certificates.softmax_gradient(X, y, *split(t), v)).ravel()

    np.testing.assert_allclose(
        gradient(theta), [change(objective, j) for j in range(12)], rtol=1e-6, atol=1e-6
    )
    np.testing.assert_allclose(
        certificates.softmax_hessian(X, y, *split(theta), v),
        [change(gradient, j) for j in range(12)],
        rtol=1e-6,
        atol=1e-6,
    )
