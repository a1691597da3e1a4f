"""Wrong answers that students of lesson 06_kernel_perceptron_digits plausibly give."""

from itertools import combinations

import numpy as np


def _looked(scores, K, y, t, guess, wrong, raise_by, lower_by):
    after = scores.copy()
    if wrong:
        after[y[t]] += raise_by
        after[guess] -= lower_by
    return after


def look_by_the_printed_test(scores, K, y, t):
    guess = scores[:, t].argmax()
    return _looked(scores, K, y, t, guess, guess * y[t] <= 0, K[t], K[t])


def look_that_raises_only(scores, K, y, t):
    guess = scores[:, t].argmax()
    return _looked(scores, K, y, t, guess, guess != y[t], K[t], 0)


def look_at_one_column(scores, K, y, t):
    after, guess = scores.copy(), scores[:, t].argmax()
    if guess != y[t]:
        after[y[t], t] += K[t, t]
        after[guess, t] -= K[t, t]
    return after


def look_by_independent_machines(scores, K, y, t):
    after = scores.copy()
    for c in range(len(scores)):
        s = 1 if y[t] == c else -1
        if s * scores[c, t] <= 0:
            after[c] += s * K[t]
    return after


def look_with_ties_to_the_highest(scores, K, y, t):
    guess = len(scores) - 1 - scores[::-1, t].argmax()
    return _looked(scores, K, y, t, guess, guess != y[t], K[t], K[t])


def look_that_lowers_all_others(scores, K, y, t):
    after = scores.copy()
    if scores[:, t].argmax() != y[t]:
        after -= K[t]
        after[y[t]] += 2 * K[t]
    return after


def _count(scores, k, pairs, positive):
    votes, sums = np.zeros((2, k, scores.shape[1]))
    for (a, c), f in zip(pairs, scores, strict=True):
        votes[a] += positive(f)
        votes[c] += ~positive(f)
        sums[a] += f
        sums[c] -= f
    return votes, sums


def vote_first_of_the_tied(scores, k):
    return _count(scores, k, combinations(range(k), 2), lambda f: f >= 0)[0].argmax(axis=0)


def vote_by_sums_alone(scores, k):
    return _count(scores, k, combinations(range(k), 2), lambda f: f >= 0)[1].argmax(axis=0)


def vote_by_votes_plus_sums(scores, k):
    votes, sums = _count(scores, k, combinations(range(k), 2), lambda f: f >= 0)
    return (votes + sums).argmax(axis=0)


def vote_with_zero_negative(scores, k):
    votes, sums = _count(scores, k, combinations(range(k), 2), lambda f: f > 0)
    return np.where(votes == votes.max(axis=0), sums, -np.inf).argmax(axis=0)


def vote_in_another_order(scores, k):
    pairs = [(a, c) for c in range(k) for a in range(c)]
    votes, sums = _count(scores, k, pairs, lambda f: f >= 0)
    return np.where(votes == votes.max(axis=0), sums, -np.inf).argmax(axis=0)


def vote_for_the_loser(scores, k):
    votes, sums = _count(scores, k, combinations(range(k), 2), lambda f: f < 0)
    return np.where(votes == votes.max(axis=0), sums, -np.inf).argmax(axis=0)


def report_the_smallest_test_error(cv_errors, test_errors):
    return test_errors.min(axis=1)


def report_one_choice_for_all(cv_errors, test_errors):
    return test_errors[:, cv_errors.mean(axis=0).argmin()]


def report_the_validation_error(cv_errors, test_errors):
    return cv_errors.min(axis=1)


def report_all_columns_chosen(cv_errors, test_errors):
    return test_errors[:, cv_errors.argmin(axis=1)]


def report_the_mean(cv_errors, test_errors):
    return test_errors[np.arange(len(cv_errors)), cv_errors.argmin(axis=1)].mean()


def report_the_last_of_equals(cv_errors, test_errors):
    last = cv_errors.shape[1] - 1 - cv_errors[:, ::-1].argmin(axis=1)
    return test_errors[np.arange(len(cv_errors)), last]


def culprits_the_first(K, y, count):
    return np.arange(count)


def culprits_the_outliers(K, y, count):
    return K.sum(axis=1).argsort()[:count]


def culprits_the_longest(K, y, count):
    return (-K.diagonal()).argsort(kind="stable")[:count]


def culprits_the_most_typical(K, y, count):
    same = y[:, None] == y
    return (-(K * same).sum(axis=1)).argsort()[:count]


def culprits_of_one_epoch(K, y, count):
    scores, mistaken = np.zeros((max(y) + 1, len(y))), []
    for t in range(len(y)):
        guess = scores[:, t].argmax()
        if guess != y[t]:
            scores[y[t]] += K[t]
            scores[guess] -= K[t]
            mistaken.append(t)
    return np.array(mistaken[:count])


def culprits_twice_the_same(K, y, count):
    return np.repeat(0, count)


WRONG = {
    "06.1": [
        look_by_the_printed_test,
        look_that_raises_only,
        look_at_one_column,
        look_by_independent_machines,
        look_with_ties_to_the_highest,
        look_that_lowers_all_others,
    ],
    "06.2": [
        vote_first_of_the_tied,
        vote_by_sums_alone,
        vote_by_votes_plus_sums,
        vote_with_zero_negative,
        vote_in_another_order,
        vote_for_the_loser,
    ],
    "06.3": [
        report_the_smallest_test_error,
        report_one_choice_for_all,
        report_the_validation_error,
        report_all_columns_chosen,
        report_the_mean,
        report_the_last_of_equals,
    ],
    "06.4": [
        culprits_the_first,
        culprits_the_outliers,
        culprits_the_longest,
        culprits_the_most_typical,
        culprits_of_one_epoch,
        culprits_twice_the_same,
    ],
}
