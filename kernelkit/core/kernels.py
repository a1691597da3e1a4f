"""Kernels of two samples.

Lesson 05_kernels. The kernel objects (``Gaussian(sigma)(X)`` and the others of
:mod:`kernelkit.kernels`) compute the same for all pairs of samples, tile by tile on all threads, 3
to 24 times as fast, and at scales at which squares leave the range of float64; the loops below are
for numbers between 1e-150 and 1e150.

>>> x, z = [1, 2], [4, 6]
>>> linear(x, z), polynomial(x, z, degree=2, offset=1.0)
(16.0, 289.0)
>>> gaussian(x, z, sigma=5.0) == math.exp(-0.5), laplacian(x, z) == math.exp(-7.0)
(True, True)
"""

import math

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_length
from kernelkit.core.distances import manhattan, squared_euclidean

__all__ = ["gaussian", "laplacian", "linear", "polynomial"]


@njit
def linear(x: np.ndarray, z: np.ndarray) -> float:
    r"""Linear kernel, :math:`\langle x, z \rangle = \sum_j x_j z_j`."""
    check_length("z", len(z), len(x))
    total = 0.0
    for j in range(len(x)):
        total += np.float64(x[j]) * np.float64(z[j])
    return total


@njit
def polynomial(x: np.ndarray, z: np.ndarray, degree: int = 2, offset: float = 0.0) -> float:
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + \text{offset})^{\text{degree}}`."""
    return (linear(x, z) + offset) ** degree


@njit
def gaussian(x: np.ndarray, z: np.ndarray, sigma: float = 1.0) -> float:
    r"""Gaussian kernel, :math:`\exp(-\lVert x - z \rVert^2 / 2\sigma^2)`."""
    return math.exp(-squared_euclidean(x, z) / (2.0 * sigma * sigma))


@njit
def laplacian(x: np.ndarray, z: np.ndarray, gamma: float = 1.0) -> float:
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`."""
    return math.exp(-gamma * manhattan(x, z))
