"""The k nearest of many samples, exactly, for six distances.

Lesson 02_nearest_neighbours teaches the plain version, ``core/neighbors.py``. This one works on
tiles, some queries against some samples, and keeps k candidates per query instead of sorting, so
that memory stays small however many queries come.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, cast

import numpy as np
from scipy import linalg

from kernelkit._jit import BAND, njit, njit_sum
from kernelkit.core.distances import squared_euclidean
from kernelkit.distances import METRICS, check_power
from kernelkit.engine.tiles import (
    COSINE,
    EUCLIDEAN,
    SQUARED_EUCLIDEAN,
    Rows,
    centre,
    have_squares,
    rows_from,
    scaled_rows,
    to_each,
)
from kernelkit.threads import ROWS_PER_THREAD, in_blocks, one_blas_thread
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

TILE_QUERIES = 64  # queries in a tile
TILE_SAMPLES = 2048  # the fewest samples in a tile
DIRECTIONS = 64  # in which samples of four times as many features, or more, are compared first
TRIAL_SAMPLES = 512  # about so many choose the directions and try out a screen
TRIAL_QUERIES = 16  # so many try it, too, if there are at least its square
WORTHWHILE_SHARE = 0.1  # a screen is worth it if at most this share of the samples passes
LARGEST_LISTS = 2**23  # numbers held in lists of neighbours at once: 64 MB
NO_SAMPLE = -1  # marks an empty place in a list of neighbours


class Neighbors(NamedTuple):
    """One row per query, from the nearest to the k-th nearest sample."""

    distances: Matrix  #: to the query
    indices: Integers  #: of the samples


def k_nearest(X: Any, queries: Any, k: int, metric: str = "euclidean", p: float = 2) -> Neighbors:
    r"""Find the k nearest samples of each query.

    Of samples at the same distance the lower index comes first; Euclidean distances are compared by
    their squares.

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
    return nearest_rows(X, queries, k, metric, p)


def nearest_rows(X: Matrix, queries: Matrix, k: int, metric: str, p: float) -> Neighbors:
    """Do what :func:`k_nearest` does, with samples and queries that were checked."""
    dtype = np.promote_types(X.dtype, queries.dtype)
    X, queries = X.astype(dtype, copy=False), queries.astype(dtype, copy=False)
    k = check_whole(k, "k", at_most=len(X))
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    order = check_power(p, metric)
    check_size(
        16 * len(queries) * k,
        f"{k:,} neighbours of {len(queries):,} queries",
        "ask for fewer queries at a time",
    )
    found = Neighbors(np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64))
    if code == COSINE:
        X, queries = scaled_rows(X), scaled_rows(queries)
    to_search = np.arange(len(queries))
    if code in {EUCLIDEAN, SQUARED_EUCLIDEAN} and _by_products(X, queries, *found):
        to_search = _without_digits(X, queries, *found)
        if code == EUCLIDEAN:
            np.sqrt(found.distances, out=found.distances)
    if len(to_search) > 0:
        near, which = np.empty((len(to_search), k)), np.empty((len(to_search), k), np.int64)
        shared, of_queries = (X, code, order), (queries[to_search],)
        _in_parts(_search, TILE_SAMPLES, shared, of_queries, X.shape[1], near, which)
        if code == SQUARED_EUCLIDEAN:
            with np.errstate(over="ignore", under="ignore"):
                np.square(near, out=near)
        found.distances[to_search], found.indices[to_search] = near, which
    if not np.isfinite(found.distances).all():
        raise InputError("X", "must be scaled down: a distance is beyond the largest float64")
    return found


