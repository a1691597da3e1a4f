"""Subgradient descent on the hinge loss, held against document 004's pseudocode."""

import numpy as np
import pytest
from checks import assert_threads_change_no_bit
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from kernelkit.datasets import indicator, load_iris, load_mnist
from kernelkit.solvers import hinge_subgradient
from kernelkit.solvers.svm import _passes as passes
from kernelkit.solvers.svm._passes import (
    ROWS_PER_THREAD,
    combination,
    hinge_pass,
    scores,
)
from kernelkit.validation import as_matrix

pytestmark = pytest.mark.loops


def document_004(X, y, mu, alpha, epsilon):
    """The pseudocode, line by line; the document puts w_0 first."""
    N = len(X)
    ones = np.column_stack([np.ones(N), X])

    def f(w):
        return mu * w[1:] @ w[1:] + np.maximum(0, 1 - y * (ones @ w)).mean()

    def subgradient(w):
        counted = 1 - y * (ones @ w) >= 0
        return 2 * mu * np.append(0.0, w[1:]) + (-y[counted] @ ones[counted]) / N

    k, w = 0, [np.zeros(X.shape[1] + 1)]
    while k <= 1 or abs(f(w[k]) - f(w[k - 1])) > epsilon:
        w.append(w[k] - alpha * subgradient(w[k]))
        k += 1
    return np.array(w[1:]), np.array([f(v) for v in w])


def two_clouds(seed, n=60, d=3, gap=1.0):
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    return random.normal(size=(n, d)) + gap * y[:, np.newaxis], y


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n", [2, 60, 3 * ROWS_PER_THREAD + 17])
def test_it_is_the_documents_pseudocode(seed, n):
    X, y = two_clouds(seed, n)
    settings = {"mu": 0.05, "step": 0.1}
    result = hinge_subgradient(X, y, **settings, tolerance=1e-3, keep_path=True)
    iterates, objective = document_004(X, y, 0.05, 0.1, 1e-3)
    assert len(objective) >= 4
    np.testing.assert_allclose(result.path, np.roll(iterates, -1, axis=1), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(result.objective, objective, rtol=1e-12)
    np.testing.assert_array_equal([*result.weights, result.bias], result.path[-1])
    assert result.converged


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_point_on_the_margin_counts(dtype):
    """At w = 0, b = 1 the sample of class +1 has 1 - y f = 0: the document's case is >= 0."""
    X, y = np.array([[2.0], [3.0]], dtype=dtype), np.array([1.0, -1.0])
    loss, r, r_bias = hinge_pass(X, y, np.zeros(1), 1.0, 0.1)
    assert (loss, r.tolist(), r_bias) == (1.0, [0.5 * (3 - 2)], 0.0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.uint8])
@pytest.mark.parametrize("shape", [(1, 3), (6, 5), (ROWS_PER_THREAD + 7, 40), (15, 999)])
def test_passes_are_numpys_products_whatever_is_left_over(shape, dtype, monkeypatch):
    """Of tiles, and of four rows."""
    monkeypatch.setattr(passes, "SMALL_MATRIX", 0)
    random = np.random.default_rng(0)
    X = random.integers(0, 9, size=shape).astype(dtype)
    wide, w, y = (
        X.astype(np.float64),
        random.normal(size=shape[1]),
        random.choice([-1, 1.0], shape[0]),
    )
    price = random.choice([0.0, 1.0, 2.0], shape[0])
    slack = 1 - y * (wide @ w + 0.5)
    counted = np.where(slack >= 0, -y, 0.0)
    value, r, r_bias = hinge_pass(X, y, w, 0.5, 0.1)
    assert value == pytest.approx(0.1 * w @ w + np.maximum(0, slack).mean())
    assert r_bias == pytest.approx(counted.mean())
    np.testing.assert_allclose(r, 0.2 * w + counted @ wide / len(X), atol=1e-9)
    m = random.normal(size=shape[1])
    np.testing.assert_allclose(scores(X, w, m), (wide - m) @ w, atol=1e-9)
    np.testing.assert_allclose(combination(X, price, m), price @ (wide - m), atol=1e-9)


def objective(X, y, mu, w):
    return mu * w[:-1] @ w[:-1] + np.maximum(0, 1 - y * (X @ w[:-1] + w[-1])).mean()


def subgradient(X, y, mu, w):
    _, r, r_bias = hinge_pass(X, y, w[:-1], float(w[-1]), mu)
    return np.append(r, r_bias)


@given(seed=st.integers(0, 10**6), d=st.integers(1, 4), whole=st.booleans())
def test_the_subgradient_supports_the_objective_everywhere(seed, d, whole):
    random = np.random.default_rng(seed)
    X, y = two_clouds(seed, 21, d)
    X = X.round() if whole else X  # whole numbers put samples on the kink
    w = random.normal(size=d + 1).round() if whole else random.normal(size=d + 1)
    r, f = subgradient(X, y, 0.1, w), objective(X, y, 0.1, w)
    for v in w + random.normal(size=(20, d + 1)):
        assert objective(X, y, 0.1, v) >= f + r @ (v - w) - 1e-12


