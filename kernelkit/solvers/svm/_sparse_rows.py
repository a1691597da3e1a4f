"""Rows of a matrix, one at a time, without their zeros where there are many.

A pass that jumps from row to row waits for memory: four fifths of an image of a digit are zeros,
nine tenths of a person in Adult, and leaving them out makes it several times faster.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit._jit import ROWS_PER_THREAD, njit, njit_sum, share
from kernelkit.engine.products import move_along, row_value
from kernelkit.validation import Integers, Matrix, Vector

__all__ = [
    "ColumnIndices",
    "SparseRows",
    "dense_rows",
    "scores_of_rows",
    "sparse_add",
    "sparse_dot",
    "sparse_rows",
    "sum_of_rows",
]

FEW = 1 / 3  # a list of columns pays if at most this share of the entries is not 0

ColumnIndices: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]


class SparseRows(NamedTuple):
    """Row i is ``values[starts[i]:starts[i + 1]]``, at these columns; without columns, at all."""

    starts: Integers
    columns: ColumnIndices
    values: Vector


def sparse_rows(X: Matrix) -> tuple[SparseRows, Vector]:
    """Leave out zeros if most entries are; otherwise the values are those of X, not copied.

    Returns the rows and their squared lengths.
    """
    n, d = X.shape
    counts, squares = np.empty(n, np.int64), np.empty(n)
    share(_count, n, ROWS_PER_THREAD, X.size, X, counts, squares)
    # Small and without a sign: no time goes into asking whether a column counts from the end.
    index = np.uint16 if d <= 2**16 else np.uint32
    if counts.sum() > FEW * X.size:
        return SparseRows(np.arange(n + 1) * d, np.empty(0, index), X.reshape(-1)), squares
    starts = np.concatenate([[0], np.cumsum(counts)])
    rows = SparseRows(starts, np.empty(starts[-1], index), np.empty(starts[-1], X.dtype))
    share(_compress, n, ROWS_PER_THREAD, X.size, X, rows)
    return rows, squares


@njit_sum
def sparse_dot(columns: ColumnIndices, x: Vector, w: Vector) -> float:
    r"""One row without its zeros times w, :math:`\langle w, x \rangle`."""
    total = 0.0
    for k in range(x.shape[0]):
        total += w[columns[k]] * x[k]
    return total


@njit_sum
def sparse_add(columns: ColumnIndices, x: Vector, step: float, w: Vector) -> None:
    r"""Move w along a row without its zeros: :math:`w \leftarrow w + s x`."""
    for k in range(x.shape[0]):
        w[columns[k]] += step * x[k]


@njit
def scores_of_rows(rows: SparseRows, w: Vector) -> Vector:
    r"""All rows times w."""
    starts, columns, values = rows
    f = np.empty(starts.shape[0] - 1)
    for i in range(f.shape[0]):
        x = values[starts[i] : starts[i + 1]]
        if columns.shape[0] > 0:
            f[i] = sparse_dot(columns[starts[i] : starts[i + 1]], x, w)
        else:
            f[i] = row_value(x, w, 0.0)
    return f


@njit
def sum_of_rows(rows: SparseRows, coefficients: Vector, total: Vector) -> None:
    r"""Add up rows: :math:`\sum_i c_i x_i`."""
    starts, columns, values = rows
    for i in range(coefficients.shape[0]):
        if coefficients[i] != 0.0:
            x = values[starts[i] : starts[i + 1]]
            if columns.shape[0] > 0:
                sparse_add(columns[starts[i] : starts[i + 1]], x, coefficients[i], total)
            else:
                move_along(x, coefficients[i], total)


@njit
def dense_rows(rows: SparseRows, chosen: Integers, d: int) -> Matrix:
    """Some rows with their zeros, in d columns."""
    starts, columns, values = rows
    X = np.zeros((chosen.shape[0], d))
    for k in range(chosen.shape[0]):
        x = values[starts[chosen[k]] : starts[chosen[k] + 1]]
        if columns.shape[0] > 0:
            sparse_add(columns[starts[chosen[k]] : starts[chosen[k] + 1]], x, 1.0, X[k])
        else:
            move_along(x, 1.0, X[k])
    return X


@njit
def _count(start: int, stop: int, X: Matrix, counts: Integers, squares: Vector) -> None:
    for i in range(start, stop):
        counts[i], squares[i] = _count_row(X[i])


@njit_sum
def _count_row(x: Vector) -> tuple[int, float]:
    count, square = 0, 0.0
    for j in range(x.shape[0]):
        count += x[j] != 0
        square += float(x[j]) * float(x[j])
    return count, square


@njit
def _compress(start: int, stop: int, X: Matrix, rows: SparseRows) -> None:
    starts, columns, values = rows
    for i in range(start, stop):
        k = starts[i]
        for j in range(X.shape[1]):
            if X[i, j] != 0:
                columns[k] = j
                values[k] = X[i, j]
                k += 1
