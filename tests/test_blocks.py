"""Learning from blocks: exact where learning is a sum, and what bad blocks are told."""

import pickle

import numpy as np
import pytest
from checks import assert_kind_error, assert_threads_change_no_bit, clouds
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from kernelkit import GaussianClassifier, LeastSquares, MultinomialNaiveBayes
from kernelkit.datasets import load_usps
from kernelkit.validation import InputError

SUMS = [
    GaussianClassifier(),
    GaussianClassifier("per-class"),
    GaussianClassifier(shrinkage=0.1),
    LeastSquares(),
    LeastSquares(ridge=0.5),
    MultinomialNaiveBayes(),
    MultinomialNaiveBayes(smoothing=0.0),
]
sums = pytest.mark.parametrize("model", SUMS, ids=str)
NAMES = np.array(["ash", "beech", "cedar", "date"])


def samples(model, seed, n=80, d=3, k=3):
    X, y = clouds(seed, n, d, k)
    if isinstance(model, MultinomialNaiveBayes):
        X = np.floor(3 * (X - X.min()))
    return X, NAMES[y]


def assert_same_model(one, other, rtol=1e-10):
    np.testing.assert_array_equal(one.classes_, other.classes_)
    assert one.n_features_in_ == other.n_features_in_
    names = {name for name in vars(one) if name.endswith("_")}
    for name in names - {"classes_", "n_features_in_"}:
        value = getattr(one, name)
        scale = np.abs(value[np.isfinite(value)]).max()
        np.testing.assert_allclose(getattr(other, name), value, atol=rtol * scale, err_msg=name)


def in_blocks(model, X, y, order, cuts, classes):
    model = clone(model)
    for part in np.split(order, cuts):
        model.partial_fit(X[part], y[part], classes)
    return model


@sums
@given(
    seed=st.integers(0, 10**6),
    k=st.integers(2, 4),
    shift=st.sampled_from([0.0, 1e6]),
    cuts=st.lists(st.integers(1, 79), max_size=8, unique=True),
    by_class=st.booleans(),
)
@settings(max_examples=25)
def test_any_order_and_any_cutting_give_the_parameters_of_fit(
    model, seed, k, shift, cuts, by_class
):
    X, y = samples(model, seed, k=k)
    X = X + shift
    order = np.argsort(y) if by_class else np.random.default_rng(seed).permutation(len(y))
    found = in_blocks(model, X, y, order, sorted(cuts), NAMES[:k])
    assert_same_model(clone(model).fit(X, y), found)


@sums
def test_statistics_add_up_to_a_model_and_ask_nothing_of_the_one_that_made_them(model):
    X, y = samples(model, 0)
    before = pickle.dumps(model)
    parts = [model.statistics(X[i::4], y[i::4], NAMES[:3]) for i in range(4)]
    assert pickle.dumps(model) == before
    whole = clone(model).fit(X, y)
    for total in (sum(parts), (parts[3] + parts[1]) + (parts[0] + parts[2])):
        assert_same_model(whole, clone(model).fit_statistics(total))
    assert repr(sum(parts)) == "Statistics of 80 samples, 3 classes and 3 features"
    again = pickle.loads(pickle.dumps(parts[0])) + parts[1]
    goes_on = clone(model).fit_statistics(again + parts[2]).partial_fit(X[3::4], y[3::4])
    assert_same_model(whole, goes_on)
    assert_same_model(whole, clone(model).fit_statistics(model.statistics(X, y)))


def test_one_set_of_statistics_serves_all_models_of_means_and_scatter():
    X, y = samples(None, 1)
    apart = GaussianClassifier("per-class").statistics(X, y)
    for model in SUMS[:5]:
        assert_same_model(clone(model).fit(X, y), clone(model).fit_statistics(apart))
    shared = LeastSquares().statistics(X, y)
    for model in SUMS[2:5]:
        assert_same_model(clone(model).fit(X, y), clone(model).fit_statistics(shared))
    words = "covariance must be 'shared' where the statistics"
    model = GaussianClassifier("per-class")
    assert_kind_error(InputError, words, model.fit_statistics, shared)
    words = "statistics must be what statistics of a GaussianClassifier returned"
    counts = MultinomialNaiveBayes().statistics(np.abs(X), y)
    assert_kind_error(TypeError, words, model.fit_statistics, counts)
    words = "statistics must be what statistics.* returned, got 3"
    assert_kind_error(TypeError, words, model.fit_statistics, 3)


@pytest.mark.parametrize("ridge", [0.0, 1e-3])
def test_least_squares_of_dependent_features_has_the_shortest_weights(ridge):
    X, y = samples(None, 2, n=200)
    X = np.column_stack([X, X[:, 0] - 2 * X[:, 1], np.full(200, 7.0)])
    blocks = in_blocks(LeastSquares(ridge), X, y, np.arange(200), [50, 60], NAMES[:3])
    assert_same_model(LeastSquares(ridge).fit(X, y), blocks, 1e-6)
    assert (blocks.coef_[:, 4] == 0).all()


