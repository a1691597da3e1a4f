"""Kernel perceptrons against the documents' loops, each other, and the binary machine."""

import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian, Laplacian, Linear
from kernelkit.datasets import load_iris, make_blobs, make_moons
from kernelkit.solvers import (
    KernelCache,
    dual_perceptron,
    kernel_perceptron,
    multiclass_perceptron,
)
from kernelkit.solvers.perceptron import kernel as module
from kernelkit.solvers.voting import STRATEGIES, class_values, pairs

pytestmark = pytest.mark.loops


def solver_of(strategy):
    """With the arguments that the strategy leaves."""

    def solve(K, y, n_classes, max_epochs=50, **options):
        return kernel_perceptron(K, y, n_classes, strategy, max_epochs, **options)

    return solve


SOLVERS = {strategy: solver_of(strategy) for strategy in STRATEGIES}
multiclass_kernel_perceptron = SOLVERS["multiclass"]
one_vs_rest_perceptron = SOLVERS["one-vs-rest"]
one_vs_one_perceptron = SOLVERS["one-vs-one"]
BLOBS = make_blobs(120, centers=[[0, 0], [3, 0], [0, 3], [3, 3]], spread=0.8, seed=1)
every = pytest.mark.parametrize("strategy", SOLVERS)


@contextmanager
def _quiet():
    """For runs that are cut off on purpose."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def reference(strategy, K, y, k, epochs):
    """The documents' loops: sums over all samples, for each sample, in plain NumPy."""
    machines = pairs(k) if strategy == "one-vs-one" else [(c, None) for c in range(k)]
    alpha, mistakes = np.zeros((len(machines), len(K))), []
    for _ in range(epochs):
        misclassified = 0
        for t in range(len(K)):
            f = alpha @ K[:, t]
            before = alpha.copy()
            if strategy == "multiclass":
                guess = int(np.argmax(f))
                if guess != y[t]:
                    alpha[y[t], t] += 1
                    alpha[guess, t] -= 1
            for m, (a, c) in enumerate(machines if strategy != "multiclass" else []):
                if strategy == "one-vs-one" and y[t] not in (a, c):
                    continue
                s = 1 if y[t] == a else -1
                if s * f[m] <= 0:
                    alpha[m, t] += s
            misclassified += (alpha != before).any()
        mistakes.append(int(misclassified))
        if misclassified == 0:
            break
    return alpha, mistakes


@every
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Laplacian(1.0)], ids=str)
def test_it_is_the_documents_loop(strategy, kernel):
    K, y = kernel(BLOBS.X), BLOBS.y
    result = SOLVERS[strategy](K, y, 4, max_epochs=200)
    alpha, mistakes = reference(strategy, K, y, 4, 200)
    np.testing.assert_array_equal(result.alpha, alpha)
    assert result.mistakes.tolist() == mistakes
    assert result.converged


@every
@given(seed=st.integers(0, 10**6))
def test_kept_scores_are_the_sums(strategy, seed):
    X, y = make_blobs(30, centers=3, spread=4.0, seed=seed)
    K = Gaussian(2.0)(X)
    with _quiet():
        result = SOLVERS[strategy](K, y, 3, max_epochs=5)
    np.testing.assert_allclose(result.scores, result.alpha @ K, rtol=1e-9, atol=1e-9)


@every
def test_a_converged_run_makes_no_mistake(strategy):
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    result = SOLVERS[strategy](K, y, 4, max_epochs=200)
    values = class_values(result.scores, strategy, 4)
    np.testing.assert_array_equal(values.argmax(axis=0), y)


@every
def test_learning_from_some_samples_is_learning_from_their_part_of_the_matrix(strategy):
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    some = np.random.default_rng(0).permutation(120)[:70]
    part = SOLVERS[strategy](K[np.ix_(some, some)], y[some], 4, 200)
    whole = SOLVERS[strategy](K, y, 4, 200, samples=some)
    np.testing.assert_array_equal(whole.alpha[:, some], part.alpha)
    np.testing.assert_array_equal(whole.mistakes, part.mistakes)
    np.testing.assert_allclose(whole.scores, whole.alpha @ K, rtol=1e-9, atol=1e-9)


@every
@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("scale", [1.0, 2.0**50])  # the second is kept divided by its size
def test_rows_on_demand_give_the_same_machines(strategy, average, scale, monkeypatch):
    monkeypatch.setattr(module, "VISITED_TOGETHER", 16)
    kernel, (X, y) = scale * Gaussian(0.5), BLOBS
    options = {"average": average, "random_state": None}
    held = SOLVERS[strategy](kernel(X), y, 4, 200, **options)
    on_demand = SOLVERS[strategy](KernelCache(kernel, X), y, 4, 200, **options)
    np.testing.assert_allclose(on_demand.alpha, held.alpha, rtol=1e-12)
    np.testing.assert_array_equal(on_demand.mistakes, held.mistakes)
    np.testing.assert_allclose(on_demand.scores, held.scores, rtol=1e-9, atol=1e-9 * scale)


def test_two_classes_are_the_dual_perceptron_with_a_constant_kernel_for_a_bias():
    X, y = make_moons(60, noise=0.1, seed=0)
    K = Gaussian(0.4)(X)
    with_bias = dual_perceptron(K, 2 * y - 1)
    shifted = one_vs_one_perceptron(K + K.diagonal().max(), y, 2, max_epochs=1000)
    np.testing.assert_array_equal(shifted.mistakes, with_bias.mistakes)
    np.testing.assert_array_equal(shifted.alpha[0], with_bias.alpha * (1 - 2 * y))


