"""SMO in rounds, its rows of the kernel on demand, and scikit-learn's SVC on real data."""

import numpy as np
import pytest
from checks import assert_threads_change_no_bit
from proofs import TOLERANCE, assert_proved
from sklearn.svm import SVC

from kernelkit import Gaussian, Linear
from kernelkit import certificates as cert
from kernelkit.datasets import load_adult, load_iris, load_mnist, make_blobs, make_moons
from kernelkit.solvers import KernelCache, smo
from kernelkit.solvers.kernel_cache import GivenRows, PartOfRows
from kernelkit.solvers.svm.smo import Dual

pytestmark = pytest.mark.loops


@pytest.fixture
def small_rounds(monkeypatch):
    """Rounds as for thousands of samples, on as many as a test without compilation can bear."""
    monkeypatch.setattr("kernelkit.solvers.svm.smo.WORKING_SET", 40)
    monkeypatch.setattr("kernelkit.solvers.svm.smo.NEW", 16)
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.AT_LEAST", 40)


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
        dual.beta[:2] = 0.1, -0.1  # somewhere on the way
        dual.r[worst], dual.beta[worst] = 9.0, 0.5 * dual.lower[worst]
        assert worst in dual._choose()


def test_rows_are_kept_and_the_least_recently_used_go_first(monkeypatch):
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.AT_LEAST", 4)
    X = np.random.default_rng(0).normal(size=(10, 2))
    K = Linear()(X)
    rows = KernelCache(Linear(), X, memory=0)
    assert rows.store.shape == (4, 10)
    asked = [([0, 1, 2], 3), ([3], 4), ([0], 4), ([4], 5), ([0, 3], 5), ([1], 6), ([2], 7)]
    for wanted, computed in asked:  # 4 takes the place of 1, for 0 was asked for again
        places = rows.places(np.array(wanted))
        np.testing.assert_allclose(rows.store[places], K[wanted])
        assert rows.computed == computed, f"{wanted}"
    places = rows.places(np.array([5, 6, 7, 8]))
    np.testing.assert_allclose(rows.store[places], K[5:9])
    assert len(KernelCache(Linear(), X, memory=7 * 80).store) == 7


def test_rows_of_a_part_are_the_part_of_the_rows(monkeypatch):
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.AT_LEAST", 3)
    X = np.random.default_rng(0).normal(size=(12, 2)).astype(np.float32)
    K, part = Gaussian()(X), np.array([1, 4, 5, 9])
    for rows in (GivenRows(K), KernelCache(Gaussian(), X, memory=0)):
        own = PartOfRows(rows, part)
        wanted = np.array([2, 0])
        found = own.store[own.places(wanted)]
        np.testing.assert_allclose(found, K[np.ix_(part[wanted], part)], atol=1e-6)
        np.testing.assert_allclose(own.diagonal, K.diagonal()[part])
        assert found.dtype == np.float32


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


@pytest.mark.compiled
def test_the_number_of_threads_changes_nothing():
    X, y = make_blobs(2500, centers=[[0, 0], [1, 1]], spread=1.0, seed=0)

    def results():
        found = smo(KernelCache(Gaussian(0.5), X), 2 * y - 1, 1.0)
        return found.alpha, found.bias

    assert_threads_change_no_bit(results)
