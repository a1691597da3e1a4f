"""KernelSVM: proofs, strategies, matrices, strings, weights, beside scikit-learn's SVC."""

import warnings

import numpy as np
import pytest
from checks import assert_kind_error
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from kernelkit import Gaussian, KernelSVM, Linear, Polynomial
from kernelkit import certificates as cert
from kernelkit.datasets import (
    load_adult,
    load_iris,
    load_mnist,
    load_usps,
    make_blobs,
    make_moons,
)
from kernelkit.estimators import kernel_svm as module
from kernelkit.solvers import smo
from kernelkit.solvers.voting import pairs

BLOBS = make_blobs(150, centers=4, spread=1.5, seed=2)
MOONS = make_moons(100, noise=0.2, seed=0)
STRATEGIES = ("one-vs-one", "one-vs-rest")
every = pytest.mark.parametrize("strategy", STRATEGIES)


def machines(model, X, y):
    """Samples, signs and multipliers of each machine of a fitted model, by class."""
    k = len(model.classes_)
    codes = np.searchsorted(model.classes_, y)
    full = np.zeros((len(model.dual_coef_), len(X)))
    full[:, model.support_] = model.dual_coef_
    if k == 2:
        chosen = [(np.arange(len(X)), np.where(codes == 1, 1, -1))]
    elif model.strategy == "one-vs-rest":
        chosen = [(np.arange(len(X)), np.where(codes == c, 1, -1)) for c in range(k)]
    else:
        members = [np.flatnonzero((codes == a) | (codes == c)) for a, c in pairs(k)]
        chosen = [
            (part, np.where(codes[part] == a, 1, -1))
            for part, (a, _) in zip(members, pairs(k), strict=True)
        ]
    return [
        (part, signs, row[part] * signs) for (part, signs), row in zip(chosen, full, strict=True)
    ]


def assert_proved(model, K, y):
    """Each machine by its certificates."""
    for m, (part, signs, alpha) in enumerate(machines(model, K, y)):
        own, b, C = K[np.ix_(part, part)].astype(float), model.intercept_[m], model.C
        assert cert.dual_infeasibility(signs, alpha, C) <= 1e-9 * max(1, alpha.max())
        f = own @ (alpha * signs) + b
        assert cert.kkt_violation(f, signs, alpha, C) <= model.tolerance * 1.01
        gap = cert.kernel_gap(own, signs, alpha, b, C)
        assert gap <= model.tolerance * 1.01
        assert model.duality_gap_[m] == pytest.approx(gap, abs=2e-5)
        norm = np.sqrt((alpha * signs) @ own @ (alpha * signs))
        assert model.margin_[m] == pytest.approx(1 / norm, rel=1e-4)
    assert model.converged_


@pytest.mark.loops
@every
@pytest.mark.parametrize("C", [0.1, 10.0])
def test_every_machine_is_proved(strategy, C):
    model = KernelSVM(C, Gaussian(1.0), strategy).fit(*BLOBS)
    assert_proved(model, Gaussian(1.0)(BLOBS.X), BLOBS.y)
    assert model.decision_function(BLOBS.X).shape == (150, 4)
    assert len(model.intercept_) == (6 if strategy == "one-vs-one" else 4)
    assert model.score(*BLOBS) > 0.9


@every
@pytest.mark.compiled  # uncompiled, it takes half a minute
def test_a_machine_is_what_the_solver_gives_on_its_samples(strategy):
    model = KernelSVM(1.0, Gaussian(1.0), strategy, tolerance=1e-5).fit(*BLOBS)
    K = Gaussian(1.0)(BLOBS.X)
    for m, (part, signs, _) in enumerate(machines(model, BLOBS.X, BLOBS.y)):
        alone = smo(K[np.ix_(part, part)], signs, 1.0, tolerance=1e-5)
        f = model.dual_coef_[m] @ K[model.support_][:, part] + model.intercept_[m]
        np.testing.assert_allclose(f, alone.scores, atol=1e-3)


