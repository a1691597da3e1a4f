"""Wrong answers that students of lesson 13_dual_svm plausibly give."""

import numpy as np

from kernelkit.solvers import smo


def bound_with_the_librarys_half(lam, K, y):
    v = lam * y
    if lam.min() < 0 or lam.max() > 1 or abs(v.sum()) > 1e-9:
        return -np.inf
    return lam.sum() - v @ K @ v / 2


def bound_without_labels(lam, K, y):
    if lam.min() < 0 or lam.max() > 1 or abs((lam * y).sum()) > 1e-9:
        return -np.inf
    return lam.sum() - lam @ K @ lam / 4


def bound_for_any_prices(lam, K, y):
    return lam.sum() - (lam * y) @ K @ (lam * y) / 4


def bound_without_balance(lam, K, y):
    if lam.min() < 0 or lam.max() > 1:
        return -np.inf
    return lam.sum() - (lam * y) @ K @ (lam * y) / 4


def bound_without_the_upper_wall(lam, K, y):
    if lam.min() < 0 or abs((lam * y).sum()) > 1e-9:
        return -np.inf
    return lam.sum() - (lam * y) @ K @ (lam * y) / 4


def bound_with_the_sign_reversed(lam, K, y):
    return (lam * y) @ K @ (lam * y) / 4 - lam.sum()


def bias_of_all_support_vectors(alpha, K, y, C):
    support = alpha > 0
    return (y[support] - K[support] @ (alpha * y)).mean()


def bias_of_all_samples(alpha, K, y, C):
    return (y - K @ (alpha * y)).mean()


def bias_without_labels(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return (1 - K[free] @ (alpha * y)).mean()


def bias_with_the_sign_reversed(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return (K[free] @ (alpha * y) - y[free]).mean()


def bias_with_the_documents_half(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return (y[free] - K[free] @ (alpha * y) / 2).mean()


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


WRONG = {
    "13.1": [
        bound_with_the_librarys_half,
        bound_without_labels,
        bound_for_any_prices,
        bound_without_balance,
        bound_without_the_upper_wall,
        bound_with_the_sign_reversed,
    ],
    "13.2": [
        bias_of_all_support_vectors,
        bias_of_all_samples,
        bias_without_labels,
        bias_with_the_sign_reversed,
        bias_with_the_documents_half,
    ],
    "13.3": [
        move_without_walls,
        move_cut_one_by_one,
        move_without_labels,
        move_one_way_only,
        move_with_the_wrong_curvature,
    ],
    "13.4": [
        no_bias_but_balanced,
        no_bias_in_one_round,
        no_bias_without_the_wall,
        no_bias_without_labels,
        no_bias_all_at_once,
    ],
}
