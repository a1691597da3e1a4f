"""Logistic regression beside scikit-learn's, each time its fastest solver for that accuracy.

One run of all solvers on one core, seconds to an objective at C = 1. Adult, to 10528.572:
newton-cholesky 0.5, newton-cg 1.6, sag 3.4, lbfgs 13. USPS, where the minimum is 625.222: lbfgs 1.7
to 638.4 and 13 to 625.2; newton-cg 4.3 to 625.5; newton-cholesky 37 to 625.2.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.side_by_side import Job, one_read, products_of_columns
from kernelkit.datasets import load_adult, load_usps
from kernelkit.solvers import logistic_newton, softmax_newton


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    for n in (3000,) if quick else (4000, 32_561):
        yield adult(n)
    for n in (500,) if quick else (2000, 7291):
        digits = load_usps()
        # In quick a quarter of the pixels, and an optimum that leaves no doubt who is nearer to it.
        X, y = digits.X[:n, :: 4 if quick else 1], digits.y[:n]
        for solver, tolerance in {"lbfgs": 1e-3, "newton-cg": 1e-8}.items():
            if not (quick and solver == "lbfgs"):
                yield usps(solver, tolerance, X, y)


def adult(n: int) -> Job:
    """Two classes."""
    X, y = (part[:n] for part in load_adult())
    peer = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-4)
    return Job(
        f"logistic regression, Adult {n:,} x 123, MAP",
        lambda: logistic_newton(X, y, prior_variance=1.0),
        "scikit-learn, newton-cholesky, tol=1e-4",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: no_worse(X, y, ours.weights, ours.bias, theirs),
        target=1.5 if n == 32_561 else 1.2,
        limit=products_of_columns(X),
    )


def usps(solver: str, tolerance: float, X: np.ndarray, y: np.ndarray) -> Job:
    """Ten classes."""
    peer = LogisticRegression(C=1.0, solver=solver, tol=1e-4, max_iter=1000)
    return Job(
        f"softmax, USPS {len(X):,} x {X.shape[1]}, ten classes, MAP, tolerance={tolerance:g}",
        lambda: softmax_newton(X, y, 10, prior_variance=1.0, tolerance=tolerance),
        f"scikit-learn, {solver}, tol=1e-4",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: no_worse(X, y, ours.weights, ours.bias, theirs),
        target=1.5 if len(X) == 7291 else 1.0,
        limit=one_read(X),
    )


def no_worse(X: np.ndarray, y: np.ndarray, weights: Any, bias: Any, theirs: Any) -> bool:
    """An objective that is no larger than the peer's, but for the last digits it stands for."""
    codes = np.searchsorted(theirs.classes_, y)

    def objective(weights: Any, bias: Any) -> float:
        """Minus the log likelihood, and the prior of variance 1."""
        F = X @ np.atleast_2d(weights).T + bias
        F = np.column_stack([np.zeros(len(X)), F]) if F.shape[1] == 1 else F
        log_likelihood = F[np.arange(len(X)), codes] - np.logaddexp.reduce(F, axis=1)
        return float(np.sum(weights**2) / 2 - log_likelihood.sum())

    return objective(weights, bias) <= (1 + 1e-9) * objective(theirs.coef_, theirs.intercept_)
