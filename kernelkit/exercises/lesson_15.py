"""Checks of lesson 15_fast_kernels."""

import numpy as np

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.kernels import Gaussian


@exercise("15.1", shows="Work takes as long as the slower of its two halves.")
def least_seconds(attempt: Attempt) -> None:
    rule = "waiting for whichever takes longer, arithmetic or memory,"
    hint = "The processor computes and fetches at the same time"
    for operations, moved, peak, bandwidth, wanted in [
        (1e9, 8e9, 1e11, 2e10, 0.4),
        (1e12, 8e9, 1e11, 2e10, 10.0),
        (2e9, 4e8, 1e10, 2e9, 0.2),
        (0.0, 1e9, 1e10, 5e9, 0.2),
    ]:
        attempt.number(wanted, operations, moved, peak, bandwidth, rule=rule, hint=hint)


@exercise("15.2", shows="One product, and digits kept by moving the origin.")
def squared_distances(attempt: Attempt) -> None:
    random = np.random.default_rng(152)
    X, Z = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[0.0, 0.0], [0.0, 1.0], [3.0, 4.0]])
    attempt.array([[0, 1, 25], [25, 18, 0]], X, Z, rule="the sum of squared differences")
    for n, m, d, far in ((8, 5, 3, 0.0), (30, 40, 20, 2.0), (12, 12, 4, 1e6)):
        X, Z = random.normal(size=(n, d)) + far, random.normal(size=(m, d)) + far
        Z[0] = X[-1]
        wanted = ((X[:, np.newaxis] - Z) ** 2).sum(axis=2)
        hint = "Far from the origin, subtract one and the same point from all samples first"
        attempt.array(
            wanted, X, Z, rule="the sum of squared differences", hint=hint, tolerance=1e-7
        )
        got = attempt.shaped(wanted.shape, X, Z)
        told = f"your smallest squared distance is {got.min():.2g}; rounding left it below 0"
        attempt.require(got.min() >= 0, X, Z, otherwise=told)


@exercise("15.3", shows="Cosines of differences are inner products of cosines and sines.")
def wave_features(attempt: Attempt) -> None:
    random = np.random.default_rng(154)
    for n, d, m in ((3, 2, 1), (6, 3, 4), (10, 5, 50)):
        X, omega = random.normal(size=(n, d)), random.normal(size=(d, m))
        phi = attempt.shaped((n, 2 * m), X, omega)
        wanted = np.cos((X[:, np.newaxis] - X) @ omega).mean(axis=2)
        off = np.abs(phi @ phi.T - wanted)
        i, j = np.unravel_index(off.argmax(), off.shape)
        told = (
            f"your features of rows {i} and {j} have the inner product {phi[i] @ phi[j]:.3g}; "
            f"the mean of the cosines is {wanted[i, j]:.3g}"
        )
        attempt.require(off.max() < 1e-10, X, omega, otherwise=told)


@exercise("15.4", shows="Landmarks that see what others miss.")
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


def _left(K: np.ndarray, chosen: np.ndarray) -> float:
    """Trace of what the landmarks leave of K."""
    part = K[:, chosen]
    explained = part @ np.linalg.pinv(K[np.ix_(chosen, chosen)], hermitian=True) @ part.T
    return float(np.trace(K - explained))
