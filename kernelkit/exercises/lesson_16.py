"""Checks of lesson 16_compiled_loops."""

import functools
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.kernels import Gaussian
from kernelkit.validation import Integers, Matrix, Vector


@exercise(
    "16.1",
    shows="Each stage takes as long as the slower of its two halves. Fusing saves bytes, and it "
    "lets the arithmetic of one stage overlap with the bytes of another.",
    hints=[
        "For one stage count the operations and the bytes. The processor computes and fetches at "
        "the same time, so which of the two times does the stage take?",
        "In passes, the times of the stages add up. Fused, add the operations of all stages, but "
        "count only the bytes of the samples, twice, and of K, once.",
    ],
)
def least_seconds(attempt: Attempt) -> None:
    rule = "waiting in each stage for whichever takes longer, arithmetic or memory,"
    hint = "Entry 0 is the program in passes, entry 1 the fused one"
    for n, d, passes, peak, bandwidth in [
        (1000, 256, 0, 1e10, 1e10),
        (1000, 256, 1, 1e10, 1e10),
        (2000, 16, 3, 5e10, 1e10),
        (500, 4, 6, 1e11, 2e9),
        (4000, 784, 4, 2e9, 4e10),
    ]:
        # One stage after the other, each the slower of its halves.
        product = max(2 * n * n * d / peak, 8 * (2 * n * d + n * n) / bandwidth)
        one_pass = max(10 * n * n / peak, 16 * n * n / bandwidth)
        operations = 2 * n * n * d + 10 * passes * n * n
        fused = max(operations / peak, 8 * (2 * n * d + n * n) / bandwidth)
        wanted = [product + passes * one_pass, fused]
        attempt.array(wanted, n, d, passes, peak, bandwidth, rule=rule, hint=hint)


@exercise(
    "16.2",
    shows="One product, and no cancellation, because the origin was moved first.",
    hints=[
        "The squared lengths of the rows of X belong in a column, those of Z in a row; NumPy "
        "spreads both over the whole array.",
        "Subtract one and the same point from the rows of X and of Z before anything else, a point "
        "near the data. What rounding leaves below zero can be cut off.",
    ],
)
def squared_distances(attempt: Attempt) -> None:
    random = np.random.default_rng(152)
    X, Z = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0], [0.0, 1.0], [3.0, 4.0]])
    attempt.array([[0, 1, 25], [25, 18, 0]], X, Z, rule="the sum of squared differences")
    for n, m, d, far in ((8, 5, 3, 0.0), (30, 40, 20, 2.0), (12, 12, 4, 1e6)):
        X, Z = random.normal(size=(n, d)) + far, random.normal(size=(m, d)) + far
        Z[0] = X[-1]
        wanted = ((X[:, np.newaxis] - Z) ** 2).sum(axis=2)
        hint = "Where is the origin, and does a distance care?" if far else ""
        attempt.array(
            wanted, X, Z, rule="the sum of squared differences", hint=hint, tolerance=1e-7
        )
        got = attempt.shaped(wanted.shape, X, Z)
        told = f"your smallest squared distance is {got.min():.2g}; rounding left it below 0"
        attempt.require(got.min() >= 0, X, Z, otherwise=told)


