"""Counts, means and scatter: what they are, and that they add up however they are cut."""

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelkit.solvers.class_moments import class_moments
from kernelkit.validation import InputError

shapes = pytest.mark.parametrize("per_class", [False, True])


def moments(X, y, per_class, k=3):
    return class_moments(X, y, k, per_class=per_class)


def assert_alike(a, b, rtol):
    np.testing.assert_array_equal(a.counts, b.counts)
    spread = np.sqrt(np.abs(b.scatter).max())
    np.testing.assert_allclose(a.means, b.means, rtol=rtol, atol=rtol * spread)
    np.testing.assert_allclose(a.scatter, b.scatter, atol=rtol * spread**2)


@shapes
def test_they_are_the_counts_means_and_scatter_of_the_classes(per_class):
    X, y = clouds(0, 90, 4)
    found = moments(X, y, per_class)
    parts = [X[y == k] for k in range(3)]
    scatter = np.array([np.cov(part.T, bias=True) * len(part) for part in parts])
    np.testing.assert_array_equal(found.counts, np.bincount(y))
    np.testing.assert_allclose(found.means, [part.mean(axis=0) for part in parts], atol=1e-14)
    expected = scatter if per_class else scatter.sum(axis=0)
    np.testing.assert_allclose(found.scatter, expected, atol=1e-12)
    np.testing.assert_allclose(found.within(), scatter.sum(axis=0), atol=1e-12)


@shapes
@given(
    seed=st.integers(0, 10**6),
    shift=st.sampled_from([0.0, 1e3, -1e9]),
    cuts=st.lists(st.integers(1, 59), max_size=8, unique=True),
    by_class=st.booleans(),
)
@settings(max_examples=40)
def test_any_order_and_any_cutting_add_up_to_the_same(per_class, seed, shift, cuts, by_class):
    X, y = clouds(seed, 60, 3)
    X += shift
    order = np.argsort(y) if by_class else np.random.default_rng(seed).permutation(60)
    blocks = [moments(X[part], y[part], per_class) for part in np.split(order, sorted(cuts))]
    total = blocks[0]
    for block in blocks[1:]:
        total += block
    assert_alike(total, moments(X, y, per_class), 1e-12)


@shapes
@pytest.mark.parametrize("shift", [0.0, 1e9])
def test_adding_is_associative_and_commutative_up_to_rounding(per_class, shift):
    X, y = clouds(1, 60, 3)
    a, b, c = (moments(X[i::3] + shift, y[i::3], per_class) for i in range(3))
    assert_alike((a + b) + c, a + (b + c), 1e-13)
    assert_alike(a + b, b + a, 1e-13)


@shapes
def test_a_class_without_samples_takes_the_moments_of_the_other_block(per_class):
    X, y = clouds(2, 60, 3)
    first, rest = moments(X[y == 0], y[y == 0], per_class), moments(X[y > 0], y[y > 0], per_class)
    assert_alike(first + rest, moments(X, y, per_class), 1e-13)
    assert_alike(rest + first, moments(X, y, per_class), 1e-13)
    assert first.counts.tolist()[1:] == [0, 0]


def test_a_feature_that_never_varies_in_a_class_scatters_by_exactly_nothing():
    X, y = clouds(3, 60, 2)
    X[:, 1] = np.array([0.1, 2.0, 7.3])[y]
    blocks = [moments(X[i::7], y[i::7], False) for i in range(7)]
    total = sum(blocks[1:], start=blocks[0])
    assert (total.scatter[1] == 0).all()
    assert total.means[:, 1].tolist() == [0.1, 2.0, 7.3]


def test_sums_beyond_the_largest_number_are_refused():
    X, y = clouds(4, 60, 2)
    words = "X must be of moderate size"
    near, far = moments(X, y, False), moments(X + 1e170, y, False)
    assert_kind_error(InputError, words, near.__add__, far)
