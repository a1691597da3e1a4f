"""Kernels of two samples, and the Gram matrix, pair by pair.

Lesson 05_kernels. The kernel objects (``Gaussian(sigma)(X)`` and the others of
:mod:`kernelkit.kernels`) fill the same matrices tile by tile, on all threads, in
``engine/tiles.py``.
"""

import math

import numpy as np

from kernelkit.core._border import Degree, NotNegative, Positive, Row, Samples, njit, same
from kernelkit.core.distances import euclidean, manhattan
from kernelkit.validation import Matrix

__all__ = ["gaussian", "gaussian_gram", "laplacian", "linear", "polynomial", "polynomial_gram"]


@njit
def linear(x: Row, z: Row) -> float:
    r"""Linear kernel, :math:`\langle x, z \rangle = \sum_i x_i z_i`.

    >>> linear([1, 2], [3, 4])
    11.0
    """
    total = 0.0
    for i in range(same(len(x), len(z))):
        total += float(x[i]) * float(z[i])
    return total


@njit
def polynomial(x: Row, z: Row, degree: Degree = 2, offset: NotNegative = 0.0) -> float:
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + c)^d` with c the offset and d the degree.

    >>> polynomial([1, 2], [3, 4], degree=2, offset=1.0)
    144.0
    """
    return (linear(x, z) + offset) ** degree


@njit
def gaussian(x: Row, z: Row, sigma: Positive = 1.0) -> float:
    r"""Gaussian kernel, :math:`\exp(-\lVert x - z \rVert^2 / 2\sigma^2)`.

    >>> gaussian([0, 0], [3, 4], sigma=5.0) == math.exp(-0.5)
    True
    """
    ratio = euclidean(x, z) / sigma  # whose square stays within range when sigma's does not
    return math.exp(-0.5 * ratio * ratio)


@njit
def laplacian(x: Row, z: Row, gamma: Positive = 1.0) -> float:
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`.

    >>> laplacian([0, 0], [3, 4]) == math.exp(-7.0)
    True
    """
    return math.exp(-gamma * manhattan(x, z))


@njit
def gaussian_gram(X: Samples, sigma: Positive = 1.0) -> Matrix:
    r"""Gram matrix of the Gaussian kernel, :math:`K_{ij} = k(x_i, x_j)`.

    What ``Gaussian(sigma)(X)`` computes, entry by entry; K is symmetric, so half of it is enough.

    >>> gaussian_gram([[0.0], [0.0]]).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    n = len(X)
    K = np.empty((n, n))
    for i in range(n):
        for j in range(i + 1):
            K[i, j] = K[j, i] = gaussian(X[i], X[j], sigma)
    return K


@njit
def polynomial_gram(X: Samples, degree: Degree = 2, offset: NotNegative = 0.0) -> Matrix:
    r"""Gram matrix of the polynomial kernel, :math:`K_{ij} = (\langle x_i, x_j \rangle + c)^d`.

    >>> polynomial_gram([[1.0], [2.0]], degree=3).tolist()
    [[1.0, 8.0], [8.0, 64.0]]
    """
    n = len(X)
    K = np.empty((n, n))
    for i in range(n):
        for j in range(i + 1):
            K[i, j] = K[j, i] = polynomial(X[i], X[j], degree, offset)
    return K
