"""The perceptron as a scikit-learn classifier; lesson 03_perceptron."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import LinearClassifier, all_or_nothing, orders, training_set
from kernelkit.estimators._blocks import LearnsFromStream
from kernelkit.solvers.perceptron._epochs import MOST_LEARNT_CLASSES
from kernelkit.solvers.perceptron.primal import (
    fit_multiclass_perceptron,
    fit_perceptron,
    perceptron_stream,
)
from kernelkit.validation import InputError, Integers, Matrix, check_flag, check_number, check_whole


@dataclass(eq=False, repr=False)
class Perceptron(LearnsFromStream, LinearClassifier):
    """Rosenblatt's perceptron for two classes, one weight vector per class for more.

    ``partial_fit`` goes once through one more block of a stream. There the bias moves by the
    largest squared length of the samples so far.

    Parameters
    ----------
    learning_rate : float, default 1.0
        The step of the two-class rule. It only rescales the weights; of more classes it must be 1.
    max_epochs : int, default 1000
        The most passes over the samples; reaching it is a ``ConvergenceWarning``.
    average : bool, default False
        Predict with the mean of all weight vectors met on the way instead of the last.
    shuffle : bool, default False
        Whether to draw a new order of the samples for each epoch.
    random_state : int, RandomState or None
        Seeds these orders.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (k, d) and (k,); (1, d) and (1,) for two classes
        The weights and the biases.
    learning_curve_, converged_, n_iter_ : array of int, bool, int
        The mistakes in each epoch or block, whether the last had none, and their number.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["setosa", "versicolor"])
    >>> Perceptron().fit(X, y).score(X, y)
    1.0
    """

    learning_rate: float = 1.0
    max_epochs: int = 1000
    average: bool = False
    shuffle: bool = False
    random_state: Any = None

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from mistakes until there are none."""
        X, codes = training_set(self, X, y)
        k = check_whole(len(self.classes_), "n_classes", at_most=MOST_LEARNT_CLASSES)
        options, eta = (self.max_epochs, self.average, self._orders()), self._checked_rate()
        if k == 2:
            result: Any = fit_perceptron(X, 2.0 * codes - 1.0, eta, *options)
        else:
            result = fit_multiclass_perceptron(X, codes, k, *options)
        self._keep(result.weights, result.bias)
        self.learning_curve_, self.converged_ = result.mistakes, result.converged
        self.n_iter_ = len(result.mistakes)
        return self

    def _pass(self, X: Matrix, codes: Integers, order: Integers, state: Any) -> Any:
        averaged, eta = check_flag(self.average, "average"), self._checked_rate()
        stream, mistakes = perceptron_stream(X, codes, len(self.classes_), order, eta, state)
        W = stream.average() if averaged else stream.W
        self._keep(W[:, :-1].copy(), W[:, -1].copy())
        self.converged_ = mistakes == 0
        return stream, mistakes

    def _orders(self) -> np.random.Generator | None:
        return orders(self.shuffle, self.random_state)

    def _checked_rate(self) -> float:
        eta = check_number(self.learning_rate, "learning_rate", above=0)
        if len(self.classes_) > 2 and eta != 1:
            raise InputError("learning_rate", f"must be 1 for more than two classes, got {eta}")
        return eta
