"""Wrong answers that students of lesson 06_kernel_perceptron_digits plausibly give."""

import numpy as np


def _signs(scores, y):
    return np.where(np.arange(len(scores))[:, None] == y, 1.0, -1.0)


def _coupled(scores, y):
    return 2 * (scores.argmax(axis=0) != y)


def corrections_with_zero_right(scores, y):
    return np.stack([_coupled(scores, y), (_signs(scores, y) * scores < 0).sum(axis=0)])


def corrections_one_per_coupled_mistake(scores, y):
    wrong = (_signs(scores, y) * scores <= 0).sum(axis=0)
    return np.stack([_coupled(scores, y) // 2, wrong])


def corrections_of_the_own_class_only(scores, y):
    own = scores[y, np.arange(len(y))] <= 0
    return np.stack([_coupled(scores, y), own.astype(int)])


def corrections_by_the_product(scores, y):
    mistaken = scores.argmax(axis=0) * y <= 0
    return np.stack([2 * mistaken, (_signs(scores, y) * scores <= 0).sum(axis=0)])


def corrections_in_other_order(scores, y):
    return np.stack([(_signs(scores, y) * scores <= 0).sum(axis=0), _coupled(scores, y)])


def corrections_that_are_right(scores, y):
    return np.stack([_coupled(scores, y), (_signs(scores, y) * scores > 0).sum(axis=0)])


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


def _look(scores, K, y, t):
    guess = scores[:, t].argmax()
    if guess != y[t]:
        scores[y[t]] += K[t]
        scores[guess] -= K[t]
    return guess != y[t]


def averaged_the_last(K, y, n_classes, epochs):
    scores = np.zeros((n_classes, len(y)))
    for t in [*range(len(y))] * epochs:
        _look(scores, K, y, t)
    return scores


def averaged_over_mistakes(K, y, n_classes, epochs):
    scores, total, count = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y))), 0
    for t in [*range(len(y))] * epochs:
        if _look(scores, K, y, t):
            total += scores
            count += 1
    return total / count


def averaged_over_epochs(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for _ in range(epochs):
        for t in range(len(y)):
            _look(scores, K, y, t)
        total += scores
    return total / epochs


def averaged_before_each_look(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for t in [*range(len(y))] * epochs:
        total += scores
        _look(scores, K, y, t)
    return total / (epochs * len(y))


def averaged_without_dividing(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for t in [*range(len(y))] * epochs:
        _look(scores, K, y, t)
        total += scores
    return total


def averaged_machines_used_for_guesses(K, y, n_classes, epochs):
    scores, total = np.zeros((n_classes, len(y))), np.zeros((n_classes, len(y)))
    for t in [*range(len(y))] * epochs:
        guess = total[:, t].argmax()
        if guess != y[t]:
            scores[y[t]] += K[t]
            scores[guess] -= K[t]
        total += scores
    return total / (epochs * len(y))


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
        corrections_one_per_coupled_mistake,
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
        averaged_over_epochs,
        averaged_before_each_look,
        averaged_without_dividing,
        averaged_machines_used_for_guesses,
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
