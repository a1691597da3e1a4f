"""LinearSVM: thin over its solvers, and no parameter without effect."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from kernelkit import LinearSVM
from kernelkit.datasets import load_iris, load_mnist
from kernelkit.plotting import learning_curve
from kernelkit.solvers import dual_coordinate_descent, hinge_subgradient, pegasos

IRIS = load_iris()
X2, WORDS = IRIS.select(["versicolor", "virginica"])
Y2 = np.where(WORDS == "virginica", 1, -1)


def test_dual_is_dual_coordinate_descent():
    model = LinearSVM(C=0.5, tolerance=1e-4).fit(X2, WORDS)
    result = dual_coordinate_descent(X2, Y2, 0.5, tolerance=1e-4)
    np.testing.assert_array_equal(model.coef_, [result.weights])
    np.testing.assert_array_equal(model.intercept_, [result.bias])
    np.testing.assert_array_equal(model.learning_curve_, result.objective)
    assert model.duality_gap_.tolist() == [result.gap]
    assert model.duality_gap_[0] <= 1e-4
    assert model.margin_[0] == pytest.approx(1 / np.linalg.norm(result.weights))
    np.testing.assert_array_equal(model.support_, np.flatnonzero(result.alpha))
    np.testing.assert_allclose(model.dual_coef_ @ X2[model.support_], model.coef_, rtol=1e-9)
    assert model.n_iter_ == len(result.objective)


def test_steps_of_subgradient_descent_are_counted_without_the_start():
    model = LinearSVM(solver="subgradient", mu=0.1, step=0.01).fit(X2, WORDS)
    result = hinge_subgradient(X2, Y2, 0.1, 0.01, keep_path=True)
    assert model.n_iter_ == len(result.path) == len(model.learning_curve_) - 1
    assert learning_curve(model).lines[0].get_xdata()[0] == 0


def test_a_seed_is_the_solvers_and_none_is_another_order_each_time():
    for seed in (0, 1):
        model = LinearSVM(random_state=seed).fit(X2, WORDS)
        curve = dual_coordinate_descent(X2, Y2, random_state=seed).objective
        np.testing.assert_array_equal(model.learning_curve_, curve)
    np.testing.assert_array_equal(
        LinearSVM(random_state=0).fit(X2, WORDS).coef_, LinearSVM().fit(X2, WORDS).coef_
    )
    for unseeded in (
        lambda: LinearSVM(random_state=None).fit(X2, WORDS).learning_curve_[0],
        lambda: pegasos(X2, Y2, tolerance=0.5, random_state=None).objective[0],
    ):
        assert len({float(unseeded()) for _ in range(4)}) > 1


def test_the_bias_is_not_penalised():
    model = LinearSVM().fit(X2, WORDS)
    np.testing.assert_array_equal(model.coef_[0], dual_coordinate_descent(X2, Y2).weights)
    assert model.dual_coef_.sum() == pytest.approx(0.0, abs=1e-9)


def test_subgradient_is_document_004s():
    options = {"step": 0.05, "tolerance": 1e-4}
    model = LinearSVM(solver="subgradient", mu=0.01, max_iter=5000, **options).fit(X2, WORDS)
    result = hinge_subgradient(X2, Y2, 0.01, max_iter=5000, **options)
    np.testing.assert_array_equal(model.coef_, [result.weights])
    np.testing.assert_array_equal(model.learning_curve_, result.objective)
    assert not hasattr(model, "duality_gap_")


def test_pegasos_is_pegasos():
    model = LinearSVM(solver="pegasos", mu=0.5, random_state=3).fit(X2, WORDS)
    other = LinearSVM(solver="pegasos", mu=0.5).fit(X2, WORDS)
    result = pegasos(X2, Y2, 0.5)
    np.testing.assert_array_equal(other.coef_, [result.weights])
    assert model.coef_.tolist() != other.coef_.tolist()
    assert model.duality_gap_[0] <= 1e-2


def test_mu_and_the_price_c_are_two_names_of_one_thing():
    n, mu = len(Y2), 0.02
    by_mu = LinearSVM(mu=mu, tolerance=1e-6).fit(X2, WORDS)
    by_C = LinearSVM(C=1 / (2 * mu * n), tolerance=1e-6).fit(X2, WORDS)
    np.testing.assert_allclose(by_mu.coef_, by_C.coef_, rtol=1e-9)
    slow = LinearSVM(C=1 / (2 * mu * n), solver="subgradient").fit(X2, WORDS)
    np.testing.assert_array_equal(
        slow.coef_, LinearSVM(mu=mu, solver="subgradient").fit(X2, WORDS).coef_
    )


def test_subgradient_and_dual_meet():
    X = (X2 - X2.mean(axis=0)) / X2.std(axis=0)
    exact = LinearSVM(mu=0.05, tolerance=1e-6).fit(X, WORDS)
    steps = {"step": 0.01, "tolerance": 0, "max_iter": 2000}
    with pytest.warns(ConvergenceWarning, match="the last that max_iter allows"):
        slow = LinearSVM(solver="subgradient", mu=0.05, **steps).fit(X, WORDS)
    least = slow.learning_curve_.min()
    w, b = exact.coef_[0], exact.intercept_[0]
    optimum = 0.05 * w @ w + np.maximum(0, 1 - Y2 * (X @ w + b)).mean()
    assert optimum * (1 - 1e-5) <= least <= 1.01 * optimum


def test_more_classes_are_learnt_each_against_the_rest():
    model = LinearSVM(tolerance=1e-4).fit(IRIS.X, IRIS.y)
    assert model.coef_.shape == (3, 4)
    assert model.decision_function(IRIS.X).shape == (150, 3)
    assert model.duality_gap_.shape == model.margin_.shape == (3,)
    for c, name in enumerate(IRIS.class_names):
        one = dual_coordinate_descent(IRIS.X, np.where(IRIS.y == name, 1, -1), tolerance=1e-4)
        np.testing.assert_array_equal(model.coef_[c], one.weights)
    winners = IRIS.X @ model.coef_.T + model.intercept_
    np.testing.assert_array_equal(model.predict(IRIS.X), model.classes_[winners.argmax(axis=1)])
    assert learning_curve(model) is not None


@pytest.mark.compiled
def test_it_agrees_with_scikit_learn_on_ten_digits():
    digits = load_mnist("train")
    X, y = digits.X[:1000] / 255.0, digits.y[:1000]
    ours = LinearSVM(C=0.01, tolerance=1e-6).fit(X, y)
    peer = OneVsRestClassifier(SVC(C=0.01, kernel="linear", tol=1e-6)).fit(X, y)
    np.testing.assert_allclose(ours.decision_function(X), peer.decision_function(X), atol=1e-2)
    assert (ours.predict(X) == peer.predict(X)).mean() > 0.995


@pytest.mark.compiled
def test_bytes_give_the_answer_of_floats():
    digits = load_mnist("test")
    X, y = digits.X[:60], digits.y[:60] % 2
    for solver, mu in (("subgradient", 0.1), ("pegasos", 1e6)):
        models = [LinearSVM(solver=solver, mu=mu).fit(data, y) for data in (X, np.float64(X))]
        np.testing.assert_allclose(models[0].coef_, models[1].coef_, rtol=1e-9, atol=1e-18)


def test_not_converging_is_told():
    with pytest.warns(ConvergenceWarning, match="after 2 epochs"):
        model = LinearSVM(C=100, max_iter=2).fit(X2, WORDS)
    assert not model.converged_
    assert model.n_iter_ == 2
