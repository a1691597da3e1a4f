"""Bayesian logistic regression as a scikit-learn classifier; lesson 10_logistic_regression."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils import Tags

from kernelkit.estimators._base import PosteriorClassifier, all_or_nothing, query, training_set
from kernelkit.solvers import laplace_posterior, probit_log_odds
from kernelkit.validation import InputError, Vector

__all__ = ["BayesianLogisticRegression"]


@dataclass(eq=False, repr=False)
class BayesianLogisticRegression(PosteriorClassifier):
    """Average the sigmoid over all weights, by how probable they are; two classes only.

    The posterior of the weights is taken to be a Gaussian, by Laplace's approximation, and the
    average a probit. Far from the training samples predictions become unsure.

    Parameters
    ----------
    prior_variance : float, default 1.0
        Variance of the Gaussian prior on each weight; the intercept has a flat prior.
    tolerance : float, default 1e-8
        As in :class:`LogisticRegression`.
    max_iter : int, default 100
        As in :class:`LogisticRegression`.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (1, d) and (1,)
        The mean of the posterior of the weights and of the intercept.
    covariance_ : array of shape (d + 1, d + 1)
        The covariance of the weights and, last, the intercept.
    learning_curve_ : array of float
        The objective of the search for the mean, at zero and after each of ``n_iter_`` steps.
    converged_ : bool
        Whether that search ended.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["versicolor", "virginica"])
    >>> model = BayesianLogisticRegression().fit(X, y)
    >>> model.score(X, y)
    0.96
    """

    prior_variance: float = 1.0
    tolerance: float = 1e-8
    max_iter: int = 100

    @all_or_nothing
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Find the posterior; a sample of weight 2 counts as two."""
        X, codes = training_set(self, X, y)
        if len(self.classes_) > 2:
            message = (
                f"Only binary classification is supported, got y of {len(self.classes_)} classes; "
                "LogisticRegression takes any number"
            )
            raise InputError(message)
        options = self.prior_variance, self.tolerance, self.max_iter
        result = laplace_posterior(X, 2.0 * codes - 1.0, *options, sample_weight=sample_weight)
        self._posterior = result
        self.coef_ = result.mean[np.newaxis, :-1]
        self.intercept_ = result.mean[-1:]
        self.covariance_ = result.covariance
        self.learning_curve_ = result.objective
        self.converged_ = result.converged
        self.n_iter_ = len(result.objective) - 1
        return self

    def decision_function(self, X: Any) -> Vector:
        """Log odds of the predictive probability of the second class."""
        X = query(self, X)
        return probit_log_odds(self._posterior, X)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
