"""Fisher's discriminant: the document's closed form, its ratio, and what singular scatter does."""

import sys

import numpy as np
import objectives
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import linalg
from scipy.optimize import approx_fprime
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from kernelkit import FisherDiscriminant
from kernelkit.datasets import load_iris, load_usps
from kernelkit.solvers import fisher, least_squares

IRIS = load_iris()
CODES = np.unique(IRIS.y, return_inverse=True)[1]


def clouds(seed, n=60, d=4, k=3, apart=1.0):
    """Classes of different means and one covariance, in random order."""
    random = np.random.default_rng(seed)
    y = random.permutation(np.arange(n) % k)
    mix = random.normal(size=(d, d))
    return random.normal(size=(n, d)) @ mix + apart * random.normal(size=(k, d))[y] + 2.0, y


def centres(result):
    """The mean of each class along each direction, from the mean of all samples."""
    return (result.class_means - result.mean) @ result.directions.T


def parallel(a, b):
    """The cosine between two directions, for a tolerance on what is lost to 1."""
    return abs(a @ b) / np.linalg.norm(a) / np.linalg.norm(b)


@given(seed=st.integers(0, 10**6), d=st.integers(1, 8))
def test_two_classes_have_the_documents_closed_form(seed, d):
    X, y = clouds(seed, d=d, k=2)
    S_w, _ = objectives.scatter_matrices(X, y)
    w = np.linalg.solve(S_w, X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0))
    result = fisher(X, y)
    assert result.directions.shape == (1, d)
    np.testing.assert_allclose(result.directions[0], w * np.sqrt(60 / (w @ S_w @ w)), rtol=1e-7)


@given(seed=st.integers(0, 10**6), d=st.integers(2, 6), k=st.integers(2, 5))
def test_more_classes_solve_the_generalised_eigenproblem(seed, d, k):
    X, y = clouds(seed, d=d, k=k)
    S_w, S_b = objectives.scatter_matrices(X, y)
    most = min(k - 1, d)
    values, vectors = linalg.eigh(S_b, S_w)
    result = fisher(X, y)
    np.testing.assert_allclose(result.ratios, values[::-1][:most], rtol=1e-6)
    for w, ratio, expected in zip(result.directions, result.ratios, vectors.T[::-1], strict=False):
        assert objectives.fisher_residual(X, y, w) < 1e-9
        assert objectives.fisher_ratio(X, y, w) == pytest.approx(ratio, rel=1e-7)
        assert parallel(w, expected) == pytest.approx(1.0, abs=1e-4)
    within = result.directions @ S_w @ result.directions.T / len(X)
    np.testing.assert_allclose(within, np.eye(most), atol=1e-7)
    between = result.directions @ S_b @ result.directions.T / len(X)
    np.testing.assert_allclose(between, np.diag(result.ratios), atol=1e-6)


def test_the_ratio_is_stationary_by_differences_and_nothing_beats_it():
    X, y = clouds(1)
    best = fisher(X, y).directions[0]
    ratio = objectives.fisher_ratio(X, y, best)
    slope = approx_fprime(best, lambda w: objectives.fisher_ratio(X, y, w), 1e-6)
    assert np.abs(slope).max() < 1e-3 * ratio
    random = np.random.default_rng(0)
    assert all(objectives.fisher_ratio(X, y, w) <= ratio for w in random.normal(size=(200, 4)))


def test_the_residual_is_the_gradient_of_the_ratio_up_to_a_factor():
    X, y = clouds(2)
    w = np.random.default_rng(0).normal(size=4)
    S_w, S_b = objectives.scatter_matrices(X, y)
    slope = approx_fprime(w, lambda w: objectives.fisher_ratio(X, y, w), 1e-7)
    s_w, s_t = w @ S_w @ w, w @ (S_w + S_b) @ w
    expected = (np.abs(slope) * s_w**2 / (2 * s_t)) / np.sqrt((S_w + S_b).diagonal() * s_t)
    assert objectives.fisher_residual(X, y, w) == pytest.approx(expected.max(), rel=1e-4)


