import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.spatial.distance import cdist

from kernelkit import distances
from kernelkit._jit import njit
from kernelkit.engine import tiles

pytestmark = pytest.mark.loops

SCIPY = {
    "euclidean": "euclidean",
    "squared_euclidean": "sqeuclidean",
    "manhattan": "cityblock",
    "chebyshev": "chebyshev",
    "minkowski": "minkowski",
    "cosine": "cosine",
}
METRICS = tuple(SCIPY)
coordinates = st.floats(-100, 100).map(lambda v: round(v, 3))
points = hnp.arrays(np.float64, st.tuples(st.integers(1, 6), st.just(3)), elements=coordinates)


def order(metric):
    return {"p": 3} if metric == "minkowski" else {}


def two_samples(metric, x, z):
    function = getattr(distances, metric)
    return function(x, z, 3) if metric == "minkowski" else function(x, z)


@pytest.mark.parametrize("metric", METRICS)
@given(X=points, Z=points)
def test_pairwise_equals_the_function_of_two_samples(metric, X, Z):
    D = distances.pairwise(X, Z, metric, **order(metric))
    for i, x in enumerate(X):
        for j, z in enumerate(Z):
            assert D[i, j] == pytest.approx(two_samples(metric, x, z), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pairwise_agrees_with_scipy(metric, dtype):
    random = np.random.default_rng(0)
    X, Z = random.normal(size=(70, 20)).astype(dtype), random.normal(size=(50, 20)).astype(dtype)
    D = distances.pairwise(X, Z, metric, **order(metric))
    assert D.dtype == dtype
    np.testing.assert_allclose(
        D, cdist(X, Z, SCIPY[metric], **order(metric)), rtol=20 * np.finfo(dtype).eps
    )


@pytest.mark.parametrize("metric", METRICS)
@given(X=points)
def test_against_itself_it_is_exactly_symmetric_with_an_exact_zero_diagonal(metric, X):
    D = distances.pairwise(X, metric=metric, **order(metric))
    np.testing.assert_array_equal(D, D.T)
    np.testing.assert_array_equal(D.diagonal(), 0.0)


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "minkowski"])
@given(x=points, z=points, m=points)
def test_triangle_inequality(metric, x, z, m):
    detour = two_samples(metric, x[0], m[0]) + two_samples(metric, m[0], z[0])
    assert two_samples(metric, x[0], z[0]) <= detour * (1 + 1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_permuting_rows_permutes_the_matrix(metric):
    X = np.random.default_rng(1).normal(size=(9, 4))
    rows = np.random.default_rng(2).permutation(9)
    D = distances.pairwise(X, metric=metric, **order(metric))
    np.testing.assert_allclose(
        distances.pairwise(X[rows], metric=metric, **order(metric)),
        D[np.ix_(rows, rows)],
        rtol=1e-12,
    )


@pytest.mark.parametrize("offset", [0.0, 1e6, -1e6])
@pytest.mark.parametrize("spread", [1.0, 1e-3])
def test_euclidean_keeps_its_digits_far_from_the_origin(offset, spread):
    X = offset + spread * np.random.default_rng(3).normal(size=(60, 30))
    np.testing.assert_allclose(distances.pairwise(X), cdist(X, X), rtol=1e-7)
    np.testing.assert_allclose(distances.pairwise(X[:20], X[20:]), cdist(X[:20], X[20:]), rtol=1e-7)


@pytest.mark.parametrize(("dtype", "accuracy"), [(np.float64, 1e-7), (np.float32, 1e-4)])
def test_neighbours_keep_their_digits_beside_far_away_points(dtype, accuracy):
    """Two tight clusters a million apart: centring cannot help, only recomputing what cancelled."""
    X = np.random.default_rng(4).normal(size=(40, 5))
    X[20:] += 1e6
    X = X.astype(dtype)
    exact = cdist(X.astype(np.float64), X.astype(np.float64))
    np.testing.assert_allclose(distances.pairwise(X), exact, rtol=accuracy)


def test_minkowski_joins_manhattan_euclidean_and_chebyshev():
    x, z = np.array([0.0, 3.0, -1.0]), np.array([1.0, -2.0, 0.5])
    assert distances.minkowski(x, z, 1) == pytest.approx(distances.manhattan(x, z), rel=1e-14)
    assert distances.minkowski(x, z, 2) == pytest.approx(distances.euclidean(x, z), rel=1e-14)
    assert distances.minkowski(x, z, 500) == pytest.approx(distances.chebyshev(x, z), rel=1e-14)
    assert distances.minkowski(1e3 * x, 1e3 * z, 500) == pytest.approx(5e3, rel=1e-2), "no overflow"


def test_the_zero_vector_has_no_direction():
    assert distances.cosine([0, 0], [1, 2]) == 1.0
    assert distances.cosine([0, 0], [0, 0]) == 0.0
    assert distances.cosine([1, 1], [-2, -2]) == pytest.approx(2.0)


@pytest.mark.compiled
def test_the_distances_can_be_called_from_compiled_code():
    @njit
    def around(X):
        total = 0.0
        for i in range(X.shape[0]):
            z = X[i - 1]
            total += distances.euclidean(X[i], z) + distances.minkowski(X[i], z, 1.0)
        return total

    square = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    assert around(square) == pytest.approx(8.0)


def test_samples_far_from_the_origin_are_moved_and_others_are_not_copied():
    X = np.random.default_rng(0).normal(size=(50, 3))
    assert tiles.centre(X)[1].samples is X
    near, far = X + 2.0, X + 1000.0
    assert tiles.centre(near)[1].samples is near, "|mean|^2 = 12 is four times the spread"
    origin, (samples, squares) = tiles.centre(far)
    np.testing.assert_allclose(origin, far.mean(axis=0), rtol=1e-12)
    np.testing.assert_array_equal(samples, far - origin)
    np.testing.assert_allclose(squares, (samples**2).sum(axis=1), rtol=1e-12)
    moved = tiles.rows_from(origin, X)
    np.testing.assert_array_equal(moved.samples, X - origin)


@pytest.mark.parametrize("size", [1, 16, 37])
def test_the_mirror_image_of_the_lower_half_whatever_the_upper_half_is(size):
    tile = np.arange(float(size * size)).reshape(size, size)
    K = tile.copy()
    tiles._mirror(tile, K, below=True)
    np.testing.assert_array_equal(K, np.tril(tile) + np.tril(tile, -1).T)
    image = np.empty((size, 2))
    tiles._mirror(tile[:2], image[:, : len(tile[:2])], below=False)
    np.testing.assert_array_equal(image[:, : len(tile[:2])], tile[:2].T)
