"""Gram matrices and distance matrices beside scikit-learn and SciPy."""

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel

from benchmarks.side_by_side import Row, compare
from kernelkit import Gaussian, Polynomial
from kernelkit.datasets import load_mnist, load_usps
from kernelkit.distances import pairwise


def close(ours: np.ndarray, theirs: np.ndarray) -> bool:
    """Equal to what float32 can promise."""
    return bool(np.allclose(ours, theirs, rtol=1e-3, atol=1e-3 * np.abs(theirs).max()))


def rows() -> list[Row]:
    """Measure."""
    pixels = load_mnist("train").X[:5000] / 255.0
    envelopes = load_usps().X[:7438]
    table = []
    for dtype, target in ((np.float64, 1.25), (np.float32, 2.5)):
        X = pixels.astype(dtype)
        table.append(
            compare(
                f"Gaussian Gram, 5,000 x 784, {X.dtype}",
                lambda X=X: Gaussian.from_gamma(0.02)(X),
                "rbf_kernel",
                lambda X=X: rbf_kernel(X, gamma=0.02),
                agree=close,
                target=target,
            )
        )
    table.append(
        compare(
            "polynomial Gram, degree 5, 7,438 x 256, float64",
            lambda: Polynomial(5)(envelopes),
            "polynomial_kernel",
            lambda: polynomial_kernel(envelopes, degree=5, gamma=1, coef0=0),
            agree=close,
            target=2.0,
        )
    )
    table.append(
        compare(
            "Manhattan distances, 2,000 x 2,000 x 784, float64",
            lambda: pairwise(pixels[:2000], pixels[2000:4000], metric="manhattan"),
            "scipy cdist",
            lambda: cdist(pixels[:2000], pixels[2000:4000], "cityblock"),
            agree=close,
            target=3.0,
            repeats=3,
        )
    )
    return table
