"""The perceptron solvers, held against the document's pseudocode, each other and Novikoff."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from kernelkit import Gaussian, Linear, certificates
from kernelkit.datasets import load_iris
from kernelkit.solvers import dual_perceptron, multiclass_perceptron, perceptron

pytestmark = pytest.mark.loops


def rosenblatt(X, y, eta, epochs):
    """The document's repeat loop, in plain NumPy, with every iterate."""
    w, b, R = np.zeros(X.shape[1]), 0.0, np.linalg.norm(X, axis=1).max()
    path, mistakes = [], []
    for _ in range(epochs):
        count = 0
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b, count = w + eta * label * x, b + eta * label * R**2, count + 1
                path.append([*w, b])
        mistakes.append(count)
        if count == 0:
            break
    return np.array(path), mistakes


def separable(seed, n=40, d=3, gap=0.1):
    """Points of both classes with a known hyperplane between them."""
    random = np.random.default_rng(seed)
    w, shift = random.normal(size=d), random.normal(size=d)
    b = float(0.3 * random.normal() - w @ shift)  # through the cloud, so that both classes occur
    X = random.normal(size=(4 * n, d)) + shift
    distance = (X @ w + b) / np.linalg.norm(w)
    X = X[np.abs(distance) > gap][:n]
    return X, np.where(X @ w + b >= 0, 1, -1), w, b


