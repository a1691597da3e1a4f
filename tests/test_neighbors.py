import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.neighbors import NearestNeighbors

from kernelkit import distances, neighbors
from kernelkit.core import squared_euclidean
from kernelkit.engine.tiles import centre, rows_from
from kernelkit.neighbors import k_nearest, vote

pytestmark = pytest.mark.loops

# Few different values: many samples coincide or are equally far, which is where rules show.
lattice = st.integers(-2, 2).map(float)
clouds = hnp.arrays(np.float64, st.tuples(st.integers(1, 12), st.just(2)), elements=lattice)
METRICS = [metric for metric in distances.METRICS if metric != "minkowski"]
random = np.random.default_rng(0)


def by_sorting(X, queries, k, metric):
    """The textbook's way: all distances, sorted, equal ones by index."""
    function = getattr(distances, metric)
    rows = [sorted((function(x, z), i) for i, x in enumerate(X))[:k] for z in queries]
    return np.array([[d for d, _ in row] for row in rows]), np.array(
        [[i for _, i in row] for row in rows]
    )


@pytest.mark.parametrize("metric", METRICS)
@given(X=clouds, queries=clouds, data=st.data())
def test_it_finds_what_sorting_finds_ties_included(metric, X, queries, data):
    k = data.draw(st.integers(1, len(X)))
    found = k_nearest(X, queries, k, metric)
    far, index = by_sorting(X, queries, k, metric)
    np.testing.assert_array_equal(found.indices, index)
    np.testing.assert_allclose(found.distances, far, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev", "cosine"])
def test_scikit_learn_agrees(metric, dtype):
    X, queries = (
        random.normal(size=(300, 20)).astype(dtype),
        random.normal(size=(70, 20)).astype(dtype),
    )
    peer = NearestNeighbors(n_neighbors=7, algorithm="brute", metric=metric).fit(X.astype(float))
    far, index = peer.kneighbors(queries.astype(float))
    found = k_nearest(X, queries, 7, metric)
    np.testing.assert_array_equal(found.indices, index)
    np.testing.assert_allclose(found.distances, far, rtol=1e2 * np.finfo(dtype).eps)


@pytest.mark.parametrize("k", [1, 64, 65, 299, 300])
def test_every_k_up_to_all_samples(k):
    X, queries = random.normal(size=(300, 5)), random.normal(size=(4, 5))
    order = np.argsort(distances.pairwise(queries, X), axis=1)[:, :k]
    np.testing.assert_array_equal(k_nearest(X, queries, k).indices, order)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rounded_products_do_not_decide(dtype):
    """Distances 1 and 1 + 2e-6 at an offset of 100: their products agree to every digit kept."""
    X = (100 + np.array([[0.0, 1.0 + 2e-3], [1.0, 0.0], [0.0, 1.0], [50.0, 0.0]])).astype(dtype)
    found = k_nearest(X, np.full((1, 2), 100.0, dtype), 3)
    assert found.indices.tolist() == [[1, 2, 0]]


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("k", [1, 9, 400])
def test_many_parts_of_samples_give_what_sorting_gives(dtype, k):
    def eighths(n):  # whose squares are exact, so that sorting knows which are tied
        return (random.integers(-500, 500, size=(n, 3)) / 8).astype(dtype)

    X = eighths(2 * neighbors.TILE_SAMPLES + 300)
    X[-200:] = X[:200]  # ties between the first part and the last
    queries = np.concatenate([X[:5], eighths(neighbors.TILE_QUERIES + 3)])
    exact = ((X.astype(float)[:, None] - queries.astype(float)) ** 2).sum(axis=2)
    found = k_nearest(X, queries, k, "squared_euclidean")
    np.testing.assert_array_equal(found.indices, exact.argsort(axis=0, kind="stable")[:k].T)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("k", [1, 5, 40])
def test_more_ties_than_a_list_has_room_for(dtype, k):
    X = random.integers(0, 3, size=(neighbors.TILE_SAMPLES + 500, 3)).astype(dtype)
    queries = np.concatenate([X[:9], X[:9] + dtype(0.25), np.zeros((1, 3), dtype)])
    found = k_nearest(X, queries, k, "squared_euclidean")
    D = ((queries[:, np.newaxis] - X) ** 2).sum(axis=2)
    np.testing.assert_array_equal(found.indices, np.argsort(D, axis=1, kind="stable")[:, :k])


@pytest.mark.compiled
@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1e160, 1e200])
@pytest.mark.parametrize("metric", distances.METRICS)
def test_numbers_whose_squares_leave_the_range_are_measured_all_the_same(metric, scale):
    X, queries = random.normal(size=(20, 3)), random.normal(size=(4, 3))
    expected = k_nearest(X, queries, 3, metric)
    if metric == "squared_euclidean" and scale > 1:
        words = "X must be scaled down: a distance is beyond the largest float64"
        assert_kind_error(ValueError, words, k_nearest, scale * X, scale * queries, 3, metric)
        return
    found = k_nearest(scale * X, scale * queries, 3, metric)
    np.testing.assert_array_equal(found.indices, expected.indices)


