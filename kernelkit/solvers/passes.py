r"""Passes over the rows of X that the linear support vector machines share, in two threads or more.

X may hold float64, float32 or bytes; sums are float64. Rows go to threads in blocks of a fixed
size, each block writes a row of its own, and those are added up in order: the same bits for any
number of threads. Lesson 12_hinge_subgradient uses them; lesson 15_fast_kernels measures
what it buys to do all to a piece of data while it is in the cache, and to share the pieces.
"""

from typing import cast

import numpy as np

from kernelkit._jit import njit_rows, njit_sum, prange, threads_for
from kernelkit.validation import Matrix, Vector

__all__ = ["combination", "hinge_pass", "scores"]

BLOCK = 256  # rows
SMALL = 1e5  # numbers that NumPy has read sooner than compiled code is called


def hinge_pass(
    X: Matrix, y: Vector, price: Vector, w: Vector, b: float
) -> tuple[float, Vector, float]:
    r"""Sum of hinge losses and its subgradient, in one pass over X.

    .. math::

        L = \sum_i c_i \max(0, 1 - y_i f(x_i)), \qquad
        \partial L \ni \sum_{i:\; 1 - y_i f(x_i) \ge 0} -c_i y_i (x_i, 1)

    A row is still in the cache when it is added to the second sum. Returns L, and the subgradient
    for w and for b.
    """
    parts = np.zeros((_count(len(X)), X.shape[1] + 2))
    with threads_for(2.0 * X.size):
        _hinge_blocks(X, y, price, w, b, parts)
    total = parts.sum(axis=0)
    return float(total[-1]), total[:-2], float(total[-2])


def combination(X: Matrix, coefficients: Vector) -> Vector:
    r"""Add up rows: :math:`\sum_i c_i x_i`."""
    if X.size < SMALL:
        return cast("Vector", coefficients @ X)
    parts = np.zeros((_count(len(X)), X.shape[1]))
    with threads_for(X.size):
        _combination_blocks(X, coefficients, parts)
    return parts.sum(axis=0)


def scores(X: Matrix, w: Vector, b: float) -> Vector:
    r"""Values :math:`f(x_i) = \langle w, x_i \rangle + b` of all rows."""
    if X.size < SMALL:
        return cast("Vector", X @ w + b)
    f = np.empty(len(X))
    with threads_for(X.size):
        _score_blocks(X, w, b, f)
    return f


@njit_sum
def dot(X: Matrix, i: int, w: Vector) -> float:
    r"""One row times w, :math:`\langle w, x_i \rangle`."""
    total = 0.0
    for j in range(X.shape[1]):
        total += w[j] * X[i, j]
    return total


@njit_sum
def add(X: Matrix, i: int, step: float, w: Vector) -> None:
    r"""Move w along a row: :math:`w \leftarrow w + s x_i`."""
    for j in range(X.shape[1]):
        w[j] += step * X[i, j]


def _count(n: int) -> int:
    return (n + BLOCK - 1) // BLOCK


@njit_rows
def _score_blocks(X: Matrix, w: Vector, b: float, f: Vector) -> None:
    n = X.shape[0]
    for block in prange((n + BLOCK - 1) // BLOCK):
        for i in range(block * BLOCK, min(n, (block + 1) * BLOCK)):
            f[i] = dot(X, i, w) + b


@njit_rows
def _hinge_blocks(X: Matrix, y: Vector, price: Vector, w: Vector, b: float, parts: Matrix) -> None:
    n, d = X.shape
    for block in prange(parts.shape[0]):
        part = parts[block]
        for i in range(block * BLOCK, min(n, (block + 1) * BLOCK)):
            slack = 1.0 - y[i] * (dot(X, i, w) + b)
            if slack >= 0.0:
                add(X, i, -price[i] * y[i], part)
                part[d] -= price[i] * y[i]
                part[d + 1] += price[i] * slack


@njit_rows
def _combination_blocks(X: Matrix, coefficients: Vector, parts: Matrix) -> None:
    n = X.shape[0]
    for block in prange(parts.shape[0]):
        for i in range(block * BLOCK, min(n, (block + 1) * BLOCK)):
            if coefficients[i] != 0.0:
                add(X, i, coefficients[i], parts[block])
