"""Checks of lesson 13_dual_svm."""

import warnings

import numpy as np

from kernelkit import certificates
from kernelkit.core import move_pair
from kernelkit.datasets import make_moons
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import is_number, say
from kernelkit.kernels import Gaussian, Linear
from kernelkit.solvers import smo
from kernelkit.validation import Matrix, Vector


@exercise(
    "13.1",
    shows="Any feasible multipliers are a promise about every line there is.",
    hints=[
        "Go back to the Lagrangian sorted by unknowns. Some of its parts are straight lines in "
        "their unknown; when does a straight line have a smallest value? Then look at the step "
        "before: what did we need of the multipliers so that L is at most the cost?",
        "There are three conditions on the list, two of them on each multiplier and one on all "
        "together. A sum of floats that should be 0 is seldom exactly 0, so allow a tolerance.",
    ],
)
def lower_bound(attempt: Attempt) -> None:
    rule = "the lower bound on every cost"
    K, y = np.array([[1.0, 0.0, 1.0], [0.0, 4.0, 2.0], [1.0, 2.0, 2.0]]), np.array([1, -1, 1])
    attempt.number(0.375, np.array([0.5, 0.5, 0.0]), K, y, 1.0, rule=rule)
    attempt.number(0.0, np.zeros(3), K, y, 1.0, rule=rule)
    random = np.random.default_rng(131)
    for n, sigma, C in ((8, 1.0, 1.0), (30, 2.0, 0.2), (20, 1.5, 7.0)):
        X, y = _clouds(random, n)
        K, alpha = Gaussian(sigma)(X), C * random.random(n)
        alpha[y > 0] *= min(1.0, alpha[y < 0].sum() / alpha[y > 0].sum())
        alpha[y < 0] *= alpha[y > 0].sum() / alpha[y < 0].sum()
        v = alpha * y
        attempt.number(alpha.sum() - v @ K @ v / 2, alpha, K, y, C, rule=rule)
        for bad, why in (
            (np.where(y > 0, alpha, alpha / 2), "a Lagrangian that falls for ever along b"),
            (alpha * 1.5 * C / alpha.max(), "a Lagrangian that falls for ever along a slack"),
            (
                -alpha,
                "a multiplier below 0, with which L may be above the cost and bounds nothing,",
            ),
        ):
            attempt.number(-np.inf, bad, K, y, C, rule=why)


@exercise(
    "13.2",
    shows="Multipliers carry their own certificate: a bias, and how far from the optimum it is.",
    hints=[
        "Formula (3) gives the gradient r, whose entries are the biases that the samples ask for. "
        "Which samples are free? Look at their multipliers. Which can grow and which can shrink "
        "if none is free? Look at v = alpha * y between its limits, which depend on the label.",
        "With the bias you know every y_i f(x_i), hence every slack; formula (1) adds up the gap, "
        "and so does primal cost minus dual bound, with v @ K @ v for the squared length of w.",
    ],
)
def certify(attempt: Attempt) -> None:
    for alpha, x, labels, C in (  # one feature x; then none is free; then a third one limits b
        ([0.5, 0.5], [1.0, 3.0], [-1, 1], 1.0),
        ([0.1, 0.1], [-1.0, 1.0], [-1, 1], 0.1),
        ([0.1, 0.1, 0.0], [-1.0, 1.0, 2.0], [-1, 1, 1], 0.1),
    ):
        _certified(attempt, np.array(alpha), np.outer(x, x), np.array(labels), C)
    random = np.random.default_rng(132)
    for n, C, sigma, tolerance in (
        (9, 1.0, 1.0, 1e-6),
        (30, 0.5, 2.0, 0.3),
        (40, 20.0, 1.0, 0.1),
        (24, 3.0, 1.5, 0.5),
    ):
        X, y = _clouds(random, n)
        K = Gaussian(sigma)(X)
        _certified(attempt, smo(K, y, C, tolerance).alpha, K, y, C)
    for C in (0.01, 0.05):  # so small that every multiplier reaches it
        y = np.where(random.permutation(10) % 2 == 0, -1, 1)
        K = Gaussian(1.0)(random.normal(size=(10, 2)) + np.outer(y, [0.8, 0.5]))
        _certified(attempt, np.full(10, C), K, y, C)


