"""The votes of neighbours: how many each class gets, and who wins; lesson 02_nearest_neighbours."""

from typing import Any

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit
from kernelkit.validation import (
    InputError,
    Matrix,
    as_array,
    as_classes,
    as_matrix,
    check_flag,
    check_whole,
)

__all__ = ["count_votes", "vote"]

MOST_CLASSES = 2**31  # no table of votes is wider

Counts = npt.NDArray[np.int64]


def vote(distances: Any, labels: Any, n_classes: int, by_distance: bool) -> tuple[Matrix, Counts]:
    """Count the votes of each query's neighbours, and name the winners.

    With ``by_distance`` a neighbour at distance d has 1/d votes, and those at distance 0 decide
    alone. A tie goes to the class of the nearest of the tied neighbours.

    Parameters
    ----------
    distances : array of shape (m, k), each row from the nearest on
    labels : array of the same shape, the neighbours' classes 0, ..., n_classes - 1
    n_classes : how many classes there are
    by_distance : whether near neighbours count for more

    Returns
    -------
    Votes of shape (m, n_classes), and m winners.

    Examples
    --------
    >>> votes, winners = vote([[1.0, 2.0, 4.0]], [[1, 0, 0]], 2, by_distance=False)
    >>> votes.tolist(), winners.tolist()
    ([[2.0, 1.0]], [0])
    """
    by_distance = check_flag(by_distance, "by_distance")
    distances = as_matrix(distances, "distances").astype(np.float64, copy=False)
    if distances.min() < 0 or (np.diff(distances, axis=1) < 0).any():
        message = "distances must be at least 0 and grow along each row, got some that do not"
        raise InputError(message)
    k = check_whole(n_classes, "n_classes", at_most=MOST_CLASSES)
    labels = as_array(labels, "labels")
    if labels.shape != distances.shape:
        message = f"labels must have the shape {distances.shape} of distances, got {labels.shape}"
        raise InputError(message)
    classes = as_classes(labels.reshape(-1), labels.size, k, "labels").reshape(labels.shape)
    return count_votes(distances, classes, k, by_distance)


@njit
def count_votes(
    distances: Matrix, labels: Counts, n_classes: int, by_distance: bool
) -> tuple[Matrix, Counts]:
    """The same, for arrays that are known to fit."""
    m, k = labels.shape
    votes = np.zeros((m, n_classes))
    winners = labels[:, 0].copy()
    for i in range(m):
        for j in range(k):
            weight = 1.0
            if by_distance:
                if distances[i, 0] == 0.0:
                    weight = 1.0 if distances[i, j] == 0.0 else 0.0
                else:
                    weight = distances[i, 0] / distances[i, j]
            votes[i, labels[i, j]] += weight
        most = votes[i].max()
        for j in range(k):
            if votes[i, labels[i, j]] == most:
                winners[i] = labels[i, j]
                break
    return votes, winners
