"""Wrong answers that students of lesson 06_kernel_perceptron_digits plausibly give."""

import numpy as np
from numba import njit


def _signs(scores, y):
    return np.where(np.arange(len(scores))[:, None] == y, 1.0, -1.0)


def _multiclass(scores, y):
    return 2 * (scores.argmax(axis=0) != y)


def corrections_with_zero_right(scores, y):
    return np.stack([_multiclass(scores, y), (_signs(scores, y) * scores < 0).sum(axis=0)])


def corrections_in_other_order(scores, y):
    return np.stack([(_signs(scores, y) * scores <= 0).sum(axis=0), _multiclass(scores, y)])


def corrections_that_are_right(scores, y):
    return np.stack([_multiclass(scores, y), (_signs(scores, y) * scores > 0).sum(axis=0)])


def deal_each_class_anew(y, folds, seed):
    random, fold = np.random.default_rng(seed), np.empty(len(y), dtype=int)
    for c in np.unique(y):
        members = random.permutation(np.flatnonzero(y == c))
        fold[members] = np.arange(len(members)) % folds
    return fold


def deal_without_chance(y, folds, seed):
    fold = np.empty(len(y), dtype=int)
    fold[y.argsort(kind="stable")] = np.arange(len(y)) % folds
    return fold


def deal_from_another_beginning(y, folds, seed):
    return (deal_without_chance(y, folds, seed) + seed) % folds


def deal_from_one_on(y, folds, seed):
    order = np.random.default_rng(seed).permutation(len(y))
    order, fold = order[y[order].argsort(kind="stable")], np.empty(len(y), dtype=int)
    fold[order] = 1 + np.arange(len(y)) % folds
    return fold


@njit
def _visit(scores, K, y, t):
    """Whether sample t is misclassified; the scores are corrected."""
    guess = scores[:, t].argmax()
    if guess == y[t]:
        return False
    for j in range(len(y)):
        scores[y[t], j] += K[t, j]
        scores[guess, j] -= K[t, j]
    return True


@njit
def averaged_the_last(K, y, n_classes, epochs):
    scores = np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            _visit(scores, K, y, t)
    return scores


@njit
def averaged_without_dividing(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            _visit(scores, K, y, t)
            total += scores
    return total


def averaged_in_plain_python(K, y, n_classes, epochs):
    return averaged_without_dividing(K, y, n_classes, epochs) / (epochs * len(y))


@njit
def averaged_that_numba_refuses(K, y, n_classes, epochs):
    scores, tables = np.zeros((n_classes, len(y))), []
    for _ in range(epochs):
        for t in range(len(y)):
            _visit(scores, K, y, t)
            tables.append(scores.copy())
    return np.mean(tables, axis=0)


def _smallest(values, share):
    refused = np.zeros(len(values), dtype=bool)
    refused[values.argsort()[: int(share * len(values))]] = True
    return refused


def refuse_weak_winners(scores, share):
    return _smallest(scores.max(axis=0), share)


def refuse_too_many(scores, share):
    second, first = np.sort(scores, axis=0)[-2:]
    return _smallest(first - second, 2 * share)


def refuse_by_number(scores, share):
    second, first = np.sort(scores, axis=0)[-2:]
    return (first - second).argsort()[: int(share * scores.shape[1])]


WRONG = {
    "06.1": [corrections_with_zero_right, corrections_in_other_order, corrections_that_are_right],
    "06.2": [
        deal_each_class_anew,
        deal_without_chance,
        deal_from_another_beginning,
        deal_from_one_on,
    ],
    "06.3": [averaged_the_last, averaged_in_plain_python, averaged_that_numba_refuses],
    "06.4": [refuse_weak_winners, refuse_too_many, refuse_by_number],
}
