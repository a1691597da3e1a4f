"""SMO by its certificates, on paper, against a plain-NumPy loop and scikit-learn's SVC."""

import warnings

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import TOLERANCE, assert_proved
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from kernelkit import Gaussian, Linear, Polynomial
from kernelkit import certificates as cert
from kernelkit.datasets import load_adult, load_iris, load_mnist, make_moons
from kernelkit.solvers import KernelCache, smo
from kernelkit.solvers.kernel_cache import GivenRows
from kernelkit.solvers.svm.smo import Dual

pytestmark = pytest.mark.loops

MOONS = make_moons(80, noise=0.3, seed=1)
SIGNS = np.where(MOONS.y == 1, 1, -1)


SLOW = pytest.param(100.0, marks=pytest.mark.compiled)  # uncompiled, it takes a minute


@pytest.mark.parametrize("C", [0.1, 1.0, SLOW, (1.0, 10.0), (10.0, 0.5)])
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Linear(), Polynomial(2, 1.0)], ids=str)
def test_every_solution_is_proved(kernel, C):
    K = kernel(MOONS.X)
    assert_proved(smo(K, SIGNS, C), K, SIGNS, C)


def test_the_hard_margin_is_proved_and_separates():
    K = Gaussian(0.2)(MOONS.X)
    result = smo(K, SIGNS, np.inf)
    assert_proved(result, K, SIGNS, np.inf)
    assert (SIGNS * result.scores).min() >= 1 - 2 * TOLERANCE


@pytest.mark.parametrize("C", [(np.inf, 1.0), (1.0, np.inf)])
def test_one_class_can_have_a_hard_margin(C):
    K = Gaussian(0.2)(MOONS.X)
    assert_proved(smo(K, SIGNS, C), K, SIGNS, C)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(2, 40),
    C=st.sampled_from([1e-3, 0.5, 1e3]),
    dtype=st.sampled_from([np.float32, np.float64]),
)
def test_any_labels_of_any_points_are_proved(seed, n, C, dtype):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, size=(n, 2)).astype(dtype)  # many of them the same
    y = np.where(rng.random(n) < 0.5, -1, 1)
    y[:2] = -1, 1
    K = Gaussian(1.0)(X)
    assert_proved(smo(K, y, C), K, y, C)
    assert_proved(smo(KernelCache(Gaussian(1.0), X), y, C), K, y, C)


def reference(K, y, C, tolerance):
    """(SMO1) and (SMO2) in plain NumPy, all sums afresh."""
    lower, upper = np.where(y > 0, 0, -C), np.where(y > 0, C, 0)
    beta, pairs = np.zeros(len(y)), []
    while True:
        r = y - K @ beta
        grows, shrinks = np.flatnonzero(beta < upper), np.flatnonzero(beta > lower)
        i = grows[np.argmax(r[grows])]
        partners = shrinks[r[shrinks] < r[i]]
        if r[i] - r[shrinks].min() <= tolerance:
            return beta * y, pairs
        curvature = np.maximum(K[i, i] + K.diagonal()[partners] - 2 * K[i, partners], 1e-12)
        j = partners[np.argmax((r[i] - r[partners]) ** 2 / curvature)]
        c = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        t = min((r[i] - r[j]) / c, upper[i] - beta[i], beta[j] - lower[j])
        beta[i] = upper[i] if t == upper[i] - beta[i] else beta[i] + t
        beta[j] = lower[j] if t == beta[j] - lower[j] else beta[j] - t
        pairs.append((i, j))


def test_it_moves_the_pairs_of_the_formulas():
    K = Gaussian(0.5)(MOONS.X)
    for C in (0.3, 5.0):
        result = smo(K, SIGNS, C, keep_path=True)
        alpha, pairs = reference(K, SIGNS, C, TOLERANCE)
        count = min(len(pairs), 15)  # beyond, the last digit may decide between two
        assert result.path.pairs[:count].tolist() == [
            list(map(int, pair)) for pair in pairs[:count]
        ]
        assert result.objective == pytest.approx(cert.kernel_dual(K, SIGNS, alpha), rel=1e-3)


def test_the_path_is_every_move_on_the_way():
    K = Gaussian(0.5)(MOONS.X)
    result = smo(K, SIGNS, 2.0, keep_path=True)
    path = result.path
    assert len(path.pairs) == len(path.alpha) == result.n_iter
    np.testing.assert_array_equal(path.alpha[-1], result.alpha)
    before = np.vstack([np.zeros(80), path.alpha[:-1]])
    for pair, old, new in zip(path.pairs, before, path.alpha, strict=True):
        assert set(np.flatnonzero(old != new)) == set(pair)
        assert new @ SIGNS == pytest.approx(0, abs=1e-12)
    duals = [cert.kernel_dual(K, SIGNS, alpha) for alpha in path.alpha]
    assert (np.diff(duals) > -1e-12).all(), "the dual objective never falls"
    assert smo(K, SIGNS, 2.0).path is None


