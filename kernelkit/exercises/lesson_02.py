"""Checks of lesson 02_nearest_neighbours."""

import functools
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np

from kernelkit.datasets import make_blobs, make_moons
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise


@exercise(
    "02.1",
    shows="It shrinks towards the largest gap: 7, 5, ..., 4.",
    hints=[
        "Compare p = 1 and p = 2 with the distances of the lesson: what do they share? And what "
        "happens to a gap that is negative?",
        "Work from the inside out, on whole vectors: gaps, their sizes, powers, one sum, one root. "
        "NumPy's ** takes fractions as exponents. Then let p grow and print what you get for "
        "(0, 0) and (3, 4): which gap is left in the end?",
    ],
)
def minkowski(attempt: Attempt) -> None:
    origin, corner = np.zeros(2), np.array([3.0, 4.0])
    attempt.number(7.0, origin, corner, 1, rule="p = 1, the Manhattan distance,")
    attempt.number(5.0, origin, corner, 2, rule="p = 2, the Euclidean distance,")
    attempt.number(5.0, corner, origin, 2, rule="the same distance the other way round")
    random = np.random.default_rng(21)
    for p in (1, 1.5, 3, 8):
        x, z = random.normal(size=5), random.normal(size=5)
        wanted = float((np.abs(x - z) ** p).sum() ** (1 / p))
        attempt.number(wanted, x, z, p, rule=f"the pattern of p = 1 and p = 2 with p = {p}")
    attempt.number(4.0, origin, corner, np.inf, rule="the limit for growing p")
    for _ in range(3):
        x, z = random.normal(size=(2, 5))
        wanted = float(np.abs(x - z).max())
        attempt.number(wanted, x, z, np.inf, rule="the limit for growing p")


@exercise(
    "02.2",
    shows="Each further pair of voters brings the limit closer to min(η, 1 - η), the Bayes error.",
    hints=[
        "When does the vote go wrong? Either the sample belongs to class 1 and fewer than half of "
        "the voters do, or the other way round. Sample and voters are independent.",
        "The number of voters of class 1 among k is binomial: math.comb(k, j) counts the ways to "
        "choose the j of them. First write the probability that class 1 loses the vote.",
    ],
)
def limit_error(attempt: Attempt) -> None:
    certain = "where all samples have the same class, the vote"
    attempt.number(0.0, 0.0, 3, rule=certain)
    attempt.number(0.0, 1.0, 5, rule=certain)
    for eta, k in [(0.3, 1), (0.5, 5), (0.3, 3), (0.7, 3), (0.9, 7), (0.4, 21)]:
        words = f"counting all the ways in which {k} votes can fall"
        rule = "one neighbour, as in the proof of the lesson," if k == 1 else words
        attempt.number(_limit_error(eta, k), eta, k, rule=rule)
    random = np.random.default_rng(22)
    for eta in random.uniform(0.05, 0.95, size=6).tolist():
        k = int(random.choice([3, 5, 9, 15]))
        rule = f"counting all the ways in which {k} votes can fall"
        attempt.number(_limit_error(eta, k), eta, k, rule=rule)


