"""Linear support vector machines beside scikit-learn's, and a subgradient step beside NumPy's."""

from collections.abc import Iterator

import numpy as np
from sklearn.svm import LinearSVC

from benchmarks.side_by_side import Job
from kernelkit.datasets import load_mnist
from kernelkit.solvers import LinearSVMResult, dual_coordinate_descent
from kernelkit.solvers.certificates import linear_primal
from kernelkit.solvers.passes import hinge_pass

GAP = 1e-3
EPOCHS = {0.1: 100, 1.0: 900}  # bring LinearSVC about as near to the optimum; half do not

LIMIT = (
    "three quarters of the time are epochs over rows without their zeros, which wait for memory as "
    "LIBLINEAR's do; with a small C few epochs are needed, and the rest, leaving out the zeros and "
    "proving the gap, which the peer does not do, weighs a quarter"
)


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n, few = (1000, 800) if quick else (42_000, 33_600)
    X, digits = load_mnist("train")
    y = np.where(digits[:n] % 2 == 0, 1.0, -1.0)
    pixels = np.float64(X[:n])
    part = pixels[:few] / 255.0
    for C in EPOCHS:
        yield machine(part, y[:few], C)
    yield from steps(pixels, y)


def machine(X: np.ndarray, y: np.ndarray, C: float) -> Job:
    """Both to an objective at most one part in a thousand above the least."""
    peer = LinearSVC(C=C, loss="hinge", tol=1e-9, max_iter=EPOCHS[C], random_state=0)
    ones = np.column_stack([X, np.ones(len(X))])

    def near(ours: LinearSVMResult, theirs: LinearSVC) -> bool:
        w = np.append(theirs.coef_[0], theirs.intercept_)
        primal = linear_primal(ones, y, w, 0.0, C)
        return ours.gap <= GAP and ours.primal <= (1 + GAP) * primal

    return Job(
        f"linear hinge SVM, MNIST parity {len(X):,} x 784, C = {C}, gap 1e-3",
        lambda: dual_coordinate_descent(X, y, C, intercept="augmented", tolerance=GAP),
        "LinearSVC(loss='hinge')",
        lambda: peer.fit(X, y),
        agree=near,
        target=1.5,
        repeats=3,
        limit=LIMIT,
    )


def steps(X: np.ndarray, y: np.ndarray) -> Iterator[Job]:
    """One subgradient, of the hinge loss at weights where most samples count."""
    share, w = np.full(len(y), 1 / len(y)), np.random.default_rng(0).normal(size=784) * 1e-4

    def two_products() -> tuple[float, np.ndarray, float]:
        slack = 1 - y * (X @ w)
        counted = np.where(slack >= 0, -share * y, 0.0)
        return float(share @ np.maximum(slack, 0)), counted @ X, float(counted.sum())

    def ours() -> tuple[float, np.ndarray, float]:
        return hinge_pass(X, y, share, w, 0.0)

    def agree(one: tuple, other: tuple) -> bool:
        return all(np.allclose(a, b) for a, b in zip(one, other, strict=True))

    name = f"one subgradient of the hinge loss, {len(X):,} x 784 float64"
    limit = (
        "memory bandwidth: one sum over X, in the row below, reads every number once and does "
        "nothing else, and already takes more than half of NumPy's time"
    )
    peer = "NumPy, two products"
    yield Job(name, ours, peer, two_products, agree=agree, target=2.0, limit=limit)
    yield Job(name, ours, "NumPy, one sum over X", X.sum, agree=lambda *_: True, target=1 / 1.5)
