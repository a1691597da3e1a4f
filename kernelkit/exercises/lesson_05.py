"""Checks of lesson 05_kernels."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say

OTHER_STRAND = str.maketrans("ACGT", "TGCA")


@exercise("05.1", shows="Six features in the open, one power in secret.")
def quadratic(attempt: Attempt) -> None:
    random = np.random.default_rng(51)
    for m in (1, 9):
        X, Z = np.array([[2.0, 0.0], [0.0, 3.0]]), random.normal(size=(m, 2))
        for A, B in ((X, X), (X, Z), (Z, Z)):
            P, Q = np.asarray(attempt(A)), np.asarray(attempt(B))
            rows = P.ndim == 2 and len(P) == len(A) and P.dtype.kind in "iuf"
            told = f"you returned no array of numbers with {len(A)} rows, one for each sample"
            attempt.require(rows, A, otherwise=told)
            attempt.require(
                P.shape[1:] == Q.shape[1:],
                B,
                otherwise="the number of columns is not the one you gave other samples",
            )
            off = np.abs(P @ Q.T - (A @ B.T + 1) ** 2)
            i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
            wanted = float((A[i] @ B[j] + 1) ** 2)
            told = (
                f"the features of {say(A[i])} and {say(B[j])} have the inner product "
                f"{say(P[i] @ Q[j])}; the kernel gives {say(wanted)}"
            )
            attempt.require(off.max() < 1e-8 * (1 + wanted), A, otherwise=told)


@exercise("05.2", shows="A bandwidth is a distance: it says what near means.")
def width(attempt: Attempt) -> None:
    rule = "exp(-distance^2 / 2 sigma^2) = value"
    attempt.number(1.0, 1.0, float(np.exp(-0.5)), rule=rule)
    for distance, value in ((3.0, 0.5), (0.2, 0.01), (40.0, 0.99)):
        sigma = distance / np.sqrt(2 * np.log(1 / value))
        attempt.number(sigma, distance, value, rule=rule)


@exercise("05.3", shows="One exponential for infinitely many features.")
def gaussian(attempt: Attempt) -> None:
    rule = "exp(-|x - z|^2 / 2 sigma^2)"
    X, Z = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0]])
    attempt.array([[1.0], [np.exp(-0.5)]], X, Z, 5.0, rule=rule)
    random = np.random.default_rng(53)
    for (n, m, d), sigma in (((6, 4, 3), 0.5), ((3, 3, 3), 2.0), ((5, 7, 1), 0.9)):
        X, Z = random.normal(size=(n, d)), random.normal(size=(m, d))
        wanted = [[np.exp(-((x - z) @ (x - z)) / 2 / sigma**2) for z in Z] for x in X]
        hint = "Entry [i, j] belongs to row i of X and row j of Z"
        attempt.array(wanted, X, Z, sigma, rule=rule, hint=hint)


@exercise("05.4", shows="A combination with a negative squared length: no feature map has one.")
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


@exercise("05.5", shows="Features added over both strands: blind to the strand, and a kernel.")
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
