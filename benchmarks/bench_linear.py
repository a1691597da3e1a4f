"""Least squares beside scikit-learn's ridge classifier."""

from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import RidgeClassifier

from benchmarks.side_by_side import Job
from kernelkit import LeastSquares
from kernelkit.datasets import load_usps
from kernelkit.solvers.certificates import least_squares_objective

RIDGE = 1.0


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n = 700 if quick else 7291
    digits = load_usps()
    X, y = digits.X[:n], digits.y[:n]
    T = np.eye(10)[y]

    def as_good(ours: LeastSquares, theirs: RidgeClassifier) -> bool:
        # Theirs has targets -1 and 1 instead of 0 and 1: twice the weights, for the same problem.
        coef, intercept = theirs.coef_ / 2.0, (theirs.intercept_ + 1.0) / 2.0
        objective = least_squares_objective(X, T, ours.coef_, ours.intercept_, RIDGE)
        peer = least_squares_objective(X, T, coef, intercept, RIDGE)
        return objective <= peer * (1 + 1e-12) and np.allclose(ours.coef_, coef, atol=1e-9)

    yield Job(
        f"least squares, USPS {n:,} x 256, one-hot, ridge 1",
        lambda: LeastSquares(RIDGE).fit(X, y),
        "RidgeClassifier",
        lambda: RidgeClassifier(alpha=RIDGE).fit(X, y),
        agree=as_good,
        target=1.0,
        repeats=15,
    )