def test_least_squares_of_fewer_samples_than_features_goes_through_them():
    X, y = samples(None, 3, n=9, d=20)
    blocks = in_blocks(LeastSquares(), X, y, np.arange(9), [4], NAMES[:3])
    assert_same_model(LeastSquares().fit(X, y), blocks, 1e-6)
    np.testing.assert_allclose(blocks.decision_function(X), y[:, None] == NAMES[:3], atol=1e-6)


@given(
    seed=st.integers(0, 10**6),
    exponent=st.floats(0, 16),
    offset=st.sampled_from([0.0, 1.0, 1e3]),
    ridge=st.sampled_from([0.0, 1e-3]),
    cuts=st.lists(st.integers(1, 199), max_size=9, unique=True),
)
def test_least_squares_in_blocks_has_the_digits_of_fit(seed, exponent, offset, ridge, cuts):
    rng = np.random.default_rng(seed)
    U, V = (np.linalg.qr(rng.normal(size=shape))[0] for shape in ((200, 4), (4, 4)))
    X = U * 10.0 ** np.linspace(0, -exponent, 4) @ V + offset
    y = NAMES[rng.integers(0, 3, 200)]
    condition = 10.0**exponent * (1 + offset)
    whole = LeastSquares(ridge).fit(X, y)
    blocks = in_blocks(LeastSquares(ridge), X, y, np.arange(200), sorted(cuts), NAMES[:3])
    values, expected = (model.decision_function(X) for model in (blocks, whole))
    left, least = (((f - (y[:, None] == NAMES[:3])) ** 2).sum() for f in (values, expected))
    assert left <= least * (1 + 1e-2), "whatever the condition"
    if condition < 1e12:
        np.testing.assert_allclose(values, expected, atol=1e-13 * condition)


@given(seed=st.integers(0, 10**6), exponent=st.floats(0, 12))
def test_one_row_may_be_far_longer_than_all_others(seed, exponent):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)), NAMES[rng.integers(0, 2, 60)]
    X[rng.integers(60)] *= 10.0**exponent
    whole = LeastSquares(1e-3).fit(X, y)
    blocks = in_blocks(LeastSquares(1e-3), X, y, np.arange(60), [20, 40], NAMES[:2])
    values, expected = (model.decision_function(X) for model in (blocks, whole))
    np.testing.assert_allclose(values, expected, atol=1e-13 * 10.0**exponent)


@pytest.mark.compiled
def test_threads_change_no_bit_of_a_triangle():
    X, y = clouds(0, 5000, 6)
    assert_threads_change_no_bit(lambda: [LeastSquares().statistics(X, y).sums.scatter])


def test_rounding_of_a_feature_is_no_feature():
    X, y = samples(None, 5)
    X[:, 2] = 0.1
    X[::2, 2] = np.nextafter(0.1, 1)
    blocks = in_blocks(LeastSquares(), X, y, np.arange(80), [30], NAMES[:3])
    assert (blocks.coef_[:, 2] == 0).all()


@pytest.mark.parametrize("offset", [0.0, 1e3])
def test_rounding_of_a_dependent_feature_is_no_direction(offset):
    """It grows with the samples, of which only as many rows are left as there are features."""
    X, y = samples(None, 6, n=2000)
    X += offset
    X[:, 2] = X[:, 0] + X[:, 1]
    blocks = in_blocks(LeastSquares(), X, y, np.arange(2000), [700, 1400], NAMES[:3])
    assert_same_model(LeastSquares().fit(X, y), blocks, 1e-9)


def test_sparse_blocks_of_words_stay_sparse():
    X, y = samples(MultinomialNaiveBayes(), 6)
    model = MultinomialNaiveBayes()
    for rows in (slice(0, 50), slice(50, 80)):
        model.partial_fit(sparse.csr_array(X[rows]), y[rows], NAMES[:3])
    assert_same_model(MultinomialNaiveBayes().fit(X, y), model)
    words = "Negative values in data: X must hold counts of at least 0, got -1"
    assert_kind_error(ValueError, words, model.partial_fit, -np.ones((2, 3)), y[:2])


@pytest.mark.storm
@pytest.mark.compiled
def test_digits_in_blocks_are_the_digits():
    X, y = load_usps()
    X, y = X[:3000], y[:3000]
    for model in (GaussianClassifier("per-class", 0.1), LeastSquares(1.0)):
        blocks = in_blocks(model, X, y, np.arange(3000), [700, 1900], np.arange(10))
        whole = clone(model).fit(X, y)
        assert_same_model(whole, blocks)
        np.testing.assert_array_equal(whole.predict(X), blocks.predict(X))


