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

from kernelkit.core import losses as losses
from kernelkit.core._source import source as source
from kernelkit.core.distances import (
    chebyshev,
    cosine,
    euclidean,
    manhattan,
    minkowski,
    squared_euclidean,
)
from kernelkit.core.dual_perceptron import dual_perceptron_epoch
from kernelkit.core.hinge import coordinate_descent_epoch, hinge_subgradient_at, pegasos_epoch
from kernelkit.core.kernel_perceptron import (
    multiclass_kernel_epoch,
    one_vs_one_epoch,
    one_vs_one_vote,
    one_vs_rest_epoch,
)
from kernelkit.core.kernels import (
    gaussian,
    gaussian_gram,
    laplacian,
    linear,
    polynomial,
    polynomial_gram,
)
from kernelkit.core.logistic import logistic_at, newton_step
from kernelkit.core.neighbors import majority, nearest_to
from kernelkit.core.perceptron import multiclass_perceptron_epoch, perceptron_epoch
from kernelkit.core.svm import choose_pair, move_pair

__all__ = [
    "chebyshev",
    "choose_pair",
    "coordinate_descent_epoch",
    "cosine",
    "dual_perceptron_epoch",
    "euclidean",
    "gaussian",
    "gaussian_gram",
    "hinge_subgradient_at",
    "laplacian",
    "linear",
    "logistic_at",
    "majority",
    "manhattan",
    "minkowski",
    "move_pair",
    "multiclass_kernel_epoch",
    "multiclass_perceptron_epoch",
    "nearest_to",
    "newton_step",
    "one_vs_one_epoch",
    "one_vs_one_vote",
    "one_vs_rest_epoch",
    "pegasos_epoch",
    "perceptron_epoch",
    "polynomial",
    "polynomial_gram",
    "squared_euclidean",
]