def test_the_scatters_add_up_to_that_of_all_samples():
    X, y = clouds(3)
    S_w, S_b = objectives.scatter_matrices(X, y)
    np.testing.assert_allclose(S_w + S_b, (len(X) - 1) * np.cov(X.T), rtol=1e-10)


def test_without_the_square_the_document_would_maximise_zero():
    X, y = clouds(4)
    values = X @ [1.0, 2.0, 3.0, 4.0]
    as_printed = sum((y == k).sum() * (values[y == k].mean() - values.mean()) for k in range(3))
    assert abs(as_printed) < 1e-10
    assert objectives.fisher_ratio(X, y, [1.0, 2.0, 3.0, 4.0]) > 0


@pytest.mark.parametrize("n", [10, 60])
def test_for_two_classes_it_is_the_direction_of_least_squares(n):
    X, y = clouds(5, n=n, d=20, k=2)
    w = least_squares(X, 2.0 * y - 1.0).weights
    assert parallel(fisher(X, y).directions[0], w) == pytest.approx(1.0, abs=1e-10)
    assert fisher(X, y).directions[0] @ w > 0


@given(seed=st.integers(0, 10**6), n=st.integers(4, 12), k=st.integers(2, 3))
def test_more_features_than_samples_pile_each_class_on_a_point(seed, n, k):
    X, y = clouds(seed, n=n, d=20, k=k)
    result = fisher(X, y)
    assert result.directions.shape == (k - 1, 20)
    assert np.isinf(result.ratios).all()
    projected = (X - result.mean) @ result.directions.T
    np.testing.assert_allclose(projected, centres(result)[y], atol=1e-7)
    np.testing.assert_allclose(projected.T @ projected / n, np.eye(k - 1), atol=1e-7)
    for w in result.directions:
        assert objectives.fisher_residual(X, y, w) < 1e-7


def test_piled_directions_are_the_same_in_any_order_of_samples_and_the_shortest_first():
    X, y = clouds(6, n=12, d=30, k=4)
    result = fisher(X, y)
    order = np.random.default_rng(0).permutation(12)
    np.testing.assert_allclose(fisher(X[order], y[order]).directions, result.directions, atol=1e-9)
    lengths = np.linalg.norm(result.directions, axis=1)
    assert (np.diff(lengths) > 0).all()
    gram = result.directions @ result.directions.T
    np.testing.assert_allclose(gram, np.diag(lengths**2), atol=1e-10)


@given(seed=st.integers(0, 10**6))
def test_the_order_and_number_of_copies_of_samples_do_not_matter(seed):
    X, y = clouds(seed)
    result = fisher(X, y)
    order = np.random.default_rng(seed).permutation(len(X))
    np.testing.assert_allclose(fisher(X[order], y[order]).directions, result.directions, atol=1e-6)
    twice = fisher(np.vstack([X, X]), np.append(y, y))
    np.testing.assert_allclose(twice.directions, result.directions, atol=1e-6)
    np.testing.assert_allclose(twice.ratios, result.ratios, rtol=1e-8)


@pytest.mark.parametrize("singular", [False, True])
def test_units_do_not_matter(singular):
    X, y = clouds(7, d=5)
    if singular:
        X = np.column_stack([X, X[:, 0] + X[:, 1]])
    units = np.array([1e8, 1e-8, 1.0, 1e4, 1e-4, 1.0])[: X.shape[1]]
    here, there = fisher(X, y), fisher(X * units, y)
    np.testing.assert_allclose(there.ratios, here.ratios, rtol=1e-8)
    np.testing.assert_allclose(centres(there), centres(here), rtol=1e-7)


def test_constant_and_copied_features_change_nothing_but_share_their_weight():
    X, y = clouds(8)
    here = fisher(X, y)
    there = fisher(np.column_stack([X, np.full(60, 0.1), X[:, 0]]), y)
    np.testing.assert_allclose(there.ratios, here.ratios, rtol=1e-9)
    np.testing.assert_array_equal(there.directions[:, 4], 0.0)
    np.testing.assert_allclose(there.directions[:, 0], here.directions[:, 0] / 2, rtol=1e-8)
    np.testing.assert_allclose(there.directions[:, 5], here.directions[:, 0] / 2, rtol=1e-8)


