"""Checks of lesson 11_maximum_margin."""

import numpy as np

from kernelkit import certificates
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise
from kernelkit.kernels import Linear
from kernelkit.solvers import smo


@exercise("11.1", shows="Same line, and its nearest sample at height one.")
def rescale(attempt: Attempt) -> None:
    X, y = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]]), np.array([-1, 1, 1])
    _scaled(attempt, np.array([1.0, 1.0]), -1.5, X, y, "the nearest sample has y f(x) = 1.5")
    random = np.random.default_rng(111)
    for n, d, far in ((20, 2, 6.0), (30, 5, 8.0)):
        X, y = _clouds(random, n, d, far)
        w = np.full(d, 7.0)
        _scaled(attempt, w, -w @ X.mean(axis=0), X, y, "after rescaling")


def _scaled(
    attempt: Attempt, w: np.ndarray, b: float, X: np.ndarray, y: np.ndarray, when: str
) -> None:
    got_w, got_b = pair(attempt, len(w), w, b, X, y)
    nearest = (y * (X @ w + b)).min()
    told = (
        f"your weights are ({', '.join(f'{v:.3g}' for v in got_w)}) and your bias is {got_b:.3g}; "
        f"{when}, and the line must stay where it is"
    )
    right = np.allclose(got_w, w / nearest) and np.isclose(got_b, b / nearest)
    attempt.require(right, w, b, X, y, otherwise=told)


@exercise("11.2", shows="Half-way between the last of one class and the first of the other.")
def best_offset(attempt: Attempt) -> None:
    X, y = np.array([[0.0, 1.0], [2.0, 0.0], [5.0, 0.0], [9.0, 4.0]]), np.array([-1, -1, 1, 1])
    rule = "half-way between <w, x> = 2 and <w, x> = 5"
    attempt.number(-3.5, np.array([1.0, 0.0]), X, y, rule=rule)
    random = np.random.default_rng(112)
    for n, d, far in ((12, 2, 6.0), (25, 4, 8.0), (40, 3, 0.5)):
        X, y = _clouds(random, n, d, far)
        w = random.normal(size=d) + 1.0
        values = X @ w
        b = -(values[y > 0].min() + values[y < 0].max()) / 2
        hint = "Which sample of each class is nearest to the other class, along w?"
        attempt.number(b, w, X, y, rule="half-way between the nearest two", hint=hint)


@exercise("11.3", shows="Two mixtures, and no line gets between them with more room than this.")
def margin_bound(attempt: Attempt) -> None:
    X, y = np.array([[0.0, 0.0], [0.0, 2.0], [6.0, 0.0], [8.0, 2.0]]), np.array([-1, -1, 1, 1])
    rule = "half the distance of the two mixtures"
    attempt.number(3.5, np.array([1.0, 1.0, 1.0, 1.0]), X, y, rule=rule)
    attempt.number(3.0, np.array([5.0, 0.0, 2.0, 0.0]), X, y, rule=rule)
    random = np.random.default_rng(113)
    for n, d, far in ((10, 2, 6.0), (30, 6, 8.0)):
        X, y = _clouds(random, n, d, far)
        alpha = random.random(size=n) * np.where(y > 0, 3.0, 1.0)
        p, q = (alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (1, -1))
        hint = "Do the shares of each class sum to one?"
        attempt.number(float(np.linalg.norm(p - q)) / 2, alpha, X, y, rule=rule, hint=hint)


@exercise("11.4", shows="A strip as wide as the best one, and you know how it was found.")
def hard_margin(attempt: Attempt) -> None:
    random = np.random.default_rng(114)
    for n, d, far in ((8, 2, 5.0), (60, 2, 7.0), (50, 5, 8.0)):
        X, y = _clouds(random, n, d, far)
        best = 1.0 / smo(Linear()(X), y, C=np.inf, tolerance=1e-6).norm
        w, b = pair(attempt, d, X, y)
        attempt.require(np.any(w != 0), X, y, otherwise="your weights are all 0, which is no line")
        margin = certificates.margin(X, y, w, b)
        told = f"your margin is {margin:.4g}; a line with {best:.4g} exists"
        attempt.require(margin >= 0.99 * best, X, y, otherwise=told)


def _clouds(
    random: np.random.Generator, n: int, d: int, far: float
) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds so far apart, along a diagonal and away from the origin, in mixed order."""
    y = np.where(random.permutation(n) % 2 == 0, 1, -1)
    X = random.normal(size=(n, d)) + 3.0 + np.outer(y, np.full(d, far / 2 / np.sqrt(d)))
    return X, y
