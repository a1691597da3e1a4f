"""Checks of lesson 14_losses."""

from itertools import product
from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import apart, say
from kernelkit.losses import hinge, logistic, logistic_derivative, squared, squared_derivative
from kernelkit.solvers import least_squares


@exercise(
    "14.1",
    shows="A hinge with a slope everywhere; as h shrinks it becomes the hinge itself.",
    hints=[
        "The line has a known slope. For which a does the parabola have the same slope at the "
        "place where the two meet?",
        "Now the height: the line has to start where the parabola ends. np.clip can make the slope "
        "of all three pieces out of one expression.",
    ],
)
def rounded_hinge(attempt: Attempt) -> None:
    rule = "the pair of a loss without jump or kink and its derivative"
    hint = "Compare both, height and slope, at the two places where the pieces meet"
    sevens = np.array([-3.0, -0.5, 0.0, 0.25, 0.75, 1.0, 2.0])
    for t, h in (
        (sevens, 1.0),
        (sevens, 0.5),
        (np.linspace(-2, 2, 41), 0.25),
        (np.array([0.5, -4.0]), 3.0),
    ):
        s = np.clip((1 - t) / h, 0, 1)
        attempt.array(np.stack([s * (1 - t) - h * s**2 / 2, -s]), t, h, rule=rule, hint=hint)


def exponential(t: Any) -> Any:
    """The loss of AdaBoost."""
    return np.exp(-np.asarray(t))


def squared_hinge(t: Any) -> Any:
    """The hinge, squared."""
    return np.maximum(0.0, 1.0 - np.asarray(t)) ** 2


def squared_from_three(t: Any) -> Any:
    """A squared loss that wants 3 and not 1."""
    return (3.0 - np.asarray(t)) ** 2


@exercise(
    "14.2",
    shows="Your search finds what any loss aims at, without its formula.",
    hints=[
        "At this x a share eta of the labels is +1 and the rest is -1. What is the mean loss of "
        "one and the same score f, over both kinds?",
        "That mean is a convex function of f: if it is lower at one of two points than at the "
        "other, you know a part of the axis in which its minimum cannot lie. Cut this part off, "
        "again and again.",
    ],
)
def best_score(attempt: Attempt) -> None:
    rule = "the lowest point of the conditional risk"
    hint = "Both labels occur, with the shares eta and 1 - eta; three decimals are wanted"
    for eta in (0.5, 0.75, 0.1, 0.97):
        odds = float(np.log(eta / (1 - eta)))
        wanted = {
            squared: 2 * eta - 1,
            logistic: odds,
            exponential: odds / 2,
            squared_hinge: 2 * eta - 1,
            squared_from_three: 3 * (2 * eta - 1),
        }
        for loss, f in wanted.items():
            attempt.number(f, loss, eta, rule=rule, hint=hint, tolerance=1e-3)
        if eta != 0.5:  # there every score from -1 to 1 is best
            sign = 1.0 if eta > 0.5 else -1.0
            attempt.number(sign, hinge, eta, rule=rule, hint=hint, tolerance=1e-3)


@exercise(
    "14.3",
    shows="Averaged over all flips, your line is the line of the true labels.",
    hints=[
        "Work out the mean of a label that was +1, and the mean of one that was -1, after the "
        "flips. Which straight function of the label takes these two means back to +1 and -1?",
        "Least squares is linear in its targets, and they need not be +1 and -1. The bias is not "
        "penalised: lesson 07 fits centred samples to centred targets.",
    ],
)
def through_noise(attempt: Attempt) -> None:
    random = np.random.default_rng(143)
    for p_plus, p_minus, lam in ((0.2, 0.2, 0.5), (0.3, 0.0, 1.0), (0.1, 0.35, 3.0)):
        X, y = random.integers(-4, 5, size=(6, 2)).astype(float), np.array([1, 1, 1, 1, -1, -1])
        clean = least_squares(X, y, ridge=lam)
        # Every way of flipping six labels, with its probability: the mean is exact.
        w, b = np.zeros(2), 0.0
        for choice in product([False, True], repeat=6):
            flips = np.array(choice)
            p = np.where(y > 0, p_plus, p_minus)
            chance = float(np.where(flips, p, 1 - p).prod())
            if chance > 0:
                told = X, np.where(flips, -y, y), p_plus, p_minus, lam
                its_w, its_b = pair(attempt, 2, *told)
                w, b = w + chance * its_w, b + chance * its_b
        args = (X, y, p_plus, p_minus, lam)
        ours, right = np.append(w, b), np.append(clean.weights, clean.bias)
        i = int(np.abs(ours - right).argmax())
        name = ("w[0]", "w[1]", "b")[i]
        mine, theirs = apart(float(ours[i]), float(right[i]))
        told_words = (
            f"the mean of your {name} over all ways of flipping these six labels, each with its "
            f"probability, is {mine}; the fit to the true labels has {theirs}"
        )
        attempt.require(np.allclose(ours, right, atol=1e-6), *args, otherwise=told_words)


