import pickle

import numpy as np
import pytest
from checks import assert_gram, assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel

from kernelkit.kernels import (
    KERNELS,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Normalized,
    Polynomial,
    Product,
    Scaled,
    Shifted,
    Spectrum,
    Sum,
)
from kernelkit.kernels.base import diagonal_of, gram_of, rows_against

pytestmark = pytest.mark.loops

NUMERIC = [
    *[kind() for kind in KERNELS],
    Polynomial(1),
    Polynomial(5, offset=1.5),
    Gaussian(0.7),
    Laplacian(0.3),
    Linear() + Gaussian(),
    Polynomial(2) * Laplacian(),
    2.5 * Gaussian(),
    Linear() + 1.5,
    Polynomial(3, offset=1.0).normalized(),
]
coordinates = st.floats(-4, 4).map(lambda v: round(v, 3))
points = hnp.arrays(np.float64, st.tuples(st.integers(1, 7), st.just(3)), elements=coordinates)
random = np.random.default_rng(0)
X, Z = random.normal(size=(30, 4)), random.normal(size=(20, 4))


def reference(kernel, x, z):
    """One value of a kernel, straight from its formula."""
    match kernel:
        case Linear():
            return x @ z
        case Polynomial(degree, offset):
            return (x @ z + offset) ** degree
        case Gaussian(sigma):
            return np.exp(-((x - z) ** 2).sum() / (2 * sigma**2))
        case Laplacian(gamma):
            return np.exp(-gamma * np.abs(x - z).sum())
        case Sum(left, right):
            return reference(left, x, z) + reference(right, x, z)
        case Product(left, right):
            return reference(left, x, z) * reference(right, x, z)
        case Shifted(constant, inner):
            return constant + reference(inner, x, z)
        case Scaled(factor, inner):
            return factor * reference(inner, x, z)
        case Normalized(inner):
            lengths = np.sqrt(reference(inner, x, x) * reference(inner, z, z))
            return reference(inner, x, z) / lengths
    raise AssertionError(kernel)


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gram_matrix_holds_the_formula(kernel, dtype):
    K = kernel(X.astype(dtype), Z.astype(dtype))
    expected = np.array([[reference(kernel, x, z) for z in Z] for x in X])
    assert K.dtype == dtype
    np.testing.assert_allclose(
        K,
        expected,
        rtol=1e2 * np.finfo(dtype).eps,
        atol=1e2 * np.finfo(dtype).eps * np.abs(expected).max(),
    )


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
@given(data=points)
def test_every_kernel_gives_a_gram_matrix(kernel, data):
    assert_gram(kernel(data))


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_asking_with_many_against_one_set_is_asking_for_each(kernel, dtype):
    rng = np.random.default_rng(0)
    Z = (rng.normal(size=(20, 3)) + 100.0).astype(dtype)  # far from the origin
    rows = rows_against(kernel, Z)
    for X in (Z[:5], Z[[7]], Z):
        expected = kernel(X, Z)
        tolerance = 1e-4 if dtype == np.float32 else 1e-10
        np.testing.assert_allclose(rows(X), expected, rtol=tolerance, atol=tolerance)
        assert rows(X).dtype == dtype


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
def test_diagonal_is_the_diagonal(kernel):
    np.testing.assert_allclose(kernel.diagonal(X), kernel(X).diagonal(), rtol=1e-13)
    assert kernel.diagonal(X.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
def test_a_block_of_the_matrix_is_the_matrix_of_the_block(kernel):
    np.testing.assert_allclose(kernel(X[:10], X[10:]), kernel(X)[:10, 10:], rtol=1e-12, atol=1e-13)


def test_peers_agree():
    np.testing.assert_allclose(
        Gaussian.from_gamma(0.4)(X, Z), rbf_kernel(X, Z, gamma=0.4), rtol=1e-12
    )
    np.testing.assert_allclose(Laplacian(0.4)(X, Z), laplacian_kernel(X, Z, gamma=0.4), rtol=1e-12)


def test_gaussian_of_offset_data_keeps_its_digits():
    np.testing.assert_allclose(Gaussian()(X + 1e6, Z + 1e6), Gaussian()(X, Z), rtol=1e-8)


def test_gaussian_diagonal_is_exactly_one():
    np.testing.assert_array_equal(Gaussian(1e-3)(X + 100).diagonal(), 1.0)


def test_normalized_has_ones_on_its_diagonal_and_zero_for_the_zero_vector():
    with_zero = np.vstack([X, np.zeros(4)])
    K = Linear().normalized()(with_zero)
    np.testing.assert_array_equal(K.diagonal()[:-1], 1.0)
    np.testing.assert_array_equal(K[-1], 0.0)
    np.testing.assert_array_equal(Linear().normalized().diagonal(with_zero)[-2:], [1.0, 0.0])


def spectrum_reference(s, t, length):
    """Count the pairs of equal substrings, one by one."""
    return sum(
        s[i : i + length] == t[j : j + length]
        for i in range(len(s) - length + 1)
        for j in range(len(t) - length + 1)
    )


@given(st.lists(st.text("ACGT", max_size=12), min_size=1, max_size=5), st.integers(1, 4))
def test_spectrum_counts_pairs_of_equal_substrings(strings, length):
    kernel = Spectrum(length)
    K = kernel(strings)
    expected = [[spectrum_reference(s, t, length) for t in strings] for s in strings]
    np.testing.assert_array_equal(K, np.array(expected, dtype=float))
    np.testing.assert_array_equal(kernel.diagonal(strings), K.diagonal())


def test_spectrum_against_strings_with_new_substrings():
    assert Spectrum(2)(["ACAC"], ["TTAC", "GG", ""]).tolist() == [[2.0, 0.0, 0.0]]


def test_kernels_are_values():
    assert Gaussian(1) == Gaussian(1.0)
    assert hash(Gaussian(1)) == hash(Gaussian(1.0))
    assert Gaussian(1) != Gaussian(2)
    assert Linear() + 2.0 * Gaussian() == Sum(Linear(), Scaled(2.0, Gaussian()))
    assert len({Polynomial(2), Polynomial(2, 0.0), Polynomial(3)}) == 2
    assert pickle.loads(pickle.dumps(Linear() * Gaussian(3))) == Linear() * Gaussian(3)
    with pytest.raises(AttributeError):
        Gaussian().sigma = 2.0


@pytest.mark.parametrize("two", [2, 2.0, np.float64(2), np.int64(2)])
def test_a_number_scales_from_both_sides(two):
    np.testing.assert_array_equal((two * Linear())(X), 2 * Linear()(X))
    assert two * Linear() == Linear() * two


@pytest.mark.parametrize("two", [2, 2.0, np.float64(2), np.int64(2)])
def test_a_number_is_added_from_both_sides(two):
    single = X.astype(np.float32)
    K = (two + Linear())(single)
    np.testing.assert_array_equal(K, Linear()(single) + np.float32(2))
    assert K.dtype == np.float32
    assert two + Linear() == Linear() + two == Shifted(2.0, Linear())


def test_the_base_class_is_no_kernel():
    for call in (Kernel(), Kernel().diagonal):
        with pytest.raises(NotImplementedError):
            call(X)


class Lifted(Gaussian):
    """A reader's own kernel, who forgot to make it a dataclass."""

    def __init__(self, by):
        super().__init__(1.0)
        object.__setattr__(self, "by", by)

    def __call__(self, X, Z=None):
        return super().__call__(X, Z) + self.by


def test_a_subclass_without_fields_of_its_own_equals_itself_only():
    one, two = Lifted(1.0), Lifted(2.0)
    assert one == one  # noqa: PLR0124
    assert one != two
    assert one != Lifted(1.0), "nobody knows what it depends on"
    assert len({one, two}) == 2
    assert Gaussian(1.0) != one
    assert one != Gaussian(1.0)


def test_kernels_of_one_class_are_equal_by_their_fields():
    assert Gaussian(2) == Gaussian(2.0) != Gaussian(3.0)
    assert hash(Gaussian(2) + Linear()) == hash(Gaussian(2) + Linear())
    assert Gaussian(2) + Linear() != Linear() + Gaussian(2)
    assert Linear() == Linear() != Polynomial(1)


class Twice(Gaussian):
    """A reader's own kernel that borrows the door of the library's."""

    def __call__(self, X, Z=None):
        return 2.0 * super().__call__(X, Z)


class Broken(Linear):
    """The same that went wrong, on its diagonal only."""

    def diagonal(self, X):
        return super().diagonal(X)[:-1]


def test_a_subclass_with_a_door_of_its_own_is_asked_there():
    kernel, Z = Twice(2.0), X[:5]
    np.testing.assert_array_equal(gram_of(kernel, X), kernel(X))
    np.testing.assert_array_equal(gram_of(kernel, X, Z), kernel(X, Z))
    np.testing.assert_array_equal(rows_against(kernel, Z)(X), kernel(X, Z))
    np.testing.assert_array_equal((kernel + 1.0)(X), kernel(X) + 1.0)
    assert_kind_error(ValueError, "the diagonal of Broken.* must hold", diagonal_of, Broken(), X)


@pytest.mark.parametrize("kernel", NUMERIC, ids=str)
def test_checked_samples_of_another_kind_are_still_named(kernel):
    words = np.array(["a", "b"])
    assert_kind_error(TypeError, "X must hold real numbers, got", gram_of, kernel, words)
    few = "Z must have the 2 features of X, got 3"
    assert_kind_error(ValueError, few, gram_of, kernel, X[:, :2].copy(), np.ones((4, 3)))