def test_two_points():
    """x = 2 and 0: w = 1 between them, alpha = 1/2, f = x - 1."""
    K = [[4.0, 0.0], [0.0, 0.0]]
    result = smo(K, [1, -1], np.inf)
    assert result.alpha.tolist() == [0.5, 0.5]
    assert (result.bias, result.norm, result.n_iter) == (-1.0, 1.0, 1)
    assert_proved(result, K, [1, -1], np.inf)


def test_without_a_free_support_vector_the_bias_is_in_the_middle():
    """Three points 0, 1 and 5 at a low price: alpha is at its bounds, f = -1 at 0 is enough."""
    X = np.array([[-1.0], [1.0]])
    result = smo(X @ X.T, [-1, 1], 0.1)
    assert result.alpha.tolist() == [0.1, 0.1], "both at the bound"
    assert result.bias == 0.0, "the middle of -0.8 and 0.8"
    assert_proved(result, X @ X.T, [-1, 1], 0.1)


def test_the_bias_is_the_mean_over_free_support_vectors():
    K = Gaussian(0.5)(MOONS.X)
    result = smo(K, SIGNS, 1.0)
    free = (result.alpha > 0) & (result.alpha < 1.0)
    wanted = SIGNS - K @ (result.alpha * SIGNS)
    assert free.sum() > 2
    assert result.bias == pytest.approx(wanted[free].mean(), abs=1e-9)


def test_duplicated_samples_share_the_multiplier_of_one():
    """Twice the sample at C is once the sample at 2C."""
    X, y = np.vstack([MOONS.X, MOONS.X]), np.tile(SIGNS, 2)
    kernel = Gaussian(0.5)
    twice = smo(kernel(X), y, 1.0, tolerance=1e-6)
    once = smo(kernel(MOONS.X), SIGNS, 2.0, tolerance=1e-6)
    assert twice.objective == pytest.approx(once.objective, rel=1e-5)
    np.testing.assert_allclose(twice.scores[:80], once.scores, atol=1e-3)


def test_the_order_of_the_samples_is_no_matter():
    order = np.random.default_rng(0).permutation(80)
    K = Gaussian(0.5)(MOONS.X)
    straight = smo(K, SIGNS, 1.0, tolerance=1e-6)
    shuffled = smo(K[np.ix_(order, order)], SIGNS[order], 1.0, tolerance=1e-6)
    np.testing.assert_allclose(shuffled.scores, straight.scores[order], atol=1e-4)


def test_opposite_labels_of_one_point_are_no_matter_to_a_soft_margin():
    X, y = np.vstack([MOONS.X, MOONS.X[:5]]), np.concatenate([SIGNS, -SIGNS[:5]])
    K = Gaussian(0.5)(X)
    assert_proved(smo(K, y, 1.0), K, y, 1.0)


@pytest.mark.compiled  # uncompiled, it takes half a minute
def test_a_hard_margin_on_inseparable_classes_says_so():
    words = "C must be finite for classes that no hyperplane separates, got C=inf"
    X = np.array([[0.0], [1.0], [1.0], [2.0]])
    for y in ([1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]):
        assert_kind_error(ValueError, words, smo, X @ X.T, y, np.inf)
        assert_kind_error(ValueError, words, smo, KernelCache(Linear(), X), y, np.inf)
    assert_kind_error(ValueError, words, smo, Linear()(MOONS.X), SIGNS, np.inf)
    assert_kind_error(ValueError, words, smo, np.zeros((2, 2)), [1, -1], np.inf)


def test_constant_features_leave_the_majority():
    y = np.array([1, 1, 1, -1])
    result = smo(np.ones((4, 4)), y, 1.0)
    assert_proved(result, np.ones((4, 4)), y, 1.0)
    assert result.norm == pytest.approx(0, abs=1e-6)
    assert result.bias == pytest.approx(1.0), "the three outvote the one"


