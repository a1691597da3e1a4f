"""The k nearest of many samples, exactly, for six distances.

Lesson 02_nearest_neighbours teaches the plain version, ``core/neighbors.py``. This one works on
tiles, some queries against some samples, and keeps k candidates per query instead of sorting, so
that memory stays small however many queries come.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import BAND, njit, njit_sum, share
from kernelkit.core.distances import squared_euclidean
from kernelkit.distances import METRICS, check_order
from kernelkit.engine.tiles import (
    EUCLIDEAN,
    SQUARED_EUCLIDEAN,
    Centred,
    centred,
    have_squares,
    to_each,
)
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_array,
    as_classes,
    as_matrix,
    check_choice,
    check_flag,
    check_size,
    check_whole,
)

__all__ = ["Neighbors", "k_nearest", "vote"]

QUERIES = 256  # of a tile
SAMPLES = 2048  # at least that a tile's queries meet, some at a time
SAMPLES_TOGETHER = 512  # of them: a megabyte of float64 products
SPARE = 32  # places for candidates, beside eight for each neighbour
TRIED = 8  # queries that tell how many candidates there are, if there are many times as many
FEW = 0.02  # of the samples: more candidates cost more than products of single precision save
LISTS = 2**23  # numbers in all lists of candidates at a time
END = -1  # of a list of candidates


class Neighbors(NamedTuple):
    """One row per query, from the nearest to the k-th nearest sample."""

    distances: Matrix  #: to the query
    indices: Integers  #: of the samples


def k_nearest(X: Any, queries: Any, k: int, metric: str = "euclidean", p: float = 2) -> Neighbors:
    r"""Find the k nearest samples of each query.

    Equal distances go to the lower index.

    Parameters
    ----------
    X : array of shape (n, d)
        The samples.
    queries : array of shape (m, d)
        What to find the neighbours of.
    k : int
        Between 1 and n.
    metric : str, default "euclidean"
        One of ``distances.METRICS``.
    p : float, default 2
        The order, for ``metric="minkowski"`` only.

    Examples
    --------
    >>> found = k_nearest([[0.0], [1.0], [5.0]], [[0.9]], k=2)
    >>> found.indices.tolist()
    [[1, 0]]
    """
    X, queries = as_matrix(X), as_matrix(queries, "queries")
    if X.shape[1] != queries.shape[1]:
        raise InputError(
            "queries", f"must have the {X.shape[1]} features of X, got {queries.shape[1]}"
        )
    dtype = np.promote_types(X.dtype, queries.dtype)
    X, queries = X.astype(dtype, copy=False), queries.astype(dtype, copy=False)
    k = check_whole(k, "k", at_most=len(X))
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    order = check_order(p, metric)
    check_size(
        16 * len(queries) * k,
        f"{k:,} neighbours of {len(queries):,} queries",
        "ask for fewer queries at a time",
    )
    found = Neighbors(np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64))
    products = code in {EUCLIDEAN, SQUARED_EUCLIDEAN} and _by_products(X, queries, *found)
    if not products:
        _one_by_one(X, queries, code, order, *found)
    if code == EUCLIDEAN and products:
        np.sqrt(found.distances, out=found.distances)
    elif code == SQUARED_EUCLIDEAN and not products:
        with np.errstate(over="ignore", under="ignore"):
            np.square(found.distances, out=found.distances)
    if not np.isfinite(found.distances).all():
        raise InputError("X", "must be scaled down: a distance is beyond the largest float64")
    return found


class _Candidates(NamedTuple):
    """Samples that may be among the nearest, of all parts and queries or of one, for compiled code.

    All distances are squared, and less the square of the query.
    """

    most: Any  # the k smallest of what distances are at most, sorted
    least: Any  # what the distance of each candidate is at least
    which: Any  # their indices; END, if there is room


def _by_products(X: Matrix, queries: Matrix, distances: Matrix, indices: Integers) -> bool:
    """Find squares of Euclidean distances, but not where they would leave the range of numbers."""
    left = centred(X)
    right = centred(queries, left.origin)
    if not have_squares(X.dtype, left.squares, right.squares):
        return False
    k = indices.shape[1]
    if X.dtype == np.float64 and have_squares(np.float32, left.squares, right.squares):
        a, b = (each._replace(samples=each.samples.astype(np.float32)) for each in (left, right))
        if _leave_few(a, b, k):  # twice as fast, and distances are computed in double
            left, right = a, b
    doubt = _doubt(right.samples)
    for some, samples, parts in _pieces(len(X), len(queries), k, lists=2 * (SPARE + 9 * k)):
        m, room = len(queries[some]), SPARE + 8 * k
        most, least = np.empty((parts, m, k)), np.empty((parts, m, room))
        found = _Candidates(most, least, np.empty((parts, m, room), np.int64))
        asking = Centred(right.origin, right.samples[some], right.squares[some])
        tiles, operations = parts * -(-m // QUERIES), len(X) * m * (X.shape[1] + 20.0)
        arguments = X, queries[some], left, asking, doubt, samples, found
        share(_choose, tiles, 1, operations, *arguments)
        _decide(X, queries[some], found, distances[some], indices[some])
    return True


def _doubt(samples: Matrix) -> float:
    """|<x, z> computed - exact| <= d eps |x| |z|, and 2 |x| |z| <= |x|^2 + |z|^2."""
    return 4.0 * (samples.shape[1] + 4) * float(np.finfo(samples.dtype).eps)


def _leave_few(left: Centred, right: Centred, k: int) -> bool:
    """Whether products leave few candidates, judged by some of many queries."""
    every = len(right.samples) // TRIED
    if every < TRIED:
        return False
    queries, squares = right.samples[::every], right.squares[::every]
    doubt = _doubt(queries)
    least = (1.0 - doubt) * left.squares - 2.0 * (queries @ left.samples.T)
    most = least + 2.0 * doubt * (left.squares + squares[:, np.newaxis])
    limits = np.partition(most, k - 1, axis=1)[:, k - 1 : k]
    return bool((least <= limits).mean() <= FEW)


def _one_by_one(
    X: Matrix, queries: Matrix, code: int, p: float, distances: Matrix, indices: Integers
) -> None:
    """Find distances, each computed as it stands."""
    k = indices.shape[1]
    for some, samples, parts in _pieces(len(X), len(queries), k, lists=2 * k):
        m = len(queries[some])
        near, which = np.empty((parts, m, k)), np.empty((parts, m, k), np.int64)
        tiles, operations = parts * -(-m // QUERIES), len(X) * m * (X.shape[1] + 20.0)
        arguments = X, queries[some], code, p, samples, near, which
        share(_search, tiles, 1, operations, *arguments)
        _merge(near, which, distances[some], indices[some])


def _pieces(n: int, m: int, k: int, lists: int) -> Iterator[tuple[slice, int, int]]:
    """Queries whose lists fit into memory, samples in a part, and how many parts there are."""
    samples = max(SAMPLES, 8 * k)  # so that lists of all parts are not longer than the samples
    parts = -(-n // samples)
    at_a_time = QUERIES * max(1, LISTS // (QUERIES * parts * lists))
    for first in range(0, m, at_a_time):
        yield slice(first, first + at_a_time), samples, parts


@njit
def _choose(
    start: int,
    stop: int,
    X: Matrix,
    queries: Matrix,
    left: Centred,
    right: Centred,
    doubt: float,
    samples: int,
    found: _Candidates,
) -> None:
    """List the samples of each part that may be among the nearest, for some queries at a time.

    Products of matrices are fast but rounded: they tell what a distance is at least and at most. A
    sample may be among the nearest if its distance is at least no more than k others are at most.
    """
    most, least, which = found
    (_, A, a), (_, B, b) = left, right
    parts, m, room = which.shape
    for tile in range(start, stop):
        part, first = tile % parts, tile // parts * QUERIES
        last = min(first + QUERIES, m)
        listed = np.zeros(last - first, np.int64)
        most[part, first:last] = np.inf
        memory = np.empty((last - first) * SAMPLES_TOGETHER, A.dtype)
        for j0 in range(part * samples, min((part + 1) * samples, A.shape[0]), SAMPLES_TOGETHER):
            j1 = min(j0 + SAMPLES_TOGETHER, (part + 1) * samples, A.shape[0])
            block = memory[: (last - first) * (j1 - j0)].reshape(last - first, j1 - j0)
            np.dot(B[first:last], A[j0:j1].T, block)
            for i in range(last - first):
                q = first + i
                own = _Candidates(most[part, q], least[part, q], which[part, q])
                listed[i] = _list(
                    X, queries[q], b[q], doubt, block[i], a[j0:j1], j0, listed[i], own
                )
        for i in range(last - first):
            if listed[i] < room:
                which[part, first + i, listed[i]] = END


@njit
def _list(
    X: Matrix,
    query: Vector,
    square: float,
    doubt: float,
    row: Vector,
    squares: Vector,
    j0: int,
    listed: int,
    found: _Candidates,
) -> int:
    """Add candidates among samples j0, j0 + 1, ... to a list; how many there are, all in all.

    ``row`` holds products, and becomes what the distances are at least.
    """
    most, least, which = found
    k, room = most.shape[0], which.shape[0]
    if _bounds(row, squares, doubt, most[k - 1]) == 0:
        return listed
    for j in range(row.shape[0]):
        if row[j] <= most[k - 1]:
            if listed == room:
                listed = _settle(X, query, square, doubt, found)
            least[listed], which[listed] = row[j], j0 + j
            listed += 1
            _lower(row[j] + 2.0 * doubt * (squares[j] + square), most)
    return listed


@njit_sum
def _bounds(row: Vector, squares: Vector, doubt: float, limit: float) -> int:
    """Turn products into what distances are at least; how many are within a limit."""
    scale, candidates = row.dtype.type(1.0 - doubt), 0
    for j in range(row.shape[0]):
        row[j] = scale * squares[j] - 2 * row[j]
        candidates += row[j] <= limit
    return candidates


@njit
def _settle(X: Matrix, query: Vector, square: float, doubt: float, found: _Candidates) -> int:
    """Keep the k nearest of a full list, by their distances as they stand; returns k."""
    most, least, which = found
    k = most.shape[0]
    distances, indices = np.full(k, np.inf), np.empty(k, np.int64)
    for j in which:
        _insert(squared_euclidean(X[j], query), j, distances, indices)
    for c in range(k):
        which[c] = indices[c]
        most[c] = distances[c] - square * (1.0 - 2.0 * doubt)
        least[c] = distances[c] - square
    return k


@njit
def _decide(
    X: Matrix, queries: Matrix, found: _Candidates, distances: Matrix, indices: Any
) -> None:
    """Compute the distances of the candidates as they stand, and keep the nearest."""
    most, least, which = found
    parts, m, k = most.shape
    for i in range(m):
        limits = np.full(k, np.inf)
        for part in range(parts):
            for c in range(k):
                _lower(most[part, i, c], limits)
        distances[i] = np.inf
        for part in range(parts):
            for c in range(which.shape[2]):
                j = which[part, i, c]
                if j == END:
                    break
                if least[part, i, c] <= limits[k - 1]:
                    _insert(squared_euclidean(X[j], queries[i]), j, distances[i], indices[i])


@njit
def _search(
    start: int,
    stop: int,
    X: Matrix,
    queries: Matrix,
    code: int,
    p: float,
    samples: int,
    distances: Any,
    indices: Any,
) -> None:
    """Find the nearest in each part of the samples, for some queries at a time."""
    parts, m, _ = indices.shape
    for tile in range(start, stop):
        part, first = tile % parts, tile // parts * QUERIES
        last = min(first + QUERIES, m)
        distances[part, first:last] = np.inf
        indices[part, first:last] = END
        to_query = np.empty(BAND)
        for i0 in range(first, last, BAND):
            # All queries of a band meet sample j while it is in the cache.
            band = queries[i0 : min(i0 + BAND, last)]
            for j in range(part * samples, min((part + 1) * samples, X.shape[0])):
                to_each(code, X[j], band, p, to_query)
                for i in range(band.shape[0]):
                    _insert(to_query[i], j, distances[part, i0 + i], indices[part, i0 + i])


@njit
def _merge(near: Any, which: Any, distances: Matrix, indices: Any) -> None:
    """Of the nearest in each part take the nearest of all; equal ones in the order of parts."""
    parts, m, k = which.shape
    distances[:] = np.inf
    for part in range(parts):
        for i in range(m):
            for c in range(k):
                _insert(near[part, i, c], which[part, i, c], distances[i], indices[i])


@njit
def _insert(distance: float, j: int, distances: Vector, indices: Integers) -> None:
    """Put a sample into the sorted list of the nearest so far; later samples lose ties."""
    place = distances.shape[0] - 1
    if distance < distances[place]:
        while place > 0 and distances[place - 1] > distance:
            distances[place] = distances[place - 1]
            indices[place] = indices[place - 1]
            place -= 1
        distances[place] = distance
        indices[place] = j


@njit
def _lower(value: float, values: Vector) -> None:
    """Put a value into a sorted list of the smallest so far."""
    place = values.shape[0] - 1
    if value < values[place]:
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


def vote(distances: Any, labels: Any, n_classes: int, by_distance: bool) -> tuple[Matrix, Integers]:
    """Count the votes of each query's neighbours, and name the winners.

    With ``by_distance`` a neighbour at distance d has votes in proportion to 1/d, the nearest one
    vote, and those at distance 0 decide alone. A tie goes to the class of the nearest of the tied
    neighbours.

    Parameters
    ----------
    distances : array of shape (m, k)
        Each row from the nearest on.
    labels : array of shape (m, k)
        The neighbours' classes, 0, ..., n_classes - 1.
    n_classes : int
    by_distance : bool

    Returns
    -------
    votes : array of shape (m, n_classes)
    winners : array of m classes

    Examples
    --------
    >>> votes, winners = vote([[1.0, 2.0, 4.0]], [[1, 0, 0]], 2, by_distance=False)
    >>> votes.tolist(), winners.tolist()
    ([[2.0, 1.0]], [0])
    """
    by_distance = check_flag(by_distance, "by_distance")
    distances = as_matrix(distances, "distances").astype(np.float64, copy=False)
    if distances.min() < 0 or (np.diff(distances, axis=1) < 0).any():
        raise InputError(
            "distances", "must be at least 0 and grow along each row, got some that do not"
        )
    k = check_whole(n_classes, "n_classes", at_most=2**31)  # no table is wider
    labels = as_array(labels, "labels")
    if labels.shape != distances.shape:
        raise InputError(
            "labels", f"must have the shape {distances.shape} of distances, got {labels.shape}"
        )
    classes = as_classes(labels.reshape(-1), labels.size, k, "labels").reshape(labels.shape)
    return count_votes(distances, classes, k, by_distance)


@njit
def count_votes(
    distances: Matrix, labels: Integers, n_classes: int, by_distance: bool
) -> tuple[Matrix, Integers]:
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