@every
def test_two_classes_have_one_machine_and_one_value(strategy):
    model = KernelSVM(1.0, Gaussian(0.5), strategy, tolerance=1e-6).fit(*MOONS)
    f = model.decision_function(MOONS.X)
    assert f.shape == (100,)
    np.testing.assert_array_equal(model.predict(MOONS.X), (f >= 0).astype(int))
    result = smo(Gaussian(0.5)(MOONS.X), 2 * MOONS.y - 1, 1.0, tolerance=1e-6)
    np.testing.assert_allclose(f, result.scores, atol=1e-4)
    np.testing.assert_array_equal(model.support_, np.flatnonzero(result.alpha))
    np.testing.assert_array_equal(model.support_vectors_, MOONS.X[model.support_])
    assert_proved(model, Gaussian(0.5)(MOONS.X), MOONS.y)


@pytest.mark.compiled  # uncompiled, it takes half a minute
def test_the_hard_margin_of_separable_classes():
    X, y = load_iris().select(["setosa", "versicolor"])
    model = KernelSVM(np.inf, Linear()).fit(X, y)
    assert_proved(model, Linear()(X), y)
    w = model.dual_coef_[0] @ model.support_vectors_
    signs = np.where(y == model.classes_[1], 1, -1)
    widest = cert.margin(X, signs, w, model.intercept_[0])
    assert model.margin_[0] == pytest.approx(widest, rel=2e-3)
    words = "C must be finite for classes that no hyperplane separates"
    X, y = load_iris().select(["versicolor", "virginica"])
    assert_kind_error(ValueError, words, KernelSVM(np.inf, Linear()).fit, X, y)


@every
def test_a_precomputed_matrix_is_the_kernel(strategy):
    train, test, kernel = BLOBS.X[:100], BLOBS.X[100:], Gaussian(1.0)
    direct = KernelSVM(1.0, kernel, strategy).fit(train, BLOBS.y[:100])
    given = KernelSVM(1.0, "precomputed", strategy).fit(kernel(train), BLOBS.y[:100])
    np.testing.assert_array_equal(given.dual_coef_, direct.dual_coef_)
    np.testing.assert_allclose(
        given.decision_function(kernel(test, train)), direct.decision_function(test), atol=1e-9
    )
    assert not hasattr(given, "support_vectors_")


@every
@pytest.mark.parametrize(
    "data",
    [pytest.param(BLOBS, marks=pytest.mark.compiled), MOONS],
    ids=["four classes", "two classes"],
)
def test_rows_on_demand_give_the_same_machines(strategy, data, monkeypatch):
    held = KernelSVM(1.0, Gaussian(1.0), strategy, tolerance=1e-5)
    expected = held.fit(*data)._machine_scores(data.X)
    monkeypatch.setattr("kernelkit.solvers.svm.smo.NEW_SAMPLES", 16)
    monkeypatch.setattr("kernelkit.solvers.svm.smo.WORKING_SET", 32)
    monkeypatch.setattr("kernelkit.solvers.svm.multiclass.WORKING_SET", 32)
    monkeypatch.setattr(module, "WORKING_SET", 32)
    for model in (held, KernelSVM(1.0, Gaussian(1.0), strategy, tolerance=1e-5, memory=0)):
        on_demand = model.fit(*data)
        assert_proved(on_demand, Gaussian(1.0)(data.X), data.y)
        np.testing.assert_allclose(on_demand._machine_scores(data.X), expected, atol=1e-3)


def test_weights_of_classes_multiply_the_price():
    X, y = MOONS
    K, signs = Gaussian(0.5)(X), 2 * y - 1
    weighted = KernelSVM(2.0, Gaussian(0.5), class_weight={0: 1.0, 1: 5.0}).fit(X, y)
    direct = smo(K, signs, (2.0, 10.0))
    np.testing.assert_allclose(weighted.decision_function(X), direct.scores, atol=2e-2)
    assert np.abs(weighted.dual_coef_).max() > 2.0
    rare = np.r_[np.flatnonzero(y == 0), np.flatnonzero(y == 1)[:5]]
    balanced = KernelSVM(0.05, Gaussian(0.5), class_weight="balanced").fit(X[rare], y[rare])
    plain = KernelSVM(0.05, Gaussian(0.5)).fit(X[rare], y[rare])
    assert balanced.predict(X).sum() > plain.predict(X).sum()


