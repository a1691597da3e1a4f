"""Wrong answers that students of lesson 02_nearest_neighbours plausibly give."""

from math import comb

import numpy as np
from numba import njit


def forgets_the_root(x, z, p):
    return (np.abs(x - z) ** p).sum()


def forgets_the_bars(x, z, p):
    return ((x - z) ** p).sum() ** (1 / p)


def infinity_put_into_the_formula(x, z, p):
    with np.errstate(all="ignore"):
        return (np.abs(x - z) ** p).sum() ** (1 / p)


def the_bayes_error(eta, k):
    return min(eta, 1 - eta)


def one_neighbour_whatever_k(eta, k):
    return 2 * eta * (1 - eta)


def probability_that_class_1_loses(eta, k):
    return sum(comb(k, j) * eta**j * (1 - eta) ** (k - j) for j in range((k + 1) // 2))


def looks_at_all(query, X, to_pivot, distance):
    return int(np.argmin([distance(query, x) for x in X]))


def trusts_the_smallest_bound(query, X, to_pivot, distance):
    return int(np.abs(to_pivot - distance(query, X[0])).argmin())


def nearest_to_the_pivot(query, X, to_pivot, distance):
    return int(np.argsort(to_pivot)[1])


def _ranked(x, X):
    return np.argsort(((X - x) ** 2).sum(axis=1), kind="stable")


@njit
def keeps_all(X, y):
    return np.ones(len(X), np.bool_)


@njit
def positions_of_the_kept(X, y):
    return np.arange(0, len(X), 4)


def right_but_not_compiled(X, y):
    kept, before = [0], 0
    while len(kept) > before:
        before = len(kept)
        for i in range(len(X)):
            if y[kept][_ranked(X[i], X[kept])[0]] != y[i]:
                kept.append(i)
    return np.isin(np.arange(len(X)), kept)


@njit
def takes_entries_by_a_list(X, y):
    kept = [0]
    for i in range(len(X)):
        squares = ((X[kept] - X[i]) ** 2).sum(axis=1)
        if y[kept][squares.argmin()] != y[i]:
            kept.append(i)
    return kept


def all_alike(X, y):
    return np.ones(X.shape[1])


def only_the_unit(X, y):
    return 1 / X.std(axis=0)


def a_weight_for_each_sample(X, y):
    return np.ones(len(X))


WRONG = {
    "02.1": [forgets_the_root, forgets_the_bars, infinity_put_into_the_formula],
    "02.2": [the_bayes_error, one_neighbour_whatever_k, probability_that_class_1_loses],
    "02.3": [looks_at_all, trusts_the_smallest_bound, nearest_to_the_pivot],
    "02.4": [keeps_all, positions_of_the_kept, right_but_not_compiled, takes_entries_by_a_list],
    "02.5": [all_alike, only_the_unit, a_weight_for_each_sample],
}
