"""Wrong answers that students of lesson 06_kernel_perceptron_digits plausibly give."""

import numpy as np
from numba import njit


def _signs(scores, y):
    return np.where(np.arange(len(scores))[:, None] == y, 1.0, -1.0)


def _multiclass(scores, y):
    return 2 * (scores.argmax(axis=0) != y)


def corrections_with_zero_right(scores, y):
    return np.stack([_multiclass(scores, y), (_signs(scores, y) * scores < 0).sum(axis=0)])


def corrections_one_per_multiclass_mistake(scores, y):
    wrong = (_signs(scores, y) * scores <= 0).sum(axis=0)
    return np.stack([_multiclass(scores, y) // 2, wrong])


def corrections_of_the_own_class_only(scores, y):
    own = scores[y, np.arange(len(y))] <= 0
    return np.stack([_multiclass(scores, y), own.astype(int)])


def corrections_by_the_product(scores, y):
    mistaken = scores.argmax(axis=0) * y <= 0
    return np.stack([2 * mistaken, (_signs(scores, y) * scores <= 0).sum(axis=0)])


def corrections_in_other_order(scores, y):
    return np.stack([(_signs(scores, y) * scores <= 0).sum(axis=0), _multiclass(scores, y)])


def corrections_that_are_right(scores, y):
    return np.stack([_multiclass(scores, y), (_signs(scores, y) * scores > 0).sum(axis=0)])


def deal_without_classes(y, folds, seed):
    return np.random.default_rng(seed).permutation(len(y)) % folds


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


def deal_without_seed(y, folds, seed):
    return deal_from_one_on(y, folds, None) - 1


def deal_in_blocks(y, folds, seed):
    order = np.random.default_rng(seed).permutation(len(y))
    order, fold = order[y[order].argsort(kind="stable")], np.empty(len(y), dtype=int)
    fold[order] = np.arange(len(y)) * folds // len(y)
    return fold


@njit
def _visit(scores, K, y, t):
    """Whether sample t is mistaken; the scores are corrected."""
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
def averaged_over_mistakes(K, y, n_classes, epochs):
    scores, total, count = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y))), 0
    for _ in range(epochs):
        for t in range(len(y)):
            if _visit(scores, K, y, t):
                total += scores
                count += 1
    return total / count


@njit
def averaged_adding_at_mistakes_only(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            if _visit(scores, K, y, t):
                total += scores
    return total / (epochs * len(y))


@njit
def averaged_over_epochs(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            _visit(scores, K, y, t)
        total += scores
    return total / epochs


@njit
def averaged_before_each_visit(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            total += scores
            _visit(scores, K, y, t)
    return total / (epochs * len(y))


@njit
def averaged_without_dividing(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            _visit(scores, K, y, t)
            total += scores
    return total


@njit
def averaged_with_weights_off_by_one(K, y, n_classes, epochs):
    scores, mean = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    visits = epochs * len(y)
    for visit in range(visits):
        t = visit % len(y)
        guess = scores[:, t].argmax()
        if _visit(scores, K, y, t):
            weight = (visits - visit - 1) / visits
            for j in range(len(y)):
                mean[y[t], j] += weight * K[t, j]
                mean[guess, j] -= weight * K[t, j]
    return mean


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


def refuse_strong_winners(scores, share):
    return _smallest(-scores.max(axis=0), share)


def refuse_at_random(scores, share):
    return _smallest(np.random.default_rng(0).random(scores.shape[1]), share)


def refuse_small_spreads(scores, share):
    return _smallest(scores.std(axis=0), share)


def refuse_too_many(scores, share):
    second, first = np.sort(scores, axis=0)[-2:]
    return _smallest(first - second, 2 * share)


def refuse_the_clear_ones(scores, share):
    second, first = np.sort(scores, axis=0)[-2:]
    return _smallest(second - first, share)


def refuse_by_number(scores, share):
    second, first = np.sort(scores, axis=0)[-2:]
    return (first - second).argsort()[: int(share * scores.shape[1])]


WRONG = {
    "06.1": [
        corrections_with_zero_right,
        corrections_one_per_multiclass_mistake,
        corrections_of_the_own_class_only,
        corrections_by_the_product,
        corrections_in_other_order,
        corrections_that_are_right,
    ],
    "06.2": [
        deal_without_classes,
        deal_each_class_anew,
        deal_without_chance,
        deal_from_another_beginning,
        deal_from_one_on,
        deal_without_seed,
        deal_in_blocks,
    ],
    "06.3": [
        averaged_the_last,
        averaged_over_mistakes,
        averaged_adding_at_mistakes_only,
        averaged_over_epochs,
        averaged_before_each_visit,
        averaged_without_dividing,
        averaged_with_weights_off_by_one,
        averaged_in_plain_python,
        averaged_that_numba_refuses,
    ],
    "06.4": [
        refuse_weak_winners,
        refuse_strong_winners,
        refuse_at_random,
        refuse_small_spreads,
        refuse_too_many,
        refuse_the_clear_ones,
        refuse_by_number,
    ],
}
