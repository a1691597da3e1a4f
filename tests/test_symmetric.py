"""Half a matrix and its mirror image."""

import numpy as np
import pytest

from kernelkit import Gaussian
from kernelkit.distances import pairwise
from kernelkit.symmetric import TILE, in_turn, lower_products, mirror

SIZES = [1, 2, TILE - 1, TILE, TILE + 1, 3 * TILE + 5]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_lower_half_is_that_of_the_product(n, dtype):
    X = np.random.default_rng(n).normal(size=(n, 5)).astype(dtype)
    found = lower_products(X)
    np.testing.assert_allclose(found, np.tril(X @ X.T), rtol=1e-5 if dtype == np.float32 else 1e-12)
    assert found.dtype == dtype
    assert found.flags.c_contiguous, "rows lie together, for a pass along them"


@pytest.mark.parametrize("n", SIZES)
def test_the_mirror_copies_every_entry_and_changes_none_below(n):
    K = np.arange(n * n, dtype=float).reshape(n, n)
    lower = np.tril(K)
    mirror(K)
    np.testing.assert_array_equal(K, lower + np.tril(K, -1).T)
    np.testing.assert_array_equal(np.tril(K), lower)


@pytest.mark.parametrize("n", [*SIZES, 7, 8])
def test_each_row_has_its_turn(n):
    assert sorted(in_turn(turn, n) for turn in range(n)) == list(range(n))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("matrix", [Gaussian(0.9), pairwise], ids=["Gaussian", "distances"])
def test_samples_against_themselves_are_as_against_a_copy(matrix, n):
    X = np.random.default_rng(n).normal(size=(n, 3)) + 5.0
    np.testing.assert_allclose(matrix(X), matrix(X, X.copy()), rtol=1e-9, atol=1e-9)
