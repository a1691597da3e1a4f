"""Wrong answers that students of lesson 13_dual_svm plausibly give."""

import numpy as np
from numba import njit


def _allowed(alpha, y, C):
    return alpha.min() >= 0 and alpha.max() <= C and abs((alpha * y).sum()) <= 1e-9


def bound_with_a_quarter(alpha, K, y, C):
    v = alpha * y
    return alpha.sum() - v @ K @ v / 4 if _allowed(alpha, y, C) else -np.inf


def bound_without_labels(alpha, K, y, C):
    return alpha.sum() - alpha @ K @ alpha / 2 if _allowed(alpha, y, C) else -np.inf


def bound_for_any_multipliers(alpha, K, y, C):
    return alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2


def _asked(alpha, K, y):
    return y - K @ (alpha * y)


def _with_gap(b, alpha, K, y, C):
    v = alpha * y
    slack = np.maximum(0, 1 - y * (K @ v + b))
    return b, v @ K @ v + C * slack.sum() - alpha.sum()


def _middle(alpha, K, y, C):
    v, r = alpha * y, _asked(alpha, K, y)
    most = r[v < np.maximum(0, C * y)].max()
    return (most + r[v > np.minimum(0, C * y)].min()) / 2


def _bias(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return _asked(alpha, K, y)[free].mean() if free.any() else _middle(alpha, K, y, C)


def certify_by_the_first_free_one(alpha, K, y, C):
    free = np.flatnonzero((alpha > 0) & (alpha < C))
    b = _asked(alpha, K, y)[free[0]] if len(free) else _middle(alpha, K, y, C)
    return _with_gap(b, alpha, K, y, C)


def certify_without_the_second_term(alpha, K, y, C):
    b = _bias(alpha, K, y, C)
    margin = y * (K @ (alpha * y) + b)
    return b, (alpha * (margin + np.maximum(0, 1 - margin) - 1)).sum()


def certify_with_half_the_length(alpha, K, y, C):
    b, gap = _with_gap(_bias(alpha, K, y, C), alpha, K, y, C)
    return b, gap - (alpha * y) @ K @ (alpha * y) / 2


def certify_the_bias_alone(alpha, K, y, C):
    return _bias(alpha, K, y, C)


def _step(alpha, i, j, K, y):
    r = y - K @ (alpha * y)
    return (r[i] - r[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])


def move_without_limits(alpha, i, j, K, y, C):
    t = _step(alpha, i, j, K, y)
    alpha[i] += t * y[i]
    alpha[j] -= t * y[j]
    return alpha


def move_cut_one_by_one(alpha, i, j, K, y, C):
    t = _step(alpha, i, j, K, y)
    alpha[i] = np.clip(alpha[i] + t * y[i], 0, C)
    alpha[j] = np.clip(alpha[j] - t * y[j], 0, C)
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


@njit
def _slope(K, y, alpha, i):
    f = 0.0
    for j in range(len(y)):
        f += alpha[j] * y[j] * K[i, j]
    return 1 - y[i] * f


@njit
def no_bias_but_balanced(K, y, C):
    v, r = np.zeros(len(y)), y.astype(np.float64)
    lower, upper = np.minimum(0.0, C * y), np.maximum(0.0, C * y)
    for _ in range(20_000):
        i = np.argmax(np.where(v < upper, r, -np.inf))
        j = np.argmin(np.where(v > lower, r, np.inf))
        c = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        t = min((r[i] - r[j]) / c, upper[i] - v[i], v[j] - lower[j])
        v[i] += t
        v[j] -= t
        r -= t * (K[i] - K[j])
    return np.minimum(np.maximum(v * y, 0.0), C)


@njit
def no_bias_without_the_limit(K, y, C):
    alpha = np.zeros(len(y))
    for _ in range(300):
        for i in range(len(y)):
            alpha[i] = max(0.0, alpha[i] + _slope(K, y, alpha, i) / K[i, i])
    return alpha


def no_bias_in_plain_python(K, y, C):
    alpha, f = np.zeros(len(y)), np.zeros(len(y))
    for _ in range(1000):
        for i in range(len(y)):
            moved = np.clip(alpha[i] + (1 - y[i] * f[i]) / K[i, i], 0, C)
            f += (moved - alpha[i]) * y[i] * K[i]
            alpha[i] = moved
    return alpha


@njit
def no_bias_that_numba_refuses(K, y, C):
    longest, alpha = None, np.zeros(len(y))
    while longest is None or longest > 1e-3 * C:
        longest = max(np.clip(_slope(K, y, alpha, i), 0, C) for i in range(len(y)))
    return alpha


def choose_the_defaults(X, y):
    return 1.0, 1.0


def choose_by_the_spread(X, y):
    return 1.0, X.std() / 4


def choose_sigma_alone(X, y):
    return 1.0


WRONG = {
    "13.1": [bound_with_a_quarter, bound_without_labels, bound_for_any_multipliers],
    "13.2": [
        certify_by_the_first_free_one,
        certify_without_the_second_term,
        certify_with_half_the_length,
        certify_the_bias_alone,
    ],
    "13.3": [move_without_limits, move_cut_one_by_one, move_one_way_only, move_that_leaves_twins],
    "13.4": [
        no_bias_but_balanced,
        no_bias_without_the_limit,
        no_bias_in_plain_python,
        no_bias_that_numba_refuses,
    ],
    "13.5": [choose_the_defaults, choose_by_the_spread, choose_sigma_alone],
}
