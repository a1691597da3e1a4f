"""How far apart two samples are: six distances, and the matrix of all of them.

Lesson 02_nearest_neighbours teaches them. Each function is compiled; called from Python it checks
its arguments, called from compiled code it is the bare loop.
"""

import math
from typing import Any

import numpy as np

from kernelkit._jit import bordered, njit, njit_rows, njit_sum, prange
from kernelkit.symmetric import in_turn, lower_products, mirror
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_pair,
    as_vector,
    check_choice,
    check_number,
)

__all__ = [
    "METRICS",
    "chebyshev",
    "cosine",
    "euclidean",
    "manhattan",
    "minkowski",
    "pairwise",
    "squared_euclidean",
]

METRICS = ("euclidean", "squared_euclidean", "manhattan", "chebyshev", "minkowski", "cosine")
EUCLIDEAN, SQUARED_EUCLIDEAN, MANHATTAN, CHEBYSHEV, MINKOWSKI, COSINE = range(6)
TILE = 16  # samples that share one reading of the others


def _two_vectors(x: Any, z: Any) -> tuple[Vector, Vector]:
    left, right = as_vector(x, "x"), as_vector(z, "z")
    if left.shape != right.shape:
        message = f"z must have the {left.shape[0]} entries of x, got {right.shape[0]}"
        raise InputError(message)
    dtype = np.promote_types(left.dtype, right.dtype)
    return left.astype(dtype, copy=False), right.astype(dtype, copy=False)


def _two_vectors_and_order(x: Any, z: Any, p: Any) -> tuple[Vector, Vector, float]:
    return *_two_vectors(x, z), check_number(p, "p", at_least=1)


@bordered(_two_vectors)
def squared_euclidean(x: Vector, z: Vector) -> float:
    r"""Squared Euclidean distance, :math:`\sum_i (x_i - z_i)^2`.

    >>> squared_euclidean([0, 0], [3, 4])
    25.0
    """
    total = 0.0
    for i in range(x.shape[0]):
        gap = x[i] - z[i]
        total += gap * gap
    return total


@bordered(_two_vectors)
def euclidean(x: Vector, z: Vector) -> float:
    r"""Euclidean distance, :math:`\sqrt{\sum_i (x_i - z_i)^2}`: as the crow flies.

    >>> euclidean([0, 0], [3, 4])
    5.0
    """
    return math.sqrt(squared_euclidean(x, z))


@bordered(_two_vectors)
def manhattan(x: Vector, z: Vector) -> float:
    r"""Manhattan distance, :math:`\sum_i |x_i - z_i|`: along the streets.

    >>> manhattan([0, 0], [3, 4])
    7.0
    """
    total = 0.0
    for i in range(x.shape[0]):
        total += abs(x[i] - z[i])
    return total


@bordered(_two_vectors)
def chebyshev(x: Vector, z: Vector) -> float:
    r"""Chebyshev distance, :math:`\max_i |x_i - z_i|`: the moves of a king.

    >>> chebyshev([0, 0], [3, 4])
    4.0
    """
    largest = 0.0
    for i in range(x.shape[0]):
        largest = max(largest, abs(x[i] - z[i]))
    return largest


@bordered(_two_vectors_and_order)
def minkowski(x: Vector, z: Vector, p: float) -> float:
    r"""Minkowski distance of order p >= 1, :math:`(\sum_i |x_i - z_i|^p)^{1/p}`.

    Manhattan is p = 1, Euclidean p = 2, and Chebyshev the limit for large p.

    >>> minkowski([0, 0], [3, 4], 1)
    7.0
    """
    # Dividing by the largest gap first keeps |gap|^p from overflowing for large p.
    largest = chebyshev(x, z)
    if largest == 0.0:
        return 0.0
    total = 0.0
    for i in range(x.shape[0]):
        total += (abs(x[i] - z[i]) / largest) ** p
    return largest * math.pow(total, 1.0 / p)


@bordered(_two_vectors)
def cosine(x: Vector, z: Vector) -> float:
    r"""Cosine distance, :math:`1 - \langle x, z \rangle / (\lVert x \rVert \lVert z \rVert)`.

    The zero vector has no direction: it is at distance 1 from every other vector and 0 from itself.

    >>> cosine([1, 0], [0, 2])
    1.0
    """
    xz = 0.0
    xx = 0.0
    zz = 0.0
    for i in range(x.shape[0]):
        xz += x[i] * z[i]
        xx += x[i] * x[i]
        zz += z[i] * z[i]
    if xx == 0.0 or zz == 0.0:
        return 0.0 if xx == zz else 1.0
    return min(max(1.0 - xz / (math.sqrt(xx) * math.sqrt(zz)), 0.0), 2.0)


