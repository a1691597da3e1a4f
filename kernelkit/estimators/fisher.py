"""Fisher's discriminant as a scikit-learn transformer; lesson 07_least_squares_and_fisher."""

from dataclasses import dataclass
from typing import Any, NoReturn, Self

from sklearn.utils import Tags

from kernelkit.engine.products import times
from kernelkit.estimators._base import Transformer, all_or_nothing, query, training_set
from kernelkit.solvers.linear.fisher import fit_fisher
from kernelkit.validation import Matrix, no_overflow


@dataclass(eq=False, repr=False)
class FisherDiscriminant(Transformer):
    """Project samples on the directions that keep classes apart and each class together.

    It prepares data for a classifier and does not classify: a projection says nothing about which
    of its values belong to which class.

    Parameters
    ----------
    n_components : int or None
        How many directions; by default one less than the classes, or as many as samples vary in.

    Attributes
    ----------
    directions_, ratios_ : arrays of shapes (n_components, d) and (n_components,)
        The directions, the best first; scatter between classes to scatter within them, along each.
    class_means_, mean_ : arrays of shapes (k, d) and (d,)
        The mean of each class, and of all samples: projections are measured from it.

    Examples
    --------
    >>> from kernelkit import GaussianClassifier
    >>> from kernelkit.datasets import load_iris
    >>> from sklearn.pipeline import make_pipeline
    >>> X, y = load_iris()
    >>> FisherDiscriminant(1).fit_transform(X, y).shape
    (150, 1)
    >>> make_pipeline(FisherDiscriminant(), GaussianClassifier()).fit(X, y).score(X, y)
    0.98
    """

    n_components: int | None = None

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Find the directions."""
        X, codes = training_set(self, X, y)
        result = fit_fisher(X, codes, self.n_components)
        self.directions_, self.ratios_ = result.directions, result.ratios
        self.class_means_, self.mean_ = result.class_means, result.mean
        self._n_features_out = len(result.directions)
        return self

    @no_overflow("X")
    def transform(self, X: Any) -> Matrix:
        """Project samples on the directions, from the mean of the training samples."""
        return times(query(self, X) - self.mean_, self.directions_)

    @property
    def predict(self) -> NoReturn:
        """There is none: an ``AttributeError`` says so, and ``hasattr`` is false."""
        message = (
            "FisherDiscriminant projects samples and does not predict classes; put a classifier "
            "behind it, such as make_pipeline(FisherDiscriminant(), GaussianClassifier())"
        )
        raise AttributeError(message)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags
