"""Dual coordinate descent: what it claims is proved, and it is LinearSVC's and SMO's answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from kernelkit import certificates
from kernelkit.datasets import load_adult, load_iris, load_mnist, load_usps
from kernelkit.solvers import dual_coordinate_descent
from kernelkit.solvers.svm import coordinate_descent

pytestmark = pytest.mark.loops

both_intercepts = pytest.mark.parametrize("intercept", ["unpenalised", "augmented"])


def two_clouds(seed, n=60, d=3, gap=0.5):
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    return random.normal(size=(n, d)) + gap * y[:, np.newaxis], y


def with_ones(X):
    return np.column_stack([X, np.ones(len(X))])


def proved_gap(X, y, result, C, intercept):
    """The relative gap by the certificates, after checking that alpha is allowed and gives w."""
    free = intercept == "unpenalised"
    scale = np.max(C)
    infeasible = certificates.dual_infeasibility(y, result.alpha, C, free_bias=free)
    assert infeasible <= 1e-9 * scale
    w = (result.alpha * y) @ X
    np.testing.assert_allclose(result.weights, w, rtol=1e-6, atol=1e-9 * np.abs(w).max())
    if free:
        args = X, y, result.weights, result.bias
    else:
        assert result.bias == pytest.approx(result.alpha @ y, rel=1e-6, abs=1e-9)
        args = with_ones(X), y, np.append(result.weights, result.bias), 0.0
    primal = certificates.linear_primal(*args, C)
    dual = certificates.linear_dual(args[0], y, result.alpha)
    assert result.primal == pytest.approx(primal, rel=1e-6)
    assert result.dual == pytest.approx(dual, rel=1e-6)
    return certificates.relative_gap(primal, dual)


@both_intercepts
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 60),
    C=st.sampled_from([1e-3, 0.1, 1.0, 30.0, (0.5, 4.0)]),
    offset=st.sampled_from([0.0, 10.0]),
)
def test_the_gap_is_proved(intercept, seed, n, C, offset):
    X, y = two_clouds(seed, n)
    X += offset if intercept == "unpenalised" else 0.0
    result = dual_coordinate_descent(X, y, C, intercept=intercept, tolerance=1e-3)
    assert result.converged
    gap = proved_gap(X, y, result, C, intercept)
    assert -1e-9 <= gap <= 1e-3 + 1e-9
    assert result.gap == pytest.approx(gap, abs=1e-6)


def test_no_memory_is_taken_for_epochs_that_never_come():
    X, y = two_clouds(4)
    few = dual_coordinate_descent(X, y, 1.0, tolerance=1e-6, max_epochs=10**4)
    many = dual_coordinate_descent(X, y, 1.0, tolerance=1e-6, max_epochs=10**15)
    np.testing.assert_array_equal(many.objective, few.objective)


@pytest.mark.compiled
@both_intercepts
@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_the_gap_is_proved_for_rows_beyond_the_cache_and_in_single_precision(intercept, scale):
    X, y = two_clouds(3, n=6000, d=100, gap=0.05)
    assert X.size > coordinate_descent.CACHED
    X[:, 0] *= scale
    X += 3.0  # far from the origin, where products of single precision would lose digits
    C = 1e-3 / scale**2
    result = dual_coordinate_descent(X, y, C, intercept=intercept)
    assert result.converged
    assert proved_gap(X, y, result, C, intercept) <= 1e-3 + 1e-9


@pytest.mark.compiled
@pytest.mark.parametrize("scale", [1e-25, 1e25])
def test_the_gap_is_proved_for_rows_beyond_the_range_of_single_precision(scale):
    X, y = two_clouds(3, n=6000, d=100, gap=0.05)
    X, C = scale * X, 1e-3 / scale**2
    result = dual_coordinate_descent(X, y, C)
    assert result.converged
    assert proved_gap(X, y, result, C, "unpenalised") <= 1e-3 + 1e-9


@pytest.mark.compiled
@both_intercepts
def test_many_samples_far_from_the_origin_converge(intercept):
    X, y = two_clouds(0, n=60_000, d=10, gap=0.5)
    X += 3.0  # where h of an augmented bias is large
    result = dual_coordinate_descent(X, y, 1.0, intercept=intercept, max_epochs=2000)
    assert result.converged
    assert proved_gap(X, y, result, 1.0, intercept) <= 1e-3 + 1e-9


@pytest.mark.compiled
@both_intercepts
def test_raw_bytes_converge_where_single_precision_is_not_enough(intercept):
    X, y = digits_of(load_mnist("test"), 1000, lambda y: y % 2 == 0)
    result = dual_coordinate_descent(X, y, 1e-2, intercept=intercept)
    assert X.size > coordinate_descent.CACHED
    assert proved_gap(np.float64(X), y, result, 1e-2, intercept) <= 1e-3 + 1e-9


@pytest.mark.compiled
def test_sums_are_not_of_single_precision_where_a_small_gap_is_asked_for():
    X, y = two_clouds(3, n=6000, d=100, gap=0.05)
    result = dual_coordinate_descent(np.float32(X), y, 1e-2, tolerance=1e-9)
    assert proved_gap(np.float64(np.float32(X)), y, result, 1e-2, "unpenalised") <= 1e-9


@pytest.mark.compiled
def test_sums_of_many_features_are_not_of_single_precision():
    X = np.tile(np.float32([[0.0, 1.0], [2.0, 0.5], [1.0, 1.0]]), (1, 2**17))
    assert X.size > coordinate_descent.CACHED
    assert dual_coordinate_descent(X, [1, -1, 1], max_epochs=1000).converged


@both_intercepts
def test_a_small_tolerance_gives_many_digits(intercept):
    X, y = two_clouds(0)
    result = dual_coordinate_descent(X, y, 1.0, intercept=intercept, tolerance=1e-9)
    assert proved_gap(X, y, result, 1.0, intercept) <= 1e-9
    f = X @ result.weights + result.bias
    assert certificates.kkt_violation(f, y, result.alpha, 1.0) <= 1e-3
    assert (result.alpha == 1.0).sum() > 10 < (result.alpha == 0.0).sum()


def digits_of(data, n, one):
    return data.X[:n], np.where(one(data.y[:n]), 1, -1)


def real_data(name):
    if name == "Iris":
        X, y = load_iris().select(["versicolor", "virginica"])
        return (X - X.mean(axis=0)) / X.std(axis=0), np.where(y == "virginica", 1, -1)
    if name == "Adult":
        X, y = load_adult()
        return np.float64(X[:2000]), np.where(y[:2000] == y[0], 1, -1)
    if name == "USPS":
        return digits_of(load_usps(), 1500, lambda y: y == 8)
    X, y = digits_of(load_mnist("train"), 1500, lambda y: y % 2 == 0)
    return X / 255.0, y


REAL = [("Iris", 1.0), ("Adult", 0.1), ("USPS", 0.01), ("MNIST parity", 0.01)]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "C"), REAL)
def test_it_is_scikit_learns_linear_svc(name, C):
    X, y = real_data(name)
    peer = LinearSVC(C=C, loss="hinge", tol=1e-7, max_iter=100_000, random_state=0).fit(X, y)
    ours = dual_coordinate_descent(X, y, C, intercept="augmented", tolerance=1e-6)
    w = np.append(peer.coef_[0], peer.intercept_)
    theirs = certificates.linear_primal(with_ones(X), y, w, 0.0, C)
    assert ours.primal == pytest.approx(theirs, rel=1e-4)
    np.testing.assert_allclose(X @ ours.weights + ours.bias, peer.decision_function(X), atol=1e-2)
    assert proved_gap(X, y, ours, C, "augmented") <= 1e-6


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "C"), REAL)
def test_with_a_free_bias_it_is_scikit_learns_svc(name, C):
    X, y = real_data(name)
    peer = SVC(C=C, kernel="linear", tol=1e-6).fit(X, y)
    ours = dual_coordinate_descent(X, y, C, tolerance=1e-6)
    theirs = certificates.linear_primal(X, y, peer.coef_[0], float(peer.intercept_[0]), C)
    assert ours.primal == pytest.approx(theirs, rel=1e-4)
    np.testing.assert_allclose(X @ ours.weights + ours.bias, peer.decision_function(X), atol=1e-2)
    assert proved_gap(X, y, ours, C, "unpenalised") <= 1e-6


def test_a_free_bias_does_not_care_where_the_origin_is():
    X, y = two_clouds(4)
    here = dual_coordinate_descent(X, y, 1.0, tolerance=1e-8)
    there = dual_coordinate_descent(X + 100.0, y, 1.0, tolerance=1e-8)
    np.testing.assert_allclose(there.weights, here.weights, rtol=1e-3, atol=1e-4)
    assert there.bias == pytest.approx(here.bias - 100.0 * here.weights.sum(), abs=1e-2)


@both_intercepts
def test_scaling_the_data_and_the_price_changes_nothing(intercept):
    X, y = two_clouds(5)
    plain = dual_coordinate_descent(X, y, 1.0, tolerance=1e-6)
    scaled = dual_coordinate_descent(1e3 * X, y, 1e-6, tolerance=1e-6)
    np.testing.assert_allclose(1e3 * scaled.weights, plain.weights, rtol=1e-2)
    order = np.random.default_rng(0).permutation(len(y))
    for rows, price in ((order, 1.0), (np.repeat(order, 2), 0.5)):
        again = dual_coordinate_descent(
            X[rows], y[rows], price, intercept=intercept, tolerance=1e-6
        )
        once = dual_coordinate_descent(X, y, 1.0, intercept=intercept, tolerance=1e-6)
        assert again.primal == pytest.approx(once.primal, rel=2e-6)


def test_the_documents_mu_is_a_price():
    """mu |w|^2 + mean hinge and C = 1 / (2 mu N) have the same minimum."""
    X, y = two_clouds(6)
    mu = 0.05
    C = certificates.penalty_of_mu(mu, len(y))
    result = dual_coordinate_descent(X, y, C, tolerance=1e-8)
    least = certificates.mean_objective(result.primal, C, len(y))
    w, b = result.weights, result.bias
    assert least == pytest.approx(mu * w @ w + np.maximum(0, 1 - y * (X @ w + b)).mean())
    random = np.random.default_rng(0)
    for _ in range(50):
        v = np.append(w, b) + 0.1 * random.normal(size=4)
        f = mu * v[:-1] @ v[:-1] + np.maximum(0, 1 - y * (X @ v[:-1] + v[-1])).mean()
        assert f >= least * (1 - 1e-7)


@both_intercepts
def test_the_multipliers_inside_their_bounds_come_from_a_linear_system(intercept):
    X, y = two_clouds(0, gap=1.0)
    X = np.vstack([X, X[:3]])  # rows that repeat make it singular
    y = np.append(y, y[:3])
    result = dual_coordinate_descent(X, y, 1.0, intercept=intercept, tolerance=1e-5)
    inside = (result.alpha > 1e-9) & (result.alpha < 1.0 - 1e-9)
    assert 2 <= inside.sum() <= 8
    f = X @ result.weights + result.bias
    np.testing.assert_allclose(y[inside] * f[inside], 1.0, atol=1e-6)
    assert result.gap <= 1e-7, "no descent to a gap of 1e-5 comes so far"


def test_bytes_and_floats_of_the_same_pixels_agree():
    X, y = digits_of(load_mnist("test"), 60, lambda y: y % 2 == 0)
    for intercept in ("unpenalised", "augmented"):
        results = [
            dual_coordinate_descent(
                X.astype(dtype), y, 1e-7, intercept=intercept, tolerance=1e-6, max_epochs=3000
            )
            for dtype in (np.uint8, np.float32, np.float64)
        ]
        for other in results[:2]:
            assert other.primal == pytest.approx(results[2].primal, rel=1e-5)


def test_orders_are_seeded_and_no_seed_is_one_seed():
    X, y = two_clouds(1)
    runs = [
        dual_coordinate_descent(X, y, random_state=shuffle).alpha.tolist()
        for shuffle in (0, np.random.default_rng(0), np.random.default_rng(1))
    ]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


@both_intercepts
def test_reaching_the_limit_is_a_warning_and_the_best_so_far(intercept):
    X, y = two_clouds(2)
    words = "dual coordinate descent stopped at a relative duality gap of .*after 3 epochs"
    with pytest.warns(ConvergenceWarning, match=words):
        result = dual_coordinate_descent(
            X, y, 1e3, intercept=intercept, tolerance=1e-9, max_epochs=3
        )
    assert (len(result.objective), result.converged) == (3, False)
    assert result.gap == pytest.approx(proved_gap(X, y, result, 1e3, intercept), abs=1e-9)
    assert 1e-9 < result.gap <= 1


@both_intercepts
def test_hard_cases(intercept):
    def solve(X, y, C=1.0):
        result = dual_coordinate_descent(X, y, C, intercept=intercept, tolerance=1e-6)
        X, y = np.array(X), np.array(y)
        assert proved_gap(X, y, result, C, intercept) <= 1e-6
        return result

    two = solve([[0.0], [2.0]], [-1, 1], 100.0)
    if intercept == "unpenalised":
        assert (round(two.weights[0], 4), round(two.bias, 4)) == (1.0, -1.0)
    same = solve([[1.0, 1.0]] * 4, [1, -1, 1, -1])
    np.testing.assert_allclose(same.weights, 0.0, atol=1e-9)
    opposite = solve([[0.0], [3.0], [1.0], [1.0]], [-1, 1, 1, -1])
    assert opposite.alpha[2:] == pytest.approx(1.0, abs=1e-4)
    bound = solve(two_clouds(3)[0], two_clouds(3)[1], 1e-4)
    if intercept == "unpenalised":
        assert bound.alpha == pytest.approx(1e-4)
    zeros = solve(np.zeros((3, 2)), [1, -1, -1])
    assert zeros.weights.tolist() == [0.0, 0.0]


@both_intercepts
def test_a_jump_solves_what_epochs_only_come_near_to(intercept):
    X, y = two_clouds(3, n=200)
    result = dual_coordinate_descent(X, y, 0.5, intercept=intercept, tolerance=1e-5)
    assert result.gap < 1e-9
