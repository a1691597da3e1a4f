"""Checks of lesson 10_logistic_regression."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import apart, say
from kernelkit.validation import Matrix, Vector


@exercise(
    "10.1", shows="Far on the right side a sample is free, far on the wrong one it costs |f|."
)
def cost(attempt: Attempt) -> None:
    even = "a probability of one half"
    attempt.array([np.log(2)] * 2, np.zeros(2), np.array([1, -1]), rule=even)
    f, y = np.array([3.0, 3.0, -2.0, -2.0]), np.array([1, -1, 1, -1])
    sides = "A sample costs little where y and f have the same sign"
    rule = "minus the logarithm of sigma(y f)"
    attempt.array(np.logaddexp(0, -y * f), f, y, rule=rule, hint=sides)
    far = "No computer's number is as large as e to the 5000; can you rewrite the formula?"
    f, y = np.array([5000.0, 5000.0, -5000.0, -800.0]), np.array([1, -1, 1, 1])
    attempt.array(np.logaddexp(0, -y * f), f, y, rule=rule, hint=far)
    random = np.random.default_rng(101)
    for n, scale in ((7, 1.0), (30, 20.0), (50, 2000.0)):
        f, y = scale * random.normal(size=n), random.choice([-1, 1], size=n)
        attempt.array(np.logaddexp(0, -y * f), f, y, rule=rule, hint=far)


@exercise("10.2", shows="Each sample pulls by the probability that it was given the wrong label.")
def slope(attempt: Attempt) -> None:
    X, y = np.array([[2.0, -4.0]]), np.array([1])
    start = "At w = 0 and b = 0 both labels have probability one half; which way is downhill?"
    _expect_slope(attempt, (X, y, np.zeros(2), 0.0, 1.0), start)
    prior = "The sample is nearly free here: what is left is the prior's, and v is a variance"
    _expect_slope(attempt, (X, y, np.array([8.0, -8.0]), 50.0, 4.0), prior)
    random = np.random.default_rng(102)
    for n, d, v in ((2, 1, 0.5), (40, 3, 10.0), (25, 6, 0.1)):
        X, y = random.normal(size=(n, d)), random.choice([-1, 1], size=n)
        hint = "Compare with the formulas of the lesson, term by term"
        _expect_slope(attempt, (X, y, random.normal(size=d), float(random.normal()), v), hint)


@exercise("10.3", shows="Doubt about the weights is doubt about the label.")
def predictive(attempt: Attempt) -> None:
    X, none = np.array([[1.0, 0.0], [0.0, 2.0]]), np.zeros((3, 3))
    mean = np.array([1.0, -1.0, 0.5])
    _expect_average(attempt, X, mean, none, "Without any doubt about the weights it is sigma(f)")
    doubt = "Where f is 0 on average, neither label is favoured, however large the doubt"
    _expect_average(attempt, X[:1], np.array([1.0, 3.0, -1.0]), 9 * np.eye(3), doubt)
    bias = "Only the bias, the last, is in doubt here"
    _expect_average(attempt, X, mean, np.diag([0.0, 0.0, 16.0]), bias)
    random = np.random.default_rng(103)
    for d, n, size in ((1, 6, 1.0), (2, 20, 3.0), (4, 20, 2.0)):
        L = size * random.normal(size=(d + 1, d + 1))
        X, mean = random.normal(size=(n, d)), size * random.normal(size=d + 1)
        hint = "How large is the variance of f at this x, and how is it used?"
        _expect_average(attempt, X, mean, L @ L.T, hint)


@exercise("10.4", shows="A line through somebody else's log odds: they rank, it keeps them honest.")
def honest(attempt: Attempt) -> None:
    random = np.random.default_rng(104)
    cases = (
        (500, 12.0, 0.15, 0.0, 0.02, "This machine exaggerates its log odds"),
        (500, 4.0, 0.4, -1.5, 0.02, "Here +1 is rarer than the machine believes"),
        (500, 0.3, 5.0, 0.5, 0.02, "This one is too modest"),
    )
    for n, spread, a, b, slack, hint in cases:
        f, new = spread * random.normal(size=n), spread * random.normal(size=4000)
        y = np.where(random.random(size=n) < _sigmoid(a * f + b), 1, -1)
        _expect_honesty(attempt, (f, y, new), a * new + b, slack, hint)
    luck = "A dozen were set aside and rightly ranked, by luck; how sure can one be after that?"
    f = np.array([-9.0, -7.0, -6.5, -4.0, -3.0, -1.0, 0.5, 2.0, 3.5, 6.0, 8.0, 10.0])
    new = 6 * random.normal(size=4000)
    _expect_honesty(attempt, (f, np.repeat([-1, 1], 6), new), 0.35 * new, 0.1, luck)


def _expect_slope(attempt: Attempt, args: tuple[Any, ...], hint: str) -> None:
    X, y, w, b, v = args
    answer = attempt(*args)
    pair = isinstance(answer, tuple | list) and len(answer) == 2
    attempt.require(pair, *args, otherwise="you returned no pair of two derivatives")
    by_w, by_b = (np.asarray(part) for part in answer)
    fits = (
        by_w.shape == w.shape and by_b.shape == () and {by_w.dtype.kind, by_b.dtype.kind} <= {*"fi"}
    )
    told = f"you returned shapes {by_w.shape} and {by_b.shape}"
    attempt.require(fits, *args, otherwise=f"{told}; {w.shape} and () are wanted")
    pull = _sigmoid(-y * (X @ w + b)) * y
    right = np.append(w / v - pull @ X, -pull.sum())
    got = np.append(by_w, by_b)
    names = [*(f"by w[{j}]" for j in range(len(w))), "by b"]
    for name, mine, theirs in zip(names, got, right, strict=True):
        ours, wanted = apart(float(mine), float(theirs))
        told = f"your derivative {name} is {ours}; the slope of F there is {wanted}. {hint}"
        attempt.require(np.isclose(mine, theirs, rtol=1e-8, atol=1e-8), *args, otherwise=told)


def _expect_average(
    attempt: Attempt, X: Matrix, mean: Vector, covariance: Matrix, hint: str
) -> None:
    """Compare with the integral of sigma over the Gaussian of f, by quadrature."""
    args = X, mean, covariance
    got = attempt.shaped((len(X),), *args)
    Z = np.column_stack([X, np.ones(len(X))])
    spread = np.sqrt(np.einsum("ij,jk,ik->i", Z, covariance, Z))
    t = np.linspace(-8, 8, 4001)
    weight = np.exp(-(t**2) / 2)
    values = _sigmoid((Z @ mean)[:, np.newaxis] + spread[:, np.newaxis] * t)
    right = values @ weight / weight.sum()
    worst = int(np.nan_to_num(np.abs(got - right), nan=np.inf).argmax())
    ours, wanted = apart(float(got[worst]), float(right[worst]))
    told = f"in row {worst} you returned {ours}; the average is {wanted}. {hint}"
    attempt.require(abs(got[worst] - right[worst]) < 0.02, *args, otherwise=told)


def _expect_honesty(
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
