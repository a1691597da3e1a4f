"""Checks of lesson 04_dual_perceptron."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say


@exercise("04.1", shows="The counts and the samples say all that w says.")
def weights(attempt: Attempt) -> None:
    rule = "adding each sample, with its sign, as often as it was mistaken"
    X = np.array([[1.0, 2.0], [5.0, 5.0], [0.0, 1.0]])
    attempt.array([2.0, 3.0], np.array([2.0, 0.0, 1.0]), np.array([1, 1, -1]), X, rule=rule)
    random = np.random.default_rng(41)
    for n, d in ((30, 4), (4, 30), (6, 6)):
        X, y = random.normal(size=(n, d)), random.choice([-1, 1], size=n)
        alpha = random.integers(0, 5, size=n) * 0.5
        attempt.array((alpha * y) @ X, alpha, y, X, rule=rule)


@exercise("04.2", shows="A new sample is judged by its inner products with the old ones.")
def predict(attempt: Attempt) -> None:
    alpha, y = np.array([2.0, 1.0]), np.array([1, -1])
    K = np.array([[1.0, 5.0], [2.0, 1.0], [1.0, -1.0]])
    attempt.array([-1, 1, 1], K, alpha, y, 0.0, rule="the sign of the dual sum")
    attempt.array([-1, -1, -1], K, alpha, y, -7.0, rule="the sign of the dual sum plus b")
    attempt.array([1], K[:1], alpha, y, 3.0, rule="the rule sgn(0) = +1")
    random = np.random.default_rng(42)
    for m, n in ((25, 40), (30, 30)):
        K, y = random.normal(size=(m, n)), random.choice([-1, 1], size=n)
        alpha, b = random.integers(0, 4, size=n).astype(float), 0.3
        wanted = np.where(K @ (alpha * y) + b >= 0, 1, -1)
        hint = "Row i of K belongs to new sample i"
        attempt.array(wanted, K, alpha, y, b, rule="the dual decision function", hint=hint)


@exercise("04.3", shows="One row of K keeps every score up to date.")
def after_mistake(attempt: Attempt) -> None:
    random = np.random.default_rng(43)
    K = np.array([[5.0, -1.0], [-1.0, 2.0]])
    hint = "A mistake moves w, which every score feels, and also b"
    for i, wanted in ((0, [10.0, 4.0]), (1, [-4.0, -7.0])):
        scores, y = np.zeros(2), np.array([1, -1])
        attempt.array(wanted, scores, K, y, i, rule="f with the new w and b", hint=hint)
    X, y = random.normal(size=(20, 3)), random.choice([-1, 1], size=20)
    K, alpha, R2 = X @ X.T, np.zeros(20), (X**2).sum(axis=1).max()
    for i in random.integers(20, size=6):
        before = (K + R2) @ (alpha * y)
        alpha[i] += 1
        wanted = (K + R2) @ (alpha * y)
        attempt.array(wanted, before, K, y, int(i), rule="f with the new w and b", hint=hint)


@exercise("04.4", shows="Lengths and distances are inner products too.")
def margin(attempt: Attempt) -> None:
    rule = "the smallest y_i f(x_i) divided by the length of w"
    K, y = np.array([[9.0, -3.0], [-3.0, 1.0]]), np.array([1, -1])  # the points 3 and -1
    attempt.number(1.0, K, y, np.array([1.0, 1.0]), 0.0, rule=rule)
    attempt.number(2.0, K, y, np.array([1.0, 1.0]), -4.0, rule=rule)
    random = np.random.default_rng(44)
    for n, d in ((15, 2), (8, 20)):
        X, y = random.normal(size=(n, d)), random.choice([-1, 1], size=n)
        alpha, b = random.integers(0, 4, size=n).astype(float), random.normal()
        w = (alpha * y) @ X
        wanted = (y * (X @ w + b)).min() / np.sqrt(w @ w)
        attempt.number(wanted, X @ X.T, y, alpha, b, rule=rule)


@exercise("04.5", shows="K gives the samples away, up to a rotation it cannot know.")
def unhide(attempt: Attempt) -> None:
    random = np.random.default_rng(45)
    on_a_line = np.array([[2.0], [1.0], [-1.0]])
    clouds = [3 * random.normal(size=size) for size in ((30, 2), (12, 20), (40, 5))]
    for X in (on_a_line, *clouds):
        n, K = len(X), X @ X.T
        Z = np.asarray(attempt(K))
        numbers = Z.ndim == 2 and len(Z) == n and Z.dtype.kind in "iuf"
        rows = f"you returned no array of real numbers with {n} rows, one for each sample"
        attempt.require(numbers, K, otherwise=rows)
        finite = (
            "your points hold nan or infinity; rounding can leave K with eigenvalues a little "
            "below zero, where they should be zero"
        )
        attempt.require(np.isfinite(Z).all(), K, otherwise=finite)
        off = np.abs(Z @ Z.T - K)
        i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
        told = (
            f"the inner product of your points {i} and {j} is {say(Z[i] @ Z[j])}; "
            f"the entry of K is {say(K[i, j])}"
        )
        attempt.require(off.max() <= 1e-6 * np.abs(K).max(), K, otherwise=told)
