r"""Passes over the rows of X, shared by threads, for the linear support vector machines.

X may hold float64, float32 or bytes; sums are float64. Each block of rows writes a row of its own,
and those are added up in order: the same bits for any number of threads. Lesson 16_compiled_loops
measures what it buys to do all to a piece of data while it is in the cache.
"""

from typing import cast

import numpy as np

from kernelkit._jit import njit, njit_sum
from kernelkit.core import hinge_subgradient_at
from kernelkit.engine.products import move_along
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


def combination(X: Matrix, coefficients: Vector, m: Vector) -> Vector:
    r"""Add up centred rows: :math:`\sum_i c_i (x_i - m)`."""
    if X.size < SMALL_MATRIX:
        return cast("Vector", coefficients @ (X - m))
    parts = np.zeros((-(-len(X) // ROWS_PER_THREAD), X.shape[1]))
    in_blocks(_combination_blocks, len(parts), BLOCKS_PER_THREAD, X.size, X, coefficients, m, parts)
    return parts.sum(axis=0)


def scores(X: Matrix, w: Vector, m: Vector) -> Vector:
    r"""Inner products :math:`\langle w, x_i - m \rangle` with all centred rows."""
    if X.size < SMALL_MATRIX:
        return cast("Vector", (X - m) @ w)
    f = np.empty(len(X))
    in_blocks(_score_blocks, len(X), ROWS_PER_THREAD, X.size, X, w, m, f)
    return f


@njit_sum
def _score_blocks(start: int, stop: int, X: Matrix, w: Vector, m: Vector, f: Vector) -> None:
    for i in range(start, stop):
        value = 0.0
        for j in range(X.shape[1]):
            value += w[j] * (X[i, j] - m[j])
        f[i] = value


@njit
def _combination_blocks(
    start: int, stop: int, X: Matrix, coefficients: Vector, m: Vector, parts: Matrix
) -> None:
    n, d = X.shape
    Z, steps = np.empty((ROWS_PER_THREAD, d)), np.empty(ROWS_PER_THREAD)
    for block in range(start, stop):
        count = 0
        for i in range(block * ROWS_PER_THREAD, min(n, (block + 1) * ROWS_PER_THREAD)):
            if coefficients[i] != 0.0:
                for j in range(d):
                    Z[count, j] = X[i, j] - m[j]
                steps[count] = coefficients[i]
                count += 1
        _add_rows(Z[:count], steps, parts[block])


@njit_sum
def _add_rows(Z: Matrix, steps: Vector, w: Vector) -> None:
    """Move w along these rows, four at a time, for which w is loaded and stored once."""
    n = Z.shape[0]
    for i in range(0, n - 3, 4):
        s0, s1, s2, s3 = steps[i], steps[i + 1], steps[i + 2], steps[i + 3]
        for j in range(Z.shape[1]):
            w[j] += s0 * Z[i, j] + s1 * Z[i + 1, j] + s2 * Z[i + 2, j] + s3 * Z[i + 3, j]
    for i in range(n - n % 4, n):
        move_along(Z, i, steps[i], w)