def pairwise(X: Any, Z: Any = None, metric: str = "euclidean", p: float = 2) -> Matrix:
    r"""All distances between the rows of X and the rows of Z, :math:`D_{ij} = d(x_i, z_j)`.

    Parameters
    ----------
    X : array of shape (n, d)
    Z : array of shape (m, d), default X itself
        Against itself the result is exactly symmetric and its diagonal exactly zero.
    metric : one of ``METRICS``
    p : the order, for ``metric="minkowski"`` only

    Returns
    -------
    D : array of shape (n, m)
        float32 if X and Z are, otherwise float64.

    Examples
    --------
    >>> pairwise([[0, 0], [3, 4]], metric="manhattan").tolist()
    [[0.0, 7.0], [7.0, 0.0]]
    """
    X, Z = as_pair(X, Z)
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    order = check_order(p, metric)
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN}:
        D, x_squares, z_squares = centred_products(X, Z)
        _euclidean_pass(X, Z, x_squares, z_squares, code == EUCLIDEAN, X is Z, D)
        if X is Z:
            mirror(D)
        return D
    D = np.empty((X.shape[0], Z.shape[0]), X.dtype)
    _direct_pass(X, Z, code, order, D)
    if X is Z:
        np.fill_diagonal(D, 0.0)
    return D


def check_order(p: Any, metric: str) -> float:
    """Check the order of a Minkowski distance; no other distance has one."""
    order = check_number(p, "p", at_least=1)
    if metric != "minkowski" and order != 2:
        message = f"p belongs to metric='minkowski', got p={p} with metric={metric!r}"
        raise InputError(message)
    return order


def centred_products(X: Matrix, Z: Matrix) -> tuple[Matrix, Vector, Vector]:
    r"""Inner products and squared norms after moving the mean of X to the origin.

    Of X against itself only the lower half is there, for ``mirror`` to complete.

    Distances do not change, but :math:`\lVert x - z \rVert^2 = \lVert x \rVert^2 + \lVert z
    \rVert^2 - 2\langle x, z \rangle` loses as many digits as the norms are larger than the
    distance: data far from the origin would lose them all.
    """
    centre = X.mean(axis=0)
    centred_X = X - centre
    x_squares = squared_norms(centred_X)
    if Z is X:
        return lower_products(centred_X), x_squares, x_squares
    centred_Z = Z - centre
    return centred_X @ centred_Z.T, x_squares, squared_norms(centred_Z)


@njit_sum
def squared_norms(X: Matrix) -> Vector:
    r"""Squared length of each row, :math:`\lVert x_i \rVert^2`."""
    squares = np.zeros(X.shape[0])
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            squares[i] += X[i, j] * X[i, j]
    return squares


@njit
def products_to_squares(
    X: Matrix, Z: Matrix, x_squares: Vector, z_squares: Vector, i: int, row: Vector
) -> None:
    r"""Turn row i of the centred products into squared distances, in place.

    .. math:: \lVert x_i - z_j \rVert^2 = \lVert x_i \rVert^2 + \lVert z_j \rVert^2 - 2\langle x_i,
    z_j \rangle

    Where the right-hand side cancels more than half of its digits, the left-hand side is computed
    as it stands.
    """
    half_the_digits = 64 * math.sqrt(np.finfo(row.dtype).eps)
    cancelled = 0  # counted first: a loop that only counts fills vector registers
    for j in range(row.shape[0]):
        both = x_squares[i] + z_squares[j]
        row[j] = both - 2.0 * row[j]
        cancelled += row[j] <= half_the_digits * both
    if cancelled > 0:
        for j in range(row.shape[0]):
            if row[j] <= half_the_digits * (x_squares[i] + z_squares[j]):
                row[j] = squared_euclidean(X[i], Z[j])


@njit_rows
def _euclidean_pass(
    X: Matrix, Z: Matrix, x_squares: Vector, z_squares: Vector, root: bool, half: bool, D: Matrix
) -> None:
    n = D.shape[0]
    for turn in prange(n):
        i = in_turn(turn, n)
        row = D[i, : i + 1] if half else D[i]
        products_to_squares(X, Z, x_squares, z_squares, i, row)
        if root:
            for j in range(row.shape[0]):
                row[j] = math.sqrt(row[j])


@njit_rows
def _direct_pass(X: Matrix, Z: Matrix, code: int, p: float, D: Matrix) -> None:
    n = D.shape[0]
    for tile in prange((n + TILE - 1) // TILE):
        # All samples of a tile meet z_j while it is in the cache.
        for j in range(D.shape[1]):
            for i in range(tile * TILE, min(n, (tile + 1) * TILE)):
                if code == MANHATTAN:
                    D[i, j] = manhattan(X[i], Z[j])
                elif code == CHEBYSHEV:
                    D[i, j] = chebyshev(X[i], Z[j])
                elif code == MINKOWSKI:
                    D[i, j] = minkowski(X[i], Z[j], p)
                else:
                    D[i, j] = cosine(X[i], Z[j])
