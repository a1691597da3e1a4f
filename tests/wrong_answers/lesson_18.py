"""Wrong answers that students of lesson 18_capstone plausibly give."""

import numpy as np

from kernelkit import KNN, Gaussian, KernelSVM


def front_best_of_the_first_column(costs):
    return costs[:, 0] == costs[:, 0].min()


def front_smallest_sum(costs):
    return costs.sum(axis=1) == costs.sum(axis=1).min()


def front_dominated_only_in_all(costs):
    return ~(costs[:, None] < costs).all(axis=2).any(axis=0)


def own_entry_by_neighbours(X, y, Z, setting):
    return KNN(1 + setting).fit(X, y).predict(Z)


def own_entry_nearest_mean(X, y, Z, setting):
    means = np.array([X[y == c].mean(axis=0) for c in range(10)])
    return ((Z[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)


def own_entry_scaled_by_the_new(X, y, Z, setting):
    scale = Z.std(axis=0) + 0.1 * (1 + setting)
    return KNN(1).fit(X / scale, y).predict(Z / scale)


def own_entry_of_the_lesson(X, y, Z, setting):
    away = []
    for c in range(10):
        G = X[y == c]
        near = ((Z[:, None] - G) ** 2).sum(axis=2).argsort(axis=1)[:, : 1 + setting]
        away.append(((Z - G[near].mean(axis=1)) ** 2).sum(axis=1))
    return np.argmin(away, axis=0)


def _mistakes(X, y, chosen_from, learnt_from, test, count):
    gap = X[chosen_from][y[chosen_from] == 1].mean(axis=0)
    gap = gap - X[chosen_from][y[chosen_from] == 0].mean(axis=0)
    best = np.abs(gap).argsort()[::-1][:count]
    means = np.array([X[learnt_from][y[learnt_from] == c].mean(axis=0) for c in (0, 1)])
    away = ((X[test][:, None, best] - means[:, best]) ** 2).sum(axis=2)
    return (away.argmin(axis=1) != y[test]).mean()


def honest_error_columns_from_all(X, y, train, test, count):
    return _mistakes(X, y, np.arange(len(y)), train, test, count)


def honest_error_columns_from_the_test(X, y, train, test, count):
    return _mistakes(X, y, test, train, test, count)


def honest_error_means_from_all(X, y, train, test, count):
    return _mistakes(X, y, train, np.arange(len(y)), test, count)


def _within(cv_errors, slack):
    mean = cv_errors.mean(axis=0)
    return int((mean <= mean.min() + slack).argmax())


def _at_best(cv_errors):
    return cv_errors[:, cv_errors.mean(axis=0).argmin()]


def simplest_is_the_best(cv_errors):
    return int(cv_errors.mean(axis=0).argmin())


def simplest_within_one_deviation(cv_errors):
    return _within(cv_errors, _at_best(cv_errors).std(ddof=1))


def simplest_dividing_by_n(cv_errors):
    return _within(cv_errors, _at_best(cv_errors).std() / np.sqrt(len(cv_errors)))


def contender_the_machine_itself(X, y, Z):
    return KernelSVM(10.0, Gaussian(8.0)).fit(X, y).predict(Z)


def contender_by_neighbours(X, y, Z):
    return KNN(1).fit(X, y).predict(Z)


def contender_for_the_old_digits(X, y, Z):
    return KernelSVM(10.0, Gaussian(8.0)).fit(X, y).predict(X)


WRONG = {
    "18.1": [front_best_of_the_first_column, front_smallest_sum, front_dominated_only_in_all],
    "18.2": [
        own_entry_by_neighbours,
        own_entry_nearest_mean,
        own_entry_scaled_by_the_new,
        own_entry_of_the_lesson,
    ],
    "18.3": [
        honest_error_columns_from_all,
        honest_error_columns_from_the_test,
        honest_error_means_from_all,
    ],
    "18.4": [simplest_is_the_best, simplest_within_one_deviation, simplest_dividing_by_n],
    "18.5": [contender_the_machine_itself, contender_by_neighbours, contender_for_the_old_digits],
}
