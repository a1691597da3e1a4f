r"""Passes over the rows of X, shared by threads, for the linear support vector machines.

X may hold float64, float32 or bytes; sums are float64. Each block of rows writes a row of its own,
and those are added up in order: the same bits for any number of threads. Lesson 16_compiled_loops
measures what it buys to do all to a piece of data while it is in the cache.
"""

from typing import cast

import numpy as np
import numpy.typing as npt

from kernelkit._jit import ROWS_PER_THREAD, njit, njit_sum, share
from kernelkit.engine.products import move_along, row_value
from kernelkit.validation import Matrix, Vector

PARTS = 4  # blocks that a thread takes at a time
SMALL = 1e5  # numbers that NumPy has read sooner than compiled code is called
HINGE_NUMBERS = 2**14  # numbers that are still in the cache when they are used once more


def hinge_pass(
    X: Matrix, y: Vector, price: Vector, w: Vector, b: float
) -> tuple[float, Vector, float]:
    r"""Sum of hinge losses and its subgradient, in one pass over X.

    .. math::

        L = \sum_i c_i \max(0, 1 - y_i f(x_i)), \qquad
        \partial L \ni \sum_{i:\; 1 - y_i f(x_i) \ge 0} -c_i y_i (x_i, 1)

    Returns L, and the subgradient for w and for b.
    """
    parts = np.zeros((-(-len(X) // ROWS_PER_THREAD), X.shape[1] + 2))
    share(_hinge_blocks, len(parts), PARTS, 2.0 * X.size, X, y, price, w, b, parts)
    total = parts.sum(axis=0)
    return float(total[-1]), total[:-2], float(total[-2])


def combination(X: Matrix, coefficients: Vector) -> Vector:
    r"""Add up rows: :math:`\sum_i c_i x_i`."""
    if X.size < SMALL:
        return cast("Vector", coefficients @ X)
    parts = np.zeros((-(-len(X) // ROWS_PER_THREAD), X.shape[1]))
    share(_combination_blocks, len(parts), PARTS, X.size, X, coefficients, parts)
    return parts.sum(axis=0)


def scores(X: Matrix, w: Vector) -> Vector:
    r"""Inner products :math:`\langle w, x_i \rangle` with all rows."""
    if X.size < SMALL:
        return cast("Vector", X @ w)
    f = np.empty(len(X))
    share(_score_blocks, len(X), ROWS_PER_THREAD, X.size, X, w, f)
    return f


@njit
def _score_blocks(start: int, stop: int, X: Matrix, w: Vector, f: Vector) -> None:
    for i in range(start, stop, ROWS_PER_THREAD):
        j = min(i + ROWS_PER_THREAD, stop)
        _values(X[i:j], w, 0.0, f[i:j])


@njit_sum
def _hinge_blocks(
    start: int, stop: int, X: Matrix, y: Vector, price: Vector, w: Vector, b: float, parts: Matrix
) -> None:
    """Rows are still in the cache when they are added to the second sum."""
    n, d = X.shape
    size = min(ROWS_PER_THREAD, max(4, HINGE_NUMBERS // d))
    f, rows, steps = np.empty(size), np.empty(size, np.int64), np.empty(size)
    for block in range(start, stop):
        part, end = parts[block], min(n, (block + 1) * ROWS_PER_THREAD)
        for first in range(block * ROWS_PER_THREAD, end, size):
            last, count = min(end, first + size), 0
            _values(X[first:last], w, b, f)
            for i in range(first, last):
                slack = 1.0 - y[i] * f[i - first]
                if slack >= 0.0:
                    rows[count], steps[count] = i, -price[i] * y[i]
                    part[d] += steps[count]
                    part[d + 1] += price[i] * slack
                    count += 1
            _add_rows(X, rows[:count], steps, part)


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