@exercise(
    "02.3",
    shows="A few looks instead of hundreds, and the answer is still exact.",
    hints=[
        "The triangle inequality says that going from the pivot to a sample by way of the query is "
        "no shorter than going straight. Which of the three distances do you not know? Bound it "
        "from below.",
        "One call gives the distance from the query to the pivot, and with it a lower bound for "
        "every sample. Look at the most promising samples first, and remember the best distance "
        "so far: when is it certain that nothing better is left?",
    ],
)
def nearest(attempt: Attempt) -> None:
    random = np.random.default_rng(23)
    attempt.function = _WithCalls(attempt.function)
    for n, metric in [(200, _euclidean), (300, _manhattan), (400, _euclidean)]:
        X = random.uniform(0.0, 10.0, size=(n, 2))
        to_pivot = np.array([metric(X[0], x) for x in X])
        for query in [*random.uniform(0.0, 10.0, size=(10, 2)), X[0] + 0.001, X[0] + [0.3, 0.2]]:
            args = (query, X, to_pivot, _Counted(metric))
            found, calls = attempt(*args)
            whole = isinstance(found, int | np.integer) and 0 <= found < n
            told = "you returned no position of a sample, such as 17"
            attempt.require(whole, *args, otherwise=told)
            exact = [metric(query, x) for x in X]
            told = (
                f"you returned sample {found}, {exact[found]:.3f} away; sample "
                f"{int(np.argmin(exact))} is only {min(exact):.3f} away"
            )
            attempt.require(exact[found] == min(exact), *args, otherwise=told)
            told = f"you called distance {calls} times; at most {n // 2} calls are allowed"
            attempt.require(calls <= n // 2, *args, otherwise=told)


@exercise(
    "02.4",
    shows="Thousands of samples in a blink; those near the boundary carry the rule (lesson 11).",
    hints=[
        "Start with one sample. Which of the others does it get wrong, and who should join? A "
        "newcomer can spoil answers that were right before, so one sweep over the samples is not "
        "enough. When may you stop, and why must that moment come?",
        "Begin with kept = np.zeros(len(X), np.bool_) and kept[0] = True: numba knows NumPy's "
        "np.bool_. Then three loops: sweeps, samples i, and for each i the kept samples j, of "
        "which you remember the nearest so far. squared_euclidean(X[i], X[j]) of the lesson may be "
        "called in compiled code; X[kept] is not needed.",
    ],
)
def thin(attempt: Attempt) -> None:
    clouds = make_blobs(90, centers=[[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]], seed=24)
    moons = make_moons(120, noise=0.08, seed=25)
    mixed = make_blobs(90, centers=[[0.0, 0.0], [3.5, 0.0]], seed=26)
    many = make_moons(3000, noise=0.08, seed=28)
    require_compiled(attempt, np.ones((2, 2)), np.arange(2))
    seconds, attempt.seconds = attempt.seconds, 30.0  # the first call compiles once more
    for X, labels in (clouds, moons, mixed, many):
        y = np.unique(labels, return_inverse=True)[1]
        kept = np.flatnonzero(attempt.shaped((len(X),), X, y, of="truth values"))
        attempt.seconds = seconds
        most = 2 * len(X) // 5
        told = f"you keep {len(kept)} of {len(X)} samples; between 1 and {most} are asked for"
        attempt.require(1 <= len(kept) <= most, X, y, otherwise=told)
        squares = ((X[:, np.newaxis] - X[kept]) ** 2).sum(axis=2)
        wrong = int((y[kept][squares.argmin(axis=1)] != y).sum())
        told = f"what you keep ({len(kept)} of {len(X)}) gets {wrong} samples wrong; 0 are allowed"
        attempt.require(wrong == 0, X, y, otherwise=told)


@exercise(
    "02.5",
    shows="A distance that has looked at the labels survives columns that mean nothing.",
    hints=[
        "Look at one column at a time. In a useful one the classes have different means, compared "
        "with how far the samples of one class scatter; in a useless one they have not.",
        "Compute two numbers for each column: the variance of the class means, and the mean of the "
        "variances inside the classes. Their ratio has no unit; the weight must also undo the unit "
        "of the column.",
    ],
)
def weigh(attempt: Attempt) -> None:
    random = np.random.default_rng(27)
    for n_classes, noise, scale in [(2, 60, 1.0), (3, 60, 1.0), (2, 60, 1000.0)]:
        y = np.arange(300) % n_classes
        means = 3.0 * np.eye(3)[:n_classes] if n_classes > 2 else np.array([[0.0] * 3, [2.5] * 3])
        useful = means[y] + random.normal(size=(300, 3))
        useless = random.normal(size=(300, noise)) * random.uniform(1.0, 3.0, size=noise) * scale
        X = np.hstack([useless, useful])[:, random.permutation(noise + 3)]
        X_train, y_train, X_test, y_test = X[:150], y[:150], X[150:], y[150:]
        weights = attempt.shaped((X.shape[1],), X_train, y_train)
        fine = bool(np.isfinite(weights).all() and (weights >= 0).all() and weights.any())
        told = "your weights must be finite and at least 0, and some of them larger than 0"
        attempt.require(fine, X_train, y_train, otherwise=told)
        plain = _mistakes(
            X_train / X_train.std(axis=0), y_train, X_test / X_train.std(axis=0), y_test
        )
        wrong = _mistakes(X_train * weights, y_train, X_test * weights, y_test)
        told = (
            f"with your weights 5 neighbours get {wrong} of 150 held-out samples wrong, with "
            f"standardised columns {plain}; at most {plain // 2} are asked for"
        )
        attempt.require(wrong <= plain // 2, X_train, y_train, otherwise=told)


class _Counted:
    """A distance that counts its calls, where the student's code runs."""

    def __init__(self, metric: Callable[[Any, Any], float]) -> None:
        self.metric = metric
        self.calls = 0
        self.__name__ = metric.__name__.strip("_")

    def __call__(self, x: Any, z: Any) -> float:
        self.calls += 1
        return self.metric(x, z)


class _WithCalls:
    """The student's function; it also returns how often it called its last argument."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__code__ = getattr(function, "__code__", None)  # for the line of a crash
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: Any) -> tuple[Any, int]:
        return self.function(*args), args[-1].calls


def _euclidean(x: Any, z: Any) -> float:
    return float(np.sqrt(((np.asarray(x) - np.asarray(z)) ** 2).sum()))


def _manhattan(x: Any, z: Any) -> float:
    return float(np.abs(np.asarray(x) - np.asarray(z)).sum())


def _limit_error(eta: float, k: int) -> float:
    loses = sum(comb(k, j) * eta**j * (1 - eta) ** (k - j) for j in range((k + 1) // 2))
    return eta * loses + (1 - eta) * (1 - loses)


def _mistakes(X: Any, y: Any, queries: Any, truth: Any) -> int:
    squares = ((queries[:, np.newaxis] - X) ** 2).sum(axis=2)
    voters = y[squares.argsort(axis=1, kind="stable")[:, :5]]
    winners = [np.bincount(row).argmax() for row in voters]
    return int((np.array(winners) != truth).sum())
