"""What classifiers with one weight vector, or one per class, share; lesson 01_linear_machines."""

from typing import Any

from sklearn.base import BaseEstimator, ClassifierMixin

from kernelkit.estimators.training import query
from kernelkit.products import times
from kernelkit.solvers.machines import winners
from kernelkit.validation import Matrix, no_overflow

__all__ = ["LinearClassifier"]


class LinearClassifier(ClassifierMixin, BaseEstimator):
    """A classifier by ``coef_`` and ``intercept_``: one row for two classes, one per class."""

    @no_overflow("X")
    def decision_function(self, X: Any) -> Matrix:
        """Values f(x): one per sample for two classes, one per sample and class for more."""
        f = times(query(self, X), self.coef_) + self.intercept_
        return f[:, 0] if len(self.classes_) == 2 else f

    def predict(self, X: Any) -> Any:
        """The class on whose side a sample is, sgn(0) = +1; the class of the largest value."""
        chosen = winners(self.decision_function(X))
        return self.classes_[chosen]
