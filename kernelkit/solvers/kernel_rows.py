"""Rows of a Gram matrix for solvers that need some of them: given, or computed when asked for.

Both kinds answer ``places(wanted)``: where in ``store`` the wanted rows are.
"""

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kernelkit._jit import BLOCK, njit, share
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import check_values, diagonal_of
from kernelkit.solvers.results import Counts
from kernelkit.validation import Matrix, Vector

__all__ = ["GivenRows", "KeptRows", "Rows", "gather", "kernel_rows", "rows_of_part"]


UNITS = 2.0**-40, 2.0**40  # a diagonal between these is taken as it is


class Rows(Protocol):
    """What a solver asks of rows; they are those of K / unit."""

    store: Matrix
    diagonal: Vector
    unit: float

    def places(self, wanted: Counts) -> Counts:
        """Where in ``store`` these rows are, until the next time others are asked for."""
        ...


class GivenRows:
    """All rows of a matrix that is there."""

    def __init__(self, K: Matrix) -> None:
        self.diagonal, self.unit = in_units(K.diagonal())
        self.store = K if self.unit == 1.0 else K / K.dtype.type(self.unit)

    def places(self, wanted: Counts) -> Counts:
        """Every row is in its own place."""
        return wanted


class KeptRows:
    """Rows computed when asked for and kept; of too many the least recently used go first.

    Parameters
    ----------
    compute : gives the rows of some samples
    diagonal : of the matrix
    unit : by which both were divided
    dtype : of the rows
    memory : bytes for rows
    at_least : rows that have room in any case
    """

    def __init__(
        self,
        compute: Callable[[Counts], Matrix],
        diagonal: Vector,
        dtype: Any,
        memory: float,
        at_least: int,
        unit: float = 1.0,
    ) -> None:
        n = len(diagonal)
        fitting = memory // (n * np.dtype(dtype).itemsize)
        capacity = int(min(max(fitting, at_least), n))
        self.compute = compute
        self.unit = unit
        self.diagonal: Vector = diagonal.astype(np.float64)
        self.store: Matrix = np.empty((capacity, n), dtype)
        self.place: Counts = np.full(n, -1)
        self.sample: Counts = np.full(capacity, -1)
        self.used: Counts = np.zeros(capacity, np.int64)
        self.time = 0
        self.computed = 0  # rows, those computed once more included

    def places(self, wanted: Counts) -> Counts:
        """Compute together what is missing, in the places of what rested the longest."""
        self.time += 1
        held = self.place[wanted]
        self.used[held[held >= 0]] = self.time
        missing = wanted[held < 0]
        if len(missing):
            free = np.argsort(self.used, kind="stable")[: len(missing)]
            gone = self.sample[free]
            self.place[gone[gone >= 0]] = -1
            self.store[free] = self.compute(missing)
            self.place[missing], self.sample[free], self.used[free] = free, missing, self.time
            self.computed += len(missing)
        return self.place[wanted]


def kernel_rows(kernel: Kernel, X: Any, memory: float, at_least: int) -> KeptRows:
    """Rows of the Gram matrix of X, each batch by one matrix product."""
    diagonal, unit = in_units(diagonal_of(kernel, X))
    against_all = kernel.against(X)
    dtype = check_values(kernel, against_all(X[:1]), (1, len(X))).dtype

    def compute(chosen: Counts) -> Matrix:
        rows = check_values(kernel, against_all(X[chosen]), (len(chosen), len(X)))
        return rows if unit == 1.0 else rows / dtype.type(unit)

    return KeptRows(compute, diagonal, dtype, memory, at_least, unit)


def in_units(diagonal: Vector) -> tuple[Vector, float]:
    """Divide a diagonal by a power of two that brings its largest entry near 1, if it is far."""
    largest = float(np.abs(diagonal).max())
    unit = 1.0
    if largest > 0.0 and not UNITS[0] <= largest <= UNITS[1]:
        unit = math.ldexp(1.0, math.frexp(largest)[1] - 1)
    return diagonal.astype(np.float64) / unit, unit


def rows_of_part(rows: Rows, part: Counts, at_least: int) -> KeptRows:
    """Rows of the Gram matrix of some samples, out of the rows of all and in no more memory."""
    return KeptRows(
        lambda i: gather(rows.store, rows.places(part[i]), part),
        rows.diagonal[part],
        rows.store.dtype,
        memory=rows.store.nbytes,
        at_least=at_least,
        unit=rows.unit,
    )


def gather(store: Matrix, places: Counts, columns: Counts) -> Matrix:
    """Copy out some columns of some rows."""
    part = np.empty((len(places), len(columns)), store.dtype)
    share(_gather, len(places), BLOCK, 4.0 * part.size, store, places, columns, part)
    return part


@njit
def _gather(
    start: int, stop: int, store: Matrix, places: Counts, columns: Counts, part: Matrix
) -> None:
    for i in range(start, stop):
        for j in range(columns.shape[0]):
            part[i, j] = store[places[i], columns[j]]
