"""Gaussian classifiers as a scikit-learn classifier; lesson 08_gaussian_classifiers."""

from dataclasses import dataclass
from typing import Any

from kernelkit.estimators._base import PosteriorClassifier, query
from kernelkit.estimators._blocks import LearnsFromSums
from kernelkit.solvers.class_moments import ClassMoments, class_moments
from kernelkit.solvers.generative.gaussian import COVARIANCES, gaussian_from_moments, scores_of
from kernelkit.solvers.results import check_fit
from kernelkit.validation import Integers, Matrix, check_choice


@dataclass(eq=False, repr=False)
class GaussianClassifier(LearnsFromSums, PosteriorClassifier):
    """Classify by one Gaussian density per class and Bayes' rule.

    ``partial_fit`` learns from blocks what ``fit`` learns from all samples at once.

    Parameters
    ----------
    covariance : {"shared", "per-class"}, default "shared"
        One covariance for all classes gives linear boundaries, one for each quadratic ones.
    shrinkage : float, default 0.0
        Between 0 (maximum likelihood) and 1 (a ball). A singular covariance needs some; see
        :func:`kernelkit.solvers.gaussian_fit`.

    Attributes
    ----------
    means_, priors_ : arrays of shapes (k, d) and (k,)
        The mean of each class, and its share of the samples.
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

    covariance: str = "shared"
    shrinkage: float = 0.0

    def _sums_of(self, X: Matrix, codes: Integers, n_classes: int) -> ClassMoments:
        per_class = check_choice(self.covariance, "covariance", COVARIANCES) == "per-class"
        return class_moments(X, codes, n_classes, per_class=per_class)

    def _learn(self, sums: Any) -> None:
        check_fit(sums, ClassMoments, "statistics", "statistics of a GaussianClassifier")
        names = self.classes_.tolist()
        self._result = result = gaussian_from_moments(sums, self.covariance, self.shrinkage, names)
        self.means_, self.priors_ = result.means, result.priors
        self.covariance_ = result.covariance

    def decision_function(self, X: Any) -> Matrix:
        """Log odds of the second of two classes; for more log p(x, y = k), up to a shared term."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _scores(self, X: Any) -> Matrix:
        return scores_of(query(self, X), self._result)
