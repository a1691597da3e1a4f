"""The course in compiled loops: one short file for each lesson that has an algorithm.

Every function is a plain loop under its formula, compiled by numba's ``njit``: it can be called
from Python, called from compiled functions of yours, and printed by :func:`source`, to be pasted
and changed. These loops are what the solvers run. Gram matrices, nearest neighbours and the linear
support vector machine have faster ways to the same answers, and tests hold them to these.

``README.md`` beside this file lists them, with their formulas and letters.

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

from kernelkit.core import distances, hinge, kernel_perceptron, kernels, neighbors, perceptron, svm
from kernelkit.core import losses as losses
from kernelkit.core._source import source as source
from kernelkit.core.distances import *
from kernelkit.core.dual_perceptron import dual_perceptron_epoch
from kernelkit.core.hinge import *
from kernelkit.core.kernel_perceptron import *
from kernelkit.core.kernels import *
from kernelkit.core.logistic import logistic_at
from kernelkit.core.neighbors import *
from kernelkit.core.perceptron import *
from kernelkit.core.svm import *

__all__ = ["dual_perceptron_epoch", "logistic_at"]
__all__ += distances.__all__ + neighbors.__all__ + perceptron.__all__ + kernels.__all__
__all__ += kernel_perceptron.__all__ + hinge.__all__ + svm.__all__
