"""The k nearest of many samples, exactly, for six distances.

Lesson 02_nearest_neighbours teaches the plain version: all distances, sorted. This one works
through the queries in blocks, so that memory stays at (block x samples) however many queries come,
and keeps k candidates per query instead of sorting.
"""

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit, njit_rows, prange
from kernelkit.distances import (
    CHEBYSHEV,
    EUCLIDEAN,
    MANHATTAN,
    METRICS,
    MINKOWSKI,
    SQUARED_EUCLIDEAN,
    TILE,
    chebyshev,
    check_order,
    cosine,
    manhattan,
    minkowski,
    squared_euclidean,
    squared_norms,
)
from kernelkit.validation import InputError, Matrix, Vector, as_matrix, check_choice, check_whole
from kernelkit.votes import vote

__all__ = ["Indices", "Neighbors", "k_nearest", "vote"]

BLOCK_BYTES = 2**24  # a block of products stays near the caches
TRIAL = 32  # queries that show whether a sketch pays
FEW = 20  # it does while at most one sample in so many needs an exact distance

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
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN}:
        # Making a sketch costs about as much as d / 6 queries and a factorisation.
        worth_it = X.shape[1] >= 192 and min(len(X) // 4, len(queries)) >= X.shape[1]
        (_by_sketch if worth_it else _by_products)(X, queries, found)
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
    samples = X - centre
    squares = squared_norms(samples)
    # |<x, z> computed - exact| <= d eps |x| |z|, and 2 |x| |z| <= |x|^2 + |z|^2
    slack = 2.0 * (X.shape[1] + 4) * float(np.finfo(X.dtype).eps)
    for rows in _blocks(len(queries), X):
        asked = queries[rows] - centre
        own = squared_norms(asked)
        doubt = slack * (own + squares.max())
        products = asked @ samples.T
        _choose(X, queries[rows], products, squares, own, doubt, *_part(found, rows))


def _by_sketch(X: Matrix, queries: Matrix, found: Neighbors) -> None:
    r"""The same with fewer products: candidates are chosen by a sketch of m + 1 coordinates.

    Q holds m orthonormal directions, those of m samples spread over X. With
    :math:`r_x = \lVert x - QQ^\top x \rVert`, the length of what Q misses,

    .. math:: \lVert x - z \rVert^2 \ge \lVert Q^\top x - Q^\top z \rVert^2 + (r_x - r_z)^2,

    a squared distance of the sketches :math:`(Q^\top x, r_x)`. Samples whose bound exceeds the
    distance of k others are out. Where data fill all dimensions alike nearly none are, so after a
    few queries the plain way takes over if more than one sample in twenty stayed in.
    """
    centre = X.mean(axis=0)
    m = X.shape[1] // 6
    spread = X[np.linspace(0, len(X) - 1, m).astype(int)] - centre
    Q = np.linalg.qr(spread.T.astype(np.float64))[0].astype(X.dtype)
    samples, squares, sample_doubt, sample_rest = _sketch(X - centre, Q)
    slack = 2.0 * (m + 5) * float(np.finfo(X.dtype).eps)
    for rows in _blocks(len(queries), X, first=TRIAL):
        asked, own, asked_doubt, asked_rest = _sketch(queries[rows] - centre, Q)
        # A rest r is known up to e, so (r_x - r_z)^2 up to 2 r (e_x + e_z) + (e_x + e_z)^2.
        longest = max(sample_rest.max(), asked_rest.max())
        known = squares - 2.0 * sample_doubt * (longest + sample_doubt)
        doubt = 2.0 * asked_doubt * (longest + asked_doubt) + slack * (own + squares.max())
        products = asked @ samples.T
        tried = _choose(X, queries[rows], products, known, own, doubt, *_part(found, rows))
        if rows.start == 0 and tried > len(X) * len(asked) // FEW:
            others = slice(rows.stop, None)
            _by_products(X, queries[others], Neighbors(*_part(found, others)))
            return


def _sketch(X: Matrix, Q: Matrix) -> tuple[Matrix, Vector, Vector, Vector]:
    """Sketches, their squared lengths, and how far the rests in them may be off."""
    coordinates = X @ Q
    squares = squared_norms(X)
    error = 4.0 * (X.shape[1] + 4) * float(np.finfo(X.dtype).eps) * squares
    rest_squares = np.maximum(squares - squared_norms(coordinates), 0.0)
    rest = np.sqrt(rest_squares)
    doubt = error / np.maximum(np.sqrt(np.maximum(error, rest_squares)), np.finfo(np.float64).tiny)
    sketches = np.column_stack([coordinates, rest.astype(X.dtype)])
    return sketches, squared_norms(sketches), doubt, rest


def _blocks(m: int, X: Matrix, first: int = 0) -> list[slice]:
    """Parts of m queries whose products fit into a block, a small one in front if wanted."""
    size = max(1, BLOCK_BYTES // (len(X) * X.itemsize))
    edges = [0, *range(first, m, size), m]
    return [slice(a, b) for a, b in itertools.pairwise(edges) if a < b]


def _part(found: Neighbors, rows: slice) -> tuple[Matrix, Indices]:
    return found.distances[rows], found.indices[rows]


@njit_rows
def _choose(
    X: Matrix,
    queries: Matrix,
    products: Matrix,
    squares: Vector,
    query_squares: Vector,
    doubt: Vector,
    distances: Matrix,
    indices: Indices,
) -> int:
    """Find the nearest by lower bounds and exact distances; count the exact ones."""
    k = indices.shape[1]
    tried = np.zeros(queries.shape[0], dtype=np.int64)
    for i in prange(queries.shape[0]):
        bound = products[i]
        for j in range(bound.shape[0]):
            bound[j] = squares[j] - 2.0 * bound[j]  # a lower bound of |x - z|^2 - |z|^2
        # No farther than the farthest of the k that look nearest, whoever they are.
        farthest = 0.0
        for j in _smallest(bound, k):
            farthest = max(farthest, squared_euclidean(X[j], queries[i]))
        limit = farthest - query_squares[i] + 2.0 * doubt[i]
        for j in range(bound.shape[0]):
            if bound[j] <= limit:
                distance = squared_euclidean(X[j], queries[i])
                _insert(distance, j, min(tried[i], k), distances[i], indices[i])
                tried[i] += 1
    return tried.sum()


@njit
def _smallest(values: Vector, k: int) -> Indices:
    """Indices of k smallest values, in any order; of more if some are equal."""
    if k > 64:  # where keeping a short list costs more than parting a long one
        return np.flatnonzero(values <= np.partition(values, k - 1)[k - 1])
    smallest, places = np.full(k, np.inf), np.zeros(k, dtype=np.int64)
    largest = np.inf
    for j in range(values.shape[0]):
        if values[j] < largest:
            _insert(values[j], j, k, smallest, places)
            largest = smallest[k - 1]
    return places


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
