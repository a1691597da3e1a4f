"""Checks of lesson 15_what_makes_a_kernel."""

from typing import Any

import numpy as np

from kernelkit.datasets import make_oligonucleotides
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import is_number, kind, say
from kernelkit.kernels import Gaussian
from kernelkit.validation import Vector

MOTIFS = {"CGATGCAT": 151, "GGCAACTC": 152, "ACTTGAGC": 153}
LEAST = 0.80  # share of new strings that must be right, on average


@exercise(
    "15.1",
    shows="A combination with a negative squared length: no feature map has one.",
    hints=[
        "Write c in the coordinates of the eigenvectors of K. What is c^T K c then, and which "
        "weights make it smallest?",
        "np.linalg.eigh sorts the eigenvalues; look up in its documentation whether the "
        "eigenvectors are the rows or the columns.",
    ],
)
def witness(attempt: Attempt) -> None:
    random = np.random.default_rng(54)
    chain = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
    points = random.normal(size=(12, 2))
    distances = np.sqrt(((points[:, np.newaxis] - points) ** 2).sum(axis=2))
    A = random.normal(size=(6, 6))
    for K in (chain, 1 - distances, A + A.T, A @ A.T, np.diag([3.0, -1.0, 2.0])):
        c = attempt.shaped((len(K),), K)
        length = f"your c has length {say(np.sqrt(c @ c))}; it must be 1"
        attempt.require(abs(c @ c - 1) < 1e-8, K, otherwise=length)
        smallest = float(np.linalg.eigvalsh(K)[0])
        told = f"your c gives {say(c @ K @ c)}; there is one that gives {say(smallest)}"
        attempt.require(c @ K @ c < smallest + 1e-8, K, otherwise=told)


@exercise(
    "15.2",
    shows="New samples are moved by the training mean: its products with them are in K_new, "
    "all others in K.",
    hints=[
        "Multiply out the inner product of phi(x) - mean with phi(x_i) - mean. It has four terms, "
        "each an entry or a mean of entries: two of them come from K_new, the other two from K.",
        "The coordinate along axis j is a combination of these centred products with the "
        "coefficients u_ji / sqrt(mu_j) of the axis. np.linalg.eigh has the largest eigenvalue "
        "last.",
    ],
)
def coordinates(attempt: Attempt) -> None:
    random = np.random.default_rng(55)
    for n, new, d, m in ((4, 1, 2, 1), (8, 4, 3, 3), (6, 6, 4, 2), (5, 3, 9, 4)):
        spread = np.diag(np.arange(d, 0, -1.0))
        Z, Z_new = random.normal(1.0, 1.0, size=(n, d)) @ spread, random.normal(size=(new, d))
        mean = Z.mean(axis=0)
        axes = np.linalg.svd(Z - mean)[2][:m]
        wanted = (Z_new - mean) @ axes.T
        got = attempt.shaped((new, m), Z_new @ Z.T, Z @ Z.T, m)
        for j in range(m):
            off = min(np.abs(got[:, j] - s * wanted[:, j]).max() for s in (1, -1))
            told = (
                f"your coordinates along axis {j} are {say(got[:, j])}; they are "
                f"{say(wanted[:, j])}, or these times -1. Try it on feature vectors that you know: "
                "there you can take the mean away yourself"
            )
            attempt.require(off < 1e-7, Z_new @ Z.T, Z @ Z.T, m, otherwise=told)


@exercise(
    "15.3",
    shows="One more equation, and residuals and coefficients sum to 0.",
    hints=[
        "Let e = y - K c - b be the residuals. Both parts of the gradient with respect to c have "
        "the matrix K as a factor; the derivative with respect to b says what residuals sum to.",
        "lam c = e makes the first gradient zero. Together with the sum of the residuals these are "
        "n + 1 linear equations: a matrix with K + lam I, a column and a row of ones, and one 0.",
    ],
)
def least_squares_with_bias(attempt: Attempt) -> None:
    random = np.random.default_rng(153)
    for n, lam, shift in ((3, 1.0, 0.0), (12, 0.5, 0.0), (12, 0.1, 5.0), (20, 10.0, -2.0)):
        X = random.normal(size=(n, 2))
        K = Gaussian(1.0)(X)
        y = np.sign(X[:, 0] + 0.3) + shift
        c, b = _pair(attempt, n, K, y, lam)
        total = f"your coefficients sum to {say(float(c.sum()))}; they must sum to 0"
        attempt.require(abs(c.sum()) < 1e-7, K, y, lam, otherwise=total)
        residuals = y - K @ c - b
        by_b, by_c = float(residuals.sum()), K @ (residuals - lam * c)
        i = int(np.abs(by_c).argmax())
        told = (
            f"at your c and b the cost still changes: its derivative with respect to b is "
            f"{say(-2 * by_b)}, and with respect to c[{i}] it is {say(-2 * float(by_c[i]))}"
        )
        flat = max(abs(by_b), np.abs(by_c).max()) < 1e-7
        attempt.require(flat, K, y, lam, otherwise=told)


