"""The perceptron as a scikit-learn classifier; lesson 03_perceptron."""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from kernelkit.arrays import Matrix
from kernelkit.estimators.training import query, seeded, training_set
from kernelkit.solvers import multiclass_perceptron, perceptron

__all__ = ["Perceptron"]


class Perceptron(ClassifierMixin, BaseEstimator):
    """Rosenblatt's perceptron for two classes, one weight vector per class for more.

    Parameters
    ----------
    learning_rate : float, default 1.0
        The step of the two-class rule. It only rescales the weights, so more classes do without
        it: there it must stay 1.
    max_epochs : int, default 1000
        The most passes over the samples; reaching it is a ``ConvergenceWarning``.
    average : bool, default False
        Predict with the mean of all weight vectors met on the way instead of the last.
    shuffle : bool, default False
        Whether to draw a new order of the samples for each epoch.
    random_state : int, RandomState or None
        Seeds the orders.

    Attributes
    ----------
    coef_, intercept_ : arrays of shape (1, d) and (1,) for two classes, (k, d) and (k,) for k
    learning_curve_ : mistakes in each epoch
    converged_ : whether the last epoch had none

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["setosa", "versicolor"])
    >>> Perceptron().fit(X, y).score(X, y)
    1.0
    """

    def __init__(
        self,
        learning_rate: float = 1.0,
        max_epochs: int = 1000,
        average: bool = False,
        shuffle: bool = False,
        random_state: Any = None,
    ) -> None:
        self.learning_rate = learning_rate
        self.max_epochs = max_epochs
        self.average = average
        self.shuffle = shuffle
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from mistakes until there are none."""
        X, codes = training_set(self, X, y, min_classes=2)
        options: dict[str, Any] = {"max_epochs": self.max_epochs, "average": self.average}
        options["shuffle"] = seeded(self.random_state) if self.shuffle else None
        if len(self.classes_) == 2:
            result: Any = perceptron(X, 2.0 * codes - 1.0, self.learning_rate, **options)
        elif self.learning_rate == 1:
            result = multiclass_perceptron(X, codes, len(self.classes_), **options)
        else:
            message = f"learning_rate must be 1 for more than two classes, got {self.learning_rate}"
            raise ValueError(message)
        self.coef_ = np.atleast_2d(result.weights)
        self.intercept_ = np.atleast_1d(result.bias)
        self.learning_curve_ = result.mistakes
        self.converged_ = result.converged
        self.n_iter_ = len(result.mistakes)
        return self

    def decision_function(self, X: Any) -> Matrix:
        """Values f(x): one per sample for two classes, one per sample and class for more."""
        f = query(self, X) @ self.coef_.T + self.intercept_
        return f[:, 0] if len(self.classes_) == 2 else f

    def predict(self, X: Any) -> Any:
        """The class on whose side a sample is, sgn(0) = +1; the class of the largest value."""
        f = self.decision_function(X)
        return self.classes_[(f >= 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]
