"""Checks of lesson 17_large_kernels."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import say
from kernelkit.kernels import Gaussian
from kernelkit.validation import Integers, Matrix


@exercise(
    "17.1",
    shows="Every kernel of the form g(x - z) has its waves, and these are Cauchy's.",
    hints=[
        "The kernel is a product over the coordinates, and the expectation of a product of "
        "independent factors is the product of the expectations. Which one-dimensional wave "
        "belongs to a single coordinate?",
        "If a number w has the density in the integral, what is E cos(c w t) for a factor c? "
        "From there on the features are those of the lesson.",
    ],
)
def laplacian_waves(attempt: Attempt) -> None:
    random = np.random.default_rng(154)
    some = np.array([[0.0, 0.0, 0.0], [0.5, -0.5, 0.5], [1.0, 0.0, 0.0], [0.2, 0.1, -0.3]])
    n_waves = 20_000
    for X, gamma, seed in (
        (some, 1.0, 0),
        (some, 2.5, 1),
        (random.normal(scale=0.3, size=(5, 8)), 0.7, 2),
    ):
        phi = attempt.shaped((len(X), 2 * n_waves), X, n_waves, gamma, seed)
        lengths = (phi**2).sum(axis=1)
        i = int(np.abs(lengths - 1).argmax())
        told = (
            f"your features of row {i} have the squared length {say(lengths[i])}; "
            "k(x, x) = 1, and cosine and sine of one angle have squares that sum to 1"
        )
        attempt.require(np.allclose(lengths, 1), X, n_waves, gamma, seed, otherwise=told)
        wanted = np.exp(-gamma * np.abs(X[:, np.newaxis] - X).sum(axis=2))
        off = np.abs(phi @ phi.T - wanted)
        i, j = (int(k) for k in np.unravel_index(off.argmax(), off.shape))
        told = (
            f"your features of rows {i} and {j} have the inner product {phi[i] @ phi[j]:.2f}; the "
            f"kernel is {wanted[i, j]:.2f}, and {n_waves:,} waves seldom err by more than 0.03"
        )
        attempt.require(off.max() < 0.04, X, n_waves, gamma, seed, otherwise=told)
    args = (some, 50, 1.0)
    same = np.array_equal(attempt(*args, 3), attempt(*args, 3))
    other = not np.array_equal(attempt(*args, 3), attempt(*args, 4))
    told = "two calls with one seed must give the same features, and another seed others"
    attempt.require(same and other, *args, 3, otherwise=told)


@exercise(
    "17.2",
    shows="Landmarks that see what others miss.",
    hints=[
        "What the landmarks leave of sample i is the entry (i, i) of the matrix that they leave. "
        "Which sample would you take next?",
        "One landmark i explains the matrix K[:, i] K[i, :] / K[i, i]. Subtract it, look at the "
        "diagonal of what is left, and go on with the rest in the place of K.",
    ],
)
def choose_landmarks(attempt: Attempt) -> None:
    random = np.random.default_rng(155)
    for n, m in ((120, 8), (200, 12)):
        centres = random.normal(scale=3, size=(m, 4))
        sizes = np.where(np.arange(m) == 0, n - 4 * (m - 1), 4)  # one crowd and small groups
        X = np.repeat(centres, sizes, axis=0) + 0.05 * random.normal(size=(n, 4))
        K = Gaussian(1.5)(X)
        chosen = attempt.shaped((m,), K, m)
        different = len(set(chosen.tolist()) & set(range(n))) == m
        told = f"you did not return {m} different indices from 0 to {n - 1}"
        attempt.require(different, K, m, otherwise=told)
        at_random = np.mean([_left(K, random.permutation(n)[:m]) for _ in range(20)])
        left = _left(K, chosen.astype(int))
        told = (
            f"your landmarks leave {100 * left / np.trace(K):.0f} % of the trace unexplained, "
            f"random ones {100 * at_random / np.trace(K):.0f} %; half of that can be reached. "
            "Which sample do your landmarks explain worst?"
        )
        attempt.require(left <= 0.5 * at_random, K, m, otherwise=told)


def _left(K: Matrix, chosen: Integers) -> float:
    """Trace of what the landmarks leave of K."""
    part = K[:, chosen]
    explained = part @ np.linalg.pinv(K[np.ix_(chosen, chosen)], hermitian=True) @ part.T
    return float(np.trace(K - explained))
