"""Kernels on strings: what is compared need not be a vector."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelkit.kernels.base import Kernel
from kernelkit.validation import Matrix, Vector, as_strings, check_whole, empty_matrix

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, eq=False)
class Spectrum(Kernel):
    r"""Spectrum kernel on strings, :math:`\sum_u \phi_u(s)\,\phi_u(t)`.

    :math:`\phi_u(s)` counts how often the substring u of the given length stands in s. Takes a list
    of strings.

    >>> Spectrum(length=2)(["ACAC", "CACA"]).tolist()
    [[5.0, 4.0], [4.0, 5.0]]
    """

    length: int = 3

    def __post_init__(self) -> None:
        check_whole(self.length, "length")

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        columns: dict[str, int] = {}
        left = self._counts(as_strings(X, "X"), columns)
        right = left if Z is None else self._counts(as_strings(Z, "Z"), columns)
        left.resize(left.shape[0], len(columns))
        K = empty_matrix(left.shape[0], right.shape[0])
        return (left @ right.T).toarray(out=K)

    def diagonal(self, X: Any) -> Vector:
        counts = self._counts(as_strings(X, "X"), {})
        return np.asarray(counts.multiply(counts).sum(axis=1)).ravel()

    def _counts(self, strings: list[str], columns: dict[str, int]) -> "csr_array":
        """Count substrings, one row per string; ``columns`` learns those it has not met."""
        from scipy.sparse import csr_array

        rows, cols, counts = [], [], []
        for row, string in enumerate(strings):
            starts = range(len(string) - int(self.length) + 1)
            found = Counter(string[i : i + int(self.length)] for i in starts)
            for substring, count in found.items():
                rows.append(row)
                cols.append(columns.setdefault(substring, len(columns)))
                counts.append(float(count))
        return csr_array((counts, (rows, cols)), shape=(len(strings), len(columns)))
