"""Least squares as a scikit-learn classifier; lesson 07_least_squares_and_fisher."""

from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import LinearClassifier, all_or_nothing, naming, training_set
from kernelkit.solvers.linear.least_squares import least_squares

__all__ = ["LeastSquares"]


class LeastSquares(LinearClassifier):
    """Classify by the linear function closest to the labels, in squares.

    Two classes have targets -1 and +1; of more, each has the target 1 for its own samples and 0 for
    the others, and the largest value wins.

    Parameters
    ----------
    ridge : float, default 0.0
        Weight of the squared length of the weights, the intercept left out. With 0, the shortest
        of all solutions.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, (k, d) for k
        The weights.
    intercept_ : array of shape (1,) for two classes, (k,) for k
        The biases.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris()
    >>> round(LeastSquares().fit(X, y).score(X, y), 2)
    0.85
    """

    def __init__(self, ridge: float = 0.0) -> None:
        self.ridge = ridge

    @all_or_nothing
    @naming(Phi="X", T="y")
    def fit(self, X: Any, y: Any) -> Self:
        """Solve for the weights."""
        X, codes = training_set(self, X, y, min_classes=2)
        k = len(self.classes_)
        result = least_squares(X, 2.0 * codes - 1.0 if k == 2 else np.eye(k)[codes], self.ridge)
        self.coef_ = np.atleast_2d(result.weights)
        self.intercept_ = np.atleast_1d(result.bias)
        return self