def test_float32_beyond_the_root_of_its_largest_number():
    X = np.array([[1e20], [2e20], [4e20]], np.float32)
    found = k_nearest(X, X[:1], 3)
    assert found.indices.tolist() == [[0, 1, 2]]
    np.testing.assert_allclose(found.distances, [[0, 1e20, 3e20]], rtol=1e-6)


def test_minkowski_has_an_order():
    X, queries = random.normal(size=(40, 3)), random.normal(size=(5, 3))
    near = k_nearest(X, queries, 3, "minkowski", p=1)
    np.testing.assert_array_equal(near.indices, k_nearest(X, queries, 3, "manhattan").indices)


def test_a_majority_wins_and_a_tie_goes_to_the_nearest_of_the_tied():
    far = np.array([[1.0, 2.0, 3.0, 4.0]])
    assert vote(far, np.array([[0, 1, 1, 1]]), 3, False)[1] == [1]
    assert vote(far, np.array([[2, 1, 2, 1]]), 3, False)[1] == [2]
    assert vote(far, np.array([[0, 2, 1, 2]]), 3, False)[0].tolist() == [[1.0, 1.0, 2.0]]
    assert vote(far, np.array([[0, 2, 1, 1]]), 3, False)[1] == [1]


def test_votes_by_distance():
    far = np.array([[1.0, 2.0, 4.0]])
    votes, winner = vote(far, np.array([[0, 1, 1]]), 2, True)
    np.testing.assert_allclose(votes, [[1.0, 0.75]])
    assert winner == [0]


def test_a_zero_distance_decides_alone():
    votes, winner = vote(np.array([[0.0, 0.0, 1e-300, 5.0]]), np.array([[1, 1, 0, 0]]), 2, True)
    assert votes.tolist() == [[0.0, 2.0]]
    assert winner == [1]


def test_neighbours_that_products_cannot_tell_apart_are_told_apart_exactly():
    """Squared distances near 1 that differ by 1e-3, of points whose squared lengths are 1e5."""
    made = np.random.default_rng(1)
    directions = made.normal(size=(60, 40))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    near = 50.0 + directions * made.permutation(np.linspace(1.0, 1.03, 60))[:, np.newaxis]
    X = np.concatenate([near, near - 100.0]).astype(np.float32)  # the mean is far from both
    query = np.full((1, 40), 50.0, np.float32)
    exact = ((X.astype(float) - query) ** 2).sum(axis=1)
    found = k_nearest(X, query, 5)
    np.testing.assert_array_equal(found.indices[0], exact.argsort(kind="stable")[:5])


@pytest.mark.compiled
@pytest.mark.parametrize("apart", [0.0, 1000.0], ids=["few candidates", "half of all samples"])
def test_products_of_single_precision_do_not_decide(apart):
    """Each sample has a twin that single precision cannot tell from it."""
    made = np.random.default_rng(2)
    X = np.repeat(made.normal(size=(1500, 20)), 2, axis=0)
    X[::2] *= 1 + 1e-10
    X[1::2, 0] += apart
    queries = made.normal(size=(200, 20)) + apart * made.integers(2, size=(200, 1)) * np.eye(20)[0]
    exact = ((queries[:, np.newaxis] - X) ** 2).sum(axis=2)
    found = k_nearest(X, queries, 7)
    np.testing.assert_array_equal(found.indices, exact.argsort(axis=1)[:, :7])
    near = np.take_along_axis(exact, found.indices, axis=1)
    np.testing.assert_allclose(found.distances, np.sqrt(near), rtol=1e-14)