def squared_hinge_derivative(t: Any) -> Any:
    """The slope of the squared hinge."""
    return -2 * np.maximum(0.0, 1.0 - np.asarray(t))


@exercise(
    "14.4",
    shows="One loop, any loss, any kernel: the course in a dozen lines.",
    hints=[
        "With f = K c + b the cost is a function of c and b. Differentiate it by the chain rule: "
        "both parts of the gradient by c have the matrix K as a factor.",
        "Instead of the gradient K v you may step along -v, which goes downhill as well, since "
        "v K v is never negative. A step of 1 / L is safe if L bounds the curvature: 2 from the "
        "loss, times a bound on the largest eigenvalue of K plus a matrix of ones (the trace is "
        "one), plus what the penalty adds.",
    ],
)
def kernel_descent(attempt: Attempt) -> None:
    random = np.random.default_rng(144)
    slopes = (squared_derivative, logistic_derivative, squared_hinge_derivative)
    for slope, lam, width in zip(slopes, (1.0, 0.5, 2.0), (None, 1.0, 2.0), strict=True):
        X = random.normal(size=(24, 2))
        y = np.where(X[:, 0] * (1 if width is None else X[:, 1]) + 0.3 > 0, 1, -1)
        distances = ((X[:, np.newaxis] - X) ** 2).sum(axis=2)
        K = X @ X.T if width is None else np.exp(-distances / (2 * width**2))
        slope(np.zeros(24))  # compiled before the clock starts
        c, b = pair(attempt, 24, slope, K, y, lam)
        pull = np.asarray(slope(y * (K @ c + b))) * y
        by_c, by_b = K @ (pull + 2 * lam * c), float(pull.sum())
        i = int(np.abs(by_c).argmax())
        told = (
            f"at your c and b the cost still changes: its derivative by b is {say(by_b, 2)}, and "
            f"by c[{i}] it is {say(float(by_c[i]), 2)}. At the minimum all are 0, here within 0.02"
        )
        flat = np.isfinite(by_c).all() and max(abs(by_b), np.abs(by_c).max()) <= 0.02
        attempt.require(flat, slope, K, y, lam, otherwise=told)


@exercise(
    "14.5",
    shows="A line that follows the many and not the loud.",
    hints=[
        "How large is psi at t = -60, and how high the leverage of such a sample? A loss whose "
        "slope returns to zero on the far left is one way out; the lesson has one.",
        "Such a loss has more than one minimum, so the start matters. Start from a line that the "
        "wrong labels cannot turn: bring samples far from the middle (a median, not a mean) "
        "nearer first.",
    ],
)
def deaf(attempt: Attempt) -> None:
    random = np.random.default_rng(144)
    for n, d, mislabelled in ((120, 2, 16), (200, 3, 28)):
        y = np.where(np.arange(n) % 2 == 0, 1, -1)
        direction = random.normal(size=d)
        direction /= np.linalg.norm(direction)
        X = random.normal(size=(n, d)) + 3.0 * np.outer(y, direction)
        clean = np.ones(n, dtype=bool)
        clean[: 2 * mislabelled : 2] = False
        # Labelled +1, and far out on the other side.
        X[~clean] = -60.0 * direction + random.normal(size=(mislabelled, d))
        w, b = pair(attempt, d, X, y)
        right = float((y * (X @ w + b) > 0)[clean].mean())
        told = (
            f"your line is right about {100 * right:.0f}% of the clean samples; 97% are "
            "wanted. How much influence have the samples far out on your fit, and had they turned "
            "the line from which it started?"
        )
        attempt.require(right >= 0.97, X, y, otherwise=told)
