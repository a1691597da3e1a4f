"""Checks of lesson 07_least_squares_and_fisher."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.solvers import constrained_least_squares, least_squares
from kernelkit.validation import Matrix, Vector


@exercise(
    "07.1",
    shows="And with the flower at 10^6 the crossing converges to the mean of that flower's class.",
    hints=[
        "With one feature, equations (3) and (4) are about single numbers. What do they say?",
        "Compute w from the differences x - mean and y - mean, then w0, and only then ask where "
        "w x + w0 is zero. Do not assume that the mean of y is 0: the classes may have any sizes.",
    ],
)
def crossing(attempt: Attempt) -> None:
    rule = "the least-squares line"
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([-1, -1, 1, 1])
    attempt.number(1.5, x, y, rule=rule, hint="By symmetry it crosses in the middle")
    attempt.number(1.5, x, -y, rule=rule, hint="A line may fall as well as rise")
    unequal = "The classes are not equally large here; does your code use that they are?"
    attempt.number(7 / 3, x, np.array([-1, -1, -1, 1]), rule=rule, hint=unequal)
    random = np.random.default_rng(71)
    for n, m, far in ((10, 10, 0.0), (30, 12, 0.0), (8, 25, 0.0), (20, 20, 40.0), (25, 10, 90.0)):
        x = np.concatenate([random.normal(2, 1, n), random.normal(5, 0.7, m), [5.0 + far]])
        y = np.repeat([-1, 1], [n, m + 1])
        line = least_squares(x[:, np.newaxis], y)
        wanted = -float(line.bias) / float(line.weights[0])
        attempt.number(wanted, x, y, rule=rule, tolerance=1e-6)


@exercise(
    "07.2",
    shows="A direction and a cut: now Fisher predicts.",
    hints=[
        "The number of errors changes only where t passes one of the values, so you have to try "
        "only finitely many thresholds. Is it ever best to classify everything as a?",
        "For every candidate t, count the a that are at least t and the b that are below it, and "
        "keep the t with the smallest count. A value equal to t counts as b.",
    ],
)
def cut(attempt: Attempt) -> None:
    _cut(attempt, np.array([0.0, 1.0, 2.0]), np.array([4.0, 5.0, 9.0]))
    _cut(attempt, np.array([0.0, 1.0, 1.0, 2.0]), np.array([2.0, 2.0, 3.0]))
    _cut(attempt, np.array([0.0, 3.0, 3.0]), np.array([3.0, 4.0, 4.0, 9.0]))
    _cut(attempt, np.array([1.0, 2.0, 2.5, 4.0]), np.array([3.0]))
    random = np.random.default_rng(72)
    for n, m, spread in ((40, 40, 1.0), (90, 9, 1.0), (9, 90, 1.0), (40, 40, 5.0), (40, 40, 0.2)):
        _cut(attempt, random.normal(0, 1, n), random.normal(1.6, spread, m))


@exercise(
    "07.3",
    shows="A limit C and a multiplier lambda are two names for one fit.",
    hints=[
        "The squared length of w falls as lambda grows. Which lambda makes it equal to C, and "
        "when is no lambda above 0 needed?",
        "Try lambda = 0 first. If its w is too long, find two values of lambda, one too small "
        "and one too large, and halve the interval between them until it is tiny. The w0 of each "
        "fit follows from its w by equation (3).",
    ],
)
def limited(attempt: Attempt) -> None:
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([-1.0, -1.0, 1.0, 1.0])
    _limited(attempt, X, y, 0.25)
    _limited(attempt, X, y, 1.0)
    random = np.random.default_rng(73)
    for n, d, share in ((20, 2, 0.3), (30, 5, 0.01), (30, 5, 0.9), (40, 4, 3.0)):
        X = random.normal(size=(n, d)) * np.arange(1, d + 1) + 4.0
        y = X @ random.normal(size=d) + random.normal(size=n) + 10.0
        free = least_squares(X, y).weights
        _limited(attempt, X, y, round(share * float(free @ free), 4))


@exercise(
    "07.4",
    shows="One fit instead of n: lambda can now be chosen by leaving out every sample in turn.",
    hints=[
        "Begin with n real fits on a small example and divide the residual of each left-out "
        "sample by its ordinary one. The quotient depends on X and lambda, but not on y.",
        "The fitted values are a linear function of the labels, H y with an n x n matrix H that "
        "holds the centred part and the mean. Take the fit without sample i and add sample i with "
        "its own prediction as the label: the fit stays the same. Write this down for row i of H, "
        "and solve for the prediction.",
        "Only the diagonal of H is needed. Do not forget that w0 contributes to it.",
    ],
)
def left_out(attempt: Attempt) -> None:
    x, y = np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 0.0, 3.0])
    rule = "a fit without that sample"
    attempt.array([3.0, -1.5, 3.0], x, y, 0.0, rule=rule)
    random = np.random.default_rng(74)
    for n, d, lam in ((8, 2, 0.0), (12, 3, 5.0), (10, 20, 2.0), (30, 4, 0.1)):
        X = random.normal(size=(n, d)) * np.arange(1, d + 1) + 3.0
        y = np.where(X[:, 0] + random.normal(size=n) > 3.0, 1.0, -1.0)
        attempt.array(_by_leaving_out(X, y, lam), X, y, lam, rule=rule, tolerance=1e-6)
    X = random.normal(size=(1500, 200)) + 1.0
    y = np.where(X @ random.normal(size=200) > 0, 1.0, -1.0)
    got = attempt.shaped((1500,), X, y, 10.0)
    some = [0, 700, 1499]
    wanted = _by_leaving_out(X, y, 10.0, some)
    off = [i for i, right in zip(some, wanted, strict=True) if not np.isclose(got[i], right)]
    told = f"you returned a wrong residual in entry {off[:1]}; small examples were right"
    attempt.require(not off, X, y, 10.0, otherwise=told)


@exercise(
    "07.5",
    shows="A sample beyond its target need not be pulled back.",
    hints=[
        "Least squares pulls back a sample whose f has the correct sign but is too large. Change "
        "its target so that its residual is 0, fit again, and see which samples are too large now.",
        "Targets of samples short of their label stay as they are. What is the smallest change of "
        "the other targets that makes their residuals 0? Then fit again, and repeat this often.",
    ],
)
def forgiving(attempt: Attempt) -> None:
    cases = ((0, 0), (1, 60), (3, 30), (6, 40), (10, 25), (4, 60))
    for seed, (outliers, size) in enumerate(cases, start=1):
        _forgiven(attempt, *_with_outliers(seed, outliers, size), outliers)


def _by_leaving_out(X: Matrix, y: Vector, lam: float, which: list[int] | None = None) -> Vector:
    """What each of these samples lacks to its target in a fit to all others."""
    residuals = []
    for i in range(len(X)) if which is None else which:
        others = np.arange(len(X)) != i
        fit = least_squares(X[others], y[others], ridge=lam)
        residuals.append(y[i] - float(X[i] @ fit.weights) - float(fit.bias))
    return np.array(residuals)


def _cut(attempt: Attempt, a: Vector, b: Vector) -> None:
    t = attempt(a, b)
    number = np.ndim(t) == 0 and np.asarray(t).dtype.kind in "iuf" and not np.isnan(t)
    attempt.require(number, a, b, otherwise="you returned no number; return the threshold")
    fewest = min(_mistakes(a, b, value) for value in np.append(np.concatenate([a, b]), np.inf))
    made = _mistakes(a, b, float(t))
    told = f"your t = {say(t)} misclassifies {made}; the best t misclassifies {fewest}"
    hint = "A value equal to t counts as b"
    attempt.require(made <= fewest, a, b, otherwise=f"{told}. {hint}")


def _mistakes(a: Vector, b: Vector, t: float) -> int:
    return int((a >= t).sum() + (b < t).sum())


def _limited(attempt: Attempt, X: Matrix, y: Vector, C: float) -> None:
    args = (X, y, C)
    w, w0 = _pair(attempt, X.shape[1], *args)
    length = float(w @ w)
    told = f"your w has the squared length {say(length)}; the limit is {say(C)}"
    attempt.require(length <= C * (1 + 1e-5), *args, otherwise=told)
    rest = y - X @ w - w0
    told = f"your errors have the mean {say(rest.mean())}; w0 is free, so it can be 0"
    attempt.require(abs(rest.mean()) < 1e-5 * (1 + y.std()), *args, otherwise=told)
    best = constrained_least_squares(X, y, C)
    least = float(((y - X @ best.weights - best.bias) ** 2).sum())
    told = f"your errors have {say(rest @ rest)} as the sum of their squares"
    told = f"{told}; {say(least)} is possible within this limit. Is your w as long as the limit"
    told = f"{told} allows, and does it solve the ridge's equations for some lambda, centred?"
    attempt.require(rest @ rest <= least * (1 + 1e-5) + 1e-9, *args, otherwise=told)


def _with_outliers(seed: int, outliers: int, size: float) -> tuple[Matrix, Vector]:
    """Two long clouds side by side, and samples of both classes far out on their own sides."""
    random = np.random.default_rng(70 + seed)
    across, along = np.array([-0.6, 0.8]), np.array([0.8, 0.6])
    y, noise = np.where(np.arange(120) % 2 == 0, 1, -1), random.normal(size=(120, 2))
    X = np.outer(2 * noise[:, 0] + 0.8 * y, along) + np.outer(0.5 * noise[:, 1] + y, across)
    labels = np.where(np.arange(outliers) % 4 == 3, -1, 1)
    away = np.outer(labels, across) + np.outer(np.where(labels == 1, 0.4, 0.9), along)
    away *= size * random.uniform(0.7, 1.3, size=(outliers, 1))
    return np.vstack([X, away]), np.concatenate([y, labels])


def _forgiven(attempt: Attempt, X: Matrix, y: Vector, outliers: int) -> None:
    w, b = _pair(attempt, 2, X, y)
    plain = least_squares(X[:120], y[:120])
    without, made = _errors(X, y, plain.weights, float(plain.bias)), _errors(X, y, w, b)
    told = f"(outliers: {outliers}) your line misclassifies {made} samples; that of least squares"
    told = f"{told}, fitted without the outliers, misclassifies {without}; up to {without + 3}"
    told = f"{told} are allowed"
    attempt.require(made <= without + 3, X, y, otherwise=told)


def _errors(X: Matrix, y: Vector, w: Vector, b: float) -> int:
    return int((np.where(X @ w + b >= 0, 1, -1) != y).sum())


def _pair(attempt: Attempt, d: int, *args: Any) -> tuple[Vector, float]:
    """The student's weights and bias: d numbers and one."""
    answer = attempt(*args)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    attempt.require(pair, *args, otherwise="you returned no pair of weights and bias")
    w, b = (np.asarray(part) for part in answer)
    fits = w.shape == (d,) and b.shape == () and w.dtype.kind in "fi" and b.dtype.kind in "fi"
    told = f"you returned weights and bias of shapes {w.shape} and {b.shape}; ({d},) and () are"
    attempt.require(fits, *args, otherwise=f"{told} wanted, of numbers")
    finite = bool(np.isfinite(w).all() and np.isfinite(b))
    attempt.require(finite, *args, otherwise="you returned numbers that are not finite")
    return w, float(b)
