"""Checks of lesson 11_maximum_margin."""

from typing import Any

import numpy as np

from kernelkit import certificates
from kernelkit.exercises.attempt import Attempt, StoppedError
from kernelkit.exercises.pairs import pair
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.kernels import Linear
from kernelkit.solvers import smo
from kernelkit.validation import Matrix, Vector


@exercise(
    "11.1",
    shows="Discs around the samples give one kind of room, squares another.",
    hints=[
        "A sample moves by a vector delta whose entries are all smaller than r in size. By how "
        "much can <w, delta> change the score, at worst? Choose the worst sign of each entry.",
        "The worst delta has every entry at plus or minus r, with the sign that hurts. What is "
        "<w, delta> then? Which sample runs out of room first?",
    ],
)
def room(attempt: Attempt) -> None:
    rule = "the worst change of all coordinates at once"
    X, y = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 9.0]]), np.array([-1, 1, 1])
    attempt.number(0.5, np.array([1.0, 1.0]), -3.0, X, y, rule=rule)
    attempt.number(1.0, np.array([1.0, 0.0]), -1.0, X[:2], y[:2], rule=rule)
    attempt.number(0.2, np.array([6.0, -4.0]), -2.0, X[:2], y[:2], rule=rule)
    random = np.random.default_rng(111)
    for n, d, far in ((12, 2, 9.0), (20, 5, 14.0), (15, 3, 12.0)):
        X, y = _clouds(random, n, d, far)
        w = np.where(np.arange(d) == 0, 3.0, 2.0) * (-1.0) ** (np.arange(d) == d - 1)
        X = X * np.sign(w)
        b = -float((X @ w)[y > 0].min() + (X @ w)[y < 0].max()) / 2
        attempt.number(float((y * (X @ w + b)).min() / np.abs(w).sum()), w, b, X, y, rule=rule)


@exercise(
    "11.2",
    shows="The smallest machine: two or three support vectors, and a formula in place of a solver.",
    hints=[
        "The line is fixed by the shortest segment between the two hulls. One hull is the point "
        "x; what is the other? Where on it is the point nearest to x?",
        "Write the points of the other hull as u + t (v - u). Which t are allowed? With p and q "
        "the ends of the shortest segment, w is a multiple of p - q, and two equations, f(p) = 1 "
        "and f(q) = -1, fix the multiple and b.",
    ],
)
def three(attempt: Attempt) -> None:
    tasks = [
        ([0.0, 4.0], [-3.0, 0.0], [1.0, 0.0]),
        ([5.0, 4.0], [-3.0, 0.0], [1.0, 1.0]),
        ([-9.0, 1.0], [-3.0, 2.0], [1.0, -1.0]),
        ([1.0, 2.0, 3.0], [0.0, 1.0, -1.0], [2.0, 0.0, 0.0]),
        ([0.5, 0.0, 0.0, 9.0], [7.0, 1.0, 0.0, 1.0], [8.0, 1.0, 2.0, 3.0]),
    ]
    for task in tasks:
        x, u, v = (np.array(point) for point in task)
        X, y = np.array([x, u, v]), np.array([1, -1, -1])
        w, b = pair(attempt, len(x), x, u, v)
        attempt.require(np.any(w != 0), x, u, v, otherwise="your weights are all 0: no line")
        _widest(attempt, (x, u, v), (X, y), (w, b), 1 - 1e-9)
        nearest = float((y * (X @ w + b)).min())
        told = (
            f"your line is the right one, but its nearest sample has y f(x) = {say(nearest)}; "
            "the hard margin asks for another scale"
        )
        attempt.require(np.isclose(nearest, 1), x, u, v, otherwise=told)


class TooManyFitsError(Exception):
    """Raised in the student's loop when it trains more often than it has to."""


class Fit:
    """The function ``fit`` of exercise 3: the hard margin, which counts how often it is asked."""

    def __init__(self, most: int) -> None:
        self.most, self.given = most, 0
        self.__name__ = "fit"

    def __call__(self, X: Any, y: Any) -> tuple[Vector, float, Vector]:
        """Weights, bias and multipliers, as long as there are fits left."""
        self.given += 1
        if self.given > self.most:
            raise TooManyFitsError
        return _hard(np.asarray(X, dtype=float), np.asarray(y))


@exercise(
    "11.3",
    shows="Complementary slackness spared you every training that could change nothing.",
    hints=[
        "If alpha_i = 0, in which of the KKT conditions does sample i take part? Do the others "
        "still hold when it is gone?",
        "Train once on all samples. For a sample with alpha_i = 0 you know without training on "
        "which side of the line it ends up. For each of the others delete it (np.delete), train, "
        "and look at that one sample.",
    ],
)
def leave_one_out(attempt: Attempt) -> None:
    random = np.random.default_rng(113)
    for n, d, far in ((10, 2, 1.0), (24, 2, 1.5), (30, 4, 2.0), (16, 6, 2.0)):
        X, y = _separated(random, n, d, far)
        supports = np.flatnonzero(_hard(X, y)[2] > 0)
        wrong = 0
        for i in supports:
            w, b, _ = _hard(np.delete(X, i, 0), np.delete(y, i))
            wrong += int(y[i] * (X[i] @ w + b) <= 0)
        fit = Fit(1 + len(supports))
        told = (
            f"you trained more than {fit.most} times; {len(supports)} of the {n} samples have "
            "alpha above 0, and one more training is for finding that out"
        )
        try:
            got = attempt(fit, X, y)
        except StoppedError as stop:
            named = TooManyFitsError.__name__ in str(stop)
            attempt.require(not named, fit, X, y, otherwise=told)
            raise
        whole = np.asarray(got)
        numbers = whole.shape == () and whole.dtype.kind in "iuf"
        attempt.require(numbers, fit, X, y, otherwise="you did not return a single number")
        told = (
            f"you returned {say(float(whole))}; {wrong} of the {n} samples are on the wrong side "
            "of the line that is trained on all others"
        )
        attempt.require(float(whole) == wrong, fit, X, y, otherwise=told)


