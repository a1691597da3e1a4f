"""Wrong answers that students of lesson 01_linear_machines plausibly give."""

import numpy as np


def along_the_line(p, q):
    w = (q - p) / np.linalg.norm(q - p)
    return w, -w @ p


def positive_on_the_right(p, q):
    w = np.array([q[1] - p[1], p[0] - q[0]]) / np.linalg.norm(q - p)
    return w, -w @ p


def of_any_length(p, q):
    w = np.array([p[1] - q[1], q[0] - p[0]])
    return w, -w @ p


def through_the_origin(p, q):
    w = np.array([p[1] - q[1], q[0] - p[0]]) / np.linalg.norm(q - p)
    return w, 0.0


def bias_of_the_wrong_sign(p, q):
    w = np.array([p[1] - q[1], q[0] - p[0]]) / np.linalg.norm(q - p)
    return w, w @ p


def only_the_foot(x, w, b):
    return x - (x @ w + b) / (w @ w) * w


def one_length_short(x, w, b):
    return x - 2 * (x @ w + b) / np.linalg.norm(w) * w


def in_the_origin(x, w, b):
    return -x


def mirror_without_bias(x, w, b):
    return x - 2 * (x @ w) / (w @ w) * w


def along_an_axis(x, w, b):
    image = x.copy()
    image[0] -= 2 * (x @ w + b) / w[0]
    return image


def the_pairs_themselves(g01, g12, g20):
    return np.array([g01, g12, g20])


def middle_is_zero_wrong_sign(g01, g12, g20):
    return np.array([g01, 0 * g01, g12])


def wrong_way_round(g01, g12, g20):
    return np.array([-g01, 0 * g01, g12])


def differences_of_pairs(g01, g12, g20):
    return np.array([g01 - g20, g12 - g01, g20 - g12])


def _means(X, y):
    return np.array([X[y == k].mean(axis=0) for k in range(max(y) + 1)])


def without_the_squares(X, y):
    means = _means(X, y)
    return means, np.zeros(len(means))


def half_forgotten(X, y):
    means = _means(X, y)
    return means, -np.sum(means**2, axis=1)


def farthest_mean(X, y):
    means = _means(X, y)
    return -2 * means, np.sum(means**2, axis=1)


def one_column_for_each_class(X, y):
    means = _means(X, y)
    return 2 * means.T, -np.sum(means**2, axis=1)


def half_way_between_the_means(X, y):
    plus, minus = X[y == 1].mean(axis=0), X[y == -1].mean(axis=0)
    w = plus - minus
    return w, -w @ (plus + minus) / 2


def weights_alone(X, y):
    return X[y == 1].mean(axis=0) - X[y == -1].mean(axis=0)


def one_round(X, y):
    w, b = np.zeros(X.shape[1]), 0.0
    for x, sign in zip(X, y, strict=True):
        if sign * (w @ x + b) <= 0:
            w, b = w + sign * x, b + sign
    return w, b


def least_squares(X, y):
    with_one = np.column_stack([X, np.ones(len(X))])
    weights = np.linalg.lstsq(with_one, y, rcond=None)[0]
    return weights[:-1], weights[-1]


WRONG = {
    "01.1": [
        along_the_line,
        positive_on_the_right,
        of_any_length,
        through_the_origin,
        bias_of_the_wrong_sign,
    ],
    "01.2": [only_the_foot, one_length_short, in_the_origin, mirror_without_bias, along_an_axis],
    "01.3": [
        the_pairs_themselves,
        middle_is_zero_wrong_sign,
        wrong_way_round,
        differences_of_pairs,
    ],
    "01.4": [without_the_squares, half_forgotten, farthest_mean, one_column_for_each_class],
    "01.5": [half_way_between_the_means, weights_alone, one_round, least_squares],
}
