"""Kernels on vectors: functions of an inner product or of a distance, by one engine."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelkit.engine.tiles import (
    GAUSSIAN,
    INNER_PRODUCT,
    LAPLACIAN,
    MANHATTAN,
    POLYNOMIAL,
    SQUARED_EUCLIDEAN,
    all_pairs,
    centre,
    squared_norms,
)
from kernelkit.kernels.base import OwnKernel
from kernelkit.validation import (
    LARGEST_DEGREE,
    Matrix,
    Vector,
    as_pair,
    check_number,
    check_whole,
)


class VectorKernel(OwnKernel):
    """A kernel of rows of numbers."""

    def _check(self, X: Any, Z: Any = None) -> tuple[Matrix, Matrix]:
        return as_pair(X, Z)


@dataclass(frozen=True, eq=False)
class Linear(VectorKernel):
    r"""Linear kernel, :math:`\langle x, z \rangle`.

    >>> Linear()([[1, 2], [3, 4]]).tolist()
    [[5.0, 11.0], [11.0, 25.0]]
    """

    def _gram(self, X: Matrix, Z: Matrix) -> Matrix:
        return self._within_range(*all_pairs(X, Z, INNER_PRODUCT))

    def _diagonal(self, X: Matrix) -> Vector:
        with np.errstate(over="ignore"):
            return self._within_range(squared_norms(X).astype(X.dtype))


@dataclass(frozen=True, eq=False)
class Polynomial(VectorKernel):
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + c)^d` with c the offset and d the degree.

    >>> Polynomial(degree=2)([[1, 2], [3, 4]]).tolist()
    [[25.0, 121.0], [121.0, 625.0]]
    """

    degree: int = 2
    offset: float = 0.0

    def __post_init__(self) -> None:
        check_whole(self.degree, "degree", at_most=LARGEST_DEGREE)
        check_number(self.offset, "offset", at_least=0)

    def _gram(self, X: Matrix, Z: Matrix) -> Matrix:
        c, d = float(self.offset), int(self.degree)
        K, finite = all_pairs(X, Z, INNER_PRODUCT, then=POLYNOMIAL, parameter=c, degree=d)
        return self._within_range(K, finite)

    def _diagonal(self, X: Matrix) -> Vector:
        with np.errstate(over="ignore"):
            values = (squared_norms(X) + float(self.offset)) ** int(self.degree)
            return self._within_range(values.astype(X.dtype))


@dataclass(frozen=True, eq=False)
class Gaussian(VectorKernel):
    r"""Gaussian kernel, :math:`\exp(-\lVert x - z \rVert^2 / 2\sigma^2)`.

    >>> Gaussian(sigma=1.0)([[0.0], [0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    sigma: float = 1.0

    def __post_init__(self) -> None:
        check_number(self.sigma, "sigma", above=0)

    @classmethod
    def from_gamma(cls, gamma: float) -> "Gaussian":
        r"""The same kernel written :math:`\exp(-\gamma \lVert x - z \rVert^2)`."""
        return cls(1.0 / math.sqrt(2.0 * check_number(gamma, "gamma", above=0)))

    def _gram(self, X: Matrix, Z: Matrix) -> Matrix:
        how: Any = {"then": GAUSSIAN, "parameter": float(self.sigma)}
        return self._within_range(*all_pairs(X, Z, SQUARED_EUCLIDEAN, **how))

    def _against(self, Z: Matrix) -> Callable[[Matrix], Matrix]:
        how: Any = {"then": GAUSSIAN, "parameter": float(self.sigma), "centred_Z": centre(Z)}
        return lambda X: self._within_range(*all_pairs(X, Z, SQUARED_EUCLIDEAN, **how))

    def _diagonal(self, X: Matrix) -> Vector:
        return np.ones(X.shape[0], X.dtype)


@dataclass(frozen=True, eq=False)
class Laplacian(VectorKernel):
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`.

    >>> Laplacian()([[0.0], [0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    gamma: float = 1.0

    def __post_init__(self) -> None:
        check_number(self.gamma, "gamma", above=0)

    def _gram(self, X: Matrix, Z: Matrix) -> Matrix:
        gamma = float(self.gamma)
        return self._within_range(*all_pairs(X, Z, MANHATTAN, then=LAPLACIAN, parameter=gamma))

    def _diagonal(self, X: Matrix) -> Vector:
        return np.ones(X.shape[0], X.dtype)
