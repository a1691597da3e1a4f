"""Gram matrices and distance matrices beside scikit-learn and SciPy."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from benchmarks.side_by_side import Job
from kernelkit import Gaussian, Polynomial
from kernelkit.datasets import load_mnist, load_usps
from kernelkit.distances import pairwise

LIMIT = (
    "BLAS time: NumPy's product of the samples with themselves, without any exponential, takes "
    "nine tenths as long (0.35 s in float32)"
)


def close(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Equal to what float32 can promise."""
    return bool(np.allclose(ours, theirs, rtol=1e-3, atol=1e-3 * np.abs(theirs).max()))


def jobs(quick: bool) -> Iterator[Job]:
    """List the jobs."""
    n, m, half = (500, 700, 200) if quick else (5000, 7438, 2000)
    pixels = load_mnist("train").X[:n] / 255.0
    envelopes = load_usps().X[:m]
    for dtype, target in ((np.float64, 1.25), (np.float32, 2.5)):
        X = pixels.astype(dtype)
        yield Job(
            f"Gaussian Gram, {n:,} x 784, {X.dtype}",
            lambda X=X: Gaussian.from_gamma(0.02)(X),
            "rbf_kernel",
            lambda X=X: rbf_kernel(X, gamma=0.02),
            agree=close,
            target=target,
            limit=LIMIT,
        )
    yield Job(
        f"polynomial Gram, degree 5, {m:,} x 256, float64",
        lambda: Polynomial(5)(envelopes),
        "polynomial_kernel",
        lambda: polynomial_kernel(envelopes, degree=5, gamma=1, coef0=0),
        agree=close,
        target=2.0,
    )
    yield Job(
        f"Manhattan distances, {half:,} x {half:,} x 784, float64",
        lambda: pairwise(pixels[:half], pixels[half : 2 * half], metric="manhattan"),
        "scipy cdist",
        lambda: cdist(pixels[:half], pixels[half : 2 * half], "cityblock"),
        agree=close,
        target=3.0,
        repeats=3,
    )
