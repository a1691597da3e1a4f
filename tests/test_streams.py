"""Perceptrons and Pegasos on streams: each sample once, block after block."""

import pickle

import numpy as np
import pytest
from checks import assert_kind_error, clouds
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from kernelkit import LinearSVM, LogisticRegression, Perceptron
from kernelkit.datasets import load_usps
from kernelkit.solvers import multiclass_perceptron, pegasos, perceptron
from kernelkit.validation import InputError

pytestmark = pytest.mark.loops
NAMES = np.array(["ash", "beech", "cedar"])
STREAMS = [
    Perceptron(),
    Perceptron(average=True, shuffle=True, random_state=0),
    LinearSVM(solver="pegasos", mu=0.01),
]
streams = pytest.mark.parametrize("model", STREAMS, ids=str)


def samples(seed, k=3, n=90):
    X, y = clouds(seed, n, 3, k)
    return X, NAMES[y]


def in_blocks(model, X, y, cuts):
    model = clone(model)
    for rows in np.split(np.arange(len(X)), cuts):
        model.partial_fit(X[rows], y[rows], np.unique(y))
    return model


@pytest.mark.parametrize("average", [False, True])
@pytest.mark.parametrize("k", [2, 3])
def test_blocks_of_a_perceptron_are_the_parts_of_an_epoch(k, average):
    X, y = samples(0, k)
    X /= np.linalg.norm(X, axis=1, keepdims=True)  # of equal length: R is known from the start
    X[0] *= 1.001
    codes = np.searchsorted(NAMES, y)
    solve, targets = (
        (perceptron, (2 * codes - 1, 0.5)) if k == 2 else (multiclass_perceptron, (codes, k))
    )
    with pytest.warns(ConvergenceWarning):
        whole = solve(X, *targets, 1, average=average)
    model = Perceptron(learning_rate=0.5 if k == 2 else 1.0, average=average)
    found = in_blocks(model, X, y, [1, 30, 37])
    np.testing.assert_allclose(found.coef_, np.atleast_2d(whole.weights), rtol=1e-12)
    np.testing.assert_allclose(found.intercept_, np.atleast_1d(whole.bias), rtol=1e-12)
    assert found.learning_curve_.sum() == whole.mistakes[0]
    assert found.n_iter_ == 4
    assert not found.converged_


def test_the_bias_moves_by_the_largest_sample_so_far():
    X, y = np.array([[1.0], [2.0], [-0.1], [0.5], [0.6]]), ["b", "a", "b", "a", "a"]
    model, w, b, R2, mistakes = Perceptron(), 0.0, 0.0, 0.0, []
    for x, label in zip(X, y, strict=True):
        sign, R2 = (1 if label == "b" else -1), max(R2, float(x[0] ** 2))
        mistakes.append(sign * (w * x[0] + b) <= 0)
        if mistakes[-1]:
            w, b = w + sign * x[0], b + sign * R2
        model.partial_fit([x], [label], ["a", "b"])
        assert (model.coef_[0, 0], model.intercept_[0]) == (w, b)
    assert model.learning_curve_.tolist() == mistakes == [1, 1, 1, 1, 0]
    assert model.converged_


def test_blocks_of_pegasos_are_the_steps_of_its_rule():
    X, y = samples(1, 2)
    mu, w = 0.05, np.zeros(4)
    model = LinearSVM(solver="pegasos", mu=mu)
    for t, x, label in zip(range(1, 91), X, y, strict=True):  # one sample has one order
        sign, long = (1 if label == "beech" else -1), np.append(x, 1.0)
        inside = 1 - sign * (w @ long) >= 0
        w = (1 - 1 / t) * w + (sign * long / (2 * mu * t) if inside else 0.0)
        model.partial_fit([x], [label], NAMES[:2])
    np.testing.assert_allclose([*model.coef_[0], *model.intercept_], w, rtol=1e-10)
    np.testing.assert_allclose(model.margin_, 1 / np.linalg.norm(w[:-1]), rtol=1e-10)
    assert not hasattr(model, "duality_gap_")


def test_a_long_stream_comes_near_the_optimum():
    X, y = samples(2, 2, 400)
    best = pegasos(X, np.where(y == "beech", 1, -1), 0.05, 1e-3)
    model = LinearSVM(solver="pegasos", mu=0.05)
    for _ in range(150):
        model.partial_fit(X, y, NAMES[:2])
    slack = 1 - np.where(y == "beech", 1, -1) * model.decision_function(X)
    value = 0.05 * ((model.coef_**2).sum() + model.intercept_[0] ** 2) + np.maximum(0, slack).mean()
    assert best.dual <= value <= 1.02 * best.primal


