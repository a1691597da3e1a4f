"""Wrong answers that students of lesson 13_dual_svm plausibly give."""

import numpy as np

from kernelkit import Gaussian
from kernelkit.solvers import smo


def _allowed(alpha, y, C):
    return alpha.min() >= 0 and alpha.max() <= C and abs((alpha * y).sum()) <= 1e-9


def bound_with_a_quarter(alpha, K, y, C):
    v = alpha * y
    return alpha.sum() - v @ K @ v / 4 if _allowed(alpha, y, C) else -np.inf


def bound_without_labels(alpha, K, y, C):
    return alpha.sum() - alpha @ K @ alpha / 2 if _allowed(alpha, y, C) else -np.inf


def bound_for_any_multipliers(alpha, K, y, C):
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def bound_without_balance(alpha, K, y, C):
    if alpha.min() < 0 or alpha.max() > C:
        return -np.inf
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def bound_without_the_upper_wall(alpha, K, y, C):
    if alpha.min() < 0 or abs((alpha * y).sum()) > 1e-9:
        return -np.inf
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def bound_without_the_lower_wall(alpha, K, y, C):
    if alpha.max() > C or abs((alpha * y).sum()) > 1e-9:
        return -np.inf
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def bound_with_the_upper_wall_at_one(alpha, K, y, C):
    return bound_without_labels(alpha, K * np.outer(y, y), y, 1.0)


def bound_with_the_sign_reversed(alpha, K, y, C):
    return (alpha * y) @ K @ (alpha * y) / 2 - alpha.sum()


def bound_that_trusts_floats(alpha, K, y, C):
    if alpha.min() < 0 or alpha.max() > C or (alpha * y).sum() != 0:
        return -np.inf
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def _retrained(K, y, train, chosen, start):
    everyone, wrong = np.arange(len(y)), start
    for i in np.flatnonzero(chosen):
        kept = np.delete(everyone, i)
        alpha, b = train(kept)
        wrong += y[i] * (K[i, kept] @ (alpha * y[kept]) + b) < 0
    return int(wrong)


def _trained(K, y, train):
    alpha, b = train(np.arange(len(y)))
    return alpha, y * (K @ (alpha * y) + b)


def left_out_by_training_for_all(K, y, train):
    return _retrained(K, y, train, np.ones(len(y), bool), 0)


def left_out_by_training_for_all_support_vectors(K, y, train):
    return _retrained(K, y, train, _trained(K, y, train)[0] > 0, 0)


def left_out_counts_support_vectors(K, y, train):
    return int((_trained(K, y, train)[0] > 0).sum())


def left_out_counts_training_mistakes(K, y, train):
    return int((_trained(K, y, train)[1] < 0).sum())


def left_out_forgets_the_mistaken(K, y, train):
    alpha, margin = _trained(K, y, train)
    return _retrained(K, y, train, (alpha > 0) & (margin > 0), 0)


def left_out_of_the_bound_ones_only(K, y, train):
    alpha, margin = _trained(K, y, train)
    inside = (alpha > 0) & (margin > 0) & (margin < 1 - 1e-4)
    return _retrained(K, y, train, inside, (margin < 0).sum())


def left_out_without_training(K, y, train):
    alpha, b = train(np.arange(len(y)))
    scores = K @ (alpha * y) + b - np.diag(K) * alpha * y
    return int((y * scores < 0).sum())


def left_out_without_a_bias(K, y, train):
    everyone = np.arange(len(y))
    alpha, b = train(everyone)
    margin = y * (K @ (alpha * y) + b)
    wrong = (margin < 0).sum()
    for i in np.flatnonzero((alpha > 0) & (margin > 0)):
        kept = np.delete(everyone, i)
        wrong += y[i] * (K[i, kept] @ (train(kept)[0] * y[kept])) < 0
    return int(wrong)


def _step(alpha, i, j, K, y):
    r = y - K @ (alpha * y)
    return (r[i] - r[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])


def move_without_walls(alpha, i, j, K, y, C):
    t = _step(alpha, i, j, K, y)
    alpha[i] += t * y[i]
    alpha[j] -= t * y[j]
    return alpha


def move_cut_one_by_one(alpha, i, j, K, y, C):
    t = _step(alpha, i, j, K, y)
    alpha[i] = np.clip(alpha[i] + t * y[i], 0, C)
    alpha[j] = np.clip(alpha[j] - t * y[j], 0, C)
    return alpha


def move_without_labels(alpha, i, j, K, y, C):
    t = np.clip(_step(alpha, i, j, K, y), -min(alpha[i], C - alpha[j]), min(C - alpha[i], alpha[j]))
    alpha[i] += t
    alpha[j] -= t
    return alpha


def move_one_way_only(alpha, i, j, K, y, C):
    v, low, high = alpha * y, np.minimum(0, C * y), np.maximum(0, C * y)
    t = max(0, min(_step(alpha, i, j, K, y), high[i] - v[i], v[j] - low[j]))
    v[i], v[j] = v[i] + t, v[j] - t
    return v * y


