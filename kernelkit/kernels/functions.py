"""The kernels on vectors as compiled functions of two rows, for a compiled loop of your own.

Each is what the kernel object of the same name computes, entry by entry. Called from Python they
check their arguments; called from compiled code they are the bare loop.
"""

import math
from collections.abc import Callable
from typing import Any

from kernelkit._jit import bordered
from kernelkit.distances import euclidean, length_of_both, manhattan, power, two_vectors
from kernelkit.validation import InputError, Vector, check_number, check_whole

__all__ = ["gaussian", "laplacian", "linear", "polynomial"]

LARGEST_DEGREE = 1000

Compiled = Callable[..., float]


def check_polynomial(degree: Any, offset: Any) -> tuple[int, float]:
    """Check the parameters of a polynomial kernel."""
    d = check_whole(degree, "degree", at_most=LARGEST_DEGREE)
    return d, check_number(offset, "offset", at_least=0)


def _checked(kernel: Compiled, x: Any, z: Any, *parameters: float) -> float:
    value = kernel(*two_vectors(x, z), *parameters)
    if not math.isfinite(value):
        raise InputError(
            "x and z", "must be scaled down: their kernel is beyond the largest float64"
        )
    return value


def _checked_polynomial(kernel: Compiled, x: Any, z: Any, degree: Any, offset: Any) -> float:
    return _checked(kernel, x, z, *check_polynomial(degree, offset))


def _checked_gaussian(kernel: Compiled, x: Any, z: Any, sigma: Any) -> float:
    return _checked(kernel, x, z, check_number(sigma, "sigma", above=0))


def _checked_laplacian(kernel: Compiled, x: Any, z: Any, gamma: Any) -> float:
    return _checked(kernel, x, z, check_number(gamma, "gamma", above=0))


@bordered(_checked)
def linear(x: Vector, z: Vector) -> float:
    r"""Linear kernel, :math:`\langle x, z \rangle`.

    >>> linear([1, 2], [3, 4])
    11.0
    """
    total = 0.0
    for i in range(length_of_both(x, z)):
        total += float(x[i]) * float(z[i])
    return total


@bordered(_checked_polynomial)
def polynomial(x: Vector, z: Vector, degree: int, offset: float) -> float:
    r"""Polynomial kernel, :math:`(\langle x, z \rangle + c)^d` with c the offset and d the degree.

    >>> polynomial([1, 2], [3, 4], 2, 1.0)
    144.0
    """
    return power(linear(x, z) + offset, degree)


@bordered(_checked_gaussian)
def gaussian(x: Vector, z: Vector, sigma: float) -> float:
    r"""Gaussian kernel, :math:`\exp(-\lVert x - z \rVert^2 / 2\sigma^2)`.

    >>> gaussian([0, 0], [3, 4], 5.0) == math.exp(-0.5)
    True
    """
    ratio = euclidean(x, z) / sigma  # whose square stays within range when sigma's does not
    return math.exp(-0.5 * ratio * ratio)


@bordered(_checked_laplacian)
def laplacian(x: Vector, z: Vector, gamma: float) -> float:
    r"""Laplacian kernel, :math:`\exp(-\gamma \lVert x - z \rVert_1)`.

    >>> laplacian([0, 0], [3, 4], 1.0) == math.exp(-7.0)
    True
    """
    return math.exp(-gamma * manhattan(x, z))
