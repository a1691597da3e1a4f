"""k nearest neighbours as a scikit-learn classifier; lesson 02_nearest_neighbours."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernelkit.distances import METRICS, check_power
from kernelkit.estimators._base import Classifier, all_or_nothing, query, training_set
from kernelkit.neighbors import Neighbors, count_votes, nearest_rows
from kernelkit.validation import InputError, Integers, Matrix, check_choice, check_whole

WEIGHTS = ("uniform", "distance")


@dataclass(eq=False, repr=False)
class KNN(Classifier):
    r"""Classify by the votes of the k nearest training samples.

    Equally distant samples are taken in the order of the training set; a tied vote goes to the
    class of the nearest of the tied.

    Parameters
    ----------
    n_neighbors : int, default 5
        The number k of voters.
    metric : str, default "euclidean"
        One of ``kernelkit.distances.METRICS``.
    weights : {"uniform", "distance"}, default "uniform"
        Whether each neighbour has one vote, or :math:`1/d` votes at distance d. Neighbours at
        distance 0 then decide alone.
    p : float, default 2
        The order of ``metric="minkowski"``.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris()
    >>> KNN(n_neighbors=3).fit(X, y).predict([[5.0, 3.4, 1.5, 0.2]]).tolist()
    ['setosa']
    """

    n_neighbors: int = 5
    metric: str = "euclidean"
    weights: str = "uniform"
    p: float = 2

    @all_or_nothing
    def fit(self, X: Any, y: Any) -> Self:
        """Keep the training samples: that is all the learning there is."""
        X, codes = training_set(self, X, y, min_classes=1)
        check_choice(self.metric, "metric", METRICS)
        check_choice(self.weights, "weights", WEIGHTS)
        check_power(self.p, self.metric)
        self._check_k(self.n_neighbors, len(X))
        self._X, self._codes = X, codes
        return self

    def kneighbors(self, X: Any, n_neighbors: int | None = None) -> Neighbors:
        """Distances and indices of the nearest training samples, the nearest first."""
        X = query(self, X)
        k = self._check_k(self.n_neighbors if n_neighbors is None else n_neighbors, len(self._X))
        return nearest_rows(self._X, X, k, self.metric, self.p)

    def predict(self, X: Any) -> Any:
        """The class that gets the most votes."""
        _, winners = self._votes(X)
        return self.classes_[winners]

    def predict_proba(self, X: Any) -> Matrix:
        """The share of the votes that each class gets.

        Of tied classes the winner's share is one rounding step larger, so that the largest share
        always names the class that ``predict`` does.
        """
        votes, winners = self._votes(X)
        shares = votes / votes.sum(axis=1, keepdims=True)
        tied = np.flatnonzero(shares.argmax(axis=1) != winners)
        shares[tied, winners[tied]] = np.nextafter(shares[tied, winners[tied]], 2.0)
        return shares

    def _votes(self, X: Any) -> tuple[Matrix, Integers]:
        found = self.kneighbors(X)
        labels = self._codes[found.indices]
        return count_votes(found.distances, labels, len(self.classes_), self.weights == "distance")

    def _check_k(self, k: Any, n: int) -> int:
        k = check_whole(k, "n_neighbors")
        if k > n:
            allowed = f"between 1 and the {n} training samples" if n > 1 else "1 for one sample"
            raise InputError("n_neighbors", f"must be {allowed}, got {k}")
        return k
