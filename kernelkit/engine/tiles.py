"""Every matrix with an entry for each pair of rows, filled tile by tile: the engine of kernels.

The plain loops are ``core/distances.py`` and ``core/kernels.py``, and tests hold this file to them.
Here the matrix is cut into tiles, threads share the tiles, and all that happens to a tile happens
while it is in the cache: a product of matrices, then distances, then the exponential or power.
Lesson 16_compiled_loops measures what that buys.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import BAND, njit, njit_sum
from kernelkit.core import chebyshev, cosine, manhattan, minkowski, squared_euclidean
from kernelkit.engine.exponential import exp_row
from kernelkit.threads import ROWS_PER_THREAD, in_blocks
from kernelkit.validation import Matrix, Vector, empty_matrix

EUCLIDEAN, SQUARED_EUCLIDEAN, MANHATTAN, CHEBYSHEV, MINKOWSKI, COSINE, INNER_PRODUCT = range(7)
AS_IT_IS, GAUSSIAN, LAPLACIAN, POLYNOMIAL = range(4)  # what becomes of it

TILE = 256  # rows and columns of a tile: half a megabyte of float64
ORIGIN_SAMPLES = 1024  # rows whose mean stands for the mean of all
# Samples are far from the origin if the square of their mean is more than this share of their mean
# square.
FAR_SHARE = 0.9


class Wanted(NamedTuple):
    """What becomes of the product or distance of two rows, for compiled code."""

    squares: bool  # whether there are squares of Euclidean distances, from products of matrices
    code: int
    then: int
    parameter: float
    degree: int
    half: bool  # whether the matrix is symmetric


class Rows(NamedTuple):
    """Samples, as a rule after moving a point to the origin, and their squared lengths."""

    samples: Matrix
    squares: Vector


def all_pairs(
    X: Matrix,
    Z: Matrix,
    code: int,
    p: float = 2.0,
    then: int = AS_IT_IS,
    parameter: float = 0.0,
    degree: int = 1,
    centred_Z: tuple[Vector, Rows] | None = None,
) -> tuple[Matrix, bool]:
    r"""Matrix of a function of each row of X and each row of Z, and whether all of it is finite.

    The code names a distance, or the inner product; ``then`` says what becomes of its value v: the
    Gaussian kernel :math:`e^{-v / 2\sigma^2}` of a squared distance, the Laplacian kernel
    :math:`e^{-\gamma v}` of a Manhattan distance, or the power :math:`(v + c)^d` of a product.

    Euclidean distances are computed from products of matrices, the fastest thing a processor does:

    .. math:: \lVert x - z \rVert^2 = \lVert x \rVert^2 + \lVert z \rVert^2 - 2\langle x, z \rangle

    loses as many digits as the norms are larger than the distance, so the mean of Z is moved to
    the origin first, which changes no distance. Where squares would leave the range of numbers, and
    for the other distances, each entry is computed as it stands. ``centred_Z``, an origin and the
    rows of Z from there, is for those who ask with many X.
    """
    if code == COSINE:
        X, Z = (scaled_rows(X),) * 2 if X is Z else (scaled_rows(X), scaled_rows(Z))
    left, right = Rows(X, np.empty(0)), Rows(Z, np.empty(0))
    products = code == INNER_PRODUCT
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN}:
        origin, right = centred_Z or centre(Z)
        left = right if X is Z else rows_from(origin, X)
        sigma = parameter if then == GAUSSIAN else 1.0
        products = have_squares(X.dtype, left.squares, right.squares, sigma)
    K = empty_matrix(len(X), len(Z), X.dtype)
    down, across = -(-len(X) // TILE), -(-len(Z) // TILE)
    half = X is Z
    finite = np.empty(down * (down + 1) // 2 if half else down * across, np.bool_)
    operations = (0.5 if half else 1.0) * K.size * (X.shape[1] + 20)
    wanted = Wanted(products, code, then, float(parameter), degree, half)
    if products:
        in_blocks(_product_tiles, len(finite), 1, operations, X, Z, left, right, wanted, K, finite)
    else:
        in_blocks(_plain_tiles, len(finite), 1, operations, X, Z, p, wanted, K, finite)
    return K, bool(finite.all())


def centre(X: Matrix) -> tuple[Vector, Rows]:
    """Choose an origin, the mean of X if X lies far from 0 and else 0; and the rows from there.

    Lengths that are three times the spread cost three bits of a squared distance, which is less
    than a copy of X costs.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # have_squares sees it
        some = np.ascontiguousarray(X[:: max(1, len(X) // ORIGIN_SAMPLES)])
        origin = some.mean(axis=0)
        if float(origin @ origin) <= FAR_SHARE * squared_norms(some).mean():
            origin = np.zeros_like(origin)
    return origin, rows_from(origin, X)


def rows_from(origin: Vector, X: Matrix) -> Rows:
    """Move a point to the origin."""
    with np.errstate(over="ignore", invalid="ignore"):
        samples = X - origin if origin.any() else X
    return Rows(samples, squared_norms(samples))


def have_squares(dtype: Any, x_squares: Vector, z_squares: Vector, sigma: float = 1.0) -> bool:
    """Whether squares of these lengths, and of sigma, keep their digits in this dtype."""
    largest = max(float(x_squares.max()), float(z_squares.max()))
    info = np.finfo(dtype)
    smallest, most = float(info.tiny / info.eps), float(info.max / 16)
    return math.sqrt(smallest) <= sigma <= math.sqrt(most) and smallest <= largest <= most


def scaled_rows(X: Matrix) -> Matrix:
    """Rows times powers of two where their squares would leave the range of float64.

    That changes no direction, and no digit.
    """
    if X.dtype == np.float32:
        return X  # squares of float32 are far within float64
    sizes = np.abs(X).max(axis=1, initial=0.0)
    if not sizes.any() or (sizes[sizes > 0].min() >= 1e-140 and sizes.max() <= 1e140):
        return X
    return np.ldexp(X, -np.frexp(sizes)[1][:, np.newaxis])


def squared_norms(X: Matrix) -> Vector:
    r"""Squared length of each row, :math:`\lVert x_i \rVert^2`."""
    squares = np.empty(len(X))
    in_blocks(_squares, len(X), ROWS_PER_THREAD, X.size, X, squares)
    return squares


@njit_sum
def _squares(start: int, stop: int, X: Matrix, squares: Vector) -> None:
    for i in range(start, stop):
        x, total = X[i], 0.0
        for j in range(x.shape[0]):
            total += np.float64(x[j]) * np.float64(x[j])
        squares[i] = total


@njit
def _product_tiles(
    start: int,
    stop: int,
    X: Matrix,
    Z: Matrix,
    left: Rows,
    right: Rows,
    wanted: Wanted,
    K: Matrix,
    finite: Any,
) -> None:
    """Fill K tile by tile from products of matrices."""
    for t in range(start, stop):
        i0, j0 = _corner(t, K.shape[1], wanted.half)
        tile = np.empty((min(TILE, K.shape[0] - i0), min(TILE, K.shape[1] - j0)), K.dtype)
        np.dot(left.samples[i0 : i0 + TILE], right.samples[j0 : j0 + TILE].T, tile)
        if wanted.code != INNER_PRODUCT:
            for i in range(tile.shape[0]):
                row = tile[i, : i + 1] if wanted.half and i0 == j0 else tile[i]
                cancelled = _products_to_squares(X, Z, left.squares, right.squares, i0 + i, j0, row)
                if wanted.code == EUCLIDEAN:
                    _roots(X[i0 + i], Z[j0:], row, cancelled)
        finite[t] = _finish(tile, wanted, i0, j0, K)


@njit
def _plain_tiles(
    start: int, stop: int, X: Matrix, Z: Matrix, p: float, wanted: Wanted, K: Matrix, finite: Any
) -> None:
    """Fill K tile by tile with distances that are computed as they stand."""
    for t in range(start, stop):
        i0, j0 = _corner(t, K.shape[1], wanted.half)
        tile = np.empty((min(TILE, K.shape[0] - i0), min(TILE, K.shape[1] - j0)), K.dtype)
        column = np.empty(BAND)
        for first in range(0, tile.shape[0], BAND):
            # All rows of a band meet z_j while it is in the cache.
            band = X[i0 + first : i0 + min(first + BAND, tile.shape[0])]
            for j in range(tile.shape[1]):
                to_each(wanted.code, Z[j0 + j], band, p, column)
                for i in range(band.shape[0]):
                    tile[first + i, j] = column[i]
        finite[t] = _finish(tile, wanted, i0, j0, K)


@njit
def _corner(t: int, m: int, half: bool) -> tuple[int, int]:
    """First row and column of tile t, counted along rows of tiles: all of them or the lower half.

    >>> [_corner(t, 512, half=True) for t in range(3)], _corner(1, 512, half=False)
    ([(0, 0), (256, 0), (256, 256)], (0, 256))
    """
    if not half:
        across = (m + TILE - 1) // TILE
        return t // across * TILE, t % across * TILE
    row = 0
    while (row + 1) * (row + 2) // 2 <= t:
        row += 1
    return row * TILE, (t - row * (row + 1) // 2) * TILE


@njit
def _finish(tile: Matrix, wanted: Wanted, i0: int, j0: int, K: Matrix) -> bool:
    """Transform a tile and put it in its place, and its mirror image; whether all is finite.

    Of a tile on the diagonal what is above it is a mirror image, too.
    """
    finite = _transform(tile, wanted, wanted.half and i0 == j0)
    place = K[i0 : i0 + TILE, j0 : j0 + TILE]
    for i in range(tile.shape[0]):
        for j in range(tile.shape[1]):
            place[i, j] = tile[i, j]
    if wanted.half:
        _mirror(tile, K[j0 : j0 + TILE, i0 : i0 + TILE], i0 == j0)
    return finite


@njit
def _mirror(tile: Matrix, image: Matrix, below: bool) -> None:
    """Write the transpose of a tile, or only of what is below its diagonal.

    Entries of a column lie far apart in memory, so some columns are read together.
    """
    for j0 in range(0, tile.shape[1], BAND):
        for i0 in range(j0 if below else 0, tile.shape[0], BAND):
            for j in range(j0, min(j0 + BAND, tile.shape[1])):
                for i in range(max(i0, j + 1) if below else i0, min(i0 + BAND, tile.shape[0])):
                    image[j, i] = tile[i, j]


@njit
def _products_to_squares(
    X: Matrix, Z: Matrix, x_squares: Vector, z_squares: Vector, i: int, j0: int, row: Vector
) -> bool:
    """Turn centred products of row i, from column j0 on, into squared distances, in place.

    Where that cancels more than half of the digits, or leaves a number so small that it has few,
    the distance is computed as it stands; whether there were any such.
    """
    half_the_digits = 64 * math.sqrt(np.finfo(row.dtype).eps)
    few_digits = np.finfo(row.dtype).tiny / np.finfo(row.dtype).eps
    own = x_squares[i]
    others = z_squares[j0 : j0 + row.shape[0]]
    cancelled = 0  # counted first: a loop that only counts fills vector registers
    for j in range(row.shape[0]):
        both = own + others[j]
        row[j] = both - 2.0 * row[j]
        cancelled += row[j] <= half_the_digits * both + few_digits
    if cancelled > 0:
        for j in range(row.shape[0]):
            if row[j] <= half_the_digits * (own + others[j]) + few_digits:
                row[j] = squared_euclidean(X[i], Z[j0 + j])
    return cancelled > 0


@njit
def _roots(x: Vector, Z: Matrix, row: Vector, cancelled: bool) -> None:
    """Turn squared distances of x from rows of Z into distances, in place.

    Squares that are too small for their digits, beside samples that are not, are not used.
    """
    for j in range(row.shape[0]):
        row[j] = math.sqrt(row[j])
    if cancelled:
        few_digits = math.sqrt(np.finfo(row.dtype).tiny / np.finfo(row.dtype).eps)
        for j in range(row.shape[0]):
            if row[j] <= few_digits:
                row[j] = minkowski(x, Z[j], 2.0)


@njit_sum
def to_each(code: int, z: Vector, X: Matrix, p: float, row: Vector) -> None:
    """Fill a row with the distances from z to each row of X, of the kind that a code names.

    The kind is chosen once for all rows, so that the loop of a distance is not left and entered
    again by a call. A squared distance is squared by whoever asks.
    """
    if code == MANHATTAN:
        for i in range(X.shape[0]):
            row[i] = manhattan(X[i], z)
    elif code == CHEBYSHEV:
        for i in range(X.shape[0]):
            row[i] = chebyshev(X[i], z)
    elif code == MINKOWSKI:
        for i in range(X.shape[0]):
            row[i] = minkowski(X[i], z, p)
    elif code == COSINE:
        for i in range(X.shape[0]):
            row[i] = cosine(X[i], z)
    else:
        for i in range(X.shape[0]):  # asked for only where squares would leave the range
            row[i] = minkowski(X[i], z, 2.0)


@njit_sum
def _transform(tile: Matrix, wanted: Wanted, below: bool) -> bool:
    """Turn distances or products into what is wanted, in place; whether all of it is finite.

    With ``below`` only what is below the diagonal, and on it, is turned.
    """
    strange = 0
    for i in range(tile.shape[0]):
        row = tile[i, : i + 1] if below else tile[i]
        if wanted.then != AS_IT_IS:
            _apply_kernel(row, wanted)
        elif wanted.code == SQUARED_EUCLIDEAN and not wanted.squares:
            for j in range(row.shape[0]):
                row[j] = row[j] * row[j]
        for j in range(row.shape[0]):
            strange += not math.isfinite(row[j])
    return strange == 0


@njit
def _apply_kernel(row: Vector, wanted: Wanted) -> None:
    parameter = wanted.parameter
    if wanted.then == POLYNOMIAL:
        for j in range(row.shape[0]):
            row[j] = power(row[j] + parameter, wanted.degree)
    elif wanted.then == LAPLACIAN:
        exp_row(-parameter, row)
    elif wanted.squares:
        exp_row(-0.5 / (parameter * parameter), row)
    else:
        for j in range(row.shape[0]):
            ratio = row[j] / parameter
            row[j] = math.exp(-0.5 * ratio * ratio)


@njit
def power(base: float, degree: int) -> float:
    """Multiply instead of calling pow: base^5 = base (base^2)^2, three products."""
    result = 1.0
    while degree > 0:
        if degree % 2 == 1:
            result *= base
        base *= base
        degree //= 2
    return result
