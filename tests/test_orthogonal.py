"""The factorisation: its two ways agree with each other and with the equations they claim."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelkit.solvers.linear._orthogonal import (
    by_cholesky,
    by_singular_values,
    centred_together,
    factorise,
)


def cholesky(A, B, ridge):
    """The factorisation by products; None where it declines."""
    with np.errstate(all="ignore"):
        return by_cholesky(A.T @ A, A.T @ B, np.abs(A).max(axis=0), ridge)


def problem(seed, n, d, rank, k=2):
    """Samples that span so many directions, off the origin, and targets."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, rank)) @ random.normal(size=(rank, d)) + 3.0
    AB, _ = centred_together(X, random.normal(size=(n, k)))
    return AB[:, :d], AB[:, d:]


shapes = st.tuples(
    st.integers(0, 10**6), st.integers(2, 30), st.integers(1, 12), st.integers(1, 12)
)


@given(shapes, st.sampled_from([0.0, 1e-3, 10.0]))
def test_the_factors_multiply_to_the_matrix_with_its_ridge(shape, ridge):
    A, B = problem(*shape)
    R, Q, C = factorise(np.hstack([A, B]), A.shape[1], ridge)
    np.testing.assert_array_equal(R, np.triu(R))
    np.testing.assert_allclose(Q.T @ Q, np.eye(len(R)), atol=1e-12)
    # Directions without any samples carry the ridge alone; some factorisations leave them out.
    seen = Q @ Q.T
    np.testing.assert_allclose(
        Q @ R.T @ R @ Q.T, seen @ (A.T @ A + ridge * np.eye(len(seen))) @ seen, atol=1e-9
    )
    np.testing.assert_allclose(A @ seen, A, atol=1e-10)
    np.testing.assert_allclose(Q @ R.T @ C, A.T @ B, atol=1e-9)


@given(shapes, st.sampled_from([0.0, 1e-3, 10.0]))
def test_the_solution_is_that_of_the_pseudoinverse(shape, ridge):
    A, B = problem(*shape)
    d = A.shape[1]
    stacked = np.vstack([A, np.sqrt(ridge) * np.eye(d)])
    expected = np.linalg.pinv(stacked, rcond=1e-11) @ np.vstack([B, np.zeros((d, 2))])
    found = factorise(np.hstack([A, B]), d, ridge).solution()
    np.testing.assert_allclose(found, expected, atol=1e-7 * (1 + np.abs(expected).max()))


@pytest.mark.parametrize("ridge", [0.0, 1e-6, 1.0, 1e6])
def test_both_ways_agree(ridge):
    A, B = problem(0, 60, 8, 8)
    quick = cholesky(A, B, ridge).solution()
    sure = by_singular_values(A, B, ridge).solution()
    np.testing.assert_allclose(quick, sure, rtol=1e-9, atol=1e-12 * np.abs(sure).max())


def test_cholesky_declines_what_it_cannot_do_well():
    A, B = problem(1, 60, 8, 5)
    assert cholesky(A, B, 0.0) is None, "dependent features"
    assert cholesky(A, B, 1e-9) is None, "a ridge that hardly helps"
    assert cholesky(A, B, 1.0) is not None
    assert cholesky(0 * A, B, 0.0) is None, "nothing varies"
    good, B = problem(1, 60, 8, 8)
    for scale in (1e200, 1e-200):  # whose squares are no numbers
        assert cholesky(scale * good, B, 0.0) is None
    near = good.copy()
    near[:, 1] = good[:, 0] + 1e-4 * good[:, 1]
    assert cholesky(near, B, 0.0) is None, "nearly dependent"


def test_many_features_of_few_samples_need_no_matrix_of_features_by_features():
    A, B = problem(4, 6, 300, 10)
    for ridge in (0.0, 1e6):
        assert factorise(np.hstack([A, B]), 300, ridge).R.shape == (5, 5)


def test_features_that_do_not_vary_are_left_out_of_cholesky():
    A, B = problem(2, 30, 5, 5)
    A[:, 3] = 0.0
    found = cholesky(A, B, 0.0)
    assert found.R.shape == (4, 4)
    assert (found.solution()[3] == 0).all()


def test_centring_sees_through_rounding():
    X = np.full((1000, 3), 0.1)
    X[::2, 1] = np.nextafter(0.1, 1)  # one unit in the last place
    X[::2, 2] = 0.1 + 1e-9
    AB, mean = centred_together(X, np.zeros((1000, 1)))
    assert (AB[:, :2] == 0).all()
    assert AB[:, 2].any()
    np.testing.assert_allclose(mean[:3], [0.1, 0.1, 0.1 + 5e-10], rtol=1e-15)
    single = np.full((1000, 1), 0.1, dtype=np.float32)
    single[::2] = np.nextafter(single[0, 0], np.float32(1))
    for data in (single, single.astype(np.float64)):  # the same numbers
        assert centred_together(data, np.zeros((1000, 1)))[0].any()


def test_centring_far_from_the_origin_keeps_the_digits_of_the_data():
    random = np.random.default_rng(0)
    small = np.round(random.normal(size=(5000, 2)), 3)
    AB, mean = centred_together(small + 2.0**30, small[:, :1])
    np.testing.assert_allclose(AB[:, :2], small - small.mean(axis=0), atol=2e-7)
    np.testing.assert_allclose(AB.sum(axis=0), 0.0, atol=1e-9)
    np.testing.assert_allclose(mean, [*(small.mean(axis=0) + 2.0**30), small[:, 0].mean()])


def wild(seed=3):
    """Six independent features, from nanometres to the circumference of the earth, and targets."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(50, 6))
    return X, np.array([1e8, 1e-8, 1.0, 1e4, 1e-4, 1.0]), random.normal(size=(50, 2))


@pytest.mark.parametrize("power", [1.0, 4.0])
def test_units_do_not_matter(power):
    X, units, T = wild()
    units = units**power
    expected = factorise(centred_together(X, T)[0], 6).solution()
    AB, _ = centred_together(X * units, T)
    for found in (factorise(AB, 6), by_singular_values(AB[:, :6], AB[:, 6:], 0.0)):
        np.testing.assert_allclose(found.solution() * units[:, None], expected, rtol=1e-10)


def test_dependent_features_of_wildly_different_units_still_fit():
    X, units, T = wild()
    expected = factorise(centred_together(X, T)[0], 6).solution()
    twice, units = np.column_stack([X, X[:, :2]]), np.append(units, units[:2])
    AB, _ = centred_together(twice * units, T)
    W = factorise(AB, 8).solution() * units[:, None]
    W[:2] += W[6:]
    np.testing.assert_allclose(W[:6], expected, rtol=1e-9)
    A, B = AB[:, :8], AB[:, 8:]
    for ridge in (1e-20, 1e-10, 1e-3, 1.0):
        W = factorise(AB, 8, ridge).solution()
        gradient = np.abs(A.T @ (B - A @ W) - ridge * W)
        scale = np.linalg.norm(A, axis=0)[:, None] * np.linalg.norm(B)
        assert (gradient / scale).max() < 1e-6


def test_one_sample_and_equal_samples_have_no_directions():
    for X in (np.ones((1, 3)), np.full((4, 3), 0.1)):
        factors = factorise(centred_together(X, np.ones((len(X), 2)))[0], 3)
        assert factors.R.shape == (0, 0)
        np.testing.assert_array_equal(factors.solution(), np.zeros((3, 2)))
