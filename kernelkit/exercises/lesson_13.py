"""Checks of lesson 13_dual_svm."""

import numpy as np

from kernelkit import certificates
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.kernels import Gaussian, Linear
from kernelkit.solvers import smo
from kernelkit.validation import Matrix, Vector


@exercise("13.1", shows="Any prices that balance are a promise about every line there is.")
def price_bound(attempt: Attempt) -> None:
    K, y = np.array([[1.0, 0.0, 1.0], [0.0, 4.0, 2.0], [1.0, 2.0, 2.0]]), np.array([1, -1, 1])
    attempt.number(0.6875, np.array([0.5, 0.5, 0.0]), K, y, rule="the dual of the lesson")
    attempt.number(0.0, np.zeros(3), K, y, rule="the dual of the lesson, all prices zero,")
    random = np.random.default_rng(131)
    for n, sigma in ((8, 1.0), (30, 2.0)):
        X, y = _clouds(random, n)
        K, lam = Gaussian(sigma)(X), random.random(n)
        lam[y > 0] *= min(1.0, lam[y < 0].sum() / lam[y > 0].sum())
        lam[y < 0] *= lam[y > 0].sum() / lam[y < 0].sum()
        v = lam * y
        attempt.number(lam.sum() - v @ K @ v / 4, lam, K, y, rule="the dual of the lesson")
        for bad, why in (
            (np.where(y > 0, lam, lam / 2), "these prices do not balance, so moving w0"),
            (lam * 1.5 / lam.max(), "a price is above 1, so more of its slack"),
            (-lam, "a price below 0 pays for breaking the rules, which"),
        ):
            attempt.number(-np.inf, bad, K, y, rule=why)


@exercise("13.2", shows="Those on the edge of the strip know where it is.")
def free_bias(attempt: Attempt) -> None:
    K = Linear()(np.array([[2.0], [0.0], [1.0], [3.0]]))
    y, alpha = np.array([1, -1, 1, 1]), np.array([0.0, 2.0, 2.0, 0.0])
    attempt.number(-1.0, alpha, K, y, 5.0, rule="the samples 1 and 2 are free, and each")
    random = np.random.default_rng(132)
    for n, C, sigma in ((20, 1.0, 2.0), (40, 0.5, 1.0), (40, 3.0, 1.0)):
        X, y = _clouds(random, n)
        K = Gaussian(sigma)(X)
        alpha = smo(K, y, C=C).alpha
        free = (alpha > 0) & (alpha < C)
        wanted = float((y[free] - K[free] @ (alpha * y)).mean())
        rule = f"the mean over the {free.sum()} samples with 0 < alpha < C"
        attempt.number(wanted, alpha, K, y, C, rule=rule, tolerance=1e-6)


@exercise("13.3", shows="Repeat it with the right pairs and you have SMO.")
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
    v, low, high = alpha * y, np.minimum(0, C * y), np.maximum(0, C * y)
    r = y - K @ v
    t = (r[i] - r[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    t = np.clip(t, max(low[i] - v[i], v[j] - high[j]), min(high[i] - v[i], v[j] - low[j]))
    v[i], v[j] = v[i] + t, v[j] - t
    moved: Vector = np.clip(v * y, 0, C)
    return moved


@exercise("13.4", shows="Without a bias nothing ties samples together, and each moves alone.")
def no_bias_svm(attempt: Attempt) -> None:
    random = np.random.default_rng(134)
    for n, C, sigma in ((10, 1.0, 1.0), (40, 0.5, 1.0), (60, 20.0, 2.0)):
        X, y = _clouds(random, n)
        K = Gaussian(sigma)(X)
        alpha = attempt.shaped((n,), K, y, C)
        inside = alpha.min() >= -1e-9 and alpha.max() <= C + 1e-9
        told = f"alpha runs from {alpha.min():.3g} to {alpha.max():.3g}; 0 to {C:g} is allowed"
        attempt.require(inside, K, y, C, otherwise=told)
        gap = certificates.kernel_gap(K, y, np.clip(alpha, 0, C), 0.0, C)
        told = f"cost and bound, with f as it is without a bias, are {100 * gap:.3g} % apart"
        attempt.require(gap <= 0.01, K, y, C, otherwise=told)


def _clouds(random: np.random.Generator, n: int) -> tuple[Matrix, Vector]:
    """Two clouds that overlap, one class twice as frequent, in mixed order."""
    y = np.where(random.permutation(n) % 3 == 0, -1, 1)
    X = random.normal(size=(n, 2)) + np.outer(y, [0.8, 0.5])
    return X, y
