"""Wrong answers that students of lesson 15_fast_kernels plausibly give."""

import numpy as np


def seconds_in_sum(operations, bytes_moved, peak, bandwidth):
    return operations / peak + bytes_moved / bandwidth


def seconds_of_the_faster(operations, bytes_moved, peak, bandwidth):
    return min(operations / peak, bytes_moved / bandwidth)


def seconds_of_arithmetic(operations, bytes_moved, peak, bandwidth):
    return operations / peak


def seconds_upside_down(operations, bytes_moved, peak, bandwidth):
    return max(peak / max(operations, 1), bandwidth / bytes_moved)


def distances_without_centring(X, Z):
    squares = (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1)
    return np.maximum(squares - 2 * X @ Z.T, 0)


def distances_without_the_two(X, Z):
    squares = (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1)
    return np.maximum(squares - X @ Z.T, 0)


def distances_with_roots(X, Z):
    return np.sqrt(((X[:, np.newaxis] - Z) ** 2).sum(axis=2))


def distances_transposed(X, Z):
    return ((Z[:, np.newaxis] - X) ** 2).sum(axis=2)


def distances_centred_apart(X, Z):
    return ((X[:, np.newaxis] - X.mean(axis=0) - (Z - Z.mean(axis=0))) ** 2).sum(axis=2)


def distances_below_zero(X, Z):
    centre = X.mean(axis=0)
    X, Z = X - centre, Z - centre
    return (X * X).sum(axis=1)[:, np.newaxis] + (Z * Z).sum(axis=1) - 2 * X @ Z.T - 1e-9


def waves_of_cosines(X, omega):
    return np.cos(X @ np.hstack([omega, omega])) / np.sqrt(omega.shape[1])


def waves_not_normalised(X, omega):
    return np.hstack([np.cos(X @ omega), np.sin(X @ omega)])


def waves_divided_by_their_number(X, omega):
    return np.hstack([np.cos(X @ omega), np.sin(X @ omega)]) / omega.shape[1]


def waves_with_the_other_count(X, omega):
    return np.hstack([np.cos(X @ omega), np.sin(X @ omega)]) / np.sqrt(2 * omega.shape[1])


def landmarks_the_first(K, m):
    return np.arange(m)


def landmarks_the_most_popular(K, m):
    return np.argsort(-K.sum(axis=1))[:m]


def landmarks_the_longest(K, m):
    return np.argsort(-K.diagonal(), kind="stable")[:m]


def landmarks_all_the_same(K, m):
    return np.zeros(m, dtype=int)


WRONG = {
    "15.1": [
        seconds_in_sum,
        seconds_of_the_faster,
        seconds_of_arithmetic,
        seconds_upside_down,
    ],
    "15.2": [
        distances_without_centring,
        distances_without_the_two,
        distances_with_roots,
        distances_transposed,
        distances_centred_apart,
        distances_below_zero,
    ],
    "15.3": [
        waves_of_cosines,
        waves_not_normalised,
        waves_divided_by_their_number,
        waves_with_the_other_count,
    ],
    "15.4": [
        landmarks_the_first,
        landmarks_the_most_popular,
        landmarks_the_longest,
        landmarks_all_the_same,
    ],
}
