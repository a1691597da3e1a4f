import math

import numpy as np
import pytest
from checks import BAD_MATRICES, assert_kind_error
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.features import polynomial_map
from kernelkit.kernels import Polynomial

pytestmark = pytest.mark.loops

random = np.random.default_rng(0)


@given(
    features=st.integers(1, 5),
    degree=st.integers(1, 6),
    offset=st.sampled_from([0.0, 0.5, 1.0, 3.0]),
)
def test_inner_products_of_the_map_are_the_kernel(features, degree, offset):
    X, Z = random.uniform(-1, 1, (4, features)), random.uniform(-1, 1, (3, features))
    products = polynomial_map(X, degree, offset) @ polynomial_map(Z, degree, offset).T
    np.testing.assert_allclose(products, Polynomial(degree, offset)(X, Z), rtol=1e-10, atol=1e-10)


def test_two_features_at_degree_two_are_the_textbooks_three():
    phi = polynomial_map([[3.0, 5.0]], 2)
    np.testing.assert_allclose(phi, [[9.0, math.sqrt(2) * 15.0, 25.0]])


@pytest.mark.parametrize(("offset", "columns"), [(0.0, math.comb(6, 3)), (1.0, math.comb(7, 3))])
def test_number_of_columns(offset, columns):
    assert polynomial_map(np.ones((2, 4)), 3, offset).shape == (2, columns)


def test_float32_stays_float32():
    assert polynomial_map(np.ones((2, 2), np.float32), 2, 1.0).dtype == np.float32


def test_a_map_too_large_for_memory_is_refused_at_once():
    words = (
        "polynomial_map of 100 samples with 256 coordinates at degree 5 must stay under 2 GiB, "
        r"got 9\.525e\+09 columns; Polynomial\(5\) needs none of them"
    )
    assert_kind_error(ValueError, words, polynomial_map, np.ones((100, 256)), 5)


@pytest.mark.parametrize(("features", "degree"), [(2000, 10**6), (100, 10**9), (1, 10**9)])
def test_a_map_that_would_take_hours_to_count_is_refused_at_once(features, degree):
    words = "must stay under 2 GiB"
    assert_kind_error(ValueError, words, polynomial_map, np.ones((1, features)), degree)


def test_the_list_of_factors_counts_too():
    words = r"got 1\.832e\+08 columns"
    assert_kind_error(ValueError, words, polynomial_map, np.ones((1, 256)), 4)


@pytest.mark.parametrize("case", BAD_MATRICES)
def test_bad_matrices_are_named(case):
    X, error, words = BAD_MATRICES[case]
    assert_kind_error(error, words, polynomial_map, X, 2)


def test_bad_options_are_named():
    assert_kind_error(ValueError, "degree must be a whole number", polynomial_map, np.eye(2), 0)
    assert_kind_error(ValueError, "degree must be.*got 2.5", polynomial_map, np.eye(2), 2.5)
    assert_kind_error(ValueError, "offset must be.*got -1", polynomial_map, np.eye(2), 2, -1)
