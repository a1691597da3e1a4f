"""The kernels of two rows are what the kernel objects compute, entry by entry."""

import numpy as np
import pytest

from kernelkit import kernels
from kernelkit.kernels import Gaussian, Laplacian, Linear, Polynomial

EPS = np.finfo(np.float64).eps
random = np.random.default_rng(0)
X, Z = random.normal(size=(40, 9)), random.normal(size=(30, 9))

PAIRS = {
    "linear": (Linear(), kernels.linear, ()),
    "polynomial": (Polynomial(5, 1.5), kernels.polynomial, (5, 1.5)),
    "gaussian": (Gaussian(0.7), kernels.gaussian, (0.7,)),
    "laplacian": (Laplacian(0.3), kernels.laplacian, (0.3,)),
}


def rounding(name, x, z):
    """How far two ways to the same entry may be apart: each rounds as often as it adds.

    A sum of d products is off by d eps of the sum of their sizes, a power by its degree times as
    much. An exponential is off by what its exponent is, relative to itself. The Gaussian's exponent
    comes of |x|^2 + |z|^2 - 2<x, z>, so it is off by eps of the largest of those.
    """
    sizes = float(np.abs(x) @ np.abs(z))
    if name == "linear":
        return 2 * len(x) * EPS * sizes
    if name == "polynomial":
        return 5 * 2 * len(x) * EPS * (sizes + 1.5) ** 5
    exponent = float(x @ x + z @ z) / 0.7**2 if name == "gaussian" else 0.3 * np.abs(x - z).sum()
    value = PAIRS[name][1](x, z, *PAIRS[name][2])
    return (4 + 2 * len(x) * exponent) * EPS * value


@pytest.mark.parametrize("name", PAIRS)
def test_an_entry_of_the_gram_matrix_is_the_function_of_the_two_rows(name):
    kernel, function, parameters = PAIRS[name]
    K, square, diagonal = kernel(X, Z), kernel(X), kernel.diagonal(X)
    for i, x in enumerate(X):
        for j, z in enumerate(Z):
            assert abs(K[i, j] - function(x, z, *parameters)) <= rounding(name, x, z)
        assert abs(square[i, 0] - function(x, X[0], *parameters)) <= rounding(name, x, X[0])
        assert abs(diagonal[i] - function(x, x, *parameters)) <= rounding(name, x, x)