@pytest.mark.parametrize("eta", [1.0, 0.3])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_documents_pseudocode(seed, eta):
    X, y, _, _ = separable(seed)
    result = perceptron(X, y, learning_rate=eta, keep_path=True)
    path, mistakes = rosenblatt(X, y, eta, 1000)
    assert result.mistakes.tolist() == mistakes
    np.testing.assert_allclose(result.path, path, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose([*result.weights, result.bias], path[-1], rtol=1e-9, atol=1e-9)
    assert result.converged
    assert certificates.margin(X, y, result.weights, result.bias) > 0


@given(seed=st.integers(0, 10**6), n=st.integers(2, 40), d=st.integers(1, 4))
def test_mistakes_never_exceed_novikoffs_bound(seed, n, d):
    X, y, w, b = separable(seed, n, d, gap=0.2)
    assume(len(X) > 0)
    result = perceptron(X, y, max_epochs=20_000)
    assert result.converged
    assert result.mistakes.sum() <= certificates.novikoff_bound(X, y, w, b)


@given(seed=st.integers(0, 10**6), average=st.booleans())
def test_primal_and_dual_agree_mistake_by_mistake(seed, average):
    X, y, _, _ = separable(seed)
    primal = perceptron(X, y, average=average, keep_path=True)
    dual = dual_perceptron(Linear()(X), y, average=average, keep_path=True)
    np.testing.assert_array_equal(primal.mistakes, dual.mistakes)
    np.testing.assert_allclose((dual.alpha * y) @ X, primal.weights, rtol=1e-8, atol=1e-8)
    assert dual.bias == pytest.approx(primal.bias, rel=1e-9, abs=1e-9)
    moves = np.cumsum(y[dual.path, None] * X[dual.path], axis=0)
    np.testing.assert_allclose(primal.path[:, :-1], moves, rtol=1e-8, atol=1e-8)


def test_alpha_counts_mistakes():
    X, y, _, _ = separable(3)
    dual = dual_perceptron(Linear()(X), y, keep_path=True)
    np.testing.assert_array_equal(dual.alpha, np.bincount(dual.path, minlength=len(X)))
    assert dual.alpha.sum() == dual.mistakes.sum() == len(dual.path)


def test_the_learning_rate_only_rescales():
    X, y, _, _ = separable(1)
    slow, fast = perceptron(X, y, learning_rate=2.0**-10), perceptron(X, y, learning_rate=2.0**10)
    np.testing.assert_array_equal(slow.mistakes, fast.mistakes)
    np.testing.assert_array_equal(slow.weights * 2.0**20, fast.weights)


def test_a_kernel_separates_what_no_line_does():
    X, y = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([1, 1, -1, -1])
    result = dual_perceptron(Gaussian(0.5)(X), y)
    assert result.converged
    with pytest.warns(ConvergenceWarning):
        assert not perceptron(X, y, max_epochs=50).converged


def averaged(X, y, epochs):
    """Mean of (w, b) over every sample seen, summed up one by one."""
    w, b, R = np.zeros(X.shape[1]), 0.0, np.linalg.norm(X, axis=1).max()
    total = np.zeros(X.shape[1] + 1)
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label * R**2
            total += [*w, b]
    return total / (epochs * len(X))


def test_averaging_is_the_mean_over_all_samples_seen():
    X, y, _, _ = separable(2)
    result = perceptron(X, y, average=True)
    expected = averaged(X, y, len(result.mistakes))
    np.testing.assert_allclose([*result.weights, result.bias], expected, rtol=1e-9)
    assert perceptron(X, y).bias != pytest.approx(result.bias)


def multiclass_reference(X, y, k, epochs, average):
    W, b, R2 = np.zeros((k, X.shape[1])), np.zeros(k), (X**2).sum(axis=1).max()
    total, mistakes = np.zeros((k, X.shape[1] + 1)), []
    for _ in range(epochs):
        count = 0
        for x, label in zip(X, y, strict=True):
            guess = int(np.argmax(W @ x + b))
            if guess != label:
                W[label], W[guess] = W[label] + x, W[guess] - x
                b[label], b[guess] = b[label] + R2, b[guess] - R2
                count += 1
            total += np.column_stack([W, b])
        mistakes.append(count)
        if count == 0:
            break
    return (total / (len(mistakes) * len(X)) if average else np.column_stack([W, b])), mistakes


@pytest.mark.parametrize("average", [False, True])
def test_multiclass_is_the_documents_rule(average):
    random = np.random.default_rng(0)
    y = np.arange(90) % 3
    X = random.normal(size=(90, 2)) + 6 * np.array([[0, 0], [1, 0], [0, 1]])[y]
    result = multiclass_perceptron(X, y, 3, average=average)
    expected, mistakes = multiclass_reference(X, y, 3, 1000, average)
    assert result.mistakes.tolist() == mistakes
    np.testing.assert_allclose(
        np.column_stack([result.weights, result.bias]), expected, rtol=1e-8, atol=1e-8
    )
    assert result.converged


def test_multiclass_weights_sum_to_zero():
    X, y = load_iris()
    with pytest.warns(ConvergenceWarning):
        result = multiclass_perceptron(X, np.unique(y, return_inverse=True)[1], 3, max_epochs=30)
    np.testing.assert_allclose(result.weights.sum(axis=0), 0.0, atol=1e-9)
    np.testing.assert_allclose(result.bias.sum(), 0.0, atol=1e-9)


def test_shuffling_is_seeded_and_changes_the_order():
    X, y, _, _ = separable(4)
    runs = [
        perceptron(X, y, random_state=np.random.default_rng(s)).mistakes.tolist() for s in (0, 0, 3)
    ]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
    assert perceptron(X, y).mistakes.tolist() != runs[0]
    seeds = [perceptron(X, y, random_state=s).mistakes.tolist() for s in (0, np.int64(3))]
    assert seeds == runs[1:], "a whole number is the seed of a generator"


def test_reaching_the_limit_is_a_warning_with_the_count():
    X, y = np.array([[1.0], [1.0]]), [1, -1]
    words = "still made 2 mistakes on 2 samples in epoch 7"
    for call in (
        lambda: perceptron(X, y, max_epochs=7),
        lambda: dual_perceptron(X @ X.T, y, max_epochs=7),
    ):
        with pytest.warns(ConvergenceWarning, match=words):
            result = call()
        assert (len(result.mistakes), result.converged) == (7, False)


def test_float32_gives_the_same_mistakes():
    X, y, _, _ = separable(6)
    X = X.astype(np.float32)
    np.testing.assert_array_equal(
        perceptron(X, y).mistakes, perceptron(X.astype(float), y).mistakes
    )
