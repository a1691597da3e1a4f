"""Wrong answers that students of lesson 02_nearest_neighbours plausibly give."""

from math import comb

import numpy as np
from numba import njit


def forgets_the_root(x, z, p):
    return (np.abs(x - z) ** p).sum()


def forgets_the_bars(x, z, p):
    return ((x - z) ** p).sum() ** (1 / p)


def always_euclid(x, z, p):
    return np.sqrt(((x - z) ** 2).sum())


def square_root_for_all(x, z, p):
    return np.sqrt((np.abs(x - z) ** p).sum())


def mean_of_the_powers(x, z, p):
    return (np.abs(x - z) ** p).mean() ** (1 / p)


def infinity_put_into_the_formula(x, z, p):
    with np.errstate(all="ignore"):
        return (np.abs(x - z) ** p).sum() ** (1 / p)


def smallest_gap_at_infinity(x, z, p):
    gaps = np.abs(x - z)
    return gaps.min() if p == np.inf else (gaps**p).sum() ** (1 / p)


def gap_with_its_sign_at_infinity(x, z, p):
    return (x - z).max() if p == np.inf else (np.abs(x - z) ** p).sum() ** (1 / p)


def the_bayes_error(eta, k):
    return min(eta, 1 - eta)


def one_neighbour_whatever_k(eta, k):
    return 2 * eta * (1 - eta)


def forgets_the_other_class(eta, k):
    return eta * sum(comb(k, j) * eta**j * (1 - eta) ** (k - j) for j in range((k + 1) // 2))


def probability_that_class_1_loses(eta, k):
    return sum(comb(k, j) * eta**j * (1 - eta) ** (k - j) for j in range((k + 1) // 2))


def needs_one_vote_less(eta, k):
    loses = sum(comb(k, j) * eta**j * (1 - eta) ** (k - j) for j in range(k // 2))
    return eta * loses + (1 - eta) * (1 - loses)


def forgets_the_ways_to_choose(eta, k):
    loses = sum(eta**j * (1 - eta) ** (k - j) for j in range((k + 1) // 2))
    return eta * loses + (1 - eta) * (1 - loses)


def probability_of_a_right_vote(eta, k):
    loses = probability_that_class_1_loses(eta, k)
    return eta * (1 - loses) + (1 - eta) * loses


def looks_at_all(query, X, to_pivot, distance):
    return int(np.argmin([distance(query, x) for x in X]))


def trusts_the_smallest_bound(query, X, to_pivot, distance):
    return int(np.abs(to_pivot - distance(query, X[0])).argmin())


def nearest_to_the_pivot(query, X, to_pivot, distance):
    return int(np.argsort(to_pivot)[1])


def looks_at_the_first_few(query, X, to_pivot, distance):
    return int(np.argmin([distance(query, x) for x in X[: len(X) // 4]]))


def stops_after_ten(query, X, to_pivot, distance):
    bounds = np.abs(to_pivot - distance(query, X[0]))
    some = np.argsort(bounds)[:10]
    return int(some[np.argmin([distance(query, X[i]) for i in some])])


def bound_without_its_size(query, X, to_pivot, distance):
    bounds = to_pivot - distance(query, X[0])
    best, found = np.inf, 0
    for i in np.argsort(bounds):
        if bounds[i] >= best:
            break
        d = distance(query, X[i])
        if d < best:
            best, found = d, int(i)
    return found


def returns_the_distance(query, X, to_pivot, distance):
    return min(distance(query, x) for x in X)


def _ranked(x, X):
    return np.argsort(((X - x) ** 2).sum(axis=1), kind="stable")


@njit
def keeps_all(X, y):
    return np.ones(len(X), np.bool_)


@njit
def keeps_none(X, y):
    return np.zeros(len(X), np.bool_)


@njit
def one_of_each_class(X, y):
    kept = np.zeros(len(X), np.bool_)
    for i in range(len(X)):
        if (y[:i] != y[i]).all():
            kept[i] = True
    return kept


@njit
def every_third(X, y):
    kept = np.zeros(len(X), np.bool_)
    kept[::3] = True
    return kept


@njit
def a_single_sweep(X, y):
    kept = np.zeros(len(X), np.bool_)
    kept[0] = True
    for i in range(1, len(X)):
        best, nearest = np.inf, 0
        for j in range(len(X)):
            d = ((X[i] - X[j]) ** 2).sum()
            if kept[j] and d < best:
                best, nearest = d, j
        if y[nearest] != y[i]:
            kept[i] = True
    return kept


@njit
def those_that_are_mistaken(X, y):
    kept = np.zeros(len(X), np.bool_)
    kept[0] = True
    for i in range(len(X)):
        best, nearest = np.inf, 0
        for j in range(len(X)):
            d = ((X[i] - X[j]) ** 2).sum()
            if j != i and d < best:
                best, nearest = d, j
        kept[i] |= y[nearest] != y[i]
    return kept


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


@njit
def pythons_bool(X, y):
    return np.zeros(len(X), dtype=bool)


@njit
def a_set_of_the_kept(X, y):
    kept = np.zeros(len(X))
    for i in range(3):
        kept = {i}
    return kept


def all_alike(X, y):
    return np.ones(X.shape[1])


def only_the_unit(X, y):
    return 1 / X.std(axis=0)


def the_widest_columns(X, y):
    return X.std(axis=0)


def the_best_column_alone(X, y):
    means = np.array([X[y == label].mean(axis=0) for label in np.unique(y)])
    return (np.arange(X.shape[1]) == (means.std(axis=0) / X.std(axis=0)).argmax()).astype(float)


def means_without_their_scatter(X, y):
    return np.array([X[y == label].mean(axis=0) for label in np.unique(y)]).std(axis=0)


def a_weight_for_each_sample(X, y):
    return np.ones(len(X))


WRONG = {
    "02.1": [
        forgets_the_root,
        forgets_the_bars,
        always_euclid,
        square_root_for_all,
        mean_of_the_powers,
        infinity_put_into_the_formula,
        smallest_gap_at_infinity,
        gap_with_its_sign_at_infinity,
    ],
    "02.2": [
        the_bayes_error,
        one_neighbour_whatever_k,
        forgets_the_other_class,
        probability_that_class_1_loses,
        needs_one_vote_less,
        forgets_the_ways_to_choose,
        probability_of_a_right_vote,
    ],
    "02.3": [
        looks_at_all,
        trusts_the_smallest_bound,
        nearest_to_the_pivot,
        looks_at_the_first_few,
        stops_after_ten,
        bound_without_its_size,
        returns_the_distance,
    ],
    "02.4": [
        keeps_all,
        keeps_none,
        one_of_each_class,
        every_third,
        a_single_sweep,
        those_that_are_mistaken,
        positions_of_the_kept,
        right_but_not_compiled,
        takes_entries_by_a_list,
        pythons_bool,
        a_set_of_the_kept,
    ],
    "02.5": [
        all_alike,
        only_the_unit,
        the_widest_columns,
        the_best_column_alone,
        means_without_their_scatter,
        a_weight_for_each_sample,
    ],
}
