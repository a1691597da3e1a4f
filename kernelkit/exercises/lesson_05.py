"""Checks of lesson 05_kernels."""

import math

import numpy as np

from kernelkit.core import dual_perceptron_epoch
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.kernels import Gaussian
from kernelkit.validation import Matrix, Vector

OTHER_STRAND = str.maketrans("ACGT", "TGCA")


@exercise(
    "05.1",
    shows="Means in feature space are out of sight, but distances to them are in the Gram matrix.",
    hints=[
        "The squared length of a difference is an inner product, and multiplied out it needs only "
        "entries of K. Exercise 1 of lesson 04 did so for two samples; here one is a mean.",
        "Write the mean as a sum over the members, divided by their number, and multiply out the "
        "squared length of phi(x_i) minus it. Each of the three terms is an entry of K or a mean "
        "of entries; K[:, members] picks columns.",
    ],
)
def mean_distances(attempt: Attempt) -> None:
    known = "Try it on feature vectors that you know: there you can compute the mean itself"
    on_a_line = np.array([[0.0], [2.0], [1.0], [4.0]])
    members = np.array([True, True, False, False])
    attempt.array([1.0, 1.0, 0.0, 3.0], on_a_line @ on_a_line.T, members, hint=known)
    random = np.random.default_rng(51)
    for n, d, count in ((5, 2, 1), (6, 3, 4), (7, 9, 3)):
        Z = random.integers(-5, 6, size=(n, d)).astype(float)
        members = np.zeros(n, dtype=bool)
        members[random.permutation(n)[:count]] = True
        wanted = np.sqrt(((Z - Z[members].mean(axis=0)) ** 2).sum(axis=1))
        attempt.array(wanted, Z @ Z.T, members, hint=known, tolerance=1e-6)
    # Twice the same sample, with an entry that rounding has put a little too high.
    K = np.array([[0.3, 0.3 + 1e-15], [0.3 + 1e-15, 0.3]])
    members = np.array([True, True])
    rounded = (
        "your array holds nan: both samples lie at the mean, and rounding has left a number a "
        "little below zero where you take a root"
    )
    got = attempt.shaped((2,), K, members)
    attempt.require(np.isfinite(got).all(), K, members, otherwise=rounded)
    attempt.array([0.0, 0.0], K, members, hint=known, tolerance=1e-6)


@exercise(
    "05.2",
    shows="A sum of squares is never negative, so the Gaussian is positive semidefinite.",
    hints=[
        "Write k(x_i, x_j) as the sum over m of gamma_m(x_i) gamma_m(x_j), and exchange the sum "
        "over m with the double sum over i and j. For a fixed m the double sum is the square of a "
        "single sum.",
        "With one coordinate, gamma_m(x) is exp(-x^2 / 2 sigma^2) times (x / sigma)^m divided by "
        "the root of m!. Square number m is the square of the sum of c_i gamma_m(x_i) over i.",
    ],
)
def squares(attempt: Attempt) -> None:
    random = np.random.default_rng(52)
    for n, sigma, degree in ((1, 1.0, 0), (3, 1.0, 1), (4, 0.5, 3), (5, 2.0, 6)):
        x, c = random.uniform(-1.5, 1.5, size=n), random.normal(size=n)
        got = attempt.shaped((degree + 1,), x, c, sigma, degree)
        negative = f"your array holds {say(got.min())}; a square is never negative"
        attempt.require(not (got < 0).any(), x, c, sigma, degree, otherwise=negative)
        bumps = np.exp(-(x**2) / (2 * sigma**2))
        for m in range(degree + 1):
            wanted = float(c @ (bumps * (x / sigma) ** m)) ** 2 / math.factorial(m)
            told = f"your square of degree {m} is {say(got[m])}, but it must be {say(wanted)}"
            close = abs(got[m] - wanted) <= 1e-8 * max(1.0, wanted)
            attempt.require(bool(close), x, c, sigma, degree, otherwise=told)


@exercise(
    "05.3",
    shows="From samples to coefficients in compiled code, with one number kept per sample.",
    hints=[
        "Lesson 04 gives the score of sample i as a sum over the samples j. Which of its terms are "
        "zero, and what has to be added up anew at each visit?",
        "Three loops, one in the other: over epochs, over samples i, and over samples j with "
        "c[j] != 0, where c[j] * gaussian(X[j], X[i], sigma) is added to f. Let f start as 0.0.",
    ],
)
def learn(attempt: Attempt) -> None:
    X, y = _rings(6, 1)
    require_compiled(attempt, X, y, 1.0, 1)
    rule = "the perceptron, which adds y[i] to c[i] where y[i] f(x_i) <= 0,"
    for n, sigma, epochs in ((6, 1.0, 1), (6, 1.0, 2), (30, 0.5, 3), (40, 1.0, 4), (40, 0.3, 50)):
        X, y = _rings(n, n + epochs)
        attempt.array(_coefficients(Gaussian(sigma)(X), y, epochs), X, y, sigma, epochs, rule=rule)