@pytest.mark.parametrize("seed", range(5))
def test_the_subgradient_is_the_slope_where_there_is_one(seed):
    X, y = two_clouds(seed)
    w, h = np.random.default_rng(seed).normal(size=4), 1e-6
    slope = [
        (objective(X, y, 0.1, w + h * e) - objective(X, y, 0.1, w - h * e)) / (2 * h)
        for e in np.eye(4)
    ]
    np.testing.assert_allclose(subgradient(X, y, 0.1, w), slope, rtol=1e-6, atol=1e-8)


@pytest.mark.compiled
def test_the_number_of_threads_changes_no_bit():
    digits = load_mnist("test")
    y = np.where(digits.y % 2 == 0, 1, -1)

    def bits():
        result = hinge_subgradient(digits.X, y, max_iter=5, keep_path=True, tolerance=1.0)
        sums = combination(digits.X, np.sqrt(np.arange(len(y))), m), scores(digits.X, w, m)
        return [result.path, result.objective, *sums]

    w, m = np.random.default_rng(0).normal(size=(2, 784))
    assert_threads_change_no_bit(bits)


def test_bytes_and_floats_of_the_same_pixels_agree():
    digits = load_mnist("test")
    pixels, y = digits.X[:60], np.where(digits.y[:60] % 2 == 0, 1, -1)
    results = [
        hinge_subgradient(pixels.astype(dtype), y, max_iter=20, keep_path=True)
        for dtype in (np.uint8, np.float32, np.float64)
    ]
    for other in results[:2]:
        np.testing.assert_allclose(other.path, results[2].path, rtol=1e-11, atol=1e-15)
        np.testing.assert_allclose(other.objective, results[2].objective, rtol=1e-12)


def test_bytes_stay_bytes():
    pixels = load_mnist("test").X[:5]
    kept = as_matrix(pixels, pixels=True)
    assert kept.dtype == np.uint8
    assert np.shares_memory(kept, pixels)
    assert as_matrix(pixels).dtype == np.float64


def test_twice_the_rows_are_the_same_mean():
    X, y = two_clouds(1)
    once = hinge_subgradient(X, y, step=0.1)
    twice = hinge_subgradient(np.repeat(X, 2, axis=0), np.repeat(y, 2), step=0.1)
    np.testing.assert_allclose(twice.objective, once.objective, rtol=1e-12)
    shuffled = np.random.default_rng(0).permutation(len(y))
    other = hinge_subgradient(X[shuffled], y[shuffled], step=0.1)
    np.testing.assert_allclose(other.weights, once.weights, rtol=1e-9)


def test_reaching_the_limit_is_a_warning():
    X, y = two_clouds(3)
    words = r"step 4, the last that max_iter allows, still changed the objective by .*= 1e-09"
    with pytest.warns(ConvergenceWarning, match=words):
        result = hinge_subgradient(X, y, step=0.1, tolerance=1e-9, max_iter=4)
    assert (len(result.objective), result.converged) == (5, False)
    with pytest.warns(ConvergenceWarning, match="step 1, the last"):  # k > 1 comes first
        assert not hinge_subgradient(X, y, tolerance=1.0, max_iter=1).converged


def test_steps_that_blow_up_are_a_warning_and_leave_numbers():
    X, y = two_clouds(3)
    with pytest.warns(ConvergenceWarning, match="step = 1e\\+08 is too long"):
        result = hinge_subgradient(X, y, mu=1.0, step=1e8)
    assert np.isfinite(result.weights).all()
    assert np.isfinite(result.objective).all()
    assert not result.converged


def test_constant_features_and_duplicates_with_opposite_labels_do_no_harm():
    X, y = np.ones((4, 2)), [1, -1, 1, -1]
    result = hinge_subgradient(X, y)
    assert result.weights.tolist() == [0.0, 0.0]
    assert result.objective.tolist() == [1.0] * 3
    X, y = load_iris().select(["setosa", "versicolor"])
    signs = np.where(y == "setosa", 1, -1)
    result = hinge_subgradient(X, signs, mu=1e-3, step=0.05, tolerance=1e-4)
    assert ((X @ result.weights + result.bias >= 0) == (signs > 0)).all()


@pytest.mark.compiled
def test_the_settings_of_the_assignment_on_its_42000_digits():
    X, digits = load_mnist("42000")
    y = indicator(digits, [0, 2, 4, 6, 8])
    result = hinge_subgradient(X, y, mu=0.1, step=1e-5, tolerance=1e-2)
    assert len(result.objective) - 1 == 12
    f = scores(X, result.weights, np.zeros(784)) + result.bias
    assert round(((f >= 0) == (y > 0)).mean(), 4) == 0.7998
