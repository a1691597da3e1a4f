"""Logistic regression beside scikit-learn's, each time its fastest solver for that accuracy.

One run of all solvers on one core, seconds to an objective at C = 1. Adult, to 10528.572:
newton-cholesky 0.5, newton-cg 1.6, sag 3.4, lbfgs 13. USPS, where the minimum is 625.222: lbfgs 1.7
to 638.4 and 13 to 625.2; newton-cg 4.3 to 625.5; newton-cholesky 37 to 625.2.
"""

import functools
from collections.abc import Iterator

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.side_by_side import Job
from kernelkit.datasets import load_adult, load_usps
from kernelkit.solvers import certificates, logistic_newton, softmax_newton


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    yield _adult(3000 if quick else 32_561)
    digits = load_usps()
    if quick:  # a quarter of the pixels, and an optimum that leaves no doubt who is nearer to it
        yield _usps("newton-cg", 1e-8, digits.X[:500, ::4], digits.y[:500])
        return
    for solver, tolerance in {"lbfgs": 1e-3, "newton-cg": 1e-8}.items():
        yield _usps(solver, tolerance, digits.X[:7291], digits.y[:7291])


def _adult(n: int) -> Job:
    X, y = (part[:n] for part in load_adult())
    peer = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-4)
    value = functools.partial(certificates.logistic_objective, X, y, prior_variance=1.0)
    return Job(
        f"logistic regression, Adult {n:,} x 123, MAP",
        lambda: logistic_newton(X, y, prior_variance=1.0),
        "scikit-learn, newton-cholesky, tol=1e-4",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: (
            value(ours.weights, ours.bias) <= value(theirs.coef_[0], theirs.intercept_[0])
        ),
        target=1.5,
    )


def _usps(solver: str, tolerance: float, X: np.ndarray, y: np.ndarray) -> Job:
    peer = LogisticRegression(C=1.0, solver=solver, tol=1e-4, max_iter=1000)
    value = functools.partial(certificates.softmax_objective, X, y, prior_variance=1.0)
    return Job(
        f"softmax, USPS {len(X):,} x {X.shape[1]}, ten classes, MAP, tolerance={tolerance:g}",
        lambda: softmax_newton(X, y, 10, prior_variance=1.0, tolerance=tolerance),
        f"scikit-learn, {solver}, tol=1e-4",
        lambda: peer.fit(X, y),
        agree=lambda ours, theirs: (
            value(ours.weights, ours.bias) <= (1 + 1e-4) * value(theirs.coef_, theirs.intercept_)
        ),
        target=1.5,
        repeats=3,
    )
