"""Checks of lesson 02_nearest_neighbours."""

from collections import Counter
from typing import Any

import numpy as np

from kernelkit.datasets import make_blobs, make_moons
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise


@exercise("02.1", shows="It shrinks towards the largest gap: 7, 5, ..., 4.")
def minkowski(attempt: Attempt) -> None:
    origin, corner = np.zeros(2), np.array([3.0, 4.0])
    attempt.number(7.0, origin, corner, 1, rule="p = 1, the way along the streets,")
    attempt.number(5.0, origin, corner, 2, rule="p = 2, the straight way,")
    attempt.number(5.0, corner, origin, 2, rule="p = 2, the straight way back,")
    random = np.random.default_rng(21)
    for p in (1, 1.5, 3, 8):
        x, z = random.normal(size=5), random.normal(size=5)
        wanted = float((np.abs(x - z) ** p).sum() ** (1 / p))
        attempt.number(wanted, x, z, p, rule=f"the root of order {p} of the sum of powers")


@exercise("02.2", shows="A tie is decided among the tied.")
def winner(attempt: Attempt) -> None:
    tied = "the nearest of the tied"
    for labels, wanted, why in [
        (["rose", "lily", "lily"], "lily", "two votes against one"),
        (["rose", "rose", "lily"], "rose", "two votes against one"),
        (["rose", "lily"], "rose", tied),
        (["lily", "rose", "rose", "lily"], "lily", tied),
        (["rose", "tulip", "lily", "lily", "tulip"], "tulip", tied),
        (["aster", "lily", "rose", "rose", "lily", "iris"], "lily", tied),
    ]:
        attempt.label(wanted, labels, rule=why)


@exercise("02.3", shows="Every sample was judged by strangers, and none of them was lost.")
def leave_one_out(attempt: Attempt) -> None:
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    rule, hint = "asking each sample's nearest other", "Is a sample among its own voters?"
    attempt.number(0, X, np.array([0, 0, 1, 1]), 1, rule=rule, hint="Count the wrong answers.")
    attempt.number(4, X, np.array([0, 1, 0, 1]), 1, rule=rule, hint=hint)
    twins = np.array([[0.0], [0.0], [9.0], [10.0]])
    hint = "The first two samples coincide: which comes first in your order, and who asks whom?"
    attempt.number(2, twins, np.array([0, 1, 1, 1]), 1, rule=rule, hint=hint)
    random = np.random.default_rng(23)
    for n, k in [(30, 1), (40, 3), (40, 4), (50, 7)]:
        y = random.integers(0, 3, size=n)
        # Whole numbers in a small square: many ties and many twins, and no rounding.
        X = np.column_stack([2 * y, y]) + random.integers(0, 6, size=(n, 2)).astype(float)
        rule = "leaving one out, with the tie rules of the lesson,"
        attempt.number(_left_out(X, y, k), X, y, k, rule=rule)


@exercise("02.4", shows="The samples near the boundary carry the rule; lesson 11 meets them again.")
def thin(attempt: Attempt) -> None:
    clouds = make_blobs(90, centers=[[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]], seed=24)
    moons = make_moons(120, noise=0.08, seed=25)
    mixed = make_blobs(90, centers=[[0.0, 0.0], [3.5, 0.0]], seed=26)
    for X, y in (clouds, moons, mixed):
        kept = _positions(attempt, X, y)
        most = len(X) // 3
        told = f"you keep {len(kept)} of {len(X)} samples; at most {most} are asked for"
        attempt.require(len(kept) <= most, X, y, otherwise=told)
        squares = ((X[:, np.newaxis] - X[kept]) ** 2).sum(axis=2)
        wrong = int((y[kept][squares.argmin(axis=1)] != y).sum())
        told = f"what you keep ({len(kept)} of {len(X)}) gets {wrong} samples wrong; 0 are allowed"
        attempt.require(wrong == 0, X, y, otherwise=told)


def _left_out(X: Any, y: Any, k: int) -> int:
    squares = ((X[:, np.newaxis] - X) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    voters = y[squares.argsort(axis=1, kind="stable")[:, :k]]
    winners = [Counter(row.tolist()).most_common(1)[0][0] for row in voters]
    return int((np.array(winners) != y).sum())


def _positions(attempt: Attempt, X: Any, y: Any) -> Any:
    """The answer as distinct positions in X, or words on what came instead."""
    answer = attempt(X, y)
    kept = np.asarray(sorted(answer) if isinstance(answer, set) else answer)
    attempt.require(
        kept.ndim == 1 and kept.size > 0 and kept.dtype.kind in "iu",
        X,
        y,
        otherwise="you returned no list of positions, such as [0, 7, 12]",
    )
    inside = bool((kept >= 0).all() and (kept < len(X)).all())
    told = f"positions run from 0 to {len(X) - 1}; yours from {kept.min()} to {kept.max()}"
    attempt.require(inside, X, y, otherwise=told)
    return np.unique(kept)
