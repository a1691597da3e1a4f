"""Products of matrices on one pool of threads, the same bits for any number of them.

Rows are cut into parts whose borders depend on the shape only, each product of a part is computed
by one thread, and sums over parts are added up in order. NumPy lets go of the interpreter while it
multiplies, and of a matrix times itself it computes one half only, in half the time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit._jit import njit_inline
from kernelkit.threads import SERIAL, in_blocks
from kernelkit.validation import Matrix, Vector

# A product over many rows is cut into at most so many parts, of at least so many rows.
MOST_PARTS, ROWS_PER_PART = 32, 512


def times(A: Matrix, B: Matrix) -> Matrix:
    r"""The matrix :math:`A B^\top` of inner products of rows, one of them of few rows.

    >>> times(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 1.0]])).tolist()
    [[3.0], [7.0]]
    """
    n, m = len(A), len(B)
    product = np.empty((n, m), np.promote_types(A.dtype, B.dtype))
    operations = float(A.size) * m
    block = ROWS_PER_PART if operations >= SERIAL else max(n, m)

    def fill(start: int, stop: int) -> None:
        for i in range(start, stop, block):
            rows = slice(i, min(i + block, stop))
            if n >= m:
                np.matmul(A[rows], B.T, out=product[rows])
            else:
                np.matmul(A, B[rows].T, out=product[:, rows])

    in_blocks(fill, max(n, m), block, operations)
    return product


def sums(A: Matrix, B: Matrix) -> Matrix:
    r"""The matrix :math:`A B`, for an A of few rows, and a B of many, over which the sums go.

    >>> sums(np.array([[1.0, 2.0]]), np.array([[1.0, 1.0], [3.0, 4.0]])).tolist()
    [[7.0, 9.0]]
    """

    def product(rows: slice, out: Matrix) -> None:
        np.matmul(A[:, rows], B[rows], out=out)

    return _sum_of_parts(product, B, len(A), ROWS_PER_PART)


def gram_of_columns(A: Matrix, weights: Vector | None = None) -> Matrix:
    r"""The matrix :math:`\sum_i h_i a_i a_i^\top`, for weights :math:`h_i \ge 0`, by default 1.

    >>> gram_of_columns(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[10.0, 14.0], [14.0, 20.0]]
    """
    roots = None if weights is None else np.sqrt(weights, dtype=A.dtype)[:, np.newaxis]

    def product(rows: slice, out: Matrix) -> None:
        part = A[rows] if roots is None else roots[rows] * A[rows]
        np.matmul(part.T, part, out=out)

    # The more columns, the more it costs to add up parts.
    return _sum_of_parts(product, A, A.shape[1], max(ROWS_PER_PART, 3 * A.shape[1]))


def _sum_of_parts(
    product: Callable[[slice, Matrix], None], A: Matrix, height: int, rows: int
) -> Matrix:
    """Sum what ``product`` makes of parts of the rows of A, at least so many in each."""
    n, d = A.shape
    m = max(1, min(MOST_PARTS, n // rows))
    parts = np.empty((m, height, d), A.dtype)

    def fill(start: int, stop: int) -> None:
        for part in range(start, stop):
            product(slice(part * n // m, (part + 1) * n // m), parts[part])

    in_blocks(fill, m, 1, float(n) * d * height)
    return parts[0] if m == 1 else parts.sum(axis=0)


@njit_inline
def row_value(X: Matrix, i: int, w: Vector, b: Any) -> Any:
    r"""The value :math:`b + \langle w, x_i \rangle` of one row, for compiled loops over rows.

    It takes X and i because a view ``X[i]`` costs numba 10 ns.
    """
    f = b
    for j in range(X.shape[1]):
        f += w[j] * X[i, j]
    return f


@njit_inline
def move_along(X: Matrix, i: int, step: Any, w: Vector) -> None:
    r"""Add a multiple of one row to w: :math:`w \leftarrow w + s x_i`."""
    for j in range(X.shape[1]):
        w[j] += step * X[i, j]
