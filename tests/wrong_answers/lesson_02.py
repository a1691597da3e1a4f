"""Wrong answers that students of lesson 02_nearest_neighbours plausibly give."""

from collections import Counter

import numpy as np


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


def first_of_the_alphabet(labels):
    names, counts = np.unique(labels, return_counts=True)
    return str(names[counts.argmax()])


def nearest_of_all_in_a_tie(labels):
    ordered = Counter(labels).most_common()
    tied = len(ordered) > 1 and ordered[0][1] == ordered[1][1]
    return labels[0] if tied else ordered[0][0]


def farthest_of_the_tied(labels):
    return Counter(labels[::-1]).most_common(1)[0][0]


def only_the_nearest(labels):
    return labels[0]


def _winner(labels):
    return Counter(labels.tolist()).most_common(1)[0][0]


def _ranked(x, X):
    return np.argsort(((X - x) ** 2).sum(axis=1), kind="stable")


def asks_the_sample_too(X, y, k):
    return sum(_winner(y[_ranked(x, X)[:k]]) != label for x, label in zip(X, y, strict=True))


def drops_the_first_found(X, y, k):
    ranks = [_ranked(x, X)[1 : k + 1] for x in X]
    return sum(_winner(y[rank]) != label for rank, label in zip(ranks, y, strict=True))


def one_voter_short(X, y, k):
    wrong = 0
    for i in range(len(X)):
        order = _ranked(X[i], X)
        wrong += _winner(y[order[order != i][: max(k - 1, 1)]]) != y[i]
    return wrong


def drops_all_twins(X, y, k):
    wrong = 0
    for i in range(len(X)):
        others = (X[i] != X).any(axis=1)
        wrong += _winner(y[others][_ranked(X[i], X[others])[:k]]) != y[i]
    return wrong


def counts_the_right_ones(X, y, k):
    others = [np.delete(np.arange(len(X)), i) for i in range(len(X))]
    right = [_winner(y[o][_ranked(X[i], X[o])[:k]]) == y[i] for i, o in enumerate(others)]
    return sum(right)


def smallest_label_in_a_tie(X, y, k):
    wrong = 0
    for i in range(len(X)):
        order = _ranked(X[i], X)
        wrong += np.bincount(y[order[order != i][:k]]).argmax() != y[i]
    return wrong


def keeps_all(X, y):
    return np.arange(len(X))


def one_of_each_class(X, y):
    return [int(np.flatnonzero(y == label)[0]) for label in np.unique(y)]


def every_third(X, y):
    return np.arange(0, len(X), 3)


def a_single_sweep(X, y):
    kept = [0]
    for i in range(1, len(X)):
        if y[kept][_ranked(X[i], X[kept])[0]] != y[i]:
            kept.append(i)
    return kept


def those_that_are_mistaken(X, y):
    ranks = [_ranked(x, X) for x in X]
    found = [i for i, rank in enumerate(ranks) if y[rank[1]] != y[i]]
    return found or [0]


def mask_of_the_kept(X, y):
    mask = np.zeros(len(X), dtype=bool)
    mask[::4] = True
    return mask


WRONG = {
    "02.1": [
        forgets_the_root,
        forgets_the_bars,
        always_euclid,
        square_root_for_all,
        mean_of_the_powers,
    ],
    "02.2": [
        first_of_the_alphabet,
        nearest_of_all_in_a_tie,
        farthest_of_the_tied,
        only_the_nearest,
    ],
    "02.3": [
        asks_the_sample_too,
        drops_the_first_found,
        one_voter_short,
        drops_all_twins,
        counts_the_right_ones,
        smallest_label_in_a_tie,
    ],
    "02.4": [
        keeps_all,
        one_of_each_class,
        every_third,
        a_single_sweep,
        those_that_are_mistaken,
        mask_of_the_kept,
    ],
}