def _certified(attempt: Attempt, alpha: Vector, K: Matrix, y: Vector, C: float) -> None:
    args = alpha, K, y, C
    r, free = y - K @ (alpha * y), (alpha > 0) & (alpha < C)
    if free.any():
        wanted = float(r[free].mean())
        whose = f"the mean over {free.sum()} free support vectors"
    else:
        grow, shrink = (alpha < C) == (y > 0), (alpha > 0) == (y > 0)
        wanted = float((r[grow].max() + r[shrink].min()) / 2)
        whose = "none is free, and the middle of the two sides of (5)"
    got = attempt(*args)
    two = isinstance(got, tuple | list) and len(got) == 2 and all(map(is_number, got))
    told = "you did not return a pair of numbers, bias and gap"
    attempt.require(two, *args, otherwise=told)
    told = f"your bias is {say(got[0])}; {whose} is {say(wanted)}"
    attempt.require(np.isclose(got[0], wanted, atol=1e-8), *args, otherwise=told)
    gap = certificates.kernel_primal(K, y, alpha, wanted, C) - certificates.kernel_dual(K, y, alpha)
    told = f"your bias is right; your gap is {say(got[1])}, primal minus dual is {say(gap)}"
    attempt.require(np.isclose(got[1], gap, atol=1e-8), *args, otherwise=told)


@exercise(
    "13.3",
    shows="Repeat it with the right pairs and you have SMO.",
    hints=[
        "Work with v = alpha * y, of which one entry grows by t and the other shrinks by t, and "
        "with the gradient r of formula (3). Formula (4) gives the t without limits; it may be "
        "negative here.",
        "Each of the two v has a lower limit and an upper one, which depend on its label. Each "
        "limits t from one side: collect two lower and two upper limits, clip t once, then move "
        "both by the same t.",
    ],
)
def move(attempt: Attempt) -> None:
    random = np.random.default_rng(133)
    kinds: dict[tuple[bool, bool], int] = {}
    for _ in range(60):
        X, y = _clouds(random, 10)
        K, C = Gaussian(1.5)(X), float(random.choice([0.2, 1.0, 20.0]))
        alpha = smo(K, y, C=C, max_iter=100_000).alpha * random.random()
        i, j = (int(k) for k in random.choice(10, size=2, replace=False))
        wanted = _moved(alpha, i, j, K, y, C)
        kind = bool(y[i] == y[j]), bool((wanted[[i, j]] % C == 0).any())
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 4:
            _one_move(attempt, wanted, alpha, i, j, K, y, C)
    X, y = _clouds(random, 10)
    i, j = int(np.flatnonzero(y > 0)[0]), int(np.flatnonzero(y < 0)[0])
    X[j] = X[i]  # twins of different classes: their parabola is a straight line
    K, alpha = Gaussian(1.5)(X), np.full(10, 0.25)
    for first, second in ((i, j), (j, i)):
        wanted = _moved(alpha, first, second, K, y, 1.0)
        _one_move(attempt, wanted, alpha.copy(), first, second, K, y, 1.0)


def _one_move(
    attempt: Attempt, wanted: Vector, alpha: Vector, i: int, j: int, K: Matrix, y: Vector, C: float
) -> None:
    args = alpha, i, j, K, y, C
    got = attempt.shaped(alpha.shape, *args)
    others = np.delete(np.arange(len(y)), [i, j])
    told = "a sample other than i and j has moved"
    attempt.require(np.allclose(got[others], alpha[others]), *args, otherwise=told)
    told = f"the sum of alpha y was {alpha @ y:z.3f} and became {got @ y:z.3f}"
    attempt.require(np.isclose(got @ y, alpha @ y, atol=1e-8), *args, otherwise=told)
    told = f"alpha of i is {got[i]:.4g}, of j {got[j]:.4g}; both must lie between 0 and {C:g}"
    inside = (got > -1e-9).all() and (got < C + 1e-9).all()
    attempt.require(inside, *args, otherwise=told)
    ours, best = certificates.kernel_dual(K, y, got), certificates.kernel_dual(K, y, wanted)
    told = f"the dual objective becomes {ours:.6g}; this pair can reach {best:.6g}"
    attempt.require(np.allclose(got, wanted, atol=1e-7), *args, otherwise=told)


def _moved(alpha: Vector, i: int, j: int, K: Matrix, y: Vector, C: float) -> Vector:
    c, lower, upper = alpha * y, np.minimum(0.0, C * y), np.maximum(0.0, C * y)
    r = y - K @ c
    first, second = (i, j) if r[i] >= r[j] else (j, i)  # the first is to grow
    move_pair(K, lower, upper, c, r, first, second)
    moved: Vector = c * y
    return moved


