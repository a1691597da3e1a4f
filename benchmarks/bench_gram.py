"""Gram matrices and distance matrices beside scikit-learn and SciPy."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from benchmarks.side_by_side import Job, differences, product
from kernelkit import Gaussian, Polynomial
from kernelkit.datasets import load_mnist, load_usps
from kernelkit.distances import pairwise

TARGETS = {("float64", 2000): 1.4, ("float64", 5000): 1.5, ("float32", 5000): 2.5}
WHY = (
    "half of the matrix is computed, by NumPy's product as well, which alone takes six sevenths of "
    "the time on ARM"
)


def close(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Equal to what float32 can promise, or float64."""
    part = 1e-3 if theirs.dtype == np.float32 else 1e-9
    return bool(np.allclose(ours, theirs, rtol=part, atol=part * np.abs(theirs).max()))


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    for n in (500,) if quick else (2000, 5000):
        yield from gaussian(n)
    for n in (700,) if quick else (2000, 7438):
        yield polynomial(n)
    for n in (200,) if quick else (1000, 2000):
        yield manhattan(n)


def gaussian(n: int) -> Iterator[Job]:
    """In both precisions."""
    pixels = load_mnist("train").X[:n] / 255.0
    for dtype in ("float64", "float32"):
        X = pixels.astype(dtype)
        yield Job(
            f"Gaussian Gram, {n:,} x 784, {dtype}",
            lambda X=X: Gaussian.from_gamma(0.02)(X),
            "rbf_kernel",
            lambda X=X: rbf_kernel(X, gamma=0.02),
            agree=close,
            target=TARGETS.get((dtype, n), 1.0),
            limit=product(X, X),
            why=WHY if dtype == "float64" else "",
        )


def polynomial(n: int) -> Job:
    """The fifth power of a product."""
    X = load_usps().X[:n]
    return Job(
        f"polynomial Gram, degree 5, {n:,} x 256, float64",
        lambda: Polynomial(5)(X),
        "polynomial_kernel",
        lambda: polynomial_kernel(X, degree=5, gamma=1, coef0=0),
        agree=close,
        target=2.5 if n == 7438 else 1.0,
        limit=product(X, X),
    )


def manhattan(n: int) -> Job:
    """Sums of absolute differences, which no product of matrices gives."""
    pixels = load_mnist("train").X[: 2 * n] / 255.0
    X, Z = pixels[:n], pixels[n:]
    return Job(
        f"Manhattan distances, {n:,} x {n:,} x 784, float64",
        lambda: pairwise(X, Z, metric="manhattan"),
        "scipy cdist",
        lambda: cdist(X, Z, "cityblock"),
        agree=close,
        target=3.0 if n == 2000 else 1.0,
        limit=differences(X, Z),
    )
