"""Kernel machines beside scikit-learn's SVC, which is LIBSVM: same kernel, tolerance, objective.

Both get the same numbers, each in the precision that suits it: SVC turns everything into float64,
kernelkit takes float32 as it comes.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.svm import SVC

from benchmarks.side_by_side import Job, Limit
from kernelkit import Gaussian, KernelSVM, Polynomial
from kernelkit.datasets import load_mnist, load_usps
from kernelkit.solvers.voting import pairs

CACHE = 2000  # megabytes for the peer
PRICES, WIDTHS = (1.0, 10.0, 100.0), (0.005, 0.02)
MEAN = "Gaussian SVM, parity, 5,000 MNIST, geometric mean of six"
GROUPS = {MEAN: 6.0}


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    small, middle, large = (300, 400, 600) if quick else (2000, 5000, 20_000)
    yield gaussian(small, 10.0, 0.02)
    for gamma in WIDTHS:
        for C in PRICES:
            yield gaussian(middle, C, gamma)._replace(group=MEAN)
    yield gaussian(large, 10.0, 0.02)._replace(target=4.0)
    for n in (500,) if quick else (2000, 7291):
        yield ten_classes(n)


def gaussian(n: int, C: float, gamma: float) -> Job:
    """Whether digits are even."""
    digits = load_mnist("train")
    X, y = digits.X[:n] / np.float32(255), np.where(digits.y[:n] % 2 == 0, 1, -1)
    name = f"Gaussian SVM, parity, {n:,} MNIST, C {C:g}, gamma {gamma:g}"
    models = KernelSVM(C, Gaussian.from_gamma(gamma)), SVC(C=C, gamma=gamma, cache_size=CACHE)
    return _job(name, X, y, *models)


def ten_classes(n: int) -> Job:
    """Digits one against one: 45 machines."""
    X, y = (part[:n] for part in load_usps())
    peer = SVC(C=1.0, kernel="poly", degree=3, gamma=1.0, coef0=0.0, cache_size=CACHE)
    name = f"10 classes one against one, USPS {n:,}, degree 3"
    job = _job(name, X.astype(np.float32), y, KernelSVM(1.0, Polynomial(3)), peer)
    why = "half of the time is the Gram matrix, which all machines share"
    return job._replace(target=4.0, why=why) if n == 7291 else job


def _job(name: str, X: np.ndarray, y: np.ndarray, ours: KernelSVM, theirs: SVC) -> Job:
    doubles = X.astype(np.float64)
    # Of the support vectors at least, each row of the Gram matrix is needed.
    rows = Limit("product: rows of K of support vectors", lambda: X[ours.support_] @ X.T)
    return Job(
        name,
        lambda: ours.fit(X, y),
        "SVC",
        lambda: theirs.fit(doubles, y),
        agree=partial(same_objectives, doubles, y),
        limit=rows,
    )


def same_objectives(X: np.ndarray, y: np.ndarray, ours: KernelSVM, theirs: Any) -> bool:
    """Whether the dual objectives of each machine are equal to 1e-4, computed alike for both."""
    numbers = np.searchsorted(ours.classes_, y)

    def dual(support: np.ndarray, coefficients: np.ndarray) -> float:
        K = ours.kernel(X[support])
        return float(np.abs(coefficients).sum() - coefficients @ K @ coefficients / 2)

    # SVC keeps the coefficients of class a against c in row c - 1, of c against a in row a.
    labels = numbers[theirs.support_]
    for m, (a, c) in enumerate(pairs(len(ours.classes_))):
        peer = np.where(labels == a, theirs.dual_coef_[c - 1], theirs.dual_coef_[a])
        used = (labels == a) | (labels == c)
        mine = np.flatnonzero(ours.dual_coef_[m])
        values = (
            dual(ours.support_[mine], ours.dual_coef_[m, mine]),
            dual(theirs.support_[used], peer[used]),
        )
        if abs(values[0] / values[1] - 1.0) > 1e-4:
            return False
    return True