def close_to_a_plane(n, dtype=np.float64):
    """Three directions hold nearly all of the variance; some samples come twice."""
    made = np.random.default_rng(3)
    d = 4 * neighbors.DIRECTIONS
    X = made.normal(size=(n, 3)) @ made.normal(size=(3, d)) + 0.01 * made.normal(size=(n, d))
    X[n // 2 : n // 2 + 50] = X[:50]
    return X.astype(dtype)


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("k", [1, 7])
def test_a_few_directions_find_what_sorting_finds(dtype, k):
    X = close_to_a_plane(1200, dtype)
    queries = np.concatenate([X[:20], X[-4 * neighbors.DIRECTIONS :] + dtype(0.003)])
    origin, left = centre(X)
    rows, _ = neighbors._screen(left, rows_from(origin, queries), k)
    assert rows.samples.shape == (1200, neighbors.DIRECTIONS + 1)  # the way that is tested here
    square = squared_euclidean
    exact = np.array([[square(x, z) for x in X] for z in queries])
    found = k_nearest(X, queries, k, "squared_euclidean")
    np.testing.assert_array_equal(found.indices, exact.argsort(axis=1, kind="stable")[:, :k])


@pytest.mark.compiled
@pytest.mark.parametrize("scale", [1e-15, 1e13, 1e16, 1e17])
def test_a_few_directions_of_tiny_and_huge_numbers(scale):
    """Whose cubes are beyond float32."""
    X = close_to_a_plane(600)
    queries = X[-4 * neighbors.DIRECTIONS :] + 0.003
    (_, left), (_, right) = centre(scale * X), centre(scale * queries)
    rows, _ = neighbors._screen(left, right, 3)
    assert (rows.samples.shape[1] == neighbors.DIRECTIONS + 1) == (scale < 1e17)  # beyond, as is
    near = k_nearest(X, queries, 3)
    found = k_nearest(scale * X, scale * queries, 3)
    np.testing.assert_array_equal(found.indices, near.indices)
    np.testing.assert_allclose(found.distances, scale * near.distances, rtol=1e-9)


@pytest.mark.parametrize(
    ("dtype", "tiny"),
    [(np.float32, 1e-21), (np.float32, 1e-22), (np.float32, 3e-23), (np.float64, 1e-155)],
)
def test_tiny_samples_beside_large_ones(dtype, tiny):
    """Products of tiny numbers have few digits, or none."""
    made = np.random.default_rng(5)
    X = np.concatenate([made.normal(size=(40, 2)) * tiny, np.ones((1, 2))]).astype(dtype)
    queries = (made.normal(size=(30, 2)) * tiny).astype(dtype)
    exact = np.square(queries[:, np.newaxis].astype(float) - X).sum(axis=2)
    found = k_nearest(X, queries, 3, "squared_euclidean")
    # The smallest number of float32 is 1.4e-45, and that of float64 far below.
    np.testing.assert_allclose(
        found.distances, np.sort(exact)[:, :3], rtol=1e-6, atol=5e-45 * (dtype is np.float32)
    )


@pytest.mark.compiled
def test_tiny_samples_that_are_screened_in_single_precision():
    made = np.random.default_rng(6)
    X = made.normal(size=(600, 2))
    X[300:] *= 1e-22
    queries = np.concatenate([made.normal(size=(200, 2)), made.normal(size=(60, 2)) * 1e-22])
    exact = np.square(queries[:, np.newaxis] - X).sum(axis=2)
    found = k_nearest(X, queries, 4, "squared_euclidean")
    np.testing.assert_array_equal(found.indices, exact.argsort(axis=1, kind="stable")[:, :4])


@pytest.mark.parametrize("offset", [0.0, 3.0, 1e4])
def test_no_distance_is_below_its_bound(offset):
    """Where nothing is left beside the directions, too, and where rounding decides."""
    X = close_to_a_plane(300) + offset
    X[:100] = X[:1] * np.linspace(0, 2, 100)[:, np.newaxis]
    rows = rows_from(np.zeros(X.shape[1]), X)
    exact = np.square(X[:, np.newaxis] - X).sum(axis=2)
    for cheaper in neighbors._cheaper_rows(X):
        A, squares = cheaper(rows)
        both = squares[:, np.newaxis] + squares
        bounds = both - 2.0 * (A @ A.T)
        assert (bounds <= exact).all()
        assert (exact - bounds <= 0.02 * both + 1e-30).all()  # nor far below
