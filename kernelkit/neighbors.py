"""The k nearest of many samples, exactly, for six distances.

Lesson 02_nearest_neighbours teaches the plain version: all distances, sorted. This one works
through the queries in blocks, so that memory stays at (block x samples) however many queries come,
and keeps k candidates per query instead of sorting.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit, njit_rows, prange
from kernelkit.arrays import Matrix, Vector, as_matrix, check_choice, check_whole
from kernelkit.distances import (
    CHEBYSHEV,
    EUCLIDEAN,
    MANHATTAN,
    METRICS,
    MINKOWSKI,
    SQUARED_EUCLIDEAN,
    chebyshev,
    check_order,
    cosine,
    manhattan,
    minkowski,
    squared_euclidean,
    squared_norms,
)

__all__ = ["Indices", "Neighbors", "k_nearest", "vote"]

BLOCK_BYTES = 2**24  # a block of products stays near the caches

TILE = 16  # queries that share one reading of the samples

Indices = npt.NDArray[np.int64]


class Neighbors(NamedTuple):
    """One row per query, from the nearest to the k-th nearest sample."""

    distances: Matrix
    indices: Indices


def k_nearest(X: Any, queries: Any, k: int, metric: str = "euclidean", p: float = 2) -> Neighbors:
    r"""Find the k nearest samples of each query.

    Equal distances go to the lower index.

    Parameters
    ----------
    X : array of shape (n, d)
        The samples.
    queries : array of shape (m, d)
    k : between 1 and n
    metric : one of ``distances.METRICS``
    p : the order, for ``metric="minkowski"`` only

    Examples
    --------
    >>> found = k_nearest([[0.0], [1.0], [5.0]], [[0.9]], k=2)
    >>> found.indices.tolist()
    [[1, 0]]
    """
    X, queries = as_matrix(X), as_matrix(queries, "queries")
    if X.shape[1] != queries.shape[1]:
        message = f"queries must have the {X.shape[1]} features of X, got {queries.shape[1]}"
        raise ValueError(message)
    dtype = np.promote_types(X.dtype, queries.dtype)
    X, queries = X.astype(dtype, copy=False), queries.astype(dtype, copy=False)
    k = check_whole(k, "k", at_most=len(X))
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    order = check_order(p, metric)
    found = Neighbors(np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64))
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN}:
        _by_products(X, queries, found)
    else:
        _by_loops(X, queries, code, order, found.distances, found.indices)
    if code == EUCLIDEAN:
        np.sqrt(found.distances, out=found.distances)
    return found


def _by_products(X: Matrix, queries: Matrix, found: Neighbors) -> None:
    """Squared Euclidean distances, a block of queries at a time.

    Products of matrices are fast but rounded, so they only choose candidates: every sample that
    rounding could have moved across the k-th place. The distances of those are computed as they
    stand.
    """
    centre = X.mean(axis=0)
    X_c = X - centre
    squares = squared_norms(X_c)
    # |<x, z> computed - exact| <= d eps |x| |z|, and 2 |x| |z| <= |x|^2 + |z|^2
    slack = 2.0 * (X.shape[1] + 4) * float(np.finfo(X.dtype).eps)
    block = max(1, BLOCK_BYTES // (len(X) * X.itemsize))
    for start in range(0, len(queries), block):
        rows = slice(start, start + block)
        Z = queries[rows] - centre
        products = Z @ X_c.T
        doubt = slack * (squared_norms(Z) + squares.max())
        _choose(
            X, queries[rows], products, squares, doubt, found.distances[rows], found.indices[rows]
        )


@njit_rows
def _choose(
    X: Matrix,
    queries: Matrix,
    products: Matrix,
    squares: Vector,
    doubt: Vector,
    distances: Matrix,
    indices: Indices,
) -> None:
    k = indices.shape[1]
    for i in prange(queries.shape[0]):
        row = products[i]
        for j in range(row.shape[0]):
            row[j] = squares[j] - 2.0 * row[j]  # the squared distance, less |z|^2
        limit = _kth_smallest(row, k) + 2.0 * doubt[i]
        filled = 0
        for j in range(row.shape[0]):
            if row[j] <= limit:
                distance = squared_euclidean(X[j], queries[i])
                _insert(distance, j, filled, distances[i], indices[i])
                filled = min(filled + 1, k)


@njit
def _kth_smallest(values: Vector, k: int) -> float:
    if k > 64:  # where keeping a short list costs more than halving a long one
        return float(np.partition(values, k - 1)[k - 1])
    smallest = np.full(k, np.inf)
    for j in range(values.shape[0]):
        value = values[j]
        if value < smallest[k - 1]:
            place = k - 1
            while place > 0 and smallest[place - 1] > value:
                smallest[place] = smallest[place - 1]
                place -= 1
            smallest[place] = value
    return float(smallest[k - 1])


@njit_rows
def _by_loops(
    X: Matrix, queries: Matrix, code: int, p: float, distances: Matrix, indices: Indices
) -> None:
    m = queries.shape[0]
    for tile in prange((m + TILE - 1) // TILE):
        first, last = tile * TILE, min(m, (tile + 1) * TILE)
        # All queries of a tile meet sample j while it is in the cache.
        for j in range(X.shape[0]):
            filled = min(j, indices.shape[1])
            for i in range(first, last):
                if code == MANHATTAN:
                    distance = manhattan(X[j], queries[i])
                elif code == CHEBYSHEV:
                    distance = chebyshev(X[j], queries[i])
                elif code == MINKOWSKI:
                    distance = minkowski(X[j], queries[i], p)
                else:
                    distance = cosine(X[j], queries[i])
                _insert(distance, j, filled, distances[i], indices[i])


@njit
def _insert(distance: float, j: int, filled: int, distances: Vector, indices: Indices) -> None:
    """Put a sample into the sorted list of the nearest so far; later samples lose ties."""
    k = distances.shape[0]
    if filled < k or distance < distances[k - 1]:
        place = min(filled, k - 1)
        while place > 0 and distances[place - 1] > distance:
            distances[place] = distances[place - 1]
            indices[place] = indices[place - 1]
            place -= 1
        distances[place] = distance
        indices[place] = j


@njit
def vote(
    distances: Matrix, labels: Indices, n_classes: int, by_distance: bool
) -> tuple[Matrix, Indices]:
    """Count the votes of each query's neighbours, and name the winners.

    With ``by_distance`` a neighbour at distance d has 1/d votes, and those at distance 0 decide
    alone. A tie goes to the class of the nearest of the tied neighbours.
    """
    m, k = labels.shape
    votes = np.zeros((m, n_classes))
    winners = np.empty(m, dtype=np.int64)
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