@streams
def test_the_same_seed_gives_the_same_stream_and_pickles_go_on(model):
    X, y = samples(3)
    whole = in_blocks(model, X, y, [20, 50])
    half = clone(model).partial_fit(X[:20], y[:20], NAMES)
    again = pickle.loads(pickle.dumps(half))
    again.partial_fit(X[20:50], y[20:50]).partial_fit(X[50:], y[50:])
    np.testing.assert_array_equal(again.coef_, whole.coef_)
    np.testing.assert_array_equal(again.learning_curve_, whole.learning_curve_)
    assert half.n_iter_ == 1


def test_orders_are_drawn_by_the_seed_anew_for_each_block():
    X, y = samples(4)
    seeds = [
        in_blocks(Perceptron(shuffle=True, random_state=seed), X, y, [45]).coef_ for seed in (0, 1)
    ]
    assert (seeds[0] != seeds[1]).any()
    twice = Perceptron(shuffle=True, random_state=0).partial_fit(X, y, NAMES)
    state = twice._seen
    other = clone(twice).partial_fit(X, y, NAMES)
    other._seen = other._seen._replace(blocks=7)
    assert (twice.partial_fit(X, y).coef_ != other.partial_fit(X, y).coef_).any()
    assert state.blocks == 1, "what was, is not changed"


@pytest.mark.compiled
@pytest.mark.parametrize(
    "model", [Perceptron(average=True), LinearSVM(solver="pegasos", mu=1e-3)], ids=str
)
def test_digits_are_learnt_in_one_pass(model):
    X, y = load_usps()
    for rows in np.array_split(np.arange(7000), 7):
        model.partial_fit(X[rows], y[rows], np.arange(10))
    assert model.score(X[7000:], y[7000:]) > 0.88


def test_bytes_stay_bytes_and_give_what_floats_give():
    X, y = samples(5)
    pixels = np.uint8(20 * (X - X.min()))
    model = LinearSVM(solver="pegasos", mu=0.1)
    a, b = (in_blocks(model, data, y, [40]) for data in (pixels, pixels.astype(float)))
    np.testing.assert_array_equal(a.coef_, b.coef_)


@streams
def test_bad_blocks_are_named_and_change_nothing(model):
    X, y = samples(6)
    model = clone(model)
    words = "classes must list all labels that any block may hold, got None"
    assert_kind_error(ValueError, words, model.partial_fit, X, y)
    model.partial_fit(X, y, NAMES)
    before = pickle.dumps(model)
    for data, labels, classes, words in [
        (X, np.where(y == "ash", "oak", y), None, "y must hold labels of the classes announced"),
        (X, y, NAMES[:2], "classes must stay those of the first block"),
        (X[:, :2], y, None, "X has 2 features, but .* is expecting 3 features"),
        (X[:0], y[:0], None, r"0 sample\(s\)"),
    ]:
        with pytest.raises(InputError, match=words):
            model.partial_fit(data, labels, classes)
        assert pickle.dumps(model) == before


@streams
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_after_fit_it_begins_anew_and_says_so(model):
    X, y = samples(7)
    fitted = clone(model).fit(X, y)
    with pytest.warns(UserWarning, match="partial_fit begins anew"):
        fitted.partial_fit(X, y)
    anew = in_blocks(model, X, y, [])
    np.testing.assert_array_equal(fitted.coef_, anew.coef_)
    assert set(vars(fitted)) == set(vars(anew)), "nothing is left of what fit knew"


def test_numbers_out_of_range_are_refused():
    X, y = samples(9)
    words = "^X and learning_rate must be of moderate size.* computation runs out of range"
    assert_kind_error(ValueError, words, Perceptron().partial_fit, 1e200 * X, y, NAMES)
    words = "^X and mu must be of moderate size.* computation runs out of range"
    model = LinearSVM(solver="pegasos", mu=1e-300)
    assert_kind_error(ValueError, words, model.partial_fit, 1e100 * X, y, NAMES)


def test_only_pegasos_is_a_stream_and_it_wants_mu():
    X, y = samples(8)
    assert not hasattr(LinearSVM(), "partial_fit")
    assert not hasattr(LogisticRegression(), "partial_fit")
    with pytest.raises(AttributeError) as caught:
        LinearSVM().partial_fit  # noqa: B018
    assert "belongs to solver='pegasos', got 'dual'" in str(caught.value.__cause__)
    words = r"mu must be given for partial_fit, got None: C = 1/\(2 mu N\)"
    model = LinearSVM(solver="pegasos")
    assert_kind_error(ValueError, words, model.partial_fit, X, y, NAMES)
    words = "learning_rate must be 1 for more than two classes, got 0.5"
    assert_kind_error(ValueError, words, Perceptron(0.5).partial_fit, X, y, NAMES)
