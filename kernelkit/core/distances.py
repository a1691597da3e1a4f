"""How far apart two samples are.

Lesson 02_nearest_neighbours. The matrix of all distances between two sets of samples is
:func:`kernelkit.distances.pairwise`, which also serves numbers whose squares leave the range of
float64; the loops below are for gaps between 1e-150 and 1e150.

>>> x, z = [0, 0], [3, 4]
>>> squared_euclidean(x, z), euclidean(x, z), manhattan(x, z), chebyshev(x, z), minkowski(x, z, 1)
(25.0, 5.0, 7.0, 4.0, 7.0)
"""

import math

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_length

__all__ = ["chebyshev", "cosine", "euclidean", "manhattan", "minkowski", "squared_euclidean"]


@njit
def squared_euclidean(x: np.ndarray, z: np.ndarray) -> float:
    r"""Squared Euclidean distance, :math:`\sum_j (x_j - z_j)^2`."""
    check_length("z", len(z), len(x))
    total = 0.0
    for j in range(len(x)):
        gap = np.float64(x[j]) - np.float64(z[j])  # bytes would wrap round below 0
        total += gap * gap
    return total


@njit
def euclidean(x: np.ndarray, z: np.ndarray) -> float:
    r"""Euclidean distance, :math:`\sqrt{\sum_j (x_j - z_j)^2}`: as the crow flies."""
    return math.sqrt(squared_euclidean(x, z))


@njit
def manhattan(x: np.ndarray, z: np.ndarray) -> float:
    r"""Manhattan distance, :math:`\sum_j |x_j - z_j|`: along the streets."""
    check_length("z", len(z), len(x))
    total = 0.0
    for j in range(len(x)):
        total += abs(np.float64(x[j]) - np.float64(z[j]))
    return total


@njit
def chebyshev(x: np.ndarray, z: np.ndarray) -> float:
    r"""Chebyshev distance, :math:`\max_j |x_j - z_j|`: the moves of a king."""
    check_length("z", len(z), len(x))
    largest = 0.0
    for j in range(len(x)):
        gap = abs(np.float64(x[j]) - np.float64(z[j]))
        if gap > largest or math.isnan(gap):
            largest = gap
    return largest


@njit
def minkowski(x: np.ndarray, z: np.ndarray, p: float = 2.0) -> float:
    r"""Minkowski distance of order p >= 1, :math:`(\sum_j |x_j - z_j|^p)^{1/p}`.

    Manhattan is p = 1, Euclidean p = 2, and Chebyshev the limit for large p. Dividing all gaps by
    the largest first keeps their powers within range, at any p and any scale.
    """
    if not p >= 1.0:
        raise ValueError("p must be at least 1")
    largest = chebyshev(x, z)
    if not 0.0 < largest < math.inf:
        return largest
    total = 0.0
    for j in range(len(x)):
        total += (abs(np.float64(x[j]) - np.float64(z[j])) / largest) ** p
    return largest * total ** (1.0 / p)


@njit
def cosine(x: np.ndarray, z: np.ndarray) -> float:
    r"""Cosine distance, :math:`1 - \langle x, z \rangle / (\lVert x \rVert \lVert z \rVert)`.

    The zero vector has no direction: it is at distance 1 from every other vector and 0 from itself.

    >>> cosine([1, 0], [0, 2])
    1.0
    """
    check_length("z", len(z), len(x))
    xz = xx = zz = 0.0
    for j in range(len(x)):
        xz += np.float64(x[j]) * np.float64(z[j])
        xx += np.float64(x[j]) * np.float64(x[j])
        zz += np.float64(z[j]) * np.float64(z[j])
    if xx == 0.0 or zz == 0.0:
        return 0.0 if xx == zz else 1.0
    return min(max(1.0 - xz / (math.sqrt(xx) * math.sqrt(zz)), 0.0), 2.0)