@exercise(
    "13.4",
    shows="Without a bias nothing ties samples together, and each moves alone.",
    hints=[
        "Without b the Lagrangian has no part in b, so one of the two constraints of the dual is "
        "gone. Change one alpha_i by t and work out D(t) - D(0), as in formula (4).",
        "It is a parabola in t; its slope at 0 contains y_i f(x_i), its curvature K_ii. Go to its "
        "top, clipped at 0 and C, update f with one row of K in a loop over the samples, and "
        "repeat until the gap, the sum (1) with b = 0, is at most 1% of the cost.",
    ],
)
def no_bias_svm(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    require_compiled(attempt, np.eye(2), np.array([-1, 1]), 1.0)
    random = np.random.default_rng(134)
    for n, C, kernel in (
        (10, 1.0, Gaussian(1.0)),
        (40, 0.5, Gaussian(1.0)),
        (60, 20.0, Gaussian(2.0)),
        (50, 1000.0, Gaussian(2.0)),  # in these two, steps are short long before the end
        (50, 0.5, Linear()),
    ):
        X, y = _clouds(random, n)
        K = kernel(10 * X + 20 if isinstance(kernel, Linear) else X)
        alpha = attempt.shaped((n,), K, y, C)
        inside = alpha.min() >= -1e-9 and alpha.max() <= C + 1e-9
        told = f"alpha runs from {alpha.min():.3g} to {alpha.max():.3g}; 0 to {C:g} is allowed"
        attempt.require(inside, K, y, C, otherwise=told)
        gap = certificates.kernel_gap(K, y, np.clip(alpha, 0, C), 0.0, C)
        told = f"the relative gap (P - D) / P, with b = 0, is {100 * gap:.3g}%; at most 1% is asked"
        attempt.require(gap <= 0.01, K, y, C, otherwise=told)


@exercise(
    "13.5",
    shows="Samples left out can choose C and sigma, whatever the units; positions alone cannot.",
    hints=[
        "Which lengths occur in the data? Start from a typical distance between two samples and "
        "try widths that are fractions and multiples of it; C does not depend on the units then.",
        "A grid of five or six widths and four values of C, each judged by a few folds, is about a "
        "hundred trainings and takes seconds. Judge by samples that were not trained on.",
    ],
)
def choose(attempt: Attempt) -> None:
    attempt.seconds = 20.0  # the first training in a student's process may have to compile
    for name, train, test, limit in _tasks():
        got = attempt(*train)
        two = isinstance(got, tuple | list) and len(got) == 2 and all(map(is_number, got))
        attempt.require(two, *train, otherwise="you did not return a pair of numbers, C and sigma")
        C, sigma = (float(number) for number in got)
        above = np.isfinite([C, sigma]).all() and C > 0 and sigma > 0
        told = f"you returned C = {C:g} and sigma = {sigma:g}; both must be above 0 and finite"
        attempt.require(above, *train, otherwise=told)
        wrong = _share_wrong(C, sigma, train, test)
        told = (
            f"({name}) you chose C = {C:.3g} and sigma = {sigma:.3g}, and {wrong:.1%} of 2,000 new "
            f"samples are wrong; at most {limit:.0%} is asked"
        )
        attempt.require(wrong <= limit, *train, otherwise=told)


Samples = tuple[Matrix, Vector]


def _tasks() -> list[tuple[str, Samples, Samples, float]]:
    """Name, samples to learn from, new ones, and the share wrong that is allowed.

    The last two have the same places and other labels: no rule that looks at the places alone
    satisfies both.
    """
    (X, y), (Z, u) = (make_moons(n, noise=0.2, seed=seed) for n, seed in ((80, 135), (2000, 136)))
    moons = (1e4 * X, 2 * y - 1), (1e4 * Z, 2 * u - 1)
    found: list[tuple[str, Samples, Samples, float]] = [("moons in micrometres", *moons, 0.10)]
    (X, fine, swapped), (Z, fine_new, swapped_new) = _line(120, 135), _line(2000, 136)
    found.append(("twelve stripes", (X, fine), (Z, fine_new), 0.07))
    name = "two halves, three labels in ten swapped"
    found.append((name, (X, swapped), (Z, swapped_new), 0.33))
    return found


def _line(n: int, seed: int) -> tuple[Matrix, Vector, Vector]:
    """Places on a line; labels in twelve stripes; labels in two halves, three in ten swapped."""
    random = np.random.default_rng(seed)
    x = random.uniform(0, 12, size=n)
    swapped = random.random(n) < 0.3
    fine, halves = np.where(x.astype(int) % 2 == 0, 1, -1), np.where((x > 6) ^ swapped, 1, -1)
    return 1e-3 * x[:, np.newaxis], fine, halves


def _share_wrong(C: float, sigma: float, train: Samples, test: Samples) -> float:
    kernel = Gaussian(sigma)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a machine that does not converge: it is judged as well
        machine = smo(kernel(train[0]), train[1], C, max_iter=200_000)
    f = kernel(test[0], train[0]) @ (machine.alpha * train[1]) + machine.bias
    return float((np.where(f >= 0, 1, -1) != test[1]).mean())


def _clouds(random: np.random.Generator, n: int) -> tuple[Matrix, Vector]:
    """Two clouds that overlap, one class twice as frequent, in mixed order."""
    y = np.where(random.permutation(n) % 3 == 0, -1, 1)
    X = random.normal(size=(n, 2)) + np.outer(y, [0.8, 0.5])
    return X, y