class Watched:
    """A function that also says how many bytes Python and NumPy held at once while it ran.

    What compiled code allocates for itself is not seen.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        functools.update_wrapper(self, function)

    def __call__(self, *args: Any) -> tuple[Any, int]:
        """What the function returns, and the bytes."""
        tracemalloc.start()
        try:
            return self.function(*args), tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


MANY = 4000  # samples, whose matrix would take 128 MB, or 64 in single precision
MOST_BYTES = 48e6


@exercise(
    "16.3",
    shows="Sixteen million pairs, and no matrix: kernel and sum in one compiled loop.",
    hints=[
        "All that is needed of the kernels of sample i is one sum for each class: an array with a "
        "row per sample and a column per class. Which entries of it does a pair (i, j) change?",
        "Let the compiled loop fill the array of sums, with j from 0 up to i - 1 and two additions "
        "for each pair. Divide in NumPy afterwards, by the numbers of the *other* members.",
    ],
)
def left_out(attempt: Attempt) -> None:
    seconds, attempt.seconds = attempt.seconds, 60.0  # the first call compiles
    random = np.random.default_rng(153)
    X, y = np.array([[0.0], [0.1], [3.0], [3.1], [0.2]]), np.array([0, 0, 1, 1, 1])
    tasks = [(X, y, 1.0), (X, np.array([0, 1, 2, 2, 0]), 0.5)]
    for n, d, classes in ((30, 2, 3), (60, 4, 2), (40, 3, 5)):
        y = np.append(random.permutation(classes), random.integers(0, classes, size=n - classes))
        tasks.append((random.normal(size=(n, d)) + 0.3 * y[:, np.newaxis], y, 0.6))
    for X, y, sigma in tasks:
        _compare(attempt, attempt.shaped((len(y),), X, y, sigma), (X, y, sigma))
    y = random.integers(0, 3, size=MANY)
    many = (random.normal(size=(MANY, 5)) + 0.5 * y[:, np.newaxis], y, 1.0)
    watched = Attempt(Watched(attempt.function), seconds)
    got, held = watched(*many)
    told = (
        f"your code held {held / 1e6:.0f} MB at once, and the Gram matrix has "
        f"{MANY**2 / 1e6:.0f} million entries; the answer needs one number per sample and class"
    )
    attempt.require(held < MOST_BYTES, *many, otherwise=told)
    fits = np.shape(got) == (MANY,)
    attempt.require(fits, *many, otherwise=f"you did not return {MANY} labels")
    _compare(attempt, np.asarray(got), many)


def _compare(attempt: Attempt, got: Integers, args: tuple[Matrix, Integers, float]) -> None:
    """Look for the first sample with another class than the means give, unless it is a tie."""
    X, y, sigma = args
    classes = np.arange(y.max() + 1)
    members = (y[:, np.newaxis] == classes).astype(float)
    means = np.empty((len(y), len(classes)))
    for start in range(0, len(y), 500):
        part = slice(start, start + 500)
        K = Gaussian(sigma)(X[part], X)
        K[np.arange(len(K)), np.arange(len(y))[part]] = 0
        means[part] = (K @ members) / np.maximum(members.sum(axis=0) - members[part], 1)
    clear = np.diff(np.sort(means, axis=1)[:, -2:])[:, 0] > 1e-9
    off = np.flatnonzero(clear & (got != means.argmax(axis=1)))
    if off.size:
        i = int(off[0])
        told = (
            f"you give sample {i} to class {say(got[i])}; its mean similarities to the other "
            f"members of the classes 0, 1, ... are {say(means[i])}"
        )
        attempt.require(False, *args, otherwise=told)


@exercise(
    "16.4",
    shows="Two integers and a distance, each of one type, do what the dictionary did.",
    hints=[
        "Refused are the iterator of itertools, the expression with for inside sum, and a returned "
        "dictionary whose values have different types. What do i and j run over, as two loops?",
        "Three variables take the place of the dictionary: two integers and a number that "
        "starts as infinity, np.inf. The sum is a third loop, over the columns, from 0.0.",
    ],
)
def closest(attempt: Attempt) -> None:
    random = np.random.default_rng(164)
    tasks = [
        np.array([[0.0, 0.0], [5.0, 0.0], [5.0, 2.0], [9.0, 9.0]]),
        np.array([[1.0], [0.0], [2.0], [8.0]]),  # 0 and 1 are as close as 0 and 2
        np.array([[1, 1], [4, 5], [9, 9], [4, 4]]),  # integers
        np.array([[2.0, 2.0], [7.0, 1.0], [7.0, 1.0]]),
    ]
    tasks += [random.integers(-40, 41, size=(n, d)) / 4 for n, d in ((12, 2), (40, 3), (25, 6))]
    require_compiled(attempt, tasks[0])
    for X in tasks:
        _compare_pair(attempt, X)


def _compare_pair(attempt: Attempt, X: Matrix) -> None:
    """Expect the first of the closest pairs."""
    squares = ((X[:, np.newaxis] - X) ** 2.0).sum(axis=2)
    i, j = np.triu_indices(len(X), 1)  # row after row, as the loops go
    best = int(squares[i, j].argmin())
    wanted = int(i[best]), int(j[best]), float(squares[i[best], j[best]])
    got = attempt(X)
    is_triple = isinstance(got, tuple) and len(got) == 3 and all(map(np.isscalar, got))
    told = f"you returned {say(got)}; the tuple (i, j, squared distance) is wanted"
    attempt.require(is_triple, X, otherwise=told)
    told = f"you returned {say(got)}; the first of the closest pairs gives {say(wanted)}"
    attempt.require(np.allclose(got, wanted), X, otherwise=told)


@exercise(
    "16.5",
    shows="Millions of pairs on all threads, and every one is counted once.",
    hints=[
        "In which array may iteration i of the prange write without asking anybody? Give it a row "
        "of that array, and add up the rows after the loop.",
        "np.zeros((len(X), len(edges) - 1), np.int64) has a row for each i. Inside: a loop over "
        "j from i + 1, the squared distance in a third loop, and the bin in a fourth.",
        "A row for each i is much memory if the bins are many; a row for each of 64 parts of the "
        "samples, as in the lesson, is enough.",
    ],
)
def distance_counts(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    random = np.random.default_rng(165)
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 0.0]])
    edges = np.array([1.0, 4.0, 9.0, 100.0])
    require_compiled(attempt, X, edges)
    options = getattr(attempt.function, "targetoptions", {})
    told = "your loop runs on one thread: write @njit(parallel=True), and prange for the loop on i"
    attempt.require(options.get("parallel"), otherwise=told)
    told = (
        "your loop still runs on one thread: parallel=True does not share out a plain range; "
        "write prange in its place for the loop on i"
    )
    attempt.require(_has_prange(attempt.function), otherwise=told)
    tasks = [(X, edges), (X, np.array([0.0, 4.0])), (np.zeros((3, 2)), np.array([0.0, 1.0, 2.0]))]
    for n, d in ((20, 2), (50, 5)):
        few = random.integers(-5, 6, size=(n, d)).astype(float)
        tasks.append((few, np.array([0.0, 5.0, 10.0, 50.0, 90.0])))
    rule = "counting each pair i < j once, in the bin with edge <= square < next edge,"
    for task in tasks:
        attempt.array(_counts(*task), *task, rule=rule)
    edges = np.array([0.0, 100.0, 200.0, 300.0, 2000.0])
    many = random.integers(-9, 10, size=(3000, 4)).astype(float), edges
    wanted = _counts(*many)
    for _ in range(8):  # a race does not show each time
        got = attempt.shaped(wanted.shape, *many)
        told = (
            f"you counted {int(got.sum()):,} of {int(wanted.sum()):,} pairs; do two iterations "
            "of the prange write to the same counter?"
        )
        attempt.require(np.array_equal(got, wanted), *many, otherwise=told)


def _has_prange(function: Any, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a compiled function, or one that it calls by name, speaks of numba's prange."""
    python = function.py_func
    names = set(python.__code__.co_names) - seen
    if "prange" in names:  # as numba.prange, too
        return True
    used = [python.__globals__[name] for name in names if name in python.__globals__]
    return any(
        getattr(each, "__name__", "") == "prange"  # imported under another name
        or (hasattr(each, "py_func") and _has_prange(each, seen | names))
        for each in used
    )


def _counts(X: Matrix, edges: Vector) -> Integers:
    """Row by row, so that the largest task needs no matrix."""
    counts = np.zeros(len(edges) + 1, np.int64)
    for i in range(len(X)):
        squares = ((X[i + 1 :] - X[i]) ** 2).sum(axis=1)
        places = np.searchsorted(edges, squares, side="right")
        counts += np.bincount(places, minlength=len(edges) + 1)
    return counts[1:-1]
