"""Checks of lesson 12_hinge_subgradient."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise
from kernelkit.solvers import dual_coordinate_descent


@exercise("12.1", shows="Inside the strip one pays, even on the right side.")
def payments(attempt: Attempt) -> None:
    X, y = np.array([[0.0], [1.0], [2.0], [-2.0]]), np.array([1, 1, 1, -1])
    hint = "A sample pays until y f(x) reaches 1"
    attempt.array([1.5, 0.5, 0, 0], np.array([1.0]), -0.5, X, y, rule="the hinge", hint=hint)
    random = np.random.default_rng(121)
    for n, d in ((6, 2), (25, 4)):
        X, y, w = random.normal(size=(n, d)), random.choice([-1, 1], size=n), random.normal(size=d)
        wanted = np.maximum(0, 1 - y * (X @ w + 0.3))
        attempt.array(wanted, w, 0.3, X, y, rule="the hinge", hint=hint)


@exercise("12.2", shows="One step against the slope, corners included, and no penalty on the bias.")
def descend(attempt: Attempt) -> None:
    X, y = np.array([[2.0, 0.0], [0.0, 2.0], [4.0, 4.0]]), np.array([1, -1, 1])
    _stepped(attempt, np.zeros(2), 0.0, X, y, 0.1, 0.5)
    # At t = 1 exactly a sample counts.
    _stepped(attempt, np.array([1.0, 0.0]), -1.0, X, y, 0.25, 1.0)
    random = np.random.default_rng(122)
    for n, d, mu in ((10, 3, 0.5), (40, 6, 2.0)):
        X, y, w = random.normal(size=(n, d)), random.choice([-1, 1], size=n), random.normal(size=d)
        _stepped(attempt, w, 0.7, X, y, mu, 0.1)


def _stepped(
    attempt: Attempt,
    w: np.ndarray,
    b: float,
    X: np.ndarray,
    y: np.ndarray,
    mu: float,
    step: float,
) -> None:
    got_w, got_b = pair(attempt, len(w), w, b, X, y, mu, step)
    pays = (1 - y * (X @ w + b) >= 0) * y
    wanted_w, wanted_b = w - step * (2 * mu * w - pays @ X / len(y)), b + step * pays.mean()
    told = (
        f"your weights begin with {got_w[0]:.4g} and your bias is {got_b:.4g}; one step "
        f"of the lesson gives {wanted_w[0]:.4g} and {wanted_b:.4g}"
    )
    right = np.allclose(got_w, wanted_w) and np.isclose(got_b, wanted_b)
    attempt.require(right, w, b, X, y, mu, step, otherwise=told)


@exercise("12.3", shows="Two values close together end the run, wherever it is.")
def stopping_step(attempt: Attempt) -> None:
    rule = "the rule k > 1 and a change of at most epsilon"
    for values, epsilon, wanted in [
        ([1.0, 1.0, 0.5, 0.5], 0.01, 3),
        ([1.0, 0.5, 0.5, 0.1], 0.01, 2),
        ([1.0, 0.75, 0.5, 0.25], 0.25, 2),
        ([1.0, 4.0, 2.0, 1.5, 1.75, 1.745], 0.01, 5),
        ([3.0, 2.0, 1.0], 0.5, 2),
        ([1.0, 2.0, 0.5, 0.505, 3.0], 0.01, 3),
    ]:
        attempt.label(wanted, np.array(values), epsilon, rule=rule)


@exercise("12.4", shows="Within five per cent of the lowest f there is.")
def minimise(attempt: Attempt) -> None:
    random = np.random.default_rng(124)
    for n, d, mu in ((200, 2, 0.05), (300, 6, 0.01)):
        y = np.where(np.arange(n) % 2 == 0, 1, -1)
        X = random.normal(size=(n, d)) + 0.8 * np.outer(y, np.ones(d)) + 1.0
        best = dual_coordinate_descent(X, y, 1 / (2 * mu * n), tolerance=1e-4)
        lowest = _objective(X, y, mu, best.weights, best.bias)
        w, b = pair(attempt, d, X, y, mu)
        reached = _objective(X, y, mu, w, b)
        told = f"you reach f = {reached:.4f}; {lowest:.4f} is possible"
        attempt.require(reached <= 1.05 * lowest, X, y, mu, otherwise=told)


def _objective(X: np.ndarray, y: np.ndarray, mu: float, w: np.ndarray, b: float) -> float:
    return float(mu * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean())