def move_that_leaves_twins(alpha, i, j, K, y, C):
    v, low, high = alpha * y, np.minimum(0, C * y), np.maximum(0, C * y)
    c = K[i, i] + K[j, j] - 2 * K[i, j]
    if c < 1e-9:
        return alpha
    t = _step(alpha, i, j, K, y)
    t = np.clip(t, max(low[i] - v[i], v[j] - high[j]), min(high[i] - v[i], v[j] - low[j]))
    v[i], v[j] = v[i] + t, v[j] - t
    return v * y


def move_with_the_wrong_curvature(alpha, i, j, K, y, C):
    v, low, high = alpha * y, np.minimum(0, C * y), np.maximum(0, C * y)
    r = y - K @ v
    t = (r[i] - r[j]) / (K[i, i] + K[j, j])
    t = np.clip(t, max(low[i] - v[i], v[j] - high[j]), min(high[i] - v[i], v[j] - low[j]))
    v[i], v[j] = v[i] + t, v[j] - t
    return v * y


def no_bias_but_balanced(K, y, C):
    return smo(K, y, C=C, tolerance=1e-6).alpha


def no_bias_in_one_round(K, y, C):
    alpha = np.zeros(len(y))
    for i in range(len(y)):
        slope = 1 - y[i] * (K[i] @ (alpha * y))
        alpha[i] = np.clip(alpha[i] + slope / K[i, i], 0, C)
    return alpha


def no_bias_without_the_wall(K, y, C):
    alpha = np.zeros(len(y))
    for _ in range(300):
        for i in range(len(y)):
            slope = 1 - y[i] * (K[i] @ (alpha * y))
            alpha[i] = max(0, alpha[i] + slope / K[i, i])
    return alpha


def no_bias_without_labels(K, y, C):
    alpha = np.zeros(len(y))
    for _ in range(300):
        for i in range(len(y)):
            alpha[i] = np.clip(alpha[i] + 1 - K[i] @ alpha, 0, C)
    return alpha


def no_bias_all_at_once(K, y, C):
    alpha = np.zeros(len(y))
    for _ in range(300):
        alpha = np.clip(alpha + 1 - y * (K @ (alpha * y)), 0, C)
    return alpha


def choose_the_defaults(X, y):
    return 1.0, 1.0


def choose_the_widest(X, y):
    distances = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    return 1.0, 10 * distances.max()


def choose_the_narrowest(X, y):
    distances = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    return 100.0, np.median((distances + 1e9 * np.eye(len(X))).min(axis=1)) / 4


def choose_by_training_error(X, y):
    distances = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    fewest, best = len(y) + 1, None
    for C in (1e4, 100.0, 1.0):
        for share in (1 / 32, 1 / 8, 1 / 2):
            sigma = share * np.median(distances)
            wrong = (y * smo(Gaussian(sigma)(X), y, C).scores < 0).sum()
            if wrong < fewest:
                fewest, best = wrong, (C, sigma)
    return best


def choose_by_the_spread(X, y):
    return 1.0, X.std() / 4


def choose_by_the_nearest(X, y):
    distances = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    return 1.0, 6 * np.median((distances + 1e9 * np.eye(len(X))).min(axis=1))


def choose_sigma_alone(X, y):
    return 1.0


def choose_the_wrong_way_round(X, y):
    distances = np.sqrt(((X[:, np.newaxis] - X) ** 2).sum(axis=2))
    return np.median(distances) / 4, 10.0


WRONG = {
    "13.1": [
        bound_with_a_quarter,
        bound_without_labels,
        bound_for_any_multipliers,
        bound_without_balance,
        bound_without_the_upper_wall,
        bound_without_the_lower_wall,
        bound_with_the_upper_wall_at_one,
        bound_with_the_sign_reversed,
        bound_that_trusts_floats,
    ],
    "13.2": [
        left_out_by_training_for_all,
        left_out_by_training_for_all_support_vectors,
        left_out_counts_support_vectors,
        left_out_counts_training_mistakes,
        left_out_forgets_the_mistaken,
        left_out_of_the_bound_ones_only,
        left_out_without_training,
        left_out_without_a_bias,
    ],
    "13.3": [
        move_without_walls,
        move_cut_one_by_one,
        move_without_labels,
        move_one_way_only,
        move_that_leaves_twins,
        move_with_the_wrong_curvature,
    ],
    "13.4": [
        no_bias_but_balanced,
        no_bias_in_one_round,
        no_bias_without_the_wall,
        no_bias_without_labels,
        no_bias_all_at_once,
    ],
    "13.5": [
        choose_the_defaults,
        choose_the_widest,
        choose_the_narrowest,
        choose_by_training_error,
        choose_by_the_spread,
        choose_by_the_nearest,
        choose_sigma_alone,
        choose_the_wrong_way_round,
    ],
}
