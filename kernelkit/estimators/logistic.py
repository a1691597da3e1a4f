"""Logistic regression as scikit-learn classifiers; lesson 10_logistic_regression."""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils import Tags

from kernelkit.estimators._base import (
    LinearClassifier,
    PosteriorClassifier,
    all_or_nothing,
    query,
    training_set,
)
from kernelkit.solvers.logistic.laplace import fit_laplace, log_odds_of
from kernelkit.solvers.logistic.newton import fit_logistic, fit_softmax
from kernelkit.validation import InputError, Vector


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
    learning_curve_, n_iter_ : array of float, int
        The objective at zero and after each step, and the number of steps.
    converged_, separable_ : bool
        Whether the last step promised little enough; whether no most likely weights exist.

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
    def fit(self, X: Any, y: Any) -> Self:
        """Find the most likely weights."""
        X, codes = training_set(self, X, y)
        k = len(self.classes_)
        options = self.prior_variance, self.tolerance, self.max_iter
        if k == 2:
            result: Any = fit_logistic(X, 2.0 * codes - 1.0, *options)
        else:
            result = fit_softmax(X, codes, k, *options)
        self._keep(result.weights, result.bias)
        self.learning_curve_, self.n_iter_ = result.objective, len(result.objective) - 1
        self.converged_, self.separable_ = result.converged, result.separable
        return self


@dataclass(eq=False, repr=False)
class BayesianLogisticRegression(PosteriorClassifier):
    """Average the sigmoid over all weights, by how probable they are; two classes only.

    The posterior of the weights is taken to be a Gaussian, by Laplace's approximation, and the
    average a probit. Far from the training samples predictions become unsure.

    Parameters
    ----------
    prior_variance : float, default 1.0
        Variance of the Gaussian prior on each weight; the intercept has a flat prior.
    tolerance, max_iter : float and int
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (1, d) and (1,)
        The mean of the posterior of the weights and of the intercept.
    covariance_ : array of shape (d + 1, d + 1)
        The covariance of the weights and, last, the intercept.
    learning_curve_, converged_, n_iter_ : array of float, bool, int
        Of the search for the mean, as in :class:`LogisticRegression`.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["versicolor", "virginica"])
    >>> BayesianLogisticRegression().fit(X, y).score(X, y)
    0.96
    """

    prior_variance: float = 1.0
    tolerance: float = 1e-8
    max_iter: int = 100

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Find the posterior."""
        X, codes = training_set(self, X, y)
        if len(self.classes_) > 2:
            got = f"got y of {len(self.classes_)} classes; LogisticRegression takes any number"
            message = f"Only binary classification is supported, {got}"
            raise InputError(message)
        options = self.prior_variance, self.tolerance, self.max_iter
        result = fit_laplace(X, 2.0 * codes - 1.0, *options)
        self._posterior = result
        self.coef_, self.intercept_ = result.mean[np.newaxis, :-1], result.mean[-1:]
        self.covariance_, self.converged_ = result.covariance, result.converged
        self.learning_curve_, self.n_iter_ = result.objective, len(result.objective) - 1
        return self

    def decision_function(self, X: Any) -> Vector:
        """Log odds of the predictive probability of the second class."""
        X = query(self, X)
        return log_odds_of(self._posterior, X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
