"""The nearest samples to one query, and their vote.

Lesson 02_nearest_neighbours. For many queries at once :func:`kernelkit.neighbors.k_nearest` finds
the same neighbours by products of matrices, tile by tile: 3 to 13 times as fast.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_classes, check_length
from kernelkit.core.distances import euclidean

__all__ = ["majority", "nearest_to"]


@njit
def nearest_to(x: np.ndarray, X: np.ndarray, n_neighbors: int = 1) -> tuple:
    r"""The samples :math:`x_i` that are nearest to a query x, and their distances, nearest first.

    Of samples that are equally far, the one with the lower index comes first.

    >>> indices, distances = nearest_to([0.0], [[3.0], [1.0], [-2.0]], 2)
    >>> indices.tolist(), distances.tolist()
    ([1, 2], [1.0, 2.0])
    """
    check_length("x", len(x), X.shape[1])
    if not 1 <= n_neighbors <= len(X):
        raise ValueError(f"n_neighbors must be 1 to {len(X)}, got {n_neighbors}")
    indices, distances = np.empty(n_neighbors, np.int64), np.full(n_neighbors, np.inf)
    for i in range(len(X)):
        distance = euclidean(x, X[i])
        if i < n_neighbors or distance < distances[-1]:
            place = min(i, n_neighbors - 1)  # farther samples make room, one by one
            while place > 0 and distance < distances[place - 1]:
                distances[place], indices[place] = distances[place - 1], indices[place - 1]
                place -= 1
            distances[place], indices[place] = distance, i
    return indices, distances


@njit
def majority(labels: np.ndarray, n_classes: int) -> int:
    r"""The class that most of the neighbours have, :math:`\arg\max_m \#\{i : y_i = m\}`.

    The labels come in the order of their distances: a tie goes to the class of the nearest
    neighbour among those that are tied.

    >>> majority([2, 0, 0, 2, 1], 3)
    2
    """
    check_classes(labels, n_classes)
    if len(labels) == 0:
        raise ValueError("labels must hold at least one label, got none")
    votes = np.zeros(n_classes, np.int64)
    for label in labels:
        votes[label] += 1
    winner = labels[0]
    for label in labels:
        if votes[label] > votes[winner]:
            winner = label
    return winner