@one_blas_thread()
def _by_products(X: Matrix, queries: Matrix, distances: Matrix, indices: Integers) -> bool:
    """Find squares of Euclidean distances by products of matrices.

    False, and nothing is done, where squares would leave the range of numbers.
    """
    origin, left = centre(X)
    right = rows_from(origin, queries)
    if not have_squares(X.dtype, left.squares, right.squares):
        return False
    left, right = _screen(left, right, indices.shape[1])
    n, m = len(X), len(queries)
    samples = max(TILE_SAMPLES, min(n * m // (4 * TILE_QUERIES), 16 * TILE_SAMPLES))
    shared, of_queries = (X, left), (queries, *right)
    _in_parts(_choose, samples, shared, of_queries, left.samples.shape[1], distances, indices)
    return True


def _without_digits(X: Matrix, queries: Matrix, squares: Matrix, indices: Integers) -> Integers:
    """Queries with neighbours that are so near, and not at 0, that squares do not tell them apart.

    Of float32 all squares are far within the range of float64.
    """
    info = np.finfo(np.float64)
    i, c = np.nonzero(squares < float(info.tiny / info.eps) if X.itemsize == 8 else squares < 0)
    apart = np.zeros(len(i), bool)
    for first in range(0, len(i), TILE_SAMPLES):  # at a time, for copies are made
        some = slice(first, first + TILE_SAMPLES)
        apart[some] = (X[indices[i[some], c[some]]] != queries[i[some]]).any(axis=1)
    return np.unique(i[apart])


def _screen(left: Rows, right: Rows, k: int) -> tuple[Rows, Rows]:
    r"""Choose rows a for the samples x and b for the queries z, whose products bound distances.

    .. math:: \lVert x - z \rVert^2 \ge s_x + s_z - 2 \langle a, b \rangle

    with squares :math:`s` that are less than those of x and z by the doubt of :func:`_less`. A
    sample whose bound is too large needs no distance. Taken are the cheapest rows that rule out
    most samples in a trial.
    """
    n, m = len(left.samples), len(right.samples)
    many = n >= TRIAL_SAMPLES and m >= TRIAL_QUERIES**2
    if many and have_squares(np.float32, left.squares, right.squares):
        samples = Rows(*(each[:: n // TRIAL_SAMPLES] for each in left))
        queries = Rows(*(each[:: m // TRIAL_QUERIES] for each in right))
        nearest = max(1, k * len(samples.samples) // n)
        for cheaper in _cheaper_rows(samples.samples):
            passing = _share_that_passes(samples, queries, cheaper, nearest)
            if passing <= WORTHWHILE_SHARE:
                return cheaper(left), cheaper(right)
    doubt = _doubt(left.samples)
    return _less(doubt, left), _less(doubt, right)


def _cheaper_rows(some: Matrix) -> Iterator[Callable[[Rows], Rows]]:
    """Functions that make cheaper rows, from the cheapest on."""
    single = some[:1].astype(np.float32)
    if some.shape[1] >= 4 * DIRECTIONS:
        yield partial(_along, _directions(some))
    if some.dtype == np.float64:
        yield lambda rows: _less(
            _doubt(single), rows._replace(samples=rows.samples.astype(np.float32))
        )


def _doubt(samples: Matrix) -> float:
    """By which share of the squares a bound may be wrong, from rounding.

    With u = eps / 2, a product of d terms is off by at most d u |x| |z|, and 2 |x| |z| is at most
    |x|^2 + |z|^2. With the squares, the distance itself, centring and storing that makes less than
    4 (d + 4) u; the rest is to spare.
    """
    return 4.0 * (samples.shape[1] + 4) * float(np.finfo(samples.dtype).eps)


def _less(doubt: float, rows: Rows) -> Rows:
    """Take the doubt off the squares, and what products of tiny numbers lose."""
    info = np.finfo(rows.samples.dtype)
    return rows._replace(
        squares=rows.squares - doubt * (rows.squares + float(info.tiny / info.eps))
    )


def _directions(X: Matrix) -> Matrix:
    """Orthonormal columns, close to those in which samples vary most.

    It is one step of power iteration with X^T X, which begins at some of the samples.
    """
    # Entries up to 1, because cubes of larger ones might leave the range of numbers.
    X = (X / (np.abs(X).max() or 1.0)).astype(np.float32, copy=False)
    first = X[:: len(X) // DIRECTIONS][:DIRECTIONS]
    return cast("Matrix", linalg.qr(X.T @ (X @ first.T), mode="economic", check_finite=False)[0])


def _along(V: Matrix, rows: Rows) -> Rows:
    r"""Coordinates along the columns of V, and the length of what is left, rounded up.

    .. math:: \langle x, z \rangle \le \langle V^\top x, V^\top z \rangle
        + \lVert x - V V^\top x \rVert \, \lVert z - V V^\top z \rVert

    Each coordinate has the rounding error of a product, all of them together
    :math:`\sqrt{64}` times as much.
    """
    X, squares = rows
    doubt = (1.0 + math.sqrt(V.shape[1])) * _doubt(V.T)
    shorter = np.empty((len(X), V.shape[1] + 1), np.float32)

    def fill(start: int, stop: int) -> None:
        along = X[start:stop].astype(np.float32, copy=False) @ V
        rest = (1.0 + doubt) * squares[start:stop] - np.square(along).sum(axis=1)
        shorter[start:stop, :-1] = along
        shorter[start:stop, -1] = np.sqrt(np.maximum(rest, 0.0))

    in_blocks(fill, len(X), ROWS_PER_THREAD, float(X.size) * V.shape[1])
    return _less(doubt, rows._replace(samples=shorter))


def _share_that_passes(
    samples: Rows, queries: Rows, cheaper: Callable[[Rows], Rows], k: int
) -> float:
    """The share of these samples that the bounds of cheaper rows do not rule out."""
    left, right = cheaper(samples), cheaper(queries)
    bounds = left.squares - 2.0 * (right.samples @ left.samples.T)
    out = 0
    for z, square, row in zip(queries.samples, right.squares, bounds, strict=True):
        near = samples.samples[np.argpartition(row, k - 1)[:k]]
        out += int(np.count_nonzero(row > np.square(near - z).sum(axis=1).max() - square))
    return 1.0 - out / bounds.size


def _in_parts(
    work: Callable[..., None],
    samples: int,
    shared: tuple[Any, ...],
    of_queries: tuple[Any, ...],
    terms: int,
    distances: Matrix,
    indices: Integers,
) -> None:
    """Find the nearest in each part of the samples, and of those the nearest of all.

    So many queries at a time that their lists have room. Of what ``work`` takes, ``shared`` (X
    first) is the same for all queries, and ``of_queries`` has a row for each.
    """
    n, (m, k) = len(shared[0]), indices.shape
    samples = max(samples, 8 * k)  # so that lists of all parts are not longer than the samples
    parts = -(-n // samples)
    at_a_time = TILE_QUERIES * max(1, LARGEST_LISTS // (TILE_QUERIES * parts * 2 * k))
    for first in range(0, m, at_a_time):
        some = slice(first, min(first + at_a_time, m))
        count = some.stop - first
        near, which = np.empty((parts, count, k)), np.empty((parts, count, k), np.int64)
        tiles, operations = parts * -(-count // TILE_QUERIES), n * count * (terms + 20.0)
        own = [array[some] for array in of_queries]
        in_blocks(work, tiles, 1, operations, *shared, *own, samples, near, which)
        _merge(near, which, distances[some], indices[some])


@njit
def _choose(
    start: int,
    stop: int,
    X: Matrix,
    left: Rows,
    queries: Matrix,
    B: Matrix,
    b: Vector,
    samples: int,
    distances: Any,
    indices: Any,
) -> None:
    """Find the nearest in each part of the samples, for some queries at a time.

    First come the distances of the k samples with the smallest bounds: the k-th nearest is no
    farther than the farthest of these. Then those of all samples whose bound is not larger.
    """
    A, a = left  # rows of the samples and their squares; B and b are those of the queries
    parts, m, k = indices.shape
    for tile in range(start, stop):
        part, first = tile % parts, tile // parts * TILE_QUERIES
        last = min(first + TILE_QUERIES, m)
        j0, j1 = part * samples, min((part + 1) * samples, X.shape[0])
        bounds = np.empty((last - first, j1 - j0), A.dtype)
        np.dot(B[first:last], A[j0:j1].T, bounds)
        for i in range(first, last):
            row, near, which = bounds[i - first], distances[part, i], indices[part, i]
            _products_to_bounds(row, a[j0:j1])
            near[:], which[:], limit = np.inf, NO_SAMPLE, np.inf
            for j in range(j1 - j0):
                if row[j] < limit:
                    _insert(row[j], j0 + j, near, which)
                    limit = near[k - 1]
            farthest = np.inf if which[k - 1] == NO_SAMPLE else 0.0
            for j in which:
                if j != NO_SAMPLE:
                    farthest = max(farthest, squared_euclidean(X[j], queries[i]))
            limit = farthest - b[i]
            near[:] = np.inf
            for j in range(j1 - j0):
                if row[j] <= limit:
                    _insert(squared_euclidean(X[j0 + j], queries[i]), j0 + j, near, which)
                    limit = min(limit, near[k - 1] - b[i])


@njit_sum
def _products_to_bounds(row: Vector, squares: Vector) -> None:
    """Turn products into bounds, without the square of the query, which is the same for all."""
    for j in range(row.shape[0]):
        row[j] = squares[j] - 2 * row[j]


@njit
def _search(
    start: int,
    stop: int,
    X: Matrix,
    code: int,
    p: float,
    queries: Matrix,
    samples: int,
    distances: Any,
    indices: Any,
) -> None:
    """Find the nearest in each part of the samples, for some queries at a time."""
    parts, m, k = indices.shape
    for tile in range(start, stop):
        part, first = tile % parts, tile // parts * TILE_QUERIES
        last = min(first + TILE_QUERIES, m)
        distances[part, first:last] = np.inf
        indices[part, first:last] = NO_SAMPLE
        to_query = np.empty(BAND)
        for i0 in range(first, last, BAND):
            # All queries of a band meet sample j while it is in the cache.
            band = queries[i0 : min(i0 + BAND, last)]
            for j in range(part * samples, min((part + 1) * samples, X.shape[0])):
                to_each(code, X[j], band, p, to_query)
                for i in range(band.shape[0]):
                    # Asked here as well, because views of the lists cost more than the question.
                    if to_query[i] < distances[part, i0 + i, k - 1]:
                        _insert(to_query[i], j, distances[part, i0 + i], indices[part, i0 + i])


@njit
def _merge(near: Any, which: Any, distances: Matrix, indices: Any) -> None:
    """Of the nearest in each part take the nearest of all; earlier parts win ties."""
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
