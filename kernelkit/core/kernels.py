"""Kernels of two samples, and the Gram matrix, pair by pair.

Lesson 05_kernels. The kernel objects (``Gaussian(sigma)(X)`` and the others of
:mod:`kernelkit.kernels`) fill the same matrices tile by tile, on all threads, in
``engine/tiles.py``.

>>> x, z = [1, 2], [4, 6]
>>> linear(x, z), polynomial(x, z, degree=2, offset=1.0)
(16.0, 289.0)
>>> gaussian(x, z, sigma=5.0) == math.exp(-0.5), laplacian(x, z) == math.exp(-7.0)
(True, True)
"""

import math

import numpy as np

from kernelkit.core._arguments import Degree, NotNegative, Positive, Row, Samples
from kernelkit.core._border import njit, same
from kernelkit.core.distances import euclidean, manhattan
from kernelkit.validation import Matrix

__all__ = ["gaussian", "gaussian_gram", "laplacian", "linear", "polynomial"]


@njit
def linear(x: Row, z: Row) -> float:
    r"""Linear kernel, :math:`\langle x, z \rangle = \sum_i x_i z_i`."""
    total = 0.0
    for i in range(same(len(x), len(z))):
        total += float(x[i]) * float(z[i])
    return total


@njit
def polynomial(x: Row, z: Row, degree: Degree = 2, offset: NotNegative = 0.0) -> float:
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + c)^d`, c the offset and d the degree."""
    return (linear(x, z) + offset) ** degree


@njit
def gaussian(x: Row, z: Row, sigma: Positive = 1.0) -> float:
    r"""Gaussian kernel, :math:`\exp(-\lVert x - z \rVert^2 / 2\sigma^2)`."""
    ratio = euclidean(x, z) / sigma  # whose square stays within range when sigma's does not
    return math.exp(-0.5 * ratio * ratio)


@njit
def laplacian(x: Row, z: Row, gamma: Positive = 1.0) -> float:
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`."""
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