def test_the_limit_of_moves_is_one_warning_for_all_machines():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = KernelSVM(1.0, Gaussian(1.0), max_iter=3).fit(*BLOBS)
    (warning,) = caught
    assert warning.category is ConvergenceWarning
    assert "SMO stopped early in 6 of 6 machines, with relative duality gaps up to" in str(
        warning.message
    )
    assert warning.filename.endswith("test_kernel_svm.py")
    assert not model.converged_
    assert model.n_iter_ == 18


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["iris", "adult", "usps", "parity"])
def test_real_data_are_learnt_as_svc_learns_them(name):
    X, y, C, kernel, options = {
        "iris": lambda: (*load_iris(), 5.0, Gaussian.from_gamma(0.2), {"gamma": 0.2}),
        "adult": lambda: (
            *_some(load_adult(), 1200),
            1.0,
            Gaussian.from_gamma(0.05),
            {"gamma": 0.05},
        ),
        "usps": lambda: (
            *_some(load_usps(), 800),
            1.0,
            Polynomial(3),
            {"kernel": "poly", "degree": 3, "gamma": 1.0, "coef0": 0.0},
        ),
        "parity": lambda: (*_parity(1000), 10.0, Gaussian.from_gamma(0.02), {"gamma": 0.02}),
    }[name]()
    model = KernelSVM(C, kernel).fit(X, y)
    K = kernel(X)
    assert_proved(model, K, y)
    peer = SVC(C=C, cache_size=500, decision_function_shape="ovo", tol=1e-4, **options).fit(X, y)
    ours = model._machine_scores(X)
    theirs = np.atleast_2d(peer.decision_function(X).T)
    signs = 1 if len(ours) == 1 or len(model.classes_) > 2 else -1
    for m, (part, y_m, alpha) in enumerate(machines(model, X, y)):
        alone = SVC(C=C, kernel="precomputed", tol=1e-4).fit(K[np.ix_(part, part)], y_m)
        a = np.zeros(len(part))
        a[alone.support_] = np.abs(alone.dual_coef_[0])
        own = K[np.ix_(part, part)].astype(float)
        assert cert.kernel_dual(own, y_m, alpha) == pytest.approx(
            cert.kernel_dual(own, y_m, a), rel=1e-4
        )
        np.testing.assert_allclose(ours[m][part], signs * theirs[m][part], atol=1e-2)
    assert (model.predict(X) == peer.predict(X)).mean() > 0.998


def _some(data, n):
    return data.X[:n], data.y[:n]


def _parity(n):
    digits = load_mnist("train")
    return digits.X[:n] / np.float32(255), digits.y[:n] % 2


def test_a_weight_of_no_class_is_not_ignored():
    model = KernelSVM(class_weight={0: 1.0, 1: 1.0, 7: 3.0})
    words = "class_weight must be None, 'balanced' or a dict"
    assert_kind_error(ValueError, words, model.fit, [[0.0], [1.0], [2.0]], [0, 1, 1])


def test_many_classes_do_not_depend_on_the_scale_of_a_tiny_kernel():
    X, y = make_blobs(90, centers=[[0, 0], [1, 1], [2, 0]], spread=0.8, seed=0)
    scale = 2.0**-60
    plain = KernelSVM(0.5, Gaussian(1.0)).fit(X, y)
    tiny = KernelSVM(0.5 / scale, scale * Gaussian(1.0)).fit(X, y)
    np.testing.assert_allclose(scale * tiny.dual_coef_, plain.dual_coef_, atol=1e-9)
