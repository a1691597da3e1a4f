"""The course in compiled loops: one short file for each lesson that has an algorithm.

Every function is a plain loop under its formula, compiled by numba. It can be called from Python,
where its arguments are checked, and from a compiled function of yours, where it is the bare loop.
Where the library has a faster way to the same numbers, these loops are what it is tested against.

>>> import numpy as np
>>> from numba import njit
>>> from kernelkit.core import gaussian
>>> @njit
... def potential(x, X, sigma):
...     total = 0.0
...     for i in range(len(X)):
...         total += gaussian(x, X[i], sigma)
...     return total
>>> potential(np.zeros(1), np.zeros((3, 1)), 1.0)
3.0
"""

# ruff: noqa: F403  # each file names what is public in it

from kernelkit.core import losses as losses
from kernelkit.core._source import source as source
from kernelkit.core.distances import *
from kernelkit.core.dual_perceptron import *
from kernelkit.core.hinge import *
from kernelkit.core.kernel_perceptron import *
from kernelkit.core.kernels import *
from kernelkit.core.logistic import *
from kernelkit.core.neighbors import *
from kernelkit.core.perceptron import *
from kernelkit.core.svm import *

__all__ = [name for name, each in sorted(globals().items()) if hasattr(each, "compiled")]
