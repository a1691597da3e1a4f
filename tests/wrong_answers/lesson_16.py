"""Wrong answers that students of lesson 16_compiled_loops plausibly give."""

import numpy as np
from numba import njit, prange

from kernelkit.kernels import Gaussian, gaussian


def estimate(n, d, passes, peak, bandwidth, slower=max, in_all=False, fused_passes=0, reads=2):
    """The two times, with one thing or another done wrongly."""
    product = slower(2 * n * n * d / peak, 8 * (reads * n * d + n * n) / bandwidth)
    one_pass = slower(10 * n * n / peak, 16 * n * n / bandwidth)
    operations = 2 * n * n * d + 10 * passes * n * n
    moved = 8 * (reads * n * d + n * n)
    in_passes = product + passes * one_pass
    if in_all:
        in_passes = slower(operations / peak, (moved + 16 * passes * n * n) / bandwidth)
    moved += fused_passes * passes * n * n
    return np.array([in_passes, slower(operations / peak, moved / bandwidth)])


def seconds_in_sum(n, d, passes, peak, bandwidth):
    return estimate(n, d, passes, peak, bandwidth, slower=lambda a, b: a + b)


def seconds_of_the_faster(n, d, passes, peak, bandwidth):
    return estimate(n, d, passes, peak, bandwidth, slower=min)


def seconds_of_arithmetic(n, d, passes, peak, bandwidth):
    return estimate(n, d, passes, peak, bandwidth, slower=lambda a, b: a)


def distances_without_centring(X, Z):
    squares = (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1)
    return np.maximum(squares - 2 * X @ Z.T, 0)


def distances_without_the_two(X, Z):
    squares = (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1)
    return np.maximum(squares - X @ Z.T, 0)


def distances_below_zero(X, Z):
    centre = X.mean(axis=0)
    X, Z = X - centre, Z - centre
    return (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1) - 2 * X @ Z.T - 1e-9


@njit
def sums_over_pairs(X, y, n_classes, sigma, own):
    sums = np.zeros((len(X), n_classes))
    for i in range(len(X)):
        for j in range(len(X)):
            if own or i != j:
                sums[i, y[j]] += gaussian(X[i], X[j], sigma)
    return sums


def left_out_with_itself(X, y, sigma):
    counts = np.bincount(y)
    return (sums_over_pairs(X, y, len(counts), sigma, True) / counts).argmax(axis=1)


def left_out_by_sums(X, y, sigma):
    return sums_over_pairs(X, y, y.max() + 1, sigma, False).argmax(axis=1)


def left_out_with_a_matrix(X, y, sigma):
    K = Gaussian(sigma)(X)
    np.fill_diagonal(K, 0)
    members = np.eye(y.max() + 1)[y]
    return (K @ members / np.maximum(members.sum(axis=0) - members, 1)).argmax(axis=1)


@njit
def closest_of(X, first, root, last_wins):
    """The closest pair, with one thing or another done wrongly."""
    a, b, least = 0, 0, np.inf
    for i in range(len(X)):
        for j in range(i if first else i + 1, len(X)):
            gap = 0.0
            for t in range(X.shape[1]):
                gap += (X[i, t] - X[j, t]) ** 2
            if gap < least or (last_wins and gap == least):
                a, b, least = i, j, gap
    return a, b, np.sqrt(least) if root else least


@njit
def closest_to_itself(X):
    return closest_of(X, True, False, False)


@njit
def closest_without_distance(X):
    return closest_of(X, False, False, False)[:2]


def closest_in_python(X):
    """Right, but not compiled."""
    return closest_of.py_func(X, False, False, False)


@njit
def closest_from_none(X):
    """Is refused by numba: best begins as None and has three parts later."""
    best = None
    for i in range(len(X)):
        for j in range(i):
            gap = ((X[i] - X[j]) ** 2).sum()
            if best is None or gap < best[2]:
                best = (j, i, gap)
    return best[0], best[1], best[2]


@njit(parallel=True)
def counts_of(X, edges, start, root, right):
    """A row of counters for each i, with one thing or another done wrongly."""
    counts = np.zeros((len(X), len(edges) - 1), np.int64)
    for i in prange(len(X)):
        for j in range(start * (i + 1) if start >= 0 else i, len(X)):
            square = 0.0
            for t in range(X.shape[1]):
                square += (X[i, t] - X[j, t]) ** 2
            if root:
                square = np.sqrt(square)
            for b in range(len(edges) - 1):
                inside = edges[b] <= square < edges[b + 1]
                if right:
                    inside = edges[b] < square <= edges[b + 1]
                counts[i, b] += inside
    total = np.zeros(len(edges) - 1, np.int64)
    for i in range(len(X)):
        for b in range(len(edges) - 1):
            total[b] += counts[i, b]
    return total


@njit(parallel=True)
def counts_twice(X, edges):
    return counts_of(X, edges, 0, False, False)


@njit
def counts_on_one_thread(X, edges):
    return counts_of(X, edges, 1, False, False)


@njit(parallel=True)
def counts_without_prange(X, edges):
    """Right, but a plain range is never shared out."""
    counts = np.zeros(len(edges) - 1, np.int64)
    for i in range(len(X)):
        for j in range(i + 1, len(X)):
            square = 0.0
            for t in range(X.shape[1]):
                square += (X[i, t] - X[j, t]) ** 2
            for b in range(len(edges) - 1):
                counts[b] += edges[b] <= square < edges[b + 1]
    return counts


def counts_in_python(X, edges):
    return counts_of(X, edges, 1, False, False)


WRONG = {
    "16.1": [seconds_in_sum, seconds_of_the_faster, seconds_of_arithmetic],
    "16.2": [distances_without_centring, distances_without_the_two, distances_below_zero],
    "16.3": [left_out_with_itself, left_out_by_sums, left_out_with_a_matrix],
    "16.4": [closest_to_itself, closest_without_distance, closest_in_python, closest_from_none],
    "16.5": [counts_twice, counts_on_one_thread, counts_without_prange, counts_in_python],
}
