"""Logistic regression as a scikit-learn classifier; lesson 10_logistic_regression."""

import math
from dataclasses import dataclass
from typing import Any, Self

from kernelkit.estimators._base import (
    LinearClassifier,
    PosteriorClassifier,
    all_or_nothing,
    training_set,
)
from kernelkit.solvers import logistic_newton, softmax_newton

__all__ = ["LogisticRegression"]


@dataclass(eq=False, repr=False)
class LogisticRegression(PosteriorClassifier, LinearClassifier):
    """Model the log odds of the classes as linear functions: sigmoid for two, softmax for more.

    There is no ``partial_fit``: each of Newton's steps needs another sum over all samples. For
    blocks there are :class:`GaussianClassifier`, whose shared covariance gives linear log odds from
    sums, and the streams of :class:`Perceptron` and :class:`LinearSVM`.

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
    coef_, intercept_ : arrays of shapes (k, d) and (k,); (1, d) and (1,) for two classes
        The weights and the biases.
    learning_curve_ : array of float
        The objective at zero and after each of ``n_iter_`` steps.
    converged_ : bool
        Whether the last step promised little enough.
    separable_ : bool
        Whether the maximum of the likelihood was found not to exist.

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

    prior_variance: float = math.inf
    tolerance: float = 1e-8
    max_iter: int = 100

    @all_or_nothing
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Find the most likely weights; a sample of weight 2 counts as two."""
        X, codes = training_set(self, X, y)
        k = len(self.classes_)
        options = self.prior_variance, self.tolerance, self.max_iter
        if k == 2:
            signs = 2.0 * codes - 1.0
            result: Any = logistic_newton(X, signs, *options, sample_weight=sample_weight)
        else:
            result = softmax_newton(X, codes, k, *options, sample_weight=sample_weight)
        self._keep(result.weights, result.bias)
        self.learning_curve_ = result.objective
        self.converged_ = result.converged
        self.separable_ = result.separable
        self.n_iter_ = len(result.objective) - 1
        return self
