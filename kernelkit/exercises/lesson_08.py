"""Checks of lesson 08_gaussian_classifiers."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import apart, say
from kernelkit.validation import Labels, Matrix, Vector


@exercise("08.1", shows="Each sample is measured from the middle of its own class, then all count.")
def shared_covariance(attempt: Attempt) -> None:
    X, y = np.array([[0.0], [2.0], [10.0], [10.0], [10.0], [10.0]]), np.array([0, 0, 1, 1, 1, 1])
    hint = "From which mean do you measure, how much does each class count, what do you divide by?"
    attempt.array([[1 / 3]], X, y, rule="maximum likelihood", hint=hint)
    random = np.random.default_rng(81)
    for sizes, d in (((5, 40), 2), ((30, 8, 11), 3), ((9, 9, 9, 50), 4)):
        y = random.permutation(np.repeat(np.arange(len(sizes)), sizes))
        X = 9 * random.normal(size=(len(sizes), d))[y] + random.normal(size=(len(y), d))
        D = X - np.array([X[y == c].mean(axis=0) for c in range(len(sizes))])[y]
        attempt.array(D.T @ D / len(y), X, y, rule="maximum likelihood", hint=hint)


@exercise("08.2", shows="Fisher's direction, and now also where to cut.")
def line(attempt: Attempt) -> None:
    square, round_one = np.array([[0.0, 0.0], [2.0, 0.0]]), np.eye(2)
    half_way = "Half-way between equal classes f is 0; how fast, and which way, does it grow there?"
    _expect_log_odds(attempt, square, round_one, np.array([7, 7]), half_way)
    wide = "Both clouds are wide along the first axis, so a step along it should count for less"
    _expect_log_odds(attempt, square, np.diag([4.0, 1.0]), np.array([7, 7]), wide)
    sizes = "Only the sizes of the classes differ now; a larger class must win more ground"
    _expect_log_odds(attempt, square, round_one, np.array([10, 1000]), sizes)
    random = np.random.default_rng(82)
    for d, counts in ((2, (30, 70)), (3, (400, 8)), (6, (5, 6))):
        L, means = random.normal(size=(d, d)), random.normal(size=(2, d))
        Sigma, hint = L @ L.T + np.eye(d), "Compare your w and b with the braces in the proof"
        _expect_log_odds(attempt, means, Sigma, np.array(counts), hint)


@exercise("08.3", shows="Whoever can put a price on doubt may also say: I do not know.")
def decide(attempt: Attempt) -> None:
    scores = np.log([[0.8, 0.2], [0.95, 0.05], [0.4, 0.6]])
    rows = "with true classes in rows and decisions in columns, the smallest expected loss"
    attempt.array([1, 0, 1], scores, np.array([[0.0, 1.0], [10.0, 0.0]]), rule=rows)
    ask = np.array([[0.0, 1.0, 0.25], [1.0, 0.0, 0.25]])
    attempt.array([0, 0, 2], scores, ask, rule="with a third decision that always costs 0.25, it")
    even = "a tie goes to the first decision, which"
    attempt.array([0], np.zeros((1, 2)), ask[:, :2], rule=even)
    small = "scores are logarithms up to a constant, different for each sample; the smallest loss"
    attempt.array([1, 0, 1], scores - [[0], [900], [5000]], np.array([[0, 1], [10, 0]]), rule=small)
    random = np.random.default_rng(83)
    for k, decisions in ((2, 2), (3, 4), (5, 6), (10, 3)):
        scores, loss = 2 * random.normal(size=(40, k)), random.random(size=(k, decisions))
        P = np.exp(scores)
        wanted = (P / P.sum(axis=1, keepdims=True) @ loss).argmin(axis=1)
        attempt.array(wanted, scores + 300 * random.normal(size=(40, 1)), loss, rule=small)


@exercise("08.4", shows="How much to share is one more thing that data can tell.")
def covariances(attempt: Attempt) -> None:
    random = np.random.default_rng(1)
    for k, d, n, differ, gain in (
        (3, 5, 10, 0, -0.15),
        (3, 4, 200, 1, -0.15),
        (4, 5, 15, 0.4, 0.3),
    ):
        X, y, new, classes = _clouds(random, k, d, n, differ)
        got = attempt.shaped((k, d, d), X, y)
        fine = np.allclose(got, got.transpose(0, 2, 1)) and np.linalg.eigvalsh(got).min() > 1e-12
        told = "you returned a matrix that is not symmetric with positive eigenvalues"
        attempt.require(fine, X, y, otherwise=told)
        means = np.array([X[y == c].mean(axis=0) for c in range(k)])
        D = X - means[y]
        own = np.array([D[y == c].T @ D[y == c] / n for c in range(k)])
        shared = np.broadcast_to(D.T @ D / len(y), own.shape)
        yours, *pure = (_log_density(new, classes, means, S) for S in (got, shared, own))
        told = (
            f"with {n} samples of each class, new samples have a mean log density of "
            f"{say(yours, 3)} under your covariances, {say(pure[0], 3)} with one shared, "
            f"{say(pure[1], 3)} with one each; {say(max(pure) + gain, 3)} can be reached. "
            "Samples you set aside can tell how much to mix"
        )
        attempt.require(yours >= max(pure) + gain, X, y, otherwise=told)


def _expect_log_odds(
    attempt: Attempt, means: Matrix, Sigma: Matrix, counts: Vector, hint: str
) -> None:
    """Ask for (w, b) and compare it with the ratio of the two densities, times the sizes."""
    args: tuple[Any, ...] = means, Sigma, counts
    answer = attempt(*args)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    attempt.require(pair, *args, otherwise="you returned no pair of weights and bias")
    w, b = (np.asarray(part) for part in answer)
    fits = w.shape == means[0].shape and b.shape == () and {w.dtype.kind, b.dtype.kind} <= {*"fi"}
    told = f"you returned w of shape {w.shape} and b of shape {b.shape}"
    attempt.require(fits, *args, otherwise=f"{told}; {means[0].shape} and () are wanted")
    for x in (means.mean(axis=0), means[0], means[1], np.arange(len(w)) - 0.5):
        D = x - means
        s = -0.5 * (D * np.linalg.solve(Sigma, D.T).T).sum(axis=1) + np.log(counts)
        got, right = float(w @ x + b), float(s[1] - s[0])
        ours, theirs = apart(got, right)
        told = f"your f({say(x)}) is {ours}; the log odds of the second class are {theirs}. {hint}"
        attempt.require(np.isclose(got, right, rtol=1e-8, atol=1e-8), *args, otherwise=told)


def _clouds(
    random: np.random.Generator, k: int, d: int, n: int, differ: float
) -> tuple[Matrix, Labels, Matrix, Labels]:
    """Samples of k Gaussians, n of each to learn from and 1,000 to judge by."""
    spreads, eye = np.geomspace(0.3, 3, d), np.eye(d)
    base = _rotation(random, d) * spreads
    own = [(1 - differ) * eye + differ * _rotation(random, d) * spreads for _ in range(k)]
    roots, centres = base @ np.array(own), 3 * random.normal(size=(k, d))
    y, classes = random.permutation(np.repeat(np.arange(k), n)), np.repeat(np.arange(k), 1000)
    X, new = (
        centres[of] + (roots[of] @ random.normal(size=(len(of), d, 1)))[..., 0]
        for of in (y, classes)
    )
    return X, y, new, classes


def _rotation(random: np.random.Generator, d: int) -> Matrix:
    return np.linalg.qr(random.normal(size=(d, d)))[0]


def _log_density(X: Matrix, y: Vector, means: Matrix, covariances: Matrix) -> float:
    """Mean log density of the samples in their classes, without the term with 2 pi."""
    D = X - means[y]
    squares = (D * np.linalg.solve(covariances[y], D[..., np.newaxis])[..., 0]).sum(axis=1)
    return float(-0.5 * (squares + np.linalg.slogdet(covariances)[1][y]).mean())
