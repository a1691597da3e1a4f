"""Checks of lesson 10_logistic_regression."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.validation import Matrix, Vector


@exercise(
    "10.1",
    shows="Twice the weights, half the strip; the bias only moves it.",
    hints=[
        "On each of the two lines f has one value everywhere. Which value of f belongs to the "
        "probability c, and which to 1 - c?",
        "How far must you move at right angles to the boundary for f to change by a given amount? "
        "Lesson 01 measures the distance of a point from a boundary.",
    ],
)
def strip_width(attempt: Attempt) -> None:
    rule = "the distance between the two lines"
    e = float(np.e)
    attempt.number(2.0, np.array([1.0]), e / (1 + e), rule=rule)
    length = "These weights are five times as long as (0.6, 0.8)"
    attempt.number(0.4, np.array([3.0, 4.0]), e / (1 + e), rule=rule, hint=length)
    random = np.random.default_rng(101)
    for d, c in ((1, 0.9), (2, 0.75), (3, 0.999), (6, 0.51)):
        w = 3 * random.normal(size=d)
        wanted = (np.log(c / (1 - c)) - np.log((1 - c) / c)) / np.sqrt(w @ w)
        attempt.number(float(wanted), w, c, rule=rule)


@exercise(
    "10.2",
    shows="A multi-class perceptron in which every sample moves every row, by its error.",
    hints=[
        "The lesson derives the gradient as a sum over samples. For one sample, the entry of row k "
        "is p_k minus its target, times the sample. Compute all p_k before any row moves.",
        "First a loop that fills an array of K scores, then their largest, then the exponentials "
        "and their sum; last a loop over classes and entries that moves a copy of W. np.zeros, "
        "np.exp and W.copy() work in compiled code.",
    ],
)
def softmax_pass(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    random = np.random.default_rng(102)
    one = np.array([[2.0, -4.0, 1.0]])
    require_compiled(attempt, one, np.array([1]), np.zeros((3, 3)), 1.0)
    start = "With W = 0 all classes have the same probability"
    cases: list[tuple[Any, ...]] = [(one, np.array([1]), np.zeros((3, 3)), 1.0, start)]
    cases.append((one, np.array([0]), np.zeros((2, 3)), 0.5, start))
    for n, d, K, eta in ((2, 2, 2, 1.0), (5, 1, 3, 0.5), (30, 3, 4, 0.1), (12, 4, 3, 2.0)):
        Z = np.column_stack([random.normal(size=(n, d)), np.ones(n)])
        W, labels = random.normal(size=(K, d + 1)), random.integers(0, K, size=n)
        hint = "Each sample meets the weights that the one before it has left"
        cases.append((Z, labels, W, eta, hint))
    large = np.array([[900.0, 0.0], [899.0, 0.0], [-900.0, 0.0]])
    Z = np.array([[2.0, 1.0], [-2.0, 1.0]])
    cases.append((Z, np.array([1, 2]), large, 0.1, "Are your exponents at most 0?"))
    for Z, labels, W, eta, hint in cases:
        args = Z, labels, W.copy(), eta
        rule = "one pass, sample after sample,"
        attempt.array(_after_pass(*args), *args, rule=rule, hint=hint)


@exercise(
    "10.3",
    shows="The Hessian has a zero eigenvalue for each entry of a sample: only differences count.",
    hints=[
        "Differentiate p_k = e^(f_k) / sum_l e^(f_l) by the quotient rule, once with respect to "
        "f_k and once with respect to another f_l. Both results contain only p_k and p_l.",
        "The matrix consists of K x K blocks of D x D. The block of k and l is a sum over the "
        "samples like the Hessian of two classes, with other numbers in place of s(1 - s). "
        "Subtract the largest score of a sample from all its scores before you use exp.",
    ],
)
def softmax_hessian(attempt: Attempt) -> None:
    random = np.random.default_rng(103)
    cases = [(np.zeros((2, 2)), np.array([[2.0, 1.0]]), "Both classes have probability one half")]
    for K, D, n in ((2, 3, 5), (3, 2, 8), (4, 3, 20)):
        Z = np.column_stack([random.normal(size=(n, D - 1)), np.ones(n)])
        hint = "Compare a block on the diagonal with one beside it"
        cases.append((random.normal(size=(K, D)), Z, hint))
    large = np.array([[500.0, 0.0], [499.0, 0.0], [-500.0, 0.0]])
    cases.append((large, np.array([[2.0, 1.0], [-2.0, 1.0]]), "Are your exponents at most 0?"))
    for W, Z, hint in cases:
        K, D = W.shape
        got = attempt.shaped((K * D, K * D), W, Z)
        right = _bends(W, Z)
        off = np.abs(np.nan_to_num(got, nan=np.inf) - right)
        i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
        told = (
            f"your entry [{i}, {j}] is {say(float(got[i, j]))}; the right value is "
            f"{say(float(right[i, j]))}. {hint}"
        )
        attempt.require(off.max() < 1e-6 * max(1.0, np.abs(right).max()), W, Z, otherwise=told)


@exercise(
    "10.4",
    shows="Draws from a Gaussian, weighted correctly, average like draws from the posterior.",
    hints=[
        "The logarithm of each weight is a difference of two: that of the posterior, which is -F "
        "up to a constant, and that of the Gaussian's density, up to a constant.",
        "A constant added to all logarithms cancels when the weights are divided by their sum. "
        "Which constant keeps exp from giving 0 for all of them? The prior is on w, not on b.",
    ],
)
def reweighted(attempt: Attempt) -> None:
    random = np.random.default_rng(104)
    tasks = ((6, 1, 3.0, 40), (20, 1, 10.0, 2000), (30, 3, 1.0, 500), (4000, 2, 5.0, 200))
    for n, d, v, m in tasks:
        Z = np.column_stack([random.normal(size=(n, d)), np.ones(n)])
        y = np.where(Z[:, 0] + 0.8 * random.normal(size=n) > 0, 1, -1)
        y[:2] = 1, -1
        mean, spread = 0.5 * random.normal(size=d + 1), random.normal(size=(d + 1, d + 1))
        if n > 1000:
            mean, spread = np.zeros(d + 1), 0.1 * spread
        covariance = spread @ spread.T + 0.05 * np.eye(d + 1)
        draws = random.multivariate_normal(mean, covariance, size=m)
        Z_new = np.column_stack([2 * random.normal(size=(5, d)), np.ones(5)])
        args = draws, mean, covariance, Z, y, v, Z_new
        hint = "F is in the thousands here; work with logarithms" if n > 1000 else ""
        rule = "the average over the draws, each with the weight posterior over Gaussian,"
        attempt.array(_averages(args), *args, rule=rule, hint=hint, tolerance=1e-6)


@exercise(
    "10.5",
    shows="One line through the log odds of another classifier turns them into probabilities.",
    hints=[
        "The log odds of the other classifier are one feature like any other, and you know a model "
        "that turns one feature into calibrated probabilities.",
        "If the few samples set aside are separable, what does maximum likelihood do to the slope, "
        "and what did the lesson do about it? The size of f differs between classifiers.",
    ],
)
def recalibrate(attempt: Attempt) -> None:
    random = np.random.default_rng(104)
    cases = (
        (500, 12.0, 0.15, 0.0, 0.02, "This classifier exaggerates its log odds"),
        (500, 4.0, 0.4, -1.5, 0.02, "Here +1 is rarer than the classifier believes"),
        (500, 0.3, 5.0, 0.5, 0.02, "This one is too modest"),
    )
    for n, spread, a, b, slack, hint in cases:
        f, new = spread * random.normal(size=n), spread * random.normal(size=4000)
        y = np.where(random.random(size=n) < _sigmoid(a * f + b), 1, -1)
        _expect_calibrated(attempt, (f, y, new), a * new + b, slack, hint)
    luck = "A dozen were set aside and, by luck, ranked correctly; how sure can you be after that?"
    f = np.array([-9.0, -7.0, -6.5, -4.0, -3.0, -1.0, 0.5, 2.0, 3.5, 6.0, 8.0, 10.0])
    new = 6 * random.normal(size=4000)
    _expect_calibrated(attempt, (f, np.repeat([-1, 1], 6), new), 0.35 * new, 0.1, luck)


def _after_pass(Z: Matrix, labels: Vector, W: Matrix, eta: float) -> Matrix:
    """The weights after one pass over the samples."""
    W = W.copy()
    for z, label in zip(Z, labels, strict=True):
        scores = W @ z
        p = np.exp(scores - scores.max())
        p /= p.sum()
        p[label] -= 1.0
        W -= eta * np.outer(p, z)
    return W


def _bends(W: Matrix, Z: Matrix) -> Matrix:
    """The Hessian of the cross-entropy, as a sum of Kronecker products."""
    scores = Z @ W.T
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    total = np.zeros((W.size, W.size))
    for p, z in zip(P, Z, strict=True):
        total += np.kron(np.diag(p) - np.outer(p, p), np.outer(z, z))
    return total


def _averages(args: tuple[Any, ...]) -> Vector:
    draws, mean, covariance, Z, y, v, Z_new = args
    log_posterior = -np.logaddexp(0.0, -y * (draws @ Z.T)).sum(axis=1)
    log_posterior -= (draws[:, :-1] ** 2).sum(axis=1) / (2 * v)
    away = draws - mean
    log_gaussian = -0.5 * (away * np.linalg.solve(covariance, away.T).T).sum(axis=1)
    log_weight = log_posterior - log_gaussian
    weight = np.exp(log_weight - log_weight.max())
    averages: Vector = weight @ _sigmoid(draws @ Z_new.T) / weight.sum()
    return averages


def _expect_calibrated(
    attempt: Attempt, args: tuple[Vector, Vector, Vector], odds: Vector, slack: float, hint: str
) -> None:
    """Compare the mean cost of a new sample with what true probabilities would have."""
    got = attempt.shaped(args[2].shape, *args)
    inside = bool((got >= 0).all() and (got <= 1).all())
    attempt.require(inside, *args, otherwise="you returned numbers that are not between 0 and 1")
    p, got = _sigmoid(odds), got.clip(1e-300, 1 - 1e-16)
    yours, best = (float(-(p * np.log(q) + (1 - p) * np.log1p(-q)).mean()) for q in (got, p))
    told = (
        f"a new label has the mean cost -log p = {say(yours, 3)} under your probabilities, "
        f"{say(best, 3)} under the true ones; {say(best + slack, 3)} can be reached. {hint}"
    )
    attempt.require(yours <= best + slack, *args, otherwise=told)


def _sigmoid(t: Any) -> Any:
    return np.exp(-np.logaddexp(0.0, -t))
