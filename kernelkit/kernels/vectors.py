"""Kernels on vectors: one matrix product, then one compiled pass over it in place."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelkit._jit import njit, njit_rows, prange
from kernelkit.distances import centred_products, pairwise, products_to_squares, squared_norms
from kernelkit.exponential import exp_row
from kernelkit.kernels.base import Kernel
from kernelkit.symmetric import in_turn, mirror
from kernelkit.validation import Matrix, Vector, as_matrix, as_pair, check_number, check_whole


@dataclass(frozen=True)
class Linear(Kernel):
    r"""Linear kernel, :math:`\langle x, z \rangle`.

    >>> Linear()([[1, 2], [3, 4]]).tolist()
    [[5.0, 11.0], [11.0, 25.0]]
    """

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        X, Z = as_pair(X, Z)
        return X @ Z.T

    def diagonal(self, X: Any) -> Vector:
        X = as_matrix(X)
        return squared_norms(X).astype(X.dtype)


@dataclass(frozen=True)
class Polynomial(Kernel):
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + c)^d` with c the offset and d the degree.

    >>> Polynomial(degree=2)([[1, 2], [3, 4]]).tolist()
    [[25.0, 121.0], [121.0, 625.0]]
    """

    degree: int = 2
    offset: float = 0.0

    def __post_init__(self) -> None:
        check_whole(self.degree, "degree")
        check_number(self.offset, "offset", at_least=0)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        X, Z = as_pair(X, Z)
        K = X @ Z.T
        _power_pass(float(self.offset), int(self.degree), K)
        return K

    def diagonal(self, X: Any) -> Vector:
        K = Linear().diagonal(X)[np.newaxis]
        _power_pass(float(self.offset), int(self.degree), K)
        return K[0]


@dataclass(frozen=True)
class Gaussian(Kernel):
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

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        X, Z = as_pair(X, Z)
        K, x_squares, z_squares = centred_products(X, Z)
        _gaussian_pass(X, Z, x_squares, z_squares, float(self.sigma), X is Z, K)
        if X is Z:
            mirror(K)
        return K

    def against(self, Z: Any) -> Callable[[Any], Matrix]:
        Z = as_matrix(Z, "Z")
        centre = Z.mean(axis=0)
        centred_Z = Z - centre
        z_squares = squared_norms(centred_Z)

        def rows(X: Any) -> Matrix:
            X, _ = as_pair(X, Z)
            centred_X = X - centre
            K = centred_X @ centred_Z.T
            _gaussian_pass(X, Z, squared_norms(centred_X), z_squares, float(self.sigma), False, K)
            return K

        return rows

    def diagonal(self, X: Any) -> Vector:
        X = as_matrix(X)
        return np.ones(X.shape[0], X.dtype)


@dataclass(frozen=True)
class Laplacian(Kernel):
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`.

    >>> Laplacian()([[0.0], [0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    gamma: float = 1.0

    def __post_init__(self) -> None:
        check_number(self.gamma, "gamma", above=0)

    def __call__(self, X: Any, Z: Any = None) -> Matrix:
        K = pairwise(X, Z, metric="manhattan")
        K *= -float(self.gamma)
        return np.exp(K, out=K)

    def diagonal(self, X: Any) -> Vector:
        X = as_matrix(X)
        return np.ones(X.shape[0], X.dtype)


@njit_rows
def _gaussian_pass(
    X: Matrix, Z: Matrix, x_squares: Vector, z_squares: Vector, sigma: float, half: bool, K: Matrix
) -> None:
    """Turn centred products into the Gaussian kernel, in place, a row while it is in cache."""
    scale = -0.5 / (sigma * sigma)
    n = K.shape[0]
    for turn in prange(n):
        i = in_turn(turn, n)
        row = K[i, : i + 1] if half else K[i]
        products_to_squares(X, Z, x_squares, z_squares, i, row)
        exp_row(scale, row)


@njit_rows
def _power_pass(offset: float, degree: int, K: Matrix) -> None:
    """Turn inner products into powers, in place."""
    for i in prange(K.shape[0]):
        for j in range(K.shape[1]):
            K[i, j] = _power(K[i, j] + offset, degree)


@njit
def _power(base: float, degree: int) -> float:
    """Multiply instead of calling pow: base^5 = base (base^2)^2, three products."""
    result = 1.0
    while degree > 0:
        if degree % 2 == 1:
            result *= base
        base *= base
        degree //= 2
    return result
