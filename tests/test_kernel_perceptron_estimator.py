"""KernelPerceptron: kernels, strategies, precomputed matrices, strings, early stopping."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, cross_val_score

from kernelkit import Gaussian, KernelPerceptron, Linear, Polynomial, Spectrum
from kernelkit.datasets import (
    load_iris,
    make_blobs,
    make_circles,
    make_moons,
    make_oligonucleotides,
)
from kernelkit.estimators import _base as kernel_machine
from kernelkit.estimators import kernel_perceptron as module
from kernelkit.solvers import dual_perceptron, kernel_perceptron
from kernelkit.solvers.voting import STRATEGIES

BLOBS = make_blobs(200, centers=4, spread=1.0, seed=2)
MOONS = make_moons(100, noise=0.1, seed=0)
every = pytest.mark.parametrize("strategy", STRATEGIES)


@every
def test_it_predicts_the_training_set_it_converged_on(strategy):
    model = KernelPerceptron(Gaussian(1.0), strategy, max_epochs=500).fit(*BLOBS)
    assert model.converged_
    np.testing.assert_array_equal(model.predict(BLOBS.X), BLOBS.y)
    assert model.learning_curve_[-1] == 0
    values = model.decision_function(BLOBS.X)
    assert values.shape == (200, 4)
    np.testing.assert_array_equal(values.argmax(axis=1), BLOBS.y)


@every
def test_two_classes_have_one_value(strategy):
    model = KernelPerceptron(Gaussian(0.4), strategy, max_epochs=500).fit(*MOONS)
    f = model.decision_function(MOONS.X)
    assert f.shape == (100,)
    np.testing.assert_array_equal(model.predict(MOONS.X), (f >= 0).astype(int))
    np.testing.assert_array_equal(model.predict(MOONS.X), MOONS.y)


@every
def test_a_precomputed_matrix_is_the_kernel(strategy):
    train, test = BLOBS.X[:150], BLOBS.X[150:]
    kernel = Gaussian(1.0)
    direct = KernelPerceptron(kernel, strategy, max_epochs=500).fit(train, BLOBS.y[:150])
    given = KernelPerceptron("precomputed", strategy, max_epochs=500)
    given.fit(kernel(train), BLOBS.y[:150])
    np.testing.assert_array_equal(given.dual_coef_, direct.dual_coef_)
    np.testing.assert_allclose(
        given.decision_function(kernel(test, train)), direct.decision_function(test), atol=1e-9
    )


def test_cross_validation_splits_a_precomputed_matrix_on_both_sides():
    K = Gaussian(0.4)(MOONS.X)
    scores = cross_val_score(KernelPerceptron("precomputed", max_epochs=500), K, MOONS.y, cv=4)
    direct = cross_val_score(KernelPerceptron(Gaussian(0.4), max_epochs=500), *MOONS, cv=4)
    np.testing.assert_array_equal(scores, direct)


def test_only_samples_with_a_coefficient_are_kept():
    model = KernelPerceptron(Gaussian(1.0), max_epochs=500).fit(*BLOBS)
    result = kernel_perceptron(Gaussian(1.0)(BLOBS.X), BLOBS.y, 4, max_epochs=500)
    np.testing.assert_array_equal(model.support_, np.flatnonzero(result.alpha.any(axis=0)))
    np.testing.assert_array_equal(model.dual_coef_, result.alpha[:, model.support_])
    assert 0 < len(model.support_) < 200


def test_prediction_in_blocks_is_prediction(monkeypatch):
    model = KernelPerceptron(Gaussian(1.0), max_epochs=500).fit(*BLOBS)
    whole = model.decision_function(BLOBS.X)
    monkeypatch.setattr(kernel_machine, "BLOCK_BYTES", 8 * len(model.support_) * 7)
    # Values are sums that nearly cancel, of matrices whose last digits depend on their shape.
    np.testing.assert_allclose(model.decision_function(BLOBS.X), whole, atol=1e-11)


@pytest.mark.compiled  # uncompiled, it takes half a minute
def test_beyond_the_largest_gram_matrix_rows_are_computed_on_demand(monkeypatch):
    held = KernelPerceptron(Gaussian(1.0), "multiclass", max_epochs=500).fit(*BLOBS)
    monkeypatch.setattr(module, "LARGEST_GRAM", 0)
    on_demand = KernelPerceptron(Gaussian(1.0), "multiclass", max_epochs=500).fit(*BLOBS)
    np.testing.assert_array_equal(on_demand.dual_coef_, held.dual_coef_)


def test_strings_end_to_end():
    X, y = make_oligonucleotides(200, mutation=0.0, seed=0)
    model = KernelPerceptron(Spectrum(5).normalized(), max_epochs=200).fit(X[:100], y[:100])
    assert model.score(X[100:], y[100:]) > 0.8
    assert model.predict(list(X[:3])).tolist() == y[:3].tolist()
    search = GridSearchCV(model, {"kernel__kernel__length": [1, 4]}, cv=2, error_score="raise")
    with pytest.warns(ConvergenceWarning):
        search.fit(X, y)
    assert search.best_params_ == {"kernel__kernel__length": 4}


def test_a_validation_fraction_sets_samples_aside_and_stops():
    X, y = make_blobs(300, centers=3, spread=4.0, seed=1)
    options = {"max_epochs": 100, "validation_fraction": 0.25, "random_state": 0}
    model = KernelPerceptron(Gaussian(1.0), **options).fit(X, y)
    assert model.converged_
    assert model.n_iter_ < 100
    assert len(model.support_) <= 225
    again = KernelPerceptron(Gaussian(1.0), **options).fit(X, y)
    np.testing.assert_array_equal(again.dual_coef_, model.dual_coef_)


def test_the_linear_kernel_is_the_dual_perceptron_of_lesson_04_without_bias():
    X, y = load_iris().select(["setosa", "versicolor"])
    model = KernelPerceptron(Linear()).fit(X - X.mean(axis=0), y)
    assert model.score(X - X.mean(axis=0), y) == 1.0


RINGS = make_circles(100, noise=0.05, seed=0)


@every
def test_rings_need_a_bias(strategy):
    with pytest.warns(ConvergenceWarning, match="bias=True"):
        without = KernelPerceptron(Polynomial(2), strategy).fit(*RINGS)
    assert without.score(*RINGS) < 0.7
    assert not without.intercept_.any()
    model = KernelPerceptron(Polynomial(2), strategy, max_epochs=1000, bias=True).fit(*RINGS)
    assert model.score(*RINGS) == 1.0
    assert KernelPerceptron(Polynomial(2) + 1.0, strategy, 1000).fit(*RINGS).score(*RINGS) == 1.0


def test_with_a_bias_two_classes_are_the_dual_perceptron():
    (X, y), Z, kernel = RINGS, make_circles(300, noise=0.2, seed=1).X, Polynomial(2)
    dual = dual_perceptron(kernel(X), 2 * y - 1)
    values = kernel(Z, X) @ (dual.alpha * (2 * y - 1)) + dual.bias
    model = KernelPerceptron(kernel, max_epochs=1000, bias=True).fit(X, y)
    np.testing.assert_array_equal(model.learning_curve_, dual.mistakes)
    np.testing.assert_allclose(model.decision_function(Z), values, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(-model.intercept_, dual.bias, rtol=1e-12)


@every
@pytest.mark.parametrize("average", [False, True])
def test_a_bias_is_the_same_however_the_kernel_comes(strategy, average, monkeypatch):
    kernel, X, y = Polynomial(2), np.rint(4 * BLOBS.X) / 4, BLOBS.y
    train, new = np.arange(0, 200, 2), np.arange(1, 200, 2)
    options = {"strategy": strategy, "max_epochs": 20, "bias": True, "average": average}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        held = KernelPerceptron(kernel, **options).fit(X[train], y[train])
        given = KernelPerceptron("precomputed", **options).fit(kernel(X[train]), y[train])
        part = held.predict_from_gram(kernel(X), y, train)
        monkeypatch.setattr(module, "LARGEST_GRAM", 0)
        on_demand = KernelPerceptron(kernel, **options).fit(X[train], y[train])
    assert held.intercept_.any()
    np.testing.assert_allclose(given.intercept_, held.intercept_)
    np.testing.assert_allclose(on_demand.intercept_, held.intercept_)
    guess = held.predict(X[new])
    np.testing.assert_array_equal(given.predict(kernel(X[new], X[train])), guess)
    np.testing.assert_array_equal(on_demand.predict(X[new]), guess)
    np.testing.assert_array_equal(part[new], guess)
