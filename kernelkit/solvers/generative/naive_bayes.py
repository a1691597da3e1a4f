"""Naive Bayes: bags of words, drawn one by one from the words of their class; lesson 09."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kernelkit.solvers.class_moments import check_all_classes
from kernelkit.solvers.results import MultinomialResult, check_features, check_fit
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    as_classes,
    as_matrix,
    as_vector,
    check_number,
    check_whole,
    no_overflow,
)


@no_overflow("X", "smoothing", infinite=True)
@one_blas_thread()
def multinomial_fit(X: Any, y: Any, n_classes: int, smoothing: float = 1.0) -> MultinomialResult:
    r"""Fit class priors :math:`\pi_k` and the probability :math:`\beta_{kj}` of word j in class k.

    Naive is to take the words of a text as independent given its class. The likelihood
    :math:`\prod_i \pi_{y_i} \prod_j \beta_{y_i j}^{x_{ij}}` is then largest, by Lagrange's
    condition, at

    .. math::

        \pi_k = \frac{n_k}{n}, \qquad
        \beta_{kj} = \frac{N_{kj} + s}{\sum_l (N_{kl} + s)}, \qquad
        N_{kj} = \sum_{i:\,y_i = k} x_{ij} \tag{NB1}

    with s = 0. Then a word that class k never had is impossible there, :math:`\log \beta_{kj} =
    -\infty`, and so is each document with it. Smoothing s > 0 adds s to each count: the likelihood
    times a prior :math:`\prod_{kj} \beta_{kj}^s`. A class without any words has equally probable
    ones, the limit of small s.

    Parameters
    ----------
    X : array or SciPy sparse matrix of shape (n, d)
        Counts of at least 0, one row per document. They need not be whole. A sparse matrix stays
        sparse.
    y : array of n labels
        Whole numbers from 0 to n_classes - 1, none of them missing.
    n_classes : int
        The number k of classes, at least 2.
    smoothing : float, default 1.0
        The number s, at least 0.

    Examples
    --------
    Three messages of the words "win" and "home", the first of them spam:

    >>> fit = multinomial_fit([[3, 1], [0, 1], [1, 2]], [1, 0, 0], 2)
    >>> np.exp(fit.log_probabilities).round(3).tolist()
    [[0.333, 0.667], [0.667, 0.333]]
    >>> multinomial_scores([[2, 0]], fit).argmax(axis=1).tolist()
    [1]
    """
    X = as_counts(X)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=max(2, X.shape[0]))
    y = as_classes(y, X.shape[0], k)
    return multinomial_from_counts(word_counts(X, y, k), smoothing, range(k))


@dataclass(frozen=True, eq=False)
class WordCounts:
    """How many documents and words each class has; ``a + b`` counts those of a and those of b."""

    counts: Integers  #: the documents n_k of each class
    words: Matrix  #: the words N_kj, one row per class

    kind: ClassVar = "counts of words"  # of which only one can be added

    @no_overflow("X")
    def __add__(self, other: "WordCounts") -> "WordCounts":
        return WordCounts(self.counts + other.counts, self.words + other.words)

    @property
    def n_features(self) -> int:
        """The number d of words."""
        return self.words.shape[1]


@one_blas_thread()
def word_counts(X: Any, y: Integers, n_classes: int) -> WordCounts:
    """Count in documents that are checked; a class may have none of them.

    >>> X, y = np.array([[3.0, 1.0], [0.0, 1.0], [1.0, 2.0]]), np.array([1, 0, 0])
    >>> (word_counts(X[:1], y[:1], 2) + word_counts(X[1:], y[1:], 2)).words.tolist()
    [[1.0, 3.0], [3.0, 1.0]]
    """
    counts = np.bincount(y, minlength=n_classes)
    return WordCounts(counts, (X.T @ np.eye(n_classes)[y]).T)


@no_overflow("X", "smoothing", infinite=True)
def multinomial_from_counts(
    sums: WordCounts, smoothing: float, class_names: Sequence[Any]
) -> MultinomialResult:
    """The same fit from counts, which is all that (NB1) asks for."""
    n, N = sums.counts, sums.words
    s = check_number(smoothing, "smoothing", at_least=0)
    check_all_classes(n, class_names)
    smoothed = N + s
    smoothed[smoothed.sum(axis=1) == 0] = 1.0
    with np.errstate(divide="ignore"):  # log 0 is meant
        log_beta = np.log(smoothed) - np.log(smoothed.sum(axis=1, keepdims=True))  # (NB1)
    return MultinomialResult(n / n.sum(), log_beta, N)


def multinomial_scores(X: Any, fit: MultinomialResult) -> Matrix:
    r"""Scores of the classes, :math:`\log p(x, y = k)` up to a term that all classes share.

    .. math::

        s_k(x) = \log \pi_k + \sum_j x_j \log \beta_{kj}, \qquad 0 \cdot (-\infty) = 0 \tag{NB2}

    A class that lacks a word of x scores minus infinity. If all classes do, x is impossible, Bayes'
    rule divides zero by zero, and the answer is what is known without x: :math:`s_k = \log \pi_k`.

    ``fit`` is what :func:`multinomial_fit` returned. :func:`kernelkit.solvers.log_posteriors` makes
    probabilities of the scores, an array of shape (n, k).
    """
    check_fit(fit, MultinomialResult, "fit", "multinomial_fit")
    X = as_counts(X)
    check_features(X, fit.log_probabilities.shape[1])
    return scores_of_counts(X, fit)


@no_overflow("X", infinite=True)
@one_blas_thread()
def scores_of_counts(X: Any, fit: MultinomialResult) -> Matrix:
    """Do what :func:`multinomial_scores` does, with counts that were checked."""
    log_priors = np.log(fit.priors)
    impossible = np.isneginf(fit.log_probabilities)
    if not impossible.any():
        return X @ fit.log_probabilities.T + log_priors  # (NB2)
    # A product of 0 and -inf would be NaN, so the impossible words are summed up apart.
    scores = X @ np.where(impossible, 0.0, fit.log_probabilities).T + log_priors
    scores[X @ impossible.T.astype(np.float64) > 0] = -np.inf
    nowhere = np.isneginf(scores).all(axis=1)
    scores[nowhere] = log_priors
    return scores


def as_counts(X: Any) -> Any:
    """Check counts, whole or not, one row per document; a sparse matrix becomes CSR."""
    if not hasattr(X, "tocsr"):
        return check_counts(as_matrix(X))
    if X.ndim != 2 or 0 in X.shape:
        raise InputError("X", f"must have at least one sample and one feature, got shape {X.shape}")
    X = X.tocsr()
    if X.nnz:
        X = X.astype(as_vector(X.data, "X.data").dtype, copy=False)
    return check_counts(X)


def check_counts(X: Any) -> Any:
    """Return finite numbers, dense or CSR, none of which is negative."""
    if not hasattr(X, "tocsr"):
        lowest = np.unravel_index(X.argmin(), X.shape)
        _refuse_negative(X[lowest], *lowest)
    elif X.nnz:
        lowest = X.data.argmin()
        row = np.searchsorted(X.indptr, lowest, side="right") - 1
        _refuse_negative(X.data[lowest], row, X.indices[lowest])
    return X


def _refuse_negative(value: float, row: int, column: int) -> None:
    if value < 0:
        # scikit-learn's checks look for the first four words.
        raise InputError(
            "Negative values in data: X",
            f"must hold counts of at least 0, got {value:g} at row {row}, column {column}",
        )
