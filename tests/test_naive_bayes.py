"""Naive Bayes, held against the document's formulas, Lagrange's condition and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.naive_bayes import MultinomialNB

from kernelkit import MultinomialNaiveBayes, certificates
from kernelkit.datasets import load_sms
from kernelkit.features import bag_of_words
from kernelkit.solvers import (
    log_posteriors,
    multinomial_fit,
    multinomial_scores,
)

FORMS = {
    "dense": np.asarray,
    "csr": sparse.csr_matrix,
    "csr array": sparse.csr_array,
    "csc": sparse.csc_matrix,
    "coo": sparse.coo_array,
}
forms = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
smoothings = pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])


def documents(seed=0, n=40, d=6, k=3):
    random = np.random.default_rng(seed)
    y = np.arange(n) % k
    return random.poisson(random.gamma(1.0, size=(k, d))[y]).astype(float), y


@forms
@smoothings
def test_it_is_the_documents_formulas(form, smoothing):
    X, y = documents()
    fit = multinomial_fit(form(X), y, 3, smoothing)
    for k in range(3):
        rows = [x for x, label in zip(X, y, strict=True) if label == k]
        assert fit.priors[k] == pytest.approx(len(rows) / len(X))
        total = sum(sum(x[j] + smoothing / len(rows) for j in range(6)) for x in rows)
        for j in range(6):
            beta = (sum(x[j] for x in rows) + smoothing) / total
            assert np.exp(fit.log_probabilities[k, j]) == pytest.approx(beta)
            assert fit.word_counts[k, j] == sum(x[j] for x in rows)


@forms
@pytest.mark.parametrize("smoothing", [0.3, 1.0])
def test_posteriors_are_bayes_rule_on_products(form, smoothing):
    X, y = documents(3)
    fit = multinomial_fit(form(X), y, 3, smoothing)
    beta = np.exp(fit.log_probabilities)
    joint = np.array(
        [[p * np.prod(b**x) for p, b in zip(fit.priors, beta, strict=True)] for x in X]
    )
    expected = joint / joint.sum(axis=1, keepdims=True)
    found = np.exp(log_posteriors(multinomial_scores(form(X), fit)))
    np.testing.assert_allclose(found, expected, rtol=1e-10)


@smoothings
def test_lagranges_condition_holds(smoothing):
    X, y = documents(1)
    fit = multinomial_fit(X, y, 3, smoothing)
    assert certificates.lagrange_residual(np.bincount(y), fit.priors) < 1e-12
    for k in range(3):
        N = X[y == k].sum(axis=0) + smoothing
        assert certificates.lagrange_residual(N, np.exp(fit.log_probabilities[k])) < 1e-12


def test_no_step_along_the_simplex_is_more_likely():
    X, y = documents(2)
    fit = multinomial_fit(X, y, 3, 0.0)
    beta = np.exp(fit.log_probabilities)

    def likelihood(beta, priors):
        return (X * np.log(beta[y])).sum() + np.log(priors[y]).sum()

    best = likelihood(beta, fit.priors)
    random = np.random.default_rng(0)
    for _ in range(20):
        near = 0.99 * beta + 0.01 * random.dirichlet(np.ones(6), size=3)
        assert likelihood(near, fit.priors) < best
        priors = 0.99 * fit.priors + 0.01 * random.dirichlet(np.ones(3))
        assert likelihood(beta, priors) < best


# Words 0 and 1 occur in class 0 alone, word 2 in both, word 3 in class 1 alone, word 4 nowhere.
KNOWN, LABELS = np.array([[1, 1, 1, 0, 0], [0, 0, 1, 2, 0], [0, 0, 1, 1, 0]]), [0, 1, 1]


@forms
def test_without_smoothing_an_unseen_word_makes_a_class_impossible(form):
    model = MultinomialNaiveBayes(smoothing=0).fit(form(KNOWN), LABELS)
    P = model.predict_proba(form([[1, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0]]))
    assert P[:2].tolist() == [[1, 0], [0, 1]]
    a, b = 1 / 3 * 1 / 3, 2 / 3 * 2 / 5
    np.testing.assert_allclose(P[2], [a / (a + b), b / (a + b)])


@forms
def test_a_sample_impossible_in_all_classes_gets_the_priors(form):
    model = MultinomialNaiveBayes(smoothing=0).fit(form(KNOWN), LABELS)
    nowhere = form([[0, 0, 0, 0, 1], [1, 0, 0, 1, 0], [0, 0, 0, 0, 0]])
    np.testing.assert_allclose(model.predict_proba(nowhere), [[1 / 3, 2 / 3]] * 3)
    assert model.predict(nowhere).tolist() == [1, 1, 1]


def test_zeros_that_a_sparse_matrix_stores_are_zeros():
    stored = sparse.csr_matrix((np.zeros(5), np.arange(5), [0, 5]), shape=(1, 5))
    fit = multinomial_fit(KNOWN, LABELS, 2, 0.0)
    np.testing.assert_allclose(multinomial_scores(stored, fit), np.log([[1 / 3, 2 / 3]]))


@given(
    arrays(float, (6, 4), elements=st.sampled_from([0.0, 1.0, 2.5])),
    arrays(float, (5, 4), elements=st.sampled_from([0.0, 1.0, 7.0])),
    st.sampled_from([0.0, 1e-300, 1.0]),
)
def test_no_counts_make_a_nan(X, new, smoothing):
    fit = multinomial_fit(X, [0, 1, 2, 0, 1, 2], 3, smoothing)
    np.testing.assert_allclose(np.exp(fit.log_probabilities).sum(axis=1), 1.0)
    P = np.exp(log_posteriors(multinomial_scores(new, fit)))
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    sparse_scores = multinomial_scores(sparse.csr_matrix(new), fit)
    np.testing.assert_allclose(sparse_scores, multinomial_scores(new, fit), rtol=1e-12)


def test_a_class_without_words_has_equally_probable_ones():
    fit = multinomial_fit([[1, 2], [0, 0]], [0, 1], 2, 0.0)
    np.testing.assert_allclose(np.exp(fit.log_probabilities), [[1 / 3, 2 / 3], [1 / 2, 1 / 2]])
    tiny = multinomial_fit([[1, 2], [0, 0]], [0, 1], 2, 1e-12)
    np.testing.assert_allclose(np.exp(tiny.log_probabilities[1]), [1 / 2, 1 / 2])


@forms
def test_counts_need_not_be_whole(form):
    X, y = documents(4)
    whole = multinomial_fit(form(X), y, 3, 0.0)
    halves = multinomial_fit(form(0.5 * X), y, 3, 0.0)
    np.testing.assert_allclose(halves.log_probabilities, whole.log_probabilities, atol=1e-12)
    np.testing.assert_allclose(halves.word_counts, 0.5 * whole.word_counts)


@forms
def test_order_and_copies_of_the_documents_do_not_matter(form):
    X, y = documents(5)
    fit = multinomial_fit(form(X), y, 3, 0.0)
    order = np.random.default_rng(0).permutation(len(X))
    mixed = multinomial_fit(form(X[order]), y[order], 3, 0.0)
    np.testing.assert_array_equal(mixed.log_probabilities, fit.log_probabilities)
    twice = multinomial_fit(form(np.tile(X, (2, 1))), np.tile(y, 2), 3, 0.0)
    np.testing.assert_allclose(twice.log_probabilities, fit.log_probabilities, atol=1e-12)
    np.testing.assert_array_equal(twice.priors, fit.priors)


@smoothings
def test_a_sparse_matrix_is_never_made_dense(smoothing):
    n = 200_000  # dense, 320 GB
    X = sparse.csr_matrix((np.ones(n), np.arange(n)[::-1], np.arange(n + 1)), shape=(n, n))
    y = np.arange(n) % 2
    model = MultinomialNaiveBayes(smoothing).fit(X, y)
    assert model.score(X, y) == 1.0


@pytest.fixture(scope="module")
def messages():
    texts, y = load_sms()
    counts, vocabulary = bag_of_words(texts)
    return counts, y, vocabulary


@pytest.mark.parametrize("smoothing", [0.01, 1.0])
def test_messages_are_filtered_as_the_peer_does(messages, smoothing):
    X, y, _ = messages
    peer = MultinomialNB(alpha=smoothing).fit(X[:4000], y[:4000])
    model = MultinomialNaiveBayes(smoothing).fit(X[:4000], y[:4000])
    np.testing.assert_allclose(model.feature_log_prob_, peer.feature_log_prob_, rtol=1e-12)
    np.testing.assert_array_equal(model.feature_count_, peer.feature_count_)
    np.testing.assert_allclose(np.log(model.priors_), peer.class_log_prior_, rtol=1e-12)
    np.testing.assert_allclose(
        model.predict_log_proba(X[4000:]), peer.predict_log_proba(X[4000:]), rtol=1e-9, atol=1e-12
    )
    assert model.score(X[4000:], y[4000:]) > 0.98


def test_the_words_that_decided_add_up_to_the_log_odds(messages):
    X, y, vocabulary = messages
    model = MultinomialNaiveBayes().fit(X, y)
    log = model.feature_log_prob_
    pulls = X[:50].multiply(log[1] - log[0]).toarray()
    odds = np.log(model.priors_[1] / model.priors_[0]) + pulls.sum(axis=1)
    np.testing.assert_allclose(np.diff(model.predict_log_proba(X[:50]))[:, 0], odds)
    strongest = vocabulary[np.argsort(log[1] - log[0])[-20:]]
    assert {"claim", "prize"} <= set(strongest)


def test_a_loss_matrix_protects_wanted_messages(messages):
    X, y, _ = messages
    model = MultinomialNaiveBayes().fit(X[:4000], y[:4000])
    plain = model.predict(X[4000:])
    careful = model.predict(X[4000:], loss=[[0, 1000], [1, 0]])
    lost = [((guess == "spam") & (y[4000:] == "ham")).sum() for guess in (plain, careful)]
    assert lost[1] < lost[0]


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float32, bool])
def test_any_kind_of_number_is_a_count_and_stays_what_it_is(dtype):
    X, y = documents()
    X = np.minimum(X, 1)
    for form in (np.asarray, sparse.csr_matrix):
        typed = form(X.astype(dtype))
        fit = multinomial_fit(typed, y, 3)
        assert typed.dtype == dtype, "the caller's matrix is left alone"
        expected = multinomial_fit(X, y, 3)
        np.testing.assert_array_equal(fit.log_probabilities, expected.log_probabilities)
        np.testing.assert_allclose(
            multinomial_scores(typed, fit), multinomial_scores(X, expected), rtol=1e-12
        )
