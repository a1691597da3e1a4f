"""Products of matrices on one pool of threads, the same bits for any number of them.

Rows are cut into parts whose borders depend on the shape only; threads share the parts, each
product of a part is computed by one thread, and sums over parts are added up in order.
"""

from typing import Any

import numpy as np

from kernelkit._jit import njit_rows, prange, threads_for
from kernelkit.distances import INNER_PRODUCT, all_pairs
from kernelkit.validation import Matrix, Vector

__all__ = ["cross", "gram_of_columns", "times"]

ROWS = 512  # of a part at least
PARTS = 32  # at most
MANY_COLUMNS = 512  # from which on tiles of a matrix of columns are enough for all threads
SMALL = 1e5  # multiply-adds that NumPy does sooner than compiled code is called


def times(A: Matrix, B: Matrix) -> Matrix:
    r"""The matrix :math:`A B^\top` of inner products of rows, for a B of few rows.

    >>> times(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 1.0]])).tolist()
    [[3.0], [7.0]]
    """
    operations = float(A.size) * len(B)
    with threads_for(operations):
        if operations < SMALL:
            return A @ B.T
        dtype = np.promote_types(A.dtype, B.dtype)
        A, B = (np.ascontiguousarray(side, dtype) for side in (A, B))
        product = np.empty((len(A), len(B)), dtype)
        if len(B) == 1:
            _times_vector(A, B[0], product.reshape(-1))
        else:
            _times(A, B, product)
    return product


def cross(A: Matrix, B: Matrix) -> Matrix:
    r"""The matrix :math:`A^\top B = \sum_i a_i b_i^\top`, for an A of few columns.

    >>> cross(np.array([[1.0], [2.0]]), np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[7.0, 10.0]]
    """
    operations = float(B.size) * A.shape[1]
    with threads_for(operations):
        if operations < SMALL:
            return A.T @ B
        dtype = np.promote_types(A.dtype, B.dtype)
        A, B = (np.ascontiguousarray(side, dtype) for side in (A, B))
        parts = np.empty((_parts(len(A)), A.shape[1], B.shape[1]), dtype)
        _cross(A, B, parts)
    return parts.sum(axis=0)


def gram_of_columns(A: Matrix, weights: Vector | None = None) -> Matrix:
    r"""The matrix :math:`\sum_i h_i a_i a_i^\top`, for weights :math:`h_i \ge 0`, by default 1.

    >>> gram_of_columns(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[10.0, 14.0], [14.0, 20.0]]
    """
    n, d = A.shape
    operations = float(n) * d * d / 2
    with threads_for(operations):
        if weights is not None:
            A = np.sqrt(weights).astype(A.dtype)[:, np.newaxis] * A
        if operations < SMALL:
            return A.T @ A
        if d >= MANY_COLUMNS:
            columns = np.ascontiguousarray(A.T)
            return all_pairs(columns, columns, INNER_PRODUCT)[0]
        A = np.ascontiguousarray(A)
        parts = np.empty((_parts(n), d, d), A.dtype)
        _cross(A, A, parts)
    G = parts.sum(axis=0)
    return np.tril(G) + np.tril(G, -1).T  # exactly symmetric, whatever rounding did


def _parts(n: int) -> int:
    return min(PARTS, -(-n // ROWS))


@njit_rows
def _times(A: Matrix, B: Matrix, product: Matrix) -> None:
    n = A.shape[0]
    for part in prange((n + ROWS - 1) // ROWS):
        i, j = part * ROWS, min((part + 1) * ROWS, n)
        np.dot(A[i:j], B.T, product[i:j])


@njit_rows
def _times_vector(A: Matrix, b: Vector, product: Vector) -> None:
    n = A.shape[0]
    for part in prange((n + ROWS - 1) // ROWS):
        i, j = part * ROWS, min((part + 1) * ROWS, n)
        np.dot(A[i:j], b, product[i:j])


@njit_rows
def _cross(A: Matrix, B: Matrix, parts: Any) -> None:
    n, m = A.shape[0], parts.shape[0]
    for part in prange(m):
        i, j = part * n // m, (part + 1) * n // m
        np.dot(A[i:j].T, B[i:j], parts[part])
