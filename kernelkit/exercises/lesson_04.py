"""Checks of lesson 04_dual_perceptron."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.solvers import dual_perceptron


@exercise(
    "04.1",
    shows="The Gram matrix holds every distance, so nearest neighbours need nothing else.",
    hints=[
        "Write the squared length of x_i - x_j as an inner product of x_i - x_j with itself, and "
        "multiply it out. Which entries of K are the four terms?",
        "The entries K_ii form the diagonal: use it once as a column and once as a row, and NumPy "
        "extends both to the whole matrix. Rounding can leave a number just below 0 instead of 0.",
    ],
)
def distances(attempt: Attempt) -> None:
    rule = "the length of the difference of the two samples"
    on_a_line = np.array([[3.0], [-1.0]])
    attempt.array([[0.0, 4.0], [4.0, 0.0]], on_a_line @ on_a_line.T, rule=rule)
    random = np.random.default_rng(41)
    for n, d in ((3, 2), (12, 5), (6, 40)):
        X = random.integers(-9, 10, size=(n, d)).astype(float)
        wanted = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
        attempt.array(wanted, X @ X.T, rule=rule)
    # Twice the same sample, with an entry that rounding has put a little too high.
    K = np.array([[0.3, np.nextafter(0.3, 1)], [np.nextafter(0.3, 1), 0.3]])
    rounded = (
        "your array contains nan: the two samples are equal, and rounding has left a number a "
        "little below zero where you take a root"
    )
    got = attempt.shaped((2, 2), K)
    attempt.require(np.isfinite(got).all(), K, otherwise=rounded)
    attempt.array(np.zeros((2, 2)), K, rule=rule, tolerance=1e-6)


@exercise(
    "04.2",
    shows="Hundreds of runs in one compiled call, which saw nothing but K and y.",
    hints=[
        "Begin with a single order. You need alpha, b, one score for each sample, a loop that "
        "continues while an epoch has mistakes, and inside it a loop over the samples in order.",
        "A mistake on i changes alpha[i] and b, and it changes the scores of all samples by a row "
        "of K. In the next order everything except the sum of the alphas starts from zero again.",
    ],
)
def mean_over_orders(attempt: Attempt) -> None:
    random = np.random.default_rng(42)
    three = np.array([[2.0, 1.0], [1.0, -2.0], [-1.0, 0.0]])
    signs = np.array([1.0, 1.0, -1.0])
    tasks = [(three @ three.T, signs, np.array([order])) for order in ([0, 1, 2], [2, 0, 1])]
    tasks.append((three @ three.T, signs, np.array([[0, 1, 2], [2, 0, 1]])))
    for n, d, many in ((20, 2, 1), (40, 3, 30), (60, 4, 500)):
        X = random.integers(-9, 10, size=(n, d)).astype(float)
        y = np.where(X @ np.arange(1.0, d + 1) - 2.5 > 0, 1.0, -1.0)
        orders = np.array([random.permutation(n) for _ in range(many)])
        tasks.append((X @ X.T, y, orders))
    require_compiled(attempt, *tasks[0])
    for K, y, orders in tasks:
        total = np.zeros(len(y))
        for order in orders:
            total[order] += dual_perceptron(K[np.ix_(order, order)], y[order]).alpha
        rule = "the mean of alpha over one full run for each order"
        attempt.array(total / len(orders), K, y, orders, rule=rule)


@exercise(
    "04.3",
    shows="Lengths and distances to the boundary are inner products too.",
    hints=[
        "You need all scores, as in the lesson, and the length of w. Insert the sum for w into "
        "both arguments of the inner product of w with itself.",
        "The double sum has one term for each pair of samples, with two factors alpha and two "
        "labels. As a matrix product it is a row vector times K times a column vector.",
    ],
)
def margin(attempt: Attempt) -> None:
    rule = "the smallest y_i f(x_i) divided by the length of w"
    K, y = np.array([[9.0, -3.0], [-3.0, 1.0]]), np.array([1, -1])  # the points 3 and -1
    attempt.number(1.0, K, y, np.array([1.0, 1.0]), 0.0, rule=rule)
    attempt.number(2.0, K, y, np.array([1.0, 1.0]), -4.0, rule=rule)
    random = np.random.default_rng(44)
    for n, d in ((15, 2), (8, 20)):
        X, y = random.normal(size=(n, d)), random.choice([-1, 1], size=n)
        alpha, b = random.integers(0, 4, size=n).astype(float), random.normal()
        w = (alpha * y) @ X
        wanted = (y * (X @ w + b)).min() / np.sqrt(w @ w)
        attempt.number(wanted, X @ X.T, y, alpha, b, rule=rule)


@exercise(
    "04.4",
    shows="After t mistakes the squared length is at most 2 t R2: half of the convergence proof.",
    hints=[
        "Let c be the vector of the numbers alpha_i y_i after t mistakes. The squared length is "
        "the sum of that of w and that of b / R, and both can be written with c and K.",
        "Start with alpha = 0 and go through the list of mistakes. At each one, increase the alpha "
        "of that sample and compute the squared length. The bias follows from alpha and y.",
    ],
)
def squared_lengths(attempt: Attempt) -> None:
    rule = "the squared length of (w, b / R) after that mistake"
    X = np.array([[2.0, 1.0], [0.0, -1.0]])
    y, hint = np.array([1, -1]), "Entry t belongs to the first t + 1 mistakes of the list"
    attempt.array([10.0], X @ X.T, y, [0], rule=rule, hint=hint)
    attempt.array([10.0, 8.0], X @ X.T, y, [0, 1], rule=rule, hint=hint)
    random = np.random.default_rng(45)
    for n, d in ((20, 2), (15, 6)):
        X = random.integers(-9, 10, size=(n, d)).astype(float)
        y = np.where(X @ np.arange(1.0, d + 1) > 2.5, 1, -1)
        K = X @ X.T
        mistakes = dual_perceptron(K, y, keep_path=True).path
        longer = np.column_stack([X, np.full(n, np.sqrt(K.diagonal().max()))])
        path = np.cumsum(y[mistakes, np.newaxis] * longer[mistakes], axis=0)
        attempt.array((path**2).sum(axis=1), K, y, mistakes.tolist(), rule=rule, hint=hint)


@exercise(
    "04.5",
    shows="K reveals the samples, up to a rotation or a reflection.",
    hints=[
        "A symmetric matrix is a product of three matrices, built from its eigenvectors and "
        "eigenvalues; np.linalg.eigh finds them. Which matrix times its own transpose equals it?",
        "Split the diagonal matrix in the middle equally between the two sides, as a root times "
        "a root. Look at its smallest entries before you take a root.",
    ],
)
def unhide(attempt: Attempt) -> None:
    random = np.random.default_rng(45)
    on_a_line = np.array([[2.0], [1.0], [-1.0]])
    clouds = [3 * random.normal(size=size) for size in ((30, 2), (12, 20), (40, 5))]
    for X in (on_a_line, *clouds):
        n, K = len(X), X @ X.T
        Z = np.asarray(attempt(K))
        numbers = Z.ndim == 2 and len(Z) == n and Z.dtype.kind in "iuf"
        rows = f"your answer must be an array of real numbers with {n} rows, one for each sample"
        attempt.require(numbers, K, otherwise=rows)
        finite = (
            "your points contain nan or infinity; rounding can leave K with eigenvalues a little "
            "below zero that should be zero"
        )
        attempt.require(np.isfinite(Z).all(), K, otherwise=finite)
        off = np.abs(Z @ Z.T - K)
        i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
        told = (
            f"the inner product of your points {i} and {j} is {say(Z[i] @ Z[j])}; "
            f"the entry of K is {say(K[i, j])}"
        )
        attempt.require(off.max() <= 1e-6 * np.abs(K).max(), K, otherwise=told)
