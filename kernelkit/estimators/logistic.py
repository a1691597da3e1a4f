"""Logistic regression as a scikit-learn classifier; lesson 10_logistic_regression."""

import math
from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import (
    LinearClassifier,
    PosteriorClassifier,
    all_or_nothing,
    training_set,
)
from kernelkit.solvers import logistic_newton, softmax_newton
from kernelkit.validation import Matrix

__all__ = ["LogisticRegression"]


class LogisticRegression(PosteriorClassifier, LinearClassifier):
    """Model the log odds of the classes as linear functions: sigmoid for two, softmax for more.

    There is no ``partial_fit``. What Newton's method needs of the samples is a sum, but another one
    at each step: blocks would have to be read once per step. Stochastic steps go through a stream
    once, at the price of a step length that somebody has to find, and of an end without proof that
    it is one. For blocks there are :class:`GaussianClassifier`, whose shared covariance gives
    linear log odds exactly and from sums, and the streams of :class:`Perceptron` and
    :class:`LinearSVM`.

    Parameters
    ----------
    prior_variance : float, default infinity
        Variance of a Gaussian prior on each weight; the intercept has none. Infinity is maximum
        likelihood, which does not exist where a linear function separates classes: a
        ``ConvergenceWarning`` says so. scikit-learn calls it ``C``.
    tolerance : float, default 1e-8
        Stop after a step that promised to lower the objective by less than this per sample.
    max_iter : int, default 100
        The most steps; reaching it is a ``ConvergenceWarning``.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, (k, d) for k
        The weights.
    intercept_ : array of shape (1,) for two classes, (k,) for k
        The biases.
    learning_curve_ : array of float
        The objective at zero and after each step.
    converged_ : bool
        Whether the last step promised little enough.
    separable_ : bool
        Whether the maximum of the likelihood was found not to exist.
    n_iter_ : int
        The number of steps.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris()
    >>> model = LogisticRegression(prior_variance=1.0).fit(X, y)
    >>> round(model.score(X, y), 2)
    0.97
    >>> model.predict_proba(X[:1]).round(2).tolist()
    [[0.98, 0.02, 0.0]]
    """

    def __init__(
        self, prior_variance: float = math.inf, tolerance: float = 1e-8, max_iter: int = 100
    ) -> None:
        self.prior_variance = prior_variance
        self.tolerance = tolerance
        self.max_iter = max_iter

    @all_or_nothing
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Find the most likely weights; a sample of weight 2 counts as two."""
        X, codes = training_set(self, X, y, min_classes=2)
        k = len(self.classes_)
        options: dict[str, Any] = {
            "prior_variance": self.prior_variance,
            "tolerance": self.tolerance,
            "max_iter": self.max_iter,
            "sample_weight": sample_weight,
        }
        if k == 2:
            result: Any = logistic_newton(X, 2.0 * codes - 1.0, **options)
        else:
            result = softmax_newton(X, codes, k, **options)
        self.coef_ = np.atleast_2d(result.weights)
        self.intercept_ = np.atleast_1d(result.bias)
        self.learning_curve_ = result.objective
        self.converged_ = result.converged
        self.separable_ = result.separable
        self.n_iter_ = len(result.objective) - 1
        return self

    def _scores(self, X: Any) -> Matrix:
        f = self.decision_function(X)
        return np.column_stack([np.zeros_like(f), f]) if f.ndim == 1 else f
