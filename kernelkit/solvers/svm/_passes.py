r"""Passes over the rows of X, shared by threads, for the linear support vector machines.

X may hold float64, float32 or bytes; sums are float64. Each block of rows writes a row of its own,
and those are added up in order: the same bits for any number of threads. Lesson 16_compiled_loops
measures what it buys to do all to a piece of data while it is in the cache.
"""

from typing import cast

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit, njit_sum
from kernelkit.core import hinge_subgradient_at
from kernelkit.engine.products import move_along, row_value
from kernelkit.threads import ROWS_PER_THREAD, in_blocks
from kernelkit.validation import Matrix, Vector

BLOCKS_PER_THREAD = 4  # blocks that a thread takes at a time
SMALL_MATRIX = 1e5  # numbers that NumPy has read sooner than compiled code is called


def hinge_pass(X: Matrix, y: Vector, w: Vector, b: float, mu: float) -> tuple[float, Vector, float]:
    r"""The regularised hinge loss and its subgradient, (H1) and (H2), in one pass over X.

    A block of rows has the mean of its own losses, without the penalty; the mean of all rows is the
    mean of these, weighted by the numbers of rows.
    """
    n, d = X.shape
    parts = np.empty((-(-n // ROWS_PER_THREAD), d + 2))
    in_blocks(_hinge_blocks, len(parts), BLOCKS_PER_THREAD, 2.0 * X.size, X, y, w, b, parts)
    sizes = np.full(len(parts), ROWS_PER_THREAD)
    sizes[-1] = n - (len(parts) - 1) * ROWS_PER_THREAD
    total = (sizes[:, np.newaxis] * parts).sum(axis=0) / n
    return mu * float(w @ w) + float(total[0]), 2.0 * mu * w + total[2:], float(total[1])


@njit
def _hinge_blocks(
    start: int, stop: int, X: Matrix, y: Vector, w: Vector, b: float, parts: Matrix
) -> None:
    for block in range(start, stop):
        rows = slice(block * ROWS_PER_THREAD, (block + 1) * ROWS_PER_THREAD)
        loss, dw, db = hinge_subgradient_at(X[rows], y[rows], w, b, 0.0)
        parts[block, 0], parts[block, 1] = loss, db
        for j in range(len(dw)):
            parts[block, 2 + j] = dw[j]


def combination(X: Matrix, coefficients: Vector) -> Vector:
    r"""Add up rows: :math:`\sum_i c_i x_i`."""
    if X.size < SMALL_MATRIX:
        return cast("Vector", coefficients @ X)
    parts = np.zeros((-(-len(X) // ROWS_PER_THREAD), X.shape[1]))
    in_blocks(_combination_blocks, len(parts), BLOCKS_PER_THREAD, X.size, X, coefficients, parts)
    return parts.sum(axis=0)


def scores(X: Matrix, w: Vector) -> Vector:
    r"""Inner products :math:`\langle w, x_i \rangle` with all rows."""
    if X.size < SMALL_MATRIX:
        return cast("Vector", X @ w)
    f = np.empty(len(X))
    in_blocks(_score_blocks, len(X), ROWS_PER_THREAD, X.size, X, w, f)
    return f


@njit
def _score_blocks(start: int, stop: int, X: Matrix, w: Vector, f: Vector) -> None:
    for i in range(start, stop, ROWS_PER_THREAD):
        j = min(i + ROWS_PER_THREAD, stop)
        _values(X[i:j], w, 0.0, f[i:j])


@njit
def _combination_blocks(
    start: int, stop: int, X: Matrix, coefficients: Vector, parts: Matrix
) -> None:
    n = X.shape[0]
    rows, steps = np.empty(ROWS_PER_THREAD, np.int64), np.empty(ROWS_PER_THREAD)
    for block in range(start, stop):
        count = 0
        for i in range(block * ROWS_PER_THREAD, min(n, (block + 1) * ROWS_PER_THREAD)):
            if coefficients[i] != 0.0:
                rows[count], steps[count] = i, coefficients[i]
                count += 1
        _add_rows(X, rows[:count], steps, parts[block])


@njit_sum
def _values(X: Matrix, w: Vector, b: float, f: Vector) -> None:
    """Values of all rows, one after the other as they lie in memory, which reads ahead."""
    for i in range(X.shape[0]):
        f[i] = row_value(X, i, w, b)


@njit_sum
def _add_rows(X: Matrix, rows: npt.NDArray[np.int64], steps: Vector, w: Vector) -> None:
    """Move w along these rows, four at a time, for which w is loaded and stored once."""
    n = rows.shape[0]
    for i in range(0, n - 3, 4):
        i0, i1, i2, i3 = rows[i], rows[i + 1], rows[i + 2], rows[i + 3]
        s0, s1, s2, s3 = steps[i], steps[i + 1], steps[i + 2], steps[i + 3]
        for j in range(X.shape[1]):
            w[j] += s0 * X[i0, j] + s1 * X[i1, j] + s2 * X[i2, j] + s3 * X[i3, j]
    for i in range(n - n % 4, n):
        move_along(X, rows[i], steps[i], w)
