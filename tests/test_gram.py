import numpy as np
import pytest
from checks import assert_gram, assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kernelkit import gram

pytestmark = pytest.mark.loops

points = hnp.arrays(
    np.float64,
    st.tuples(st.integers(2, 6), st.just(3)),
    elements=st.floats(-9, 9).map(lambda v: round(v, 2)),
)
X = np.random.default_rng(0).normal(size=(12, 3)) + 5


@given(points)
def test_centering_the_matrix_is_centering_the_data(data):
    centred = data - data.mean(axis=0)
    K = gram.center(data @ data.T)
    np.testing.assert_allclose(K, centred @ centred.T, atol=1e-9)
    np.testing.assert_array_equal(K, K.T)


def test_centering_gives_a_matrix_that_is_exactly_symmetric():
    noise = 1.0 + 1e-15 * np.random.default_rng(1).normal(size=(12, 12))
    K = gram.center((X @ X.T + 1e3) * noise)
    np.testing.assert_array_equal(K, K.T)


def test_centering_twice_changes_nothing_more():
    K = gram.center(X @ X.T)
    np.testing.assert_allclose(gram.center(K), K, atol=1e-12)
    np.testing.assert_allclose(K.sum(axis=0), 0.0, atol=1e-11)


def test_normalizing_the_matrix_is_normalizing_the_data():
    directions = X / np.linalg.norm(X, axis=1, keepdims=True)
    given_K = X @ X.T
    before = given_K.copy()
    K = gram.normalize(given_K)
    np.testing.assert_allclose(K, directions @ directions.T, rtol=1e-13)
    np.testing.assert_array_equal(K.diagonal(), 1.0)
    np.testing.assert_array_equal(given_K, before, err_msg="the caller's matrix was written to")
    assert_gram(K)


@pytest.mark.parametrize(
    ("K", "answer"),
    [
        (np.eye(3), True),
        (X @ X.T, True),
        (np.zeros((2, 2)), True),
        ([[1.0, 2.0], [2.0, 1.0]], False),
        (-np.eye(2), False),
        (np.diag([1.0, -1e-12]), True),
        (np.diag([1.0, -1e-6]), False),
    ],
)
def test_is_psd(K, answer):
    assert gram.is_psd(K) is answer


def test_psd_tolerance_is_relative():
    K = 1e9 * np.diag([1.0, -1e-6])
    assert gram.is_psd(K, tolerance=1e-5)
    assert not gram.is_psd(K, tolerance=1e-7)
    assert gram.is_psd(1e160 * K, tolerance=1e200), "whatever the product of these two is"


def test_alignment_is_a_cosine():
    K, L = X @ X.T, np.eye(12)
    assert gram.alignment(K, 7 * K) == pytest.approx(1.0)
    assert gram.alignment(K, -K) == pytest.approx(-1.0)
    assert gram.alignment(K, L) == pytest.approx(np.trace(K) / (np.linalg.norm(K) * np.sqrt(12)))
    y = np.array([1.0, 1, -1, -1])
    assert gram.alignment(np.outer(y, y), np.eye(4)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    "function", [gram.center, gram.normalize, gram.is_psd, lambda K: gram.alignment(K, np.eye(2))]
)
def test_bad_matrices_are_named(function):
    assert_kind_error(
        ValueError,
        r"K must be a square matrix, the kernel values .*, got shape \(2, 3\)",
        function,
        np.ones((2, 3)),
    )
    assert_kind_error(ValueError, "K must be symmetric", function, [[1.0, 2.0], [0.0, 1.0]])
    assert_kind_error(ValueError, "K must be finite, got nan", function, [[np.nan]])
    assert_kind_error(ValueError, "K must be a square matrix", function, [1.0, 2.0])
    assert_kind_error(ValueError, "at least one, got shape", function, np.empty((0, 0)))
    assert_kind_error(TypeError, "K must hold real numbers", function, [["a"]])
