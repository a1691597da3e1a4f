"""Pegasos, held against its update rule written out, and the gap it claims."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from kernelkit import certificates
from kernelkit.datasets import load_iris, load_mnist
from kernelkit.solvers import pegasos

pytestmark = pytest.mark.loops


def two_clouds(seed, n=40, d=3, gap=0.7):
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    return random.normal(size=(n, d)) + gap * y[:, np.newaxis], y


def with_ones(X):
    """Samples whose last feature carries the bias."""
    return np.column_stack([X, np.ones(len(X))])


def pegasos_reference(X, y, mu, epochs, shuffle):
    """The rule as it is published: shrink, then step if the sample is not beyond the margin."""
    X, w, t = with_ones(X), np.zeros(X.shape[1] + 1), 0
    ends = []
    for _ in range(epochs):
        for i in shuffle.permutation(len(X)):
            t += 1
            inside = 1 - y[i] * (w @ X[i]) >= 0
            w = (1 - 1 / t) * w + inside * y[i] * X[i] / (2 * mu * t)
        ends.append(w)
    f = [mu * w @ w + np.maximum(0, 1 - y * (X @ w)).mean() for w in ends]
    return np.array(ends), np.array(f)


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_published_rule(seed):
    X, y = two_clouds(seed)
    result = pegasos(X, y, 0.02, tolerance=0.05, random_state=np.random.default_rng(seed))
    ends, f = pegasos_reference(X, y, 0.02, len(result.objective), np.random.default_rng(seed))
    np.testing.assert_allclose(result.objective, f, rtol=1e-9)
    np.testing.assert_allclose([*result.weights, result.bias], ends[-1], rtol=1e-9)
    assert result.primal == pytest.approx(f[-1])
    assert result.converged


@given(seed=st.integers(0, 10**6), mu=st.sampled_from([0.005, 0.1, 3.0]))
def test_the_gap_is_proved(seed, mu):
    X, y = two_clouds(seed, n=30)
    result = pegasos(X, y, mu, tolerance=0.2)
    C = certificates.penalty_of_mu(mu, 30)
    w = np.append(result.weights, result.bias)
    assert certificates.dual_infeasibility(y, result.alpha, C, free_bias=False) <= 1e-12 * C
    np.testing.assert_allclose((result.alpha * y) @ with_ones(X), w, rtol=1e-9, atol=1e-12)
    primal = certificates.linear_primal(with_ones(X), y, w, 0.0, C)
    dual = certificates.linear_dual(with_ones(X), y, result.alpha)
    assert result.primal == pytest.approx(certificates.mean_objective(primal, C, 30))
    assert result.dual == pytest.approx(certificates.mean_objective(dual, C, 30))
    assert result.gap == pytest.approx(certificates.relative_gap(primal, dual), abs=1e-9)
    assert -1e-12 <= result.gap <= 0.2


def test_orders_are_seeded():
    X, y = two_clouds(1)
    runs = [
        pegasos(X, y, 0.05, 0.1, random_state=shuffle).weights.tolist()
        for shuffle in (0, np.random.default_rng(0), np.random.default_rng(1))
    ]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_bytes_and_floats_of_the_same_pixels_agree():
    digits = load_mnist("test")
    pixels, y = digits.X[:200], np.where(digits.y[:200] % 2 == 0, 1, -1)
    results = [
        pegasos(pixels.astype(dtype), y, 1e6, tolerance=0.1)
        for dtype in (np.uint8, np.float32, np.float64)
    ]
    for other in results[:2]:
        np.testing.assert_allclose(other.weights, results[2].weights, rtol=1e-9, atol=1e-18)


def test_reaching_the_limit_is_a_warning_and_the_best_epoch():
    X, y = two_clouds(2)
    words = r"pegasos stopped at a relative duality gap of .*, above tolerance = 1e-09, after 30 ep"
    with pytest.warns(ConvergenceWarning, match=words):
        result = pegasos(X, y, 0.01, tolerance=1e-9, max_epochs=30)
    assert (len(result.objective), result.converged) == (30, False)
    with pytest.warns(ConvergenceWarning):
        gaps = [
            pegasos(X, y, 0.01, tolerance=1e-9, max_epochs=epochs).gap for epochs in range(1, 31)
        ]
    assert gaps[-1] == result.gap
    assert gaps == sorted(gaps, reverse=True)


def test_it_learns_iris():
    X, y = load_iris().select(["setosa", "versicolor"])
    signs = np.where(y == "setosa", 1, -1)
    result = pegasos(X, signs, 0.01, tolerance=0.05)
    assert ((X @ result.weights + result.bias >= 0) == (signs > 0)).all()
