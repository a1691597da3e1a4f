"""Rows of a Gram matrix for solvers that need some of them: given, or computed when asked for.

All kinds answer ``places(wanted)``: where in ``store`` the wanted rows are, until the next time
others are asked for. They are the rows of K / ``unit``.
"""

import math
from typing import Any, Self

import numpy as np

from kernelkit._jit import njit
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import as_samples, check_kernel, diagonal_of, rows_against
from kernelkit.threads import ROWS_PER_THREAD, in_blocks
from kernelkit.validation import InputError, Integers, Matrix, Vector, as_indices, check_number

FEWEST_ROWS = 2048  # rows that have room in any case
UNITS = 2.0**-40, 2.0**40  # a diagonal between these is taken as it is


class GivenRows:
    """All rows of a matrix that is there, as they are unless they are wanted in units."""

    whole = True  # the store holds all rows, each in its own place

    def __init__(self, K: Matrix, *, units: bool = True) -> None:
        self.diagonal, self.unit = _in_units(K.diagonal()) if units else (K.diagonal(), 1.0)
        self.store = K if self.unit == 1.0 else K / K.dtype.type(self.unit)

    def places(self, wanted: Integers) -> Integers:
        """Every row is in its own place."""
        return wanted


class _KeptRows:
    """Rows computed when asked for and kept; of too many the least recently used go first."""

    whole = False

    def __init__(self, diagonal: Vector, unit: float, dtype: Any, memory: float) -> None:
        n = len(diagonal)
        fitting = memory // (n * np.dtype(dtype).itemsize)
        capacity = int(min(max(fitting, FEWEST_ROWS), n))
        self.diagonal, self.unit = diagonal, unit
        self.store: Matrix = np.empty((capacity, n), dtype)
        self.place: Integers = np.full(n, -1)  # of a sample's row in the store, -1 if it is not
        self.sample: Integers = np.full(capacity, -1)  # whose row is in a place
        self.used: Integers = np.zeros(capacity, np.int64)  # when it was last asked for
        self.time = 0

    def _compute(self, chosen: Integers) -> Matrix:
        """Rows of these samples."""
        raise NotImplementedError

    def places(self, wanted: Integers) -> Integers:
        """Compute together what is missing, in the places of what rested the longest."""
        wanted = as_indices(wanted, "wanted", len(self.place))
        if len(wanted) > len(self.store):
            raise InputError(
                "wanted", f"must name at most {len(self.store)} rows, got {len(wanted)}"
            )
        self.time += 1
        held = self.place[wanted]
        self.used[held[held >= 0]] = self.time
        missing = wanted[held < 0]
        if len(missing):
            oldest = np.argsort(self.used, kind="stable")[: len(missing)]
            gone = self.sample[oldest]
            self.place[gone[gone >= 0]] = -1
            self.store[oldest] = self._compute(missing)
            self.place[missing], self.sample[oldest], self.used[oldest] = oldest, missing, self.time
        return self.place[wanted]


KernelRows = GivenRows | _KeptRows


class KernelCache(_KeptRows):
    """The Gram matrix of X, row by row: each batch of rows is one product of matrices.

    Rows are kept in ``memory`` bytes; beyond, the least recently used make room, and are computed
    again when needed. (2,048 rows have room in any case.) float32 samples give float32 rows, half
    as large and computed twice as fast.

    Parameters
    ----------
    kernel : Kernel
    X : the n samples it takes
    memory : float, default 2**30

    Examples
    --------
    >>> from kernelkit import Linear
    >>> cache = KernelCache(Linear(), [[1.0], [2.0], [3.0]])
    >>> cache.store[cache.places(np.array([2]))].tolist()
    [[3.0, 6.0, 9.0]]
    """

    def __init__(self, kernel: Kernel, X: Any, memory: float = 2**30) -> None:
        check_kernel(kernel)
        self._begin(kernel, as_samples(X), check_number(memory, "memory", at_least=0))

    @classmethod
    def _of_checked(cls, kernel: Kernel, X: Any, memory: float = 2**30) -> Self:
        """The same for estimators, which have checked their samples and parameters."""
        cache = cls.__new__(cls)
        cache._begin(kernel, X, memory)
        return cache

    def _begin(self, kernel: Kernel, X: Any, memory: float) -> None:
        self.kernel, self.X = kernel, X
        diagonal, unit = _in_units(diagonal_of(kernel, X))
        self.against_all = rows_against(kernel, X)
        super().__init__(diagonal, unit, self.against_all(X[:1]).dtype, memory)

    def _compute(self, chosen: Integers) -> Matrix:
        rows = self.against_all(self.X[chosen])
        return rows if self.unit == 1.0 else rows / rows.dtype.type(self.unit)


class PartOfRows(_KeptRows):
    """The Gram matrix of some samples, out of the rows of all and in no more memory."""

    def __init__(self, rows: KernelRows, part: Integers) -> None:
        self.rows, self.part = rows, part
        super().__init__(rows.diagonal[part], rows.unit, rows.store.dtype, rows.store.nbytes)

    def _compute(self, chosen: Integers) -> Matrix:
        return gather(self.rows.store, self.rows.places(self.part[chosen]), self.part)


def _in_units(diagonal: Vector) -> tuple[Vector, float]:
    """Divide a diagonal by a power of two that brings its largest entry near 1, if it is far."""
    largest = float(np.abs(diagonal).max())
    unit = 1.0
    if largest > 0.0 and not UNITS[0] <= largest <= UNITS[1]:
        unit = math.ldexp(1.0, math.frexp(largest)[1] - 1)
    return diagonal.astype(np.float64) / unit, unit


def gather(store: Matrix, places: Integers, columns: Integers) -> Matrix:
    """Copy out some columns of some rows."""
    part = np.empty((len(places), len(columns)), store.dtype)
    in_blocks(_gather, len(places), ROWS_PER_THREAD, 4.0 * part.size, store, places, columns, part)
    return part


@njit
def _gather(
    start: int, stop: int, store: Matrix, places: Integers, columns: Integers, part: Matrix
) -> None:
    for i in range(start, stop):
        for j in range(columns.shape[0]):
            part[i, j] = store[places[i], columns[j]]
