"""The perceptron as a scikit-learn classifier; lesson 03_perceptron."""

from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import LinearClassifier, all_or_nothing, orders, training_set
from kernelkit.solvers import multiclass_perceptron, perceptron
from kernelkit.validation import InputError, check_number

__all__ = ["Perceptron"]


class Perceptron(LinearClassifier):
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
        Seeds the orders; None draws others in each fit.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, (k, d) for k
        The weights.
    intercept_ : array of shape (1,) for two classes, (k,) for k
        The biases.
    learning_curve_ : array of int
        The mistakes in each epoch.
    converged_ : bool
        Whether the last epoch had none.
    n_iter_ : int
        The number of epochs.

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

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from mistakes until there are none."""
        X, codes = training_set(self, X, y, min_classes=2)
        options: dict[str, Any] = {"max_epochs": self.max_epochs, "average": self.average}
        options["random_state"] = orders(self.shuffle, self.random_state)
        if len(self.classes_) == 2:
            result: Any = perceptron(X, 2.0 * codes - 1.0, self.learning_rate, **options)
        elif check_number(self.learning_rate, "learning_rate", above=0) == 1:
            result = multiclass_perceptron(X, codes, len(self.classes_), **options)
        else:
            message = f"learning_rate must be 1 for more than two classes, got {self.learning_rate}"
            raise InputError(message)
        self.coef_ = np.atleast_2d(result.weights)
        self.intercept_ = np.atleast_1d(result.bias)
        self.learning_curve_ = result.mistakes
        self.converged_ = result.converged
        self.n_iter_ = len(result.mistakes)
        return self