@pytest.mark.parametrize("model", SUMS[:1] + SUMS[3:4] + SUMS[5:6], ids=str)
def test_samples_too_few_for_a_model_are_kept_and_prediction_says_what_is_missing(model):
    X, y = samples(model, 7)
    rare = y == "cedar"
    found = clone(model).partial_fit(X[~rare], y[~rare], NAMES[:3])
    with pytest.raises(NotFittedError, match=r"not fitted yet: so far, .* none of class cedar"):
        found.predict(X)
    words = "y must hold samples of all 3 classes, got none of class cedar"
    statistics = model.statistics(X[~rare], y[~rare], NAMES[:3])
    assert_kind_error(InputError, words, clone(model).fit_statistics, statistics)
    assert_same_model(clone(model).fit(X, y), found.partial_fit(X[rare], y[rare]))
    found.predict(X)


def test_a_singular_covariance_waits_for_more_samples():
    X, y = samples(None, 8)
    model = GaussianClassifier("per-class").partial_fit(X[:6], y[:6], NAMES[:3])
    with pytest.raises(NotFittedError, match="so far, shrinkage must be above 0"):
        model.predict_proba(X)
    assert not hasattr(model, "means_")
    assert_same_model(GaussianClassifier("per-class").fit(X, y), model.partial_fit(X[6:], y[6:]))


@sums
def test_bad_blocks_are_named_and_change_nothing(model):
    X, y = samples(model, 9)
    model = clone(model)
    words = "classes must list all labels that any block may hold"
    assert_kind_error(ValueError, words, model.partial_fit, X, y)
    words = "classes must hold at least 2 classes, got 1 class: ash"
    assert_kind_error(ValueError, words, model.partial_fit, X, y, ["ash"])
    model.partial_fit(X, y, NAMES[:3])
    before = pickle.dumps(model)
    bad = [
        (X, np.where(y == "ash", "oak", y), None, r"y must hold labels of the classes.*got 'oak'"),
        (X, np.arange(80), None, "y must hold labels of the classes announced.*got 0"),
        (X, y, NAMES, "classes must stay those of the first block"),
        (X[:, :2], y, None, "X has 2 features, but .* is expecting 3 features"),
        (X[:0], y[:0], None, r"0 sample\(s\)"),
        (X, y[:5], None, "inconsistent numbers of samples"),
        (X * np.nan, y, None, "no missing values, got NaN at row 0, column 0"),
        (np.full(X.shape, 1e308), y, None, "X must be of moderate size"),
    ]
    for data, labels, classes, words in bad:
        with pytest.raises(InputError, match=words):
            model.partial_fit(data, labels, classes)
        assert pickle.dumps(model) == before
    parameter = next(iter(set(model.get_params()) - {"covariance"}))
    with pytest.raises(InputError, match=f"{parameter} must be"):
        model.set_params(**{parameter: -1.0}).partial_fit(X, y)


def test_fit_begins_anew_and_so_does_what_comes_after_it():
    X, y = samples(None, 10)
    model = GaussianClassifier().partial_fit(X[:40], y[:40], NAMES[:3]).fit(X, y)
    assert_same_model(GaussianClassifier().fit(X, y), model)
    words = "partial_fit begins anew: fit keeps nothing of its samples to go on from"
    for classes in (None, NAMES[:3]):
        model.fit(X, y)
        with pytest.warns(UserWarning, match=words):
            model.partial_fit(X[:60, :2], y[:60], classes)
        assert_same_model(GaussianClassifier().fit(X[:60, :2], y[:60]), model)


def test_statistics_that_do_not_belong_together_are_refused():
    X, y = samples(None, 11)
    model = LeastSquares()
    a = model.statistics(X, y)
    with pytest.raises(TypeError, match="unsupported operand"):
        a + 3
    for other, words in [
        (model.statistics(X, y, NAMES), "statistics must be of the same classes to be added"),
        (model.statistics(X[:, :2], y), "the same number of features to be added, got 3 and 2"),
        (
            GaussianClassifier("per-class").statistics(X, y),
            "of one kind.*a triangle for all classes and a scatter for each class",
        ),
        (MultinomialNaiveBayes().statistics(np.abs(X), y), "of one kind.*counts of words"),
    ]:
        assert_kind_error(InputError, words, a.__add__, other)


def test_the_names_of_columns_go_along():
    import pandas as pd

    X, y = samples(None, 12)
    frame = pd.DataFrame(X, columns=["u", "v", "w"])
    model = LeastSquares().fit_statistics(LeastSquares().statistics(frame, y))
    assert model.feature_names_in_.tolist() == ["u", "v", "w"]
    with pytest.raises(ValueError, match="feature names should match"):
        model.partial_fit(frame[["v", "u", "w"]], y)
