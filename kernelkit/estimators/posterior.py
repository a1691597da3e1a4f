"""What classifiers with a probability for each class share: posteriors and decisions."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from kernelkit.solvers import least_expected_loss, log_posteriors
from kernelkit.validation import Matrix

__all__ = ["PosteriorClassifier"]


class PosteriorClassifier(ClassifierMixin, BaseEstimator):
    """A classifier by scores log p(x, y = k), up to a term that all classes share."""

    def _scores(self, X: Any) -> Matrix:
        """Scores of shape (n, k); subclasses say how."""
        raise NotImplementedError

    def predict_log_proba(self, X: Any) -> Matrix:
        """Logarithms of the posteriors, log p(y = k | x)."""
        return log_posteriors(self._scores(X))

    def predict_proba(self, X: Any) -> Matrix:
        """Posteriors p(y = k | x); each row sums to 1."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any, loss: Any = None) -> Any:
        """The most probable class, or the decision of least expected loss.

        Parameters
        ----------
        X : the samples
        loss : array of shape (k, k), optional
            ``loss[y, decision]``: rows are true classes, columns are decisions, both in the order
            of ``classes_``. Without it, any mistake costs the same. Ties go to the class that comes
            first.
        """
        if loss is None:
            decisions = self._scores(X).argmax(axis=1)
        else:
            decisions = least_expected_loss(self.predict_proba(X), loss)
        return self.classes_[decisions]
