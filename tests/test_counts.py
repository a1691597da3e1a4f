"""Counts at the border, as naive Bayes sees them."""

import numpy as np
import pytest
from checks import assert_kind_error
from scipy import sparse

from kernelkit import MultinomialNaiveBayes
from kernelkit.solvers import multinomial_fit, multinomial_scores

forms = pytest.mark.parametrize(
    "form", [np.asarray, sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix, sparse.coo_array]
)


def documents():
    y = np.arange(40) % 3
    return np.random.default_rng(0).poisson(1.0, size=(40, 6)).astype(float), y


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


@forms
def test_bad_counts_are_named(form):
    X, y = documents()
    X[4, 3] = -2.0
    words = "Negative values in data: X must hold counts of at least 0, got -2 at row 4, column 3"
    assert_kind_error(ValueError, words, multinomial_fit, form(X), y, 3)
    assert_kind_error(ValueError, words, multinomial_scores, form(X), multinomial_fit(X * 0, y, 3))
    assert_kind_error(ValueError, words, MultinomialNaiveBayes().fit, form(X), y)
    X[4, 3] = np.nan
    words = "(X|X.data) must be finite, got nan"
    assert_kind_error(ValueError, words, multinomial_fit, form(X), y, 3)


def test_bad_sparse_shapes_are_named():
    words = r"X must have at least one sample and one feature, got shape \(0, 3\)"
    assert_kind_error(ValueError, words, multinomial_fit, sparse.csr_matrix((0, 3)), [], 2)
    words = "X.data must hold real numbers"
    assert_kind_error(TypeError, words, multinomial_fit, sparse.csr_matrix([[1j], [2]]), [0, 1], 2)