def test_a_matrix_that_is_no_gram_matrix_ends():
    rng = np.random.default_rng(0)
    K = rng.normal(size=(30, 30))
    K = K + K.T
    y = np.where(rng.random(30) < 0.5, 1, -1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = smo(K, y, 1.0, max_iter=20_000)
    assert result.converged or [w.category for w in caught] == [ConvergenceWarning]
    assert cert.dual_infeasibility(y, result.alpha, 1.0) < 1e-9


def test_the_limit_of_moves_is_a_warning_and_the_best_so_far():
    K = Gaussian(0.5)(MOONS.X)
    with pytest.warns(ConvergenceWarning, match=r"SMO stopped after 7 moves, .* gap is 0\.\d+"):
        result = smo(K, SIGNS, 1.0, max_iter=7)
    assert (result.n_iter, result.converged) == (7, False)
    assert cert.dual_infeasibility(SIGNS, result.alpha, 1.0) < 1e-12
    assert result.gap == pytest.approx(
        cert.kernel_gap(K, SIGNS, result.alpha, result.bias, 1.0), abs=1e-5
    )


@pytest.mark.compiled
def test_what_arithmetic_cannot_give_is_a_warning():
    K = Gaussian(0.5)(MOONS.X).astype(np.float32)
    with pytest.warns(ConvergenceWarning, match="at the precision of the arithmetic"):
        result = smo(K, SIGNS, 1e3, tolerance=1e-300, max_iter=2_000_000)
    assert result.violation < 1e-6


@pytest.fixture
def small_rounds(monkeypatch):
    """Rounds as for thousands of samples, on as many as a test without compilation can bear."""
    monkeypatch.setattr("kernelkit.solvers.svm.smo.WORKING_SET", 40)
    monkeypatch.setattr("kernelkit.solvers.svm.smo.NEW_SAMPLES", 16)
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.FEWEST_ROWS", 40)


@pytest.mark.usefixtures("small_rounds")
@pytest.mark.parametrize("C", [0.1, 1.0, 100.0, np.inf, (0.5, 5.0)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rounds_on_working_sets_find_the_same(C, dtype):
    X = make_moons(150, noise=0.15, seed=3)
    y = np.where(X.y == 1, 1, -1)
    kernel, points = Gaussian(0.3), X.X.astype(dtype)
    K = kernel(points)
    given_rows, on_demand = smo(K, y, C), smo(KernelCache(kernel, points, memory=0), y, C)
    whole = smo(K, y, C, keep_path=True)
    for result in (given_rows, on_demand, whole):
        assert_proved(result, K, y, C)
        assert result.objective == pytest.approx(whole.objective, rel=TOLERANCE)
        np.testing.assert_allclose(result.scores, whole.scores, atol=0.05)


@pytest.mark.usefixtures("small_rounds")
def test_a_round_after_a_warm_start_takes_the_sample_that_asks_for_the_most():
    X, classes = make_moons(150, noise=0.15, seed=3)
    y, K = np.where(classes == 1, 1.0, -1.0), Gaussian(0.3)(X)
    for worst in range(150):
        dual = Dual(GivenRows(K), y, np.ones(150))
        dual.rounds = 1  # its first
        dual.c[:2] = 0.1, -0.1  # somewhere on the way
        dual.r[worst], dual.c[worst] = 9.0, 0.5 * dual.lower[worst]
        assert worst in dual._choose()


@pytest.mark.parametrize("C", [0.5, 20.0])
def test_iris_is_solved_as_svc_solves_it(C):
    X, y = load_iris().select(["versicolor", "virginica"])
    signs = np.where(y == "virginica", 1, -1)
    assert_agrees(X, signs, C, Gaussian.from_gamma(0.25), 0.25)


@pytest.mark.compiled
def test_adult_is_solved_as_svc_solves_it():
    X, y = load_adult()
    assert_agrees(X[:2200], y[:2200], 1.0, Gaussian.from_gamma(0.05), 0.05)


@pytest.mark.compiled
def test_the_parity_of_digits_is_solved_as_svc_solves_it():
    digits = load_mnist("train")
    X, y = digits.X[:2100] / np.float32(255), np.where(digits.y[:2100] % 2 == 0, 1, -1)
    assert_agrees(X, y, 10.0, Gaussian.from_gamma(0.02), 0.02)


def assert_agrees(X, y, C, kernel, gamma):
    """Objectives to 1e-4, values to 1e-2, both solved further than they must be."""
    peer = SVC(C=C, gamma=gamma, tol=1e-4, cache_size=500).fit(X, y)
    K = kernel(X.astype(np.float64))
    alpha = np.zeros(len(y))
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    theirs = cert.kernel_dual(K, y, alpha)
    for result in (smo(K, y, C), smo(KernelCache(kernel, X), y, C)):
        assert_proved(result, K, y, C)
        assert result.objective == pytest.approx(theirs, rel=1e-4)
        np.testing.assert_allclose(result.scores, peer.decision_function(X), atol=1e-2)