def test_a_feature_that_gives_the_class_away_comes_first():
    X, y = clouds(9, k=2)
    result = fisher(np.column_stack([X, 5.0 * y]), y)
    assert np.isinf(result.ratios).all()
    assert parallel(result.directions[0], np.eye(5)[4]) == pytest.approx(1.0, abs=1e-9)


def test_features_that_give_classes_away_come_in_a_definite_order():
    X, y = clouds(10, n=90, k=4)
    X = np.column_stack([X, 5.0 * (y == 1), 0.1 + 7.0 * (y == 2)])
    result = fisher(X, y)
    assert np.isinf(result.ratios[:2]).all()
    assert np.isfinite(result.ratios[2])
    order = np.random.default_rng(0).permutation(90)
    np.testing.assert_allclose(fisher(X[order], y[order]).directions, result.directions, atol=1e-9)
    np.testing.assert_allclose(result.directions[:2, :4], 0.0, atol=1e-9)
    np.testing.assert_allclose(
        (X - result.mean) @ result.directions[:2].T, centres(result)[y][:, :2], atol=1e-9
    )


@given(seed=st.integers(0, 10**6), k=st.integers(2, 5))
def test_the_last_class_off_the_mean_is_above_it(seed, k):
    X, y = clouds(seed, k=k)
    assert (centres(fisher(X, y))[-1] > 0).all()
    renamed = fisher(X, k - 1 - y)
    assert (centres(renamed)[-1] > 0).all()
    np.testing.assert_allclose(
        np.abs(renamed.directions), np.abs(fisher(X, y).directions), atol=1e-6
    )


def test_a_last_class_at_the_mean_leaves_the_sign_to_the_one_before():
    X = np.array([[0.0], [2.0], [8.0], [10.0], [4.0], [6.0]])
    result = fisher(X, [0, 0, 1, 1, 2, 2])
    np.testing.assert_allclose(centres(result), [[-4.0], [4.0], [0.0]], atol=1e-9)
    rounded = np.array([[-4.0, 4.0], [4.0, -4.0], [-1e-15, 1e-15]])
    assert sys.modules["kernelkit.solvers.linear.fisher"]._signs(rounded).tolist() == [1.0, -1.0]
    assert result.ratios[0] == pytest.approx(64 / 6)


def test_classes_with_one_mean_have_a_ratio_of_zero():
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    result = fisher(X, [0, 0, 1, 1])
    assert result.ratios[0] == pytest.approx(0.0, abs=1e-20)
    assert np.isfinite(result.directions).all()


def test_results_describe_the_classes():
    result = fisher(IRIS.X.astype(np.float32), CODES)
    np.testing.assert_allclose(result.mean, IRIS.X.mean(axis=0), rtol=1e-6)
    for k in range(3):
        members = IRIS.X[k == CODES].mean(axis=0)
        np.testing.assert_allclose(result.class_means[k], members, rtol=1e-6)


def test_fewer_components_are_the_first_ones():
    whole, part = fisher(IRIS.X, CODES), fisher(IRIS.X, CODES, n_components=1)
    np.testing.assert_array_equal(part.directions, whole.directions[:1])
    assert part.ratios == pytest.approx([32.19193], rel=1e-6)


def test_on_digits_it_is_scikit_learns_projection():
    X, y = load_usps()
    X, y = X[:1500], y[:1500]
    ours = FisherDiscriminant().fit(X, y)
    peer = LinearDiscriminantAnalysis(solver="eigen").fit(X, y)
    np.testing.assert_allclose(
        ours.ratios_ / ours.ratios_.sum(), peer.explained_variance_ratio_[:9], rtol=1e-6
    )
    theirs = (X - X.mean(axis=0)) @ peer.scalings_[:, :9]
    mine = ours.transform(X)
    signs = np.sign((mine * theirs).sum(axis=0))
    np.testing.assert_allclose(mine * signs, theirs, atol=1e-7)
    for w in ours.directions_[:3]:
        assert objectives.fisher_residual(X, y, w) < 1e-9
