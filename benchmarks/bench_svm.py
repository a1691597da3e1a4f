"""Kernel machines beside scikit-learn's SVC, which is LIBSVM: same kernel, tolerance, objective.

Both get the same numbers, each in the precision that suits it: SVC turns everything into float64,
kernelkit takes float32 as it comes.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.svm import SVC

from benchmarks.side_by_side import Job
from kernelkit import Gaussian, KernelSVM, Polynomial
from kernelkit.datasets import load_mnist, load_usps
from kernelkit.kernels import Kernel
from kernelkit.solvers.machines import pairs

CACHE = 2000  # megabytes for the peer
PRICES, WIDTHS = (1.0, 10.0, 100.0), (0.005, 0.02)
MEAN = "Gaussian SVM, parity, 5,000 MNIST, geometric mean of six"
GROUPS = {MEAN: 6.0}
LIMIT = (
    "BLAS time: half of it is one product of the samples with themselves, another tenth its cube; "
    "the 45 machines together take a third"
)


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n, many, envelopes = (400, 600, 500) if quick else (5000, 20_000, 7291)
    X, y = parity(n)
    for gamma in WIDTHS:
        for C in PRICES:
            name = f"Gaussian SVM, parity, {n:,} MNIST, C {C:g}, gamma {gamma:g}"
            yield _gaussian(name, X, y, C, gamma)._replace(group=MEAN, repeats=3)
    X, y = parity(many)
    name = f"Gaussian SVM, parity, {many:,} MNIST, C 10, gamma 0.02"
    yield _gaussian(name, X, y, 10.0, 0.02)._replace(target=4.0)
    yield _usps(envelopes)


def parity(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Digits as float32 between 0 and 1, and whether they are even."""
    digits = load_mnist("train")
    return digits.X[:n] / np.float32(255), np.where(digits.y[:n] % 2 == 0, 1, -1)


def _gaussian(name: str, X: np.ndarray, y: np.ndarray, C: float, gamma: float) -> Job:
    ours = KernelSVM(C, Gaussian.from_gamma(gamma))
    theirs = SVC(C=C, gamma=gamma, cache_size=CACHE)
    doubles = X.astype(np.float64)
    return Job(
        name,
        lambda: ours.fit(X, y),
        "SVC",
        lambda: theirs.fit(doubles, y),
        agree=_same_objective(ours.kernel, X, y),
        target=1.0,
        repeats=1,
    )


def _usps(n: int) -> Job:
    usps = load_usps()
    X, y = usps.X[:n].astype(np.float32), usps.y[:n]
    doubles = X.astype(np.float64)
    ours = KernelSVM(1.0, Polynomial(3))
    theirs = SVC(C=1.0, kernel="poly", degree=3, gamma=1.0, coef0=0.0, cache_size=CACHE)
    return Job(
        f"10 classes one against one, USPS {n:,}, degree 3",
        lambda: ours.fit(X, y),
        "SVC",
        lambda: theirs.fit(doubles, y),
        agree=lambda a, b: _same_objectives(a, b, doubles, y),
        target=4.0,
        repeats=3,
        limit=LIMIT,
    )


def _same_objectives(ours: Any, theirs: Any, X: np.ndarray, y: np.ndarray) -> bool:
    """Whether the dual objectives of each of the 45 machines are equal to 1e-4."""
    K = ours.kernel(X)
    for m, (a, c) in enumerate(pairs(len(ours.classes_))):
        full = np.zeros((2, len(y)))
        full[0, ours.support_] = ours.dual_coef_[m]
        # SVC keeps the coefficients of class a against c in row c - 1, of c against a in row a.
        labels = y[theirs.support_]
        for own, row in ((a, c - 1), (c, a)):
            chosen = labels == own
            full[1, theirs.support_[chosen]] = theirs.dual_coef_[row, chosen]
        here = np.flatnonzero((y == a) | (y == c))
        values = [np.abs(v).sum() - v @ K[np.ix_(here, here)] @ v / 2 for v in full[:, here]]
        if abs(values[0] / values[1] - 1.0) > 1e-4:
            return False
    return True


def _same_objective(kernel: Kernel, X: np.ndarray, y: np.ndarray) -> Callable[[Any, Any], bool]:
    """Whether both dual objectives are equal to 1e-4, computed alike for both."""

    def dual(model: Any) -> float:
        coefficients = model.dual_coef_[0]
        points = X[model.support_]
        quadratic = coefficients @ kernel(points.astype(np.float64)) @ coefficients
        return float((coefficients * y[model.support_]).sum() - quadratic / 2)

    return lambda ours, theirs: abs(dual(ours) / dual(theirs) - 1.0) <= 1e-4