def test_multiclass_machines_with_a_linear_kernel_are_the_primal_ones():
    X, y = load_iris()
    X, codes = np.rint(10 * X), np.unique(y, return_inverse=True)[1]
    R2 = (X**2).sum(axis=1).max()
    with _quiet():
        primal = multiclass_perceptron(X, codes, 3, max_epochs=20)
        dual = multiclass_kernel_perceptron(Linear()(X) + R2, codes, 3, max_epochs=20)
    np.testing.assert_array_equal(dual.mistakes, primal.mistakes)
    np.testing.assert_array_equal(dual.alpha @ X, primal.weights)
    np.testing.assert_array_equal(dual.alpha.sum(axis=1) * R2, primal.bias)


def test_averaging_is_the_mean_over_all_samples_seen():
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    result = one_vs_rest_perceptron(K, y, 4, 200, average=True)
    alpha, total = np.zeros((4, 120)), np.zeros((4, 120))
    for _ in result.mistakes:
        for t in range(120):
            s = np.where(np.arange(4) == y[t], 1, -1)
            alpha[:, t] += s * (s * (alpha @ K[:, t]) <= 0)
            total += alpha
    np.testing.assert_allclose(result.alpha, total / (120 * len(result.mistakes)), rtol=1e-9)
    np.testing.assert_allclose(result.scores, result.alpha @ K, rtol=1e-9, atol=1e-12)


def test_a_tied_vote_goes_to_the_larger_sum_then_to_the_lower_class():
    tied = np.array([[1.0], [-2.0], [3.0]])  # 0 beats 1, 2 beats 0, 1 beats 2: sums -1, 2, -1
    assert class_values(tied, "one-vs-one", 3).argmax(axis=0) == [1]
    even = np.array([[1.0], [-1.0], [1.0]])
    assert class_values(even, "one-vs-one", 3).argmax(axis=0) == [0]
    assert np.floor(class_values(tied, "one-vs-one", 3) + 0.5).ravel().tolist() == [1, 1, 1]
    at_zero = np.array([[0.0], [0.0], [0.0]])
    assert class_values(at_zero, "one-vs-one", 3).argmax(axis=0) == [0], "sgn(0) = +1"


def test_tolerance_stops_early_and_says_converged():
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    full = one_vs_rest_perceptron(K, y, 4, 200).mistakes
    early = one_vs_rest_perceptron(K, y, 4, 200, tolerance=0.1)
    assert early.converged
    assert len(early.mistakes) < len(full)
    assert early.mistakes[-1] <= 12 < early.mistakes[-2]


def test_validation_stops_and_returns_the_best_epoch():
    X, y = make_blobs(400, centers=3, spread=5.0, seed=3)
    K = Gaussian(1.0)(X)
    learnt, watched = np.arange(300), np.arange(300, 400)
    result = one_vs_rest_perceptron(K, y, 3, 200, samples=learnt, validation=watched)
    errors = []
    for epochs in range(1, len(result.mistakes) + 1):
        with _quiet():
            run = one_vs_rest_perceptron(K, y, 3, epochs, samples=learnt)
        errors.append((run.scores[:, watched].argmax(axis=0) != y[watched]).sum())
    best = int(np.argmin(errors))
    assert len(errors) == best + 1 + 3 or result.mistakes[-1] == 0
    assert (result.scores[:, watched].argmax(axis=0) != y[watched]).sum() == min(errors)
    np.testing.assert_allclose(result.scores, result.alpha @ K, rtol=1e-9, atol=1e-9)


def test_shuffling_is_seeded():
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    runs = [
        multiclass_kernel_perceptron(K, y, 4, 200, random_state=np.random.default_rng(seed)).alpha
        for seed in (0, 0, 1)
    ]
    np.testing.assert_array_equal(runs[0], runs[1])
    assert (runs[0] != runs[2]).any()


@every
def test_samples_not_learnt_from_get_the_scores_of_the_machines(strategy):
    K, y = Gaussian(0.5)(BLOBS.X), BLOBS.y
    some = np.arange(0, 120, 2)
    alpha = SOLVERS[strategy](K[np.ix_(some, some)], y[some], 4, 200).alpha
    scores = SOLVERS[strategy](K, y, 4, 200, samples=some).scores
    np.testing.assert_allclose(scores, alpha @ K[some], atol=1e-9)


@every
def test_the_limit_of_epochs_is_a_warning(strategy):
    y = [0, 1, 2, 0]
    with pytest.warns(ConvergenceWarning, match=r"still made \d mistakes on 4 samples in epoch 2"):
        result = SOLVERS[strategy](np.ones((4, 4)), y, 3, max_epochs=2)
    assert not result.converged


@every
@pytest.mark.compiled  # uncompiled, it takes half a minute
def test_a_hole_in_a_large_matrix_is_noticed(strategy):
    K = Gaussian(1.0)(np.random.default_rng(0).normal(size=(1100, 2)))
    y = np.arange(1100) % 3
    K[1, 3] = K[3, 1] = np.nan
    words = "K must be finite and not so large that sums of its rows overflow; scale it"
    assert_kind_error(ValueError, words, SOLVERS[strategy], K, y, 3, 2)
    assert_kind_error(ValueError, words, dual_perceptron, K, np.where(y > 0, 1, -1), 2)


def test_samples_are_named_once():
    """Rows computed on demand could not tell how often a sample was visited in an epoch."""
    words = "samples must name each sample once, got some more than once"
    assert_kind_error(
        ValueError, words, kernel_perceptron, np.eye(3), [0, 1, 0], 2, samples=[0, 1, 1]
    )
