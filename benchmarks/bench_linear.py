"""Least squares beside scikit-learn's ridge classifier."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from sklearn.linear_model import RidgeClassifier

from benchmarks.side_by_side import Job, products_of_columns
from kernelkit import LeastSquares
from kernelkit.datasets import load_usps

RIDGE = 1.0


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    for n in (700,) if quick else (2000, 7291):
        X, y = (part[:n] for part in load_usps())
        yield Job(
            f"least squares, USPS {n:,} x 256, one-hot, ridge 1",
            lambda X=X, y=y: LeastSquares(RIDGE).fit(X, y),
            "RidgeClassifier",
            lambda X=X, y=y: RidgeClassifier(alpha=RIDGE).fit(X, y),
            agree=partial(as_good, X, y),
            limit=products_of_columns(X),
        )


def as_good(X: np.ndarray, y: np.ndarray, ours: LeastSquares, theirs: RidgeClassifier) -> bool:
    """The same weights, and no larger objective but for rounding."""
    k = len(ours.classes_)
    if k == 2:
        T, span, lowest = 2.0 * y[:, np.newaxis] - 1.0, 1.0, 0.0
    else:  # theirs has targets -1 and 1 instead of 0 and 1: the same problem, stretched
        T, span, lowest = np.eye(k)[y], 2.0, 1.0
    coef = np.atleast_2d(theirs.coef_) / span
    intercept = (np.atleast_1d(theirs.intercept_) + lowest) / span

    def objective(W: np.ndarray, b: np.ndarray) -> float:
        return float(((T - X @ W.T - b) ** 2).sum() + RIDGE * (W**2).sum())

    as_low = objective(ours.coef_, ours.intercept_) <= objective(coef, intercept) * (1 + 1e-12)
    return as_low and np.allclose(ours.coef_, coef, atol=1e-9)
