r"""Kernels, functions :math:`k(x, z) = \langle \phi(x), \phi(z) \rangle`, as frozen objects.

``k(X)`` and ``k(X, Z)`` give Gram matrices, ``k.diagonal(X)`` the values k(x, x). Kernels add and
multiply to new kernels, compare by value and can be hashed. Lesson 05_kernels teaches them.

As scikit-learn parameters both ways of tuning work: a grid over kernel objects
(``kernel=[Gaussian(1), Gaussian(2)]``) and, in estimators that inherit
:class:`kernelkit.estimators.KernelParameters`, a grid over their fields (``kernel__sigma=[1, 2]``),
which puts a new kernel in the place of the old one: a kernel itself never changes.

``gaussian``, ``polynomial``, ``linear`` and ``laplacian`` are the compiled functions of two rows of
:mod:`kernelkit.core`.
"""

from kernelkit.core.kernels import gaussian, laplacian, linear, polynomial
from kernelkit.kernels import gram
from kernelkit.kernels.base import Kernel, Normalized, Product, Scaled, Shifted, Sum
from kernelkit.kernels.custom import Function
from kernelkit.kernels.strings import Spectrum
from kernelkit.kernels.vectors import Gaussian, Laplacian, Linear, Polynomial

__all__ = [
    "KERNELS",
    "Function",
    "Gaussian",
    "Kernel",
    "Laplacian",
    "Linear",
    "Normalized",
    "Polynomial",
    "Product",
    "Scaled",
    "Shifted",
    "Spectrum",
    "Sum",
    "gaussian",
    "gram",
    "laplacian",
    "linear",
    "polynomial",
]

# The kernels of rows of numbers: warm-up compiles each, and the tests of all kernels try each.
KERNELS: tuple[type[Kernel], ...] = (Linear, Polynomial, Gaussian, Laplacian)
