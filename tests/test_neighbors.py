import numpy as np
import pytest
from checks import BAD_MATRICES, assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.neighbors import NearestNeighbors

from kernelkit import distances, neighbors
from kernelkit.neighbors import Neighbors, k_nearest, vote

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


def test_memory_is_bounded_by_blocks(monkeypatch):
    X, queries = random.normal(size=(50, 3)), random.normal(size=(23, 3))
    whole = k_nearest(X, queries, 4)
    monkeypatch.setattr(neighbors, "BLOCK_BYTES", 50 * 8 * 5)
    shapes = []
    choose = neighbors._choose
    monkeypatch.setattr(
        neighbors, "_choose", lambda *args: (shapes.append(args[2].shape), choose(*args))
    )
    blocked = k_nearest(X, queries, 4)
    assert {shape[0] for shape in shapes} == {5, 3}
    np.testing.assert_array_equal(blocked.indices, whole.indices)
    np.testing.assert_array_equal(blocked.distances, whole.distances)


def low_dimensional(n, dtype):
    """Points near a plane of 12 dimensions in 240: what a sketch is good for."""
    made = np.random.default_rng(5)
    plane = made.normal(size=(12, 240))
    return (made.normal(size=(n, 12)) @ plane + 0.05 * made.normal(size=(n, 240)) + 3).astype(dtype)


def plainly(X, queries, k):
    found = Neighbors(np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64))
    neighbors._by_products(X, queries, found)
    return np.sqrt(found.distances), found.indices


@pytest.mark.compiled
@pytest.mark.parametrize("k", [1, 7, 100])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_sketch_finds_what_the_plain_way_finds(dtype, k, monkeypatch):
    points = low_dimensional(1500, dtype)
    X, queries = np.concatenate([points[:1200], points[:200]]), points[1200:]
    X[-1] = queries[0]
    tried = []
    choose = neighbors._choose
    monkeypatch.setattr(neighbors, "_choose", lambda *a: (tried.append(choose(*a)), tried[-1])[1])
    found = k_nearest(X, queries, k)
    assert sum(tried) < 0.5 * len(X) * len(queries), "the sketch did not spare much"
    far, index = plainly(X, queries, k)
    np.testing.assert_array_equal(found.indices, index)
    np.testing.assert_array_equal(found.distances, far)


@pytest.mark.compiled
def test_where_a_sketch_spares_nothing_the_plain_way_takes_over(monkeypatch):
    X, queries = random.normal(size=(1100, 200)), random.normal(size=(210, 200))
    expected = plainly(X, queries, 3)[1]
    asked = []
    plain = neighbors._by_products
    monkeypatch.setattr(
        neighbors, "_by_products", lambda X, q, f: (asked.append(len(q)), plain(X, q, f))
    )
    np.testing.assert_array_equal(k_nearest(X, queries, 3).indices, expected)
    assert asked == [210 - neighbors.TRIAL]


@pytest.mark.compiled
@pytest.mark.parametrize(("n", "m"), [(1100, 199), (799, 210)])
def test_few_queries_or_few_samples_are_not_worth_a_sketch(n, m, monkeypatch):
    monkeypatch.setattr(neighbors, "_by_sketch", None)
    X, queries = random.normal(size=(n, 200)), random.normal(size=(m, 200))
    np.testing.assert_array_equal(k_nearest(X, queries, 2).indices, plainly(X, queries, 2)[1])


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


@pytest.mark.parametrize("case", BAD_MATRICES)
def test_bad_matrices_are_named(case):
    X, error, words = BAD_MATRICES[case]
    assert_kind_error(error, words, k_nearest, X, [[1.0, 2.0]], 1)
    assert_kind_error(error, words.replace("X must", "queries must"), k_nearest, [[1.0, 2.0]], X, 1)


def test_bad_options_are_named():
    X = np.eye(3)
    assert_kind_error(
        ValueError, "k must be a whole number, at least 1 and at most 3, got 0", k_nearest, X, X, 0
    )
    assert_kind_error(ValueError, "k must be.*at most 3, got 4", k_nearest, X, X, 4)
    assert_kind_error(ValueError, "metric must be one of.*got 'taxi'", k_nearest, X, X, 1, "taxi")
    assert_kind_error(ValueError, "p must be", k_nearest, X, X, 1, "minkowski", 0)
    assert_kind_error(
        ValueError, "p belongs to metric='minkowski'", k_nearest, X, X, 1, "euclidean", 3
    )
    assert_kind_error(
        ValueError, "queries must have the 3 features of X, got 2", k_nearest, X, np.eye(2), 1
    )


def test_bad_votes_are_named():
    near = [[1.0, 2.0]]
    for args, words in [
        ((near, [[0, 1, 1]], 2), r"labels must have the shape \(1, 2\) of distances, got \(1, 3\)"),
        ((near, [[0, 2]], 2), "labels must hold whole numbers from 0 to 1, got 2"),
        ((near, [[0, 1]], 0), "n_classes must be"),
        ((near[0], [0, 1], 2), "distances must be two-dimensional"),
    ]:
        assert_kind_error(ValueError, words, vote, *args, False)
    words = "by_distance must be True or False, got 'uniform'"
    assert_kind_error(TypeError, words, vote, near, [[0, 1]], 2, "uniform")