def _rings(n: int, seed: int) -> tuple[Matrix, Vector]:
    """A disc and a ring around it, with labels +1 and -1."""
    random = np.random.default_rng(seed)
    y = np.where(random.permutation(n) < n // 2, 1.0, -1.0)
    angle, radius = random.uniform(0, 2 * np.pi, size=n), random.uniform(0.2, 1.0, size=n)
    radius += np.where(y == 1, 0.0, 0.7)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


def _coefficients(K: Matrix, y: Vector, epochs: int) -> Vector:
    alpha = np.zeros(len(y))
    for _ in range(epochs):
        visits, _ = dual_perceptron_epoch(K, y, alpha, 0.0, 0.0)
        if len(visits) == 0:
            break
    return alpha * y


@exercise(
    "05.4",
    shows="One multiplication per coordinate, and 2^d features.",
    hints=[
        "Write the four features of two coordinates below each other for x and for z, and add up "
        "the products. Can you write the sum as a product of two brackets?",
        "A subset is chosen coordinate by coordinate: coordinate i is either left out, which gives "
        "the factor 1, or taken. The loop multiplies one bracket for each coordinate.",
    ],
)
def all_subsets(attempt: Attempt) -> None:
    rows = np.array([2.0, 3.0]), np.array([5.0, 7.0])
    require_compiled(attempt, *rows)
    rule = "the inner product of the features of all subsets"
    attempt.number(1 + 10 + 21 + 210, *rows, rule=rule)
    random = np.random.default_rng(54)
    for d in (1, 3, 6):
        x, z = random.integers(-3, 4, size=(2, d)).astype(float)
        attempt.number(float(_subsets(x) @ _subsets(z)), x, z, rule=rule)
    x, z = np.full(60, 0.5), np.full(60, 1.0)
    attempt.number(1.5**60, x, z, rule=rule, hint="Here there are 2^60 features")


def _subsets(x: Vector) -> Vector:
    """The products of the coordinates of every subset."""
    features = np.ones(1)
    for value in x:
        features = np.concatenate([features, value * features])
    return features


@exercise(
    "05.5",
    shows="Blind to the strand, and no negative eigenvalue on our strings. Proof: its features.",
    hints=[
        "Do not think of similarities first, but of features: which features of a molecule do not "
        "change when its two strands change places?",
        "Let the other strand be computed by str.translate and [::-1]. Features of both strands "
        "can be put together in a way in which their order does not matter; then multiply out "
        "the inner product, and Spectrum gives you every term.",
    ],
)
def strands(attempt: Attempt) -> None:
    random = np.random.default_rng(55)
    S = ["".join(random.choice(list("ACGT"), size=12)) for _ in range(40)]
    K = attempt.shaped((40, 40), S, S)
    attempt.require(np.isfinite(K).all(), S, S, otherwise="your table holds nan or infinity")
    apart = float(np.abs(K - K.T).max())
    told = f"your table has entries {say(apart)} off their mirror image; a kernel is symmetric"
    attempt.require(apart <= 1e-8 * np.abs(K).max(), S, S, otherwise=told)
    for i in range(0, 38, 2):
        A, B = S[i : i + 1], S[i + 1 : i + 3]
        other = [s.translate(OTHER_STRAND)[::-1] for s in B]
        ours, theirs = attempt.shaped((1, 2), A, B), attempt.shaped((1, 2), A, other)
        told = (
            f"your values are {say(ours[0])}; for the other strands of T they are {say(theirs[0])}"
        )
        attempt.require(np.allclose(ours, theirs), A, B, otherwise=told)
        theirs = attempt.shaped((2, 1), other, A)
        told = f"your values are {say(theirs[:, 0])}; for the other strands of S {say(ours[0])}"
        attempt.require(np.allclose(ours.T, theirs), other, A, otherwise=told)
    smallest, largest = np.linalg.eigvalsh(K)[[0, -1]]
    told = f"your table has the eigenvalue {say(smallest)}; a kernel has none below zero"
    attempt.require(smallest >= -1e-8 * abs(largest), S, S, otherwise=told)
    _finds_similar_ones(attempt)


def _finds_similar_ones(attempt: Attempt) -> None:
    trio = ["GATTACAGGA", "GATTACAGCA", "CGCGCTCGAG"]
    K = attempt.shaped((3, 3), trio, trio)
    positive = "a molecule has no positive similarity with itself"
    attempt.require((K.diagonal() > 0).all(), trio, trio, otherwise=positive)
    near, far = (K[0, j] / np.sqrt(K[0, 0] * K[j, j]) for j in (1, 2))
    told = (
        f"one letter changed leaves a normalised similarity of {say(near)}, "
        f"all letters changed {say(far)}; the first must be larger"
    )
    attempt.require(near > far + 1e-8, trio, trio, otherwise=told)
