"""Products of matrices on one pool of threads, the same bits for any number of them.

Rows are cut into parts whose borders depend on the shape only; threads share the parts, each
product of a part is computed by one thread, and sums over parts are added up in order. Small
products are NumPy's, by one thread.
"""

from typing import Any

import numpy as np

from kernelkit._jit import SERIAL, njit, njit_inline, one_blas_thread, share
from kernelkit.engine.tiles import INNER_PRODUCT, all_pairs
from kernelkit.validation import Matrix, Vector

__all__ = ["gram_of_columns", "move_along", "parts_of", "row_value", "times"]

ROWS = 512  # the fewest rows in a part
PARTS = 32  # the most parts
MANY_COLUMNS = 512  # a matrix of so many columns has tiles enough for all threads
GRAM_NUMBERS = 2**16  # how many numbers stay in the cache


def times(A: Matrix, B: Matrix) -> Matrix:
    r"""The matrix :math:`A B^\top` of inner products of rows, for a B of few rows.

    >>> times(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 1.0]])).tolist()
    [[3.0], [7.0]]
    """
    operations = float(A.size) * len(B)
    if operations < SERIAL:
        with one_blas_thread():
            return A @ B.T
    dtype = np.promote_types(A.dtype, B.dtype)
    A, B = (np.ascontiguousarray(side, dtype) for side in (A, B))
    product = np.empty((len(A), len(B)), dtype)
    if len(B) == 1:
        share(_times_vector, len(A), ROWS, operations, A, B[0], product.reshape(-1))
    else:
        share(_times, len(A), ROWS, operations, A, B, product)
    return product


def gram_of_columns(A: Matrix, weights: Vector | None = None, dtype: Any = None) -> Matrix:
    r"""The matrix :math:`\sum_i h_i a_i a_i^\top`, for weights :math:`h_i \ge 0`, by default 1.

    Sums are added up in the given dtype, by default that of A.

    >>> gram_of_columns(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[10.0, 14.0], [14.0, 20.0]]
    """
    n, d = A.shape
    dtype = dtype or A.dtype
    roots = np.ones(n) if weights is None else np.sqrt(weights)
    operations = float(n) * d * d / 2
    if operations >= SERIAL and d < MANY_COLUMNS:
        parts = np.zeros((parts_of(n), d, d), dtype)
        share(_gram, len(parts), 1, operations, np.ascontiguousarray(A), roots, parts)
        G = parts.sum(axis=0)
        return (G + G.T) / 2  # exactly symmetric, whatever rounding did
    A = (roots[:, np.newaxis] * A).astype(dtype, copy=False)
    if operations < SERIAL:
        with one_blas_thread():
            return A.T @ A
    columns = np.ascontiguousarray(A.T)
    return all_pairs(columns, columns, INNER_PRODUCT)[0]


@njit_inline
def row_value(x: Vector, w: Vector, b: Any) -> Any:
    r"""The value :math:`b + \langle w, x \rangle` of one row, for compiled loops over rows."""
    f = b
    for j in range(x.shape[0]):
        f += w[j] * x[j]
    return f


@njit_inline
def move_along(x: Vector, step: float, w: Vector) -> None:
    r"""Add a multiple of one row to w: :math:`w \leftarrow w + s x`."""
    for j in range(x.shape[0]):
        w[j] += step * x[j]


def parts_of(n: int) -> int:
    """Into how many parts to cut n rows."""
    return min(PARTS, -(-n // ROWS))


@njit
def _times(start: int, stop: int, A: Matrix, B: Matrix, product: Matrix) -> None:
    for i in range(start, stop, ROWS):
        j = min(i + ROWS, stop)
        np.dot(A[i:j], B.T, product[i:j])


@njit
def _times_vector(start: int, stop: int, A: Matrix, b: Vector, product: Vector) -> None:
    for i in range(start, stop, ROWS):
        j = min(i + ROWS, stop)
        np.dot(A[i:j], b, product[i:j])


@njit
def _gram(start: int, stop: int, A: Matrix, roots: Vector, parts: Any) -> None:
    (n, d), m = A.shape, parts.shape[0]
    rows = max(16, GRAM_NUMBERS // d)
    for part in range(start, stop):
        end = (part + 1) * n // m
        for i in range(part * n // m, end, rows):
            j = min(i + rows, end)
            B = np.empty((j - i, d), parts.dtype)
            for row in range(j - i):
                for column in range(d):
                    B[row, column] = roots[i + row] * A[i + row, column]
            parts[part] += np.dot(B.T, B)
