"""Least squares as a scikit-learn classifier; lesson 07_least_squares_and_fisher."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import LinearClassifier, all_or_nothing, training_set
from kernelkit.estimators._blocks import LearnsFromSums
from kernelkit.solvers.class_moments import ClassMoments, class_moments
from kernelkit.solvers.linear.least_squares import fit_least_squares, least_squares_from_moments
from kernelkit.solvers.results import check_fit
from kernelkit.validation import Integers, Matrix, naming


@dataclass(eq=False, repr=False)
class LeastSquares(LearnsFromSums, LinearClassifier):
    r"""Classify by the linear function closest to the labels, in squares.

    Two classes have targets -1 and +1; of more, each has the target 1 for its own samples and 0 for
    the others, and the largest value wins.

    ``partial_fit`` learns from blocks what ``fit`` learns from all samples at once, by way of their
    means and of a triangle, as large as a matrix of squares and with twice its digits.

    Parameters
    ----------
    ridge : float, default 0.0
        Weight of the squared length of the weights, the intercept left out. With 0, the shortest
        of all solutions.

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (k, d) and (k,); (1, d) and (1,) for two classes
        The weights and the biases.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris()
    >>> round(LeastSquares().fit(X, y).score(X, y), 2)
    0.85
    """

    ridge: float = 0.0

    @all_or_nothing
    @naming({"Phi, T and ridge": "X and ridge"})
    def fit(self, X: Any, y: Any) -> Self:
        """Solve for the weights."""
        X, codes = training_set(self, X, y)
        k = len(self.classes_)
        T = 2.0 * codes - 1.0 if k == 2 else np.eye(k)[codes]
        result = fit_least_squares(X, T, self.ridge)
        self._keep(result.weights, result.bias)
        return self

    def _sums_of(self, X: Matrix, codes: Integers, n_classes: int) -> ClassMoments:
        return class_moments(X, codes, n_classes, root=True)

    @naming({"Phi, T and ridge": "X and ridge"})
    def _learn(self, sums: Any) -> None:
        check_fit(sums, ClassMoments, "statistics", "statistics of a LeastSquares")
        result = least_squares_from_moments(sums, self.ridge, self.classes_.tolist())
        self._keep(result.weights, result.bias)
