"""Gaussian classifiers as a scikit-learn classifier; lesson 08_gaussian_classifiers."""

from typing import Any, Self

from kernelkit.estimators._base import PosteriorClassifier, all_or_nothing, query, training_set
from kernelkit.solvers import gaussian_fit, gaussian_scores
from kernelkit.validation import Matrix

__all__ = ["GaussianClassifier"]


class GaussianClassifier(PosteriorClassifier):
    """Classify by one Gaussian density per class and Bayes' rule.

    Parameters
    ----------
    covariance : {"shared", "per-class"}, default "shared"
        One covariance for all classes gives linear boundaries, one for each quadratic ones.
    shrinkage : float, default 0.0
        Between 0 (maximum likelihood) and 1 (a ball). A singular covariance needs some; see
        :func:`kernelkit.solvers.gaussian_fit`.

    Attributes
    ----------
    means_ : array of shape (k, d)
        The mean of each class.
    priors_ : array of shape (k,)
        The classes' shares of the samples.
    covariance_ : array of shape (d, d) if shared, (k, d, d) per class
        Their covariances, after shrinkage.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris()
    >>> model = GaussianClassifier().fit(X, y)
    >>> model.score(X, y)
    0.98

    To take a virginica for a versicolor costs ten times as much as any other mistake:

    >>> loss = [[0, 1, 1], [1, 0, 1], [1, 10, 0]]
    >>> (model.predict(X) == "virginica").sum(), (model.predict(X, loss) == "virginica").sum()
    (np.int64(51), np.int64(54))
    """

    def __init__(self, covariance: str = "shared", shrinkage: float = 0.0) -> None:
        self.covariance = covariance
        self.shrinkage = shrinkage

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Estimate shares, means and covariances."""
        X, codes = training_set(self, X, y, min_classes=2)
        k, names = len(self.classes_), self.classes_.tolist()
        self._result = gaussian_fit(X, codes, k, self.covariance, self.shrinkage, class_names=names)
        self.means_ = self._result.means
        self.priors_ = self._result.priors
        self.covariance_ = self._result.covariance
        return self

    def decision_function(self, X: Any) -> Matrix:
        """Log odds of the second of two classes; one score per sample and class for more.

        Scores are log p(x, y = k), up to a term that all classes share.
        """
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _scores(self, X: Any) -> Matrix:
        return gaussian_scores(query(self, X), self._result)
