"""The nearest samples to one query, and their vote.

Lesson 02_nearest_neighbours. For many queries at once :func:`kernelkit.neighbors.k_nearest` finds
the same neighbours by products of matrices, tile by tile.
"""

import numpy as np

from kernelkit.core._arguments import ClassIndices, Row, Samples, Whole
from kernelkit.core._border import njit, same
from kernelkit.core.distances import euclidean
from kernelkit.validation import Integers, Vector

__all__ = ["majority", "nearest_to"]


@njit
def nearest_to(x: Row, X: Samples, k: Whole = 1) -> tuple[Integers, Vector]:
    r"""The k samples :math:`x_i` that are nearest to a query x, and their distances, nearest first.

    Of samples that are equally far, the one with the lower index comes first.

    >>> indices, distances = nearest_to([0.0], [[3.0], [1.0], [-2.0]], k=2)
    >>> indices.tolist(), distances.tolist()
    ([1, 2], [1.0, 2.0])
    """
    if not 1 <= k <= len(X):
        raise ValueError("k must be 1 to the number of samples")
    same(len(x), X.shape[1])
    indices, distances = np.empty(k, np.int64), np.full(k, np.inf)
    for i in range(len(X)):
        distance = euclidean(x, X[i])
        if distance < distances[k - 1]:
            place = k - 1  # farther samples make room, one by one
            while place > 0 and distance < distances[place - 1]:
                distances[place], indices[place] = distances[place - 1], indices[place - 1]
                place -= 1
            distances[place], indices[place] = distance, i
    return indices, distances


@njit
def majority(labels: ClassIndices, n_classes: Whole) -> int:
    r"""The class that most of the neighbours have, :math:`\arg\max_c \#\{j : y_j = c\}`.

    The labels come in the order of their distances: a tie goes to the class of the nearest
    neighbour among those that are tied.

    >>> majority([2, 0, 0, 2, 1], 3)
    2
    """
    votes = np.zeros(n_classes, np.int64)
    for label in labels:
        votes[label] += 1
    winner = labels[0]
    for label in labels:
        if votes[label] > votes[winner]:
            winner = label
    return winner
