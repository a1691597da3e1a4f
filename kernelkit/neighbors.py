"""The k nearest of many samples, exactly, for six distances.

Lesson 02_nearest_neighbours teaches the plain version: all distances, sorted. This one works on
tiles, some queries against some samples, and keeps k candidates per query instead of sorting, so
that memory stays small however many queries come.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit, njit_rows, prange, threads_for
from kernelkit.distances import (
    EUCLIDEAN,
    METRICS,
    SQUARED_EUCLIDEAN,
    centred,
    check_order,
    have_squares,
    of_two,
    squared_euclidean,
)
from kernelkit.validation import InputError, Matrix, Vector, as_matrix, check_choice, check_whole
from kernelkit.votes import vote

__all__ = ["Indices", "Neighbors", "k_nearest", "vote"]

QUERIES = 256  # of a tile
SAMPLES = 2048  # at least that a tile's queries meet, some at a time
BLOCK = 256  # of them: half a megabyte of float64 products
BAND = 16  # queries that share one reading of the samples

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
        raise InputError(message)
    dtype = np.promote_types(X.dtype, queries.dtype)
    X, queries = X.astype(dtype, copy=False), queries.astype(dtype, copy=False)
    k = check_whole(k, "k", at_most=len(X))
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    order = check_order(p, metric)
    found = Neighbors(np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64))
    A, B, doubt, products = X, queries, 0.0, False
    a: Vector = np.empty(0)
    b: Vector = np.empty(0)
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN}:
        origin, A, a = centred(X)
        _, B, b = centred(queries, origin)
        products = have_squares(dtype, a, b)
        # |<x, z> computed - exact| <= d eps |x| |z|, and 2 |x| |z| <= |x|^2 + |z|^2
        doubt = 4.0 * (X.shape[1] + 4) * float(np.finfo(dtype).eps)
    share = max(SAMPLES, 8 * k)  # so that lists of all parts are shorter than the samples
    parts = -(-len(X) // share)
    part_distances = np.empty((parts, len(queries), k))
    part_indices = np.empty((parts, len(queries), k), np.int64)
    with threads_for(len(X) * len(queries) * (X.shape[1] + 20.0)):
        _search(
            *(X, queries, A, B, a, b, doubt, products, code, order),
            *(share, part_distances, part_indices),
        )
    _merge(part_distances, part_indices, *found)
    if code == EUCLIDEAN and products:
        np.sqrt(found.distances, out=found.distances)
    elif code == SQUARED_EUCLIDEAN and not products:
        with np.errstate(over="ignore", under="ignore"):
            np.square(found.distances, out=found.distances)
    if not np.isfinite(found.distances).all():
        message = "X must be scaled down: a distance is beyond the largest float64"
        raise InputError(message)
    return found


@njit_rows
def _search(
    X: Matrix,
    queries: Matrix,
    A: Matrix,
    B: Matrix,
    a: Vector,
    b: Vector,
    doubt: float,
    products: bool,
    code: int,
    p: float,
    share: int,
    distances: Any,
    indices: Any,
) -> None:
    """Find the nearest in each part of the samples, for some queries at a time."""
    parts, m, k = indices.shape
    for tile in prange(parts * ((m + QUERIES - 1) // QUERIES)):
        part, first = tile % parts, tile // parts * QUERIES
        last = min(first + QUERIES, m)
        start, stop = part * share, min((part + 1) * share, X.shape[0])
        distances[part, first:last] = np.inf
        indices[part, first:last] = -1
        near, which = distances[part, first:last], indices[part, first:last]
        if products:
            for j0 in range(start, stop, BLOCK):
                j1 = min(j0 + BLOCK, stop)
                block = np.empty((last - first, j1 - j0), X.dtype)
                np.dot(B[first:last], A[j0:j1].T, block)
                for i in range(last - first):
                    own = b[first + i]
                    _insert_candidates(
                        X, queries[first + i], block[i], a, own, doubt, j0, start, near[i], which[i]
                    )
        else:
            for i0 in range(first, last, BAND):
                # All queries of a band meet sample j while it is in the cache.
                for j in range(start, stop):
                    for i in range(i0, min(i0 + BAND, last)):
                        distance = of_two(code, X[j], queries[i], p)
                        _insert(distance, j, min(j - start, k), near[i - first], which[i - first])


@njit
def _insert_candidates(
    X: Matrix,
    query: Vector,
    row: Vector,
    a: Vector,
    own: float,
    doubt: float,
    j0: int,
    start: int,
    near: Vector,
    which: Indices,
) -> None:
    r"""Insert those of some samples that may be among the nearest to a query so far.

    Products of matrices are fast but rounded, so they only choose: the distances of all samples
    that rounding could have moved across the k-th place are computed as they stand. To begin with,
    while places are free, that is every sample.

    ``row`` holds the products with samples j0, j0 + 1, ...; it becomes the difference of
    :math:`\lVert x - z \rVert^2 = \lVert x \rVert^2 + \lVert z \rVert^2 - 2\langle x, z \rangle` to
    :math:`\lVert z \rVert^2`, less what rounding may have added.
    """
    k = near.shape[0]
    squares = a[j0 : j0 + row.shape[0]]
    limit = near[k - 1] - own * (1.0 - doubt)
    candidates = 0  # counted first: a loop that only counts fills vector registers
    for j in range(row.shape[0]):
        row[j] = squares[j] * (1.0 - doubt) - 2.0 * row[j]
        candidates += row[j] <= limit
    if candidates > 0:
        for j in range(row.shape[0]):
            if row[j] <= limit:
                distance = squared_euclidean(X[j0 + j], query)
                _insert(distance, j0 + j, min(j0 + j - start, k), near, which)
                limit = near[k - 1] - own * (1.0 - doubt)


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
def _merge(part_distances: Any, part_indices: Any, distances: Matrix, indices: Indices) -> None:
    """Of the nearest in each part take the nearest of all; equal ones in the order of parts."""
    parts, m, k = part_indices.shape
    for i in range(m):
        distances[i] = part_distances[0, i]
        indices[i] = part_indices[0, i]
        filled = 0
        while filled < k and indices[i, filled] >= 0:
            filled += 1
        for part in range(1, parts):
            for place in range(k):
                j = part_indices[part, i, place]
                distance = part_distances[part, i, place]
                if j < 0 or (filled == k and distance >= distances[i, k - 1]):
                    break
                _insert(distance, j, filled, distances[i], indices[i])
                filled = min(filled + 1, k)
