"""Bags of words: the tokenizer, the vocabulary, the counts, and the transformer around them."""

import pickle
from collections import Counter

import numpy as np
import pytest
from checks import assert_kind_error
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from kernelkit import BagOfWords, MultinomialNaiveBayes
from kernelkit.datasets import load_sms
from kernelkit.features import bag_of_words, tokenize

texts = st.lists(st.text(alphabet="aB'é1 _!", max_size=15), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("", []),
        ("... !?", []),
        ("FREE entry", ["free", "entry"]),
        ("don't 'quote' it's", ["don't", "quote", "it's"]),
        ("snake_case e-mail", ["snake", "case", "e", "mail"]),
        ("Caf\u00e9 \u00a3100 4u", ["caf\u00e9", "100", "4u"]),
        ("tab\tnew\nline", ["tab", "new", "line"]),
    ],
)
def test_words_are_runs_of_letters_and_digits(message, words):
    assert tokenize(message) == words


@given(texts)
def test_counts_are_the_words_counted(messages):
    words = [tokenize(message) for message in messages]
    if not any(words):
        assert_kind_error(
            ValueError, "messages must hold at least one word", bag_of_words, messages
        )
        return
    counts, vocabulary = bag_of_words(messages)
    assert vocabulary.tolist() == sorted({word for row in words for word in row})
    dense = counts.toarray()
    for row, expected in zip(dense, words, strict=True):
        found = {w: n for w, n in zip(vocabulary.tolist(), row.tolist(), strict=True) if n}
        assert found == Counter(expected)
    assert counts.has_canonical_format
    assert counts.nnz == (dense > 0).sum()


def test_it_is_scikit_learns_count_vectorizer():
    messages, _ = load_sms()
    counts, vocabulary = bag_of_words(messages)
    peer = CountVectorizer(token_pattern=r"[^\W_]+(?:'[^\W_]+)*", vocabulary=vocabulary.tolist())
    theirs = peer.fit_transform(messages)
    assert (counts != theirs).nnz == 0
    assert counts.sum(axis=0).min() == 1


def test_new_messages_are_counted_by_the_old_vocabulary():
    _, vocabulary = bag_of_words(["b a", "c"])
    counts, same = bag_of_words(["c c d", "D e!"], vocabulary)
    assert same.tolist() == ["a", "b", "c"]
    assert counts.toarray().tolist() == [[0, 0, 2], [0, 0, 0]]
    counts, same = bag_of_words(["c a"], ("c", "b"))
    assert (same.tolist(), counts.toarray().tolist()) == (["c", "b"], [[1, 0]])
    assert bag_of_words(["nothing known"], vocabulary)[0].nnz == 0


def test_bad_input_is_named():
    words = "messages must be a list of strings, got the string 'spam'"
    assert_kind_error(TypeError, words, bag_of_words, "spam")
    words = "messages must be a list of strings, got an int at position 1"
    assert_kind_error(TypeError, words, bag_of_words, ["spam", 7])
    assert_kind_error(ValueError, "messages must hold at least one", bag_of_words, [])
    words = "messages must hold at least one word"
    assert_kind_error(ValueError, words, bag_of_words, ["?!", "..."])
    words = "vocabulary must hold words as tokenize writes them, got 'FREE'"
    assert_kind_error(ValueError, words, bag_of_words, ["free"], ["FREE"])
    assert_kind_error(ValueError, "got 'two words'", bag_of_words, ["free"], ["two words"])
    words = "vocabulary must hold each word once, got 'a' 2 times"
    assert_kind_error(ValueError, words, bag_of_words, ["a"], ["a", "b", "a"])
    assert_kind_error(TypeError, "vocabulary must be a list", bag_of_words, ["a"], "a")
    assert_kind_error(ValueError, "vocabulary must hold at least", bag_of_words, ["a"], [])


def test_it_works_in_a_pipeline_and_a_grid_and_through_pickle():
    messages, y = load_sms()
    messages, y = messages[:600], y[:600]
    pipe = make_pipeline(BagOfWords(), MultinomialNaiveBayes())
    grid = {"multinomialnaivebayes__smoothing": [0.1, 1.0]}
    search = GridSearchCV(pipe, grid, cv=3).fit(messages, y)
    assert search.best_score_ > 0.95
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    np.testing.assert_array_equal(again.predict(messages), search.predict(messages))