def _pair(attempt: Attempt, n: int, *args: Any) -> tuple[Vector, float]:
    got = attempt(*args)
    wanted = f"a pair of an array of {n} numbers and a number is wanted"
    two = isinstance(got, tuple | list) and len(got) == 2
    attempt.require(two, *args, otherwise=f"you returned {kind(got)}; {wanted}")
    c, b = np.asarray(got[0]), got[1]
    right = c.shape == (n,) and c.dtype.kind in "fiu" and is_number(b)
    pair = f"{kind(got[0])} and {kind(got[1])}"
    attempt.require(right, *args, otherwise=f"you returned {pair}; {wanted}")
    return c, float(b)


@exercise(
    "15.4",
    shows="Squared distances, centred, are inner products: the map is found again.",
    hints=[
        "Write the squared distance with three inner products. Two of the terms are constant "
        "along a row or along a column: what is left of them after centring?",
        "Centre the matrix of the squared distances and multiply by the number that makes it a "
        "Gram matrix. Then make vectors of it as the lesson does, from the d largest eigenvalues.",
    ],
)
def points(attempt: Attempt) -> None:
    random = np.random.default_rng(154)
    towns = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])
    clouds = [towns, random.normal(3.0, 2.0, size=(7, 2)), random.normal(size=(9, 3))]
    for X in (*clouds, random.normal(size=(5, 1))):
        n, d = X.shape
        D = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
        got = attempt.shaped((n, d), D, d)
        attempt.require(np.isfinite(got).all(), D, d, otherwise="your array holds nan or inf")
        middle = np.abs(got.mean(axis=0)).max()
        told = f"the mean of your points is off from the origin by {say(float(middle))}"
        attempt.require(middle < 1e-6, D, d, otherwise=told)
        found = np.sqrt(((got[:, np.newaxis] - got) ** 2).sum(axis=2))
        i, j = divmod(int(np.abs(found - D).argmax()), n)
        told = (
            f"your points {i} and {j} have the distance {say(found[i, j])}; it must be "
            f"{say(D[i, j])}"
        )
        attempt.require(np.abs(found - D).max() < 1e-6, D, d, otherwise=told)


@exercise(
    "15.5",
    shows="Substrings that are nearly equal count as well: a motif is found in spite of mistakes.",
    hints=[
        "Count all 4^6 substrings of length 6 in each string, in an array with six axes of length "
        "4. A substring has the same letters as u except perhaps at place j: which sum along axis "
        "j counts these?",
        "Add the sums along each of the six axes. The substring u itself is then counted six times "
        "and must be counted once. Give every row length one, take the inner products as the "
        "kernel, and choose lam between 0.1 and 30 on strings that you hold out.",
    ],
)
def find_motif(attempt: Attempt) -> None:
    shares = []
    for motif, seed in MOTIFS.items():
        dna = make_oligonucleotides(600, motif=motif, mutation=0.2, seed=seed)
        strings, y = dna.X.tolist(), np.where(dna.y == 1, 1, -1)
        given = strings[:300], y[:300], strings[300:]
        got = attempt.shaped((300,), *given)
        signs = bool(np.isin(got, (-1, 1)).all())
        attempt.require(signs, *given, otherwise="your labels must all be +1 or -1")
        shares.append(float((got == y[300:]).mean()))
    told = (
        f"on three sets of strings {', '.join(say(share, 2) for share in shares)} of the new "
        f"strings are right, on average {say(np.mean(shares), 3)}; at least {LEAST} is wanted"
    )
    attempt.require(np.mean(shares) >= LEAST, otherwise=told)
