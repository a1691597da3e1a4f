"""How far apart two samples are.

Lesson 02_nearest_neighbours. The matrix of all distances between two sets of samples is
:func:`kernelkit.distances.pairwise`.

>>> x, z = [0, 0], [3, 4]
>>> squared_euclidean(x, z), euclidean(x, z), manhattan(x, z), chebyshev(x, z), minkowski(x, z, 1)
(25.0, 5.0, 7.0, 4.0, 7.0)
"""

import math

from kernelkit.core._arguments import AtLeastOne, Row
from kernelkit.core._border import njit, same

__all__ = ["chebyshev", "cosine", "euclidean", "manhattan", "minkowski", "squared_euclidean"]

# Between these a square has all its digits, and a sum of squares does not overflow.
SMALLEST_SQUARE, LARGEST_SQUARE = 1e-280, 1e300


@njit
def squared_euclidean(x: Row, z: Row) -> float:
    r"""Squared Euclidean distance, :math:`\sum_i (x_i - z_i)^2`."""
    total = 0.0
    for i in range(same(len(x), len(z))):
        gap = float(x[i]) - float(z[i])
        total += gap * gap
    return total


@njit
def euclidean(x: Row, z: Row) -> float:
    r"""Euclidean distance, :math:`\sqrt{\sum_i (x_i - z_i)^2}`: as the crow flies."""
    square = squared_euclidean(x, z)
    if SMALLEST_SQUARE <= square <= LARGEST_SQUARE:
        return math.sqrt(square)
    return minkowski(x, z, 2.0)  # squares of the gaps left the range of numbers, ratios do not


@njit
def manhattan(x: Row, z: Row) -> float:
    r"""Manhattan distance, :math:`\sum_i |x_i - z_i|`: along the streets."""
    total = 0.0
    for i in range(same(len(x), len(z))):
        total += abs(float(x[i]) - float(z[i]))  # bytes would wrap round below 0
    return total


@njit
def chebyshev(x: Row, z: Row) -> float:
    r"""Chebyshev distance, :math:`\max_i |x_i - z_i|`: the moves of a king."""
    largest = 0.0
    for i in range(same(len(x), len(z))):
        largest = max(largest, abs(float(x[i]) - float(z[i])))
    return largest


@njit
def minkowski(x: Row, z: Row, p: AtLeastOne = 2.0) -> float:
    r"""Minkowski distance of order p >= 1, :math:`(\sum_i |x_i - z_i|^p)^{1/p}`.

    Manhattan is p = 1, Euclidean p = 2, and Chebyshev the limit for large p.
    """
    # Dividing by the largest gap first keeps |gap|^p from overflowing for large p.
    largest = chebyshev(x, z)
    if not 0.0 < largest < math.inf:
        return largest
    total = 0.0
    for i in range(len(x)):
        total += (abs(float(x[i]) - float(z[i])) / largest) ** p
    return largest * math.pow(total, 1.0 / p)


@njit
def cosine(x: Row, z: Row) -> float:
    r"""Cosine distance, :math:`1 - \langle x, z \rangle / (\lVert x \rVert \lVert z \rVert)`.

    The zero vector has no direction: it is at distance 1 from every other vector and 0 from itself.

    >>> cosine([1, 0], [0, 2])
    1.0
    """
    xz = xx = zz = 0.0
    for i in range(same(len(x), len(z))):
        xz += float(x[i]) * float(z[i])
        xx += float(x[i]) * float(x[i])
        zz += float(z[i]) * float(z[i])
    if min(xx, zz) < SMALLEST_SQUARE or max(xx, zz) > LARGEST_SQUARE:
        # A direction does not depend on the length: bring the largest entries to 1.
        x_most, z_most = chebyshev(x, 0.0 * x), chebyshev(z, 0.0 * z)
        if x_most == 0.0 or z_most == 0.0:
            return 0.0 if x_most == z_most else 1.0
        xz = xx = zz = 0.0
        for i in range(len(x)):
            xz += (float(x[i]) / x_most) * (float(z[i]) / z_most)
            xx += (float(x[i]) / x_most) ** 2
            zz += (float(z[i]) / z_most) ** 2
    return min(max(1.0 - xz / (math.sqrt(xx) * math.sqrt(zz)), 0.0), 2.0)