@exercise(
    "11.4",
    shows="The largest margin to six digits, and you know how it was found.",
    hints=[
        "Begin with the solver of the lesson. When t moves from sample j to sample i of the same "
        "class, v changes by t y_i (x_i - x_j). By how much does h_k = y_k <v, x_k> change, and "
        "which two columns of the Gram matrix contain that number?",
        "Insert the best t into the parabola: the squared distance falls by "
        "(h_j - h_i)^2 / |x_i - x_j|^2. Choose the giver j, among samples with s_j > 0 and "
        "h_j > h_i, for which this is largest.",
        "Stop when in both classes the largest h_j of a giver exceeds the smallest h_i by almost "
        "nothing. Rounding errors add up in h, so compute it from v once more before you stop.",
    ],
)
def hard_margin(attempt: Attempt) -> None:
    random = np.random.default_rng(114)
    for n, d, far in ((8, 2, 5.0), (60, 2, 7.0), (50, 5, 8.0), (120, 12, 7.0)):
        X, y = _clouds(random, n, d, far)
        w, b = pair(attempt, d, X, y)
        attempt.require(np.any(w != 0), X, y, otherwise="your weights are all 0, which is no line")
        _widest(attempt, (X, y), (X, y), (w, b), 1 - 1e-6)


@exercise(
    "11.5",
    shows="Two convex combinations at one point: no line has them on different sides.",
    hints=[
        "What is asked for are numbers that are at least 0 and satisfy d + 2 linear equations. "
        "Write the equations down: which two say that the coefficients of a class sum to 1, and "
        "which d say that the two points coincide?",
        "Any solution will do, so this is a linear program with nothing to minimise: "
        "scipy.optimize.linprog takes a matrix A_eq and a vector b_eq, and its variables are at "
        "least 0 unless you say otherwise. scipy.optimize.nnls can do it too.",
    ],
)
def coincide(attempt: Attempt) -> None:
    random = np.random.default_rng(115)
    cross = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    tasks = [(cross, np.array([1, 1, -1, -1]))]
    tasks += [_clouds(random, n, d, far) for n, d, far in ((40, 2, 0.5), (90, 4, 1.0))]
    for X, y in tasks:
        s = attempt.shaped((len(y),), X, y).astype(float)
        finite = "your coefficients contain nan or infinity"
        attempt.require(np.isfinite(s).all(), X, y, otherwise=finite)
        told = f"your smallest coefficient is {say(float(s.min()))}; none may be below 0"
        attempt.require(s.min() >= -1e-9, X, y, otherwise=told)
        for label in (1, -1):
            total = float(s[y == label].sum())
            told = f"your coefficients of class {label:+d} sum to {say(total)}; they must sum to 1"
            attempt.require(np.isclose(total, 1, atol=1e-6), X, y, otherwise=told)
        apart = float(np.linalg.norm((s * y) @ X))
        told = (
            f"your two convex combinations are {say(apart)} apart, which only proves that no line "
            f"has a margin above {say(apart / 2)}; there are coefficients for which they coincide"
        )
        attempt.require(apart <= 1e-6 * np.ptp(X), X, y, otherwise=told)


def _widest(
    attempt: Attempt,
    args: tuple[Any, ...],
    task: tuple[Matrix, Vector],
    line: tuple[Vector, float],
    share: float,
) -> None:
    """Expect at least this share of the largest margin that there is."""
    X, y = task
    best = 1 / float(np.linalg.norm(_hard(X, y)[0]))
    margin = certificates.margin(X, y, *line)
    told = f"your line has the margin {margin:.9g}; a line with {best:.9g} exists"
    attempt.require(margin >= share * best, *args, otherwise=told)


def _hard(X: Matrix, y: Vector) -> tuple[Vector, float, Vector]:
    """The hard margin, with multipliers that are either clearly above 0 or 0."""
    result = smo(Linear()(X - X.mean(axis=0)), y, C=np.inf, tolerance=1e-9)
    alpha = np.where(result.alpha > 1e-7 * result.alpha.max(), result.alpha, 0.0)
    w = (alpha * y) @ X
    values = X @ w
    return w, -float(values[y > 0].min() + values[y < 0].max()) / 2, alpha


def _clouds(
    random: np.random.Generator, n: int, d: int, far: float
) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds so far apart, along a diagonal and away from the origin, in mixed order."""
    y = np.where(random.permutation(n) % 2 == 0, 1, -1)
    X = random.normal(size=(n, d)) + 3.0 + np.outer(y, np.full(d, far / 2 / np.sqrt(d)))
    return X, y


def _separated(
    random: np.random.Generator, n: int, d: int, far: float
) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds with a small margin between them, so that some samples are wrong when left out.

    Samples beyond the middle are mirrored to their own side; then all move 0.2 away from it.
    """
    X, y = _clouds(random, n, d, far)
    u = np.full(d, 1 / np.sqrt(d))
    side = y * ((X - 3.0) @ u)
    return X + np.outer(y * (np.abs(side) + 0.2 - side), u), y
