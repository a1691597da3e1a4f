"""Wrong answers that students of lesson 11_maximum_margin plausibly give."""

import numpy as np


def rescale_weights_only(w, b, X, y):
    return w / (y * (X @ w + b)).min(), b


def rescale_to_length_one(w, b, X, y):
    return w / np.linalg.norm(w), b / np.linalg.norm(w)


def rescale_the_wrong_way(w, b, X, y):
    nearest = (y * (X @ w + b)).min()
    return w * nearest, b * nearest


def rescale_by_the_farthest(w, b, X, y):
    farthest = (y * (X @ w + b)).max()
    return w / farthest, b / farthest


def rescale_and_forget_b(w, b, X, y):
    return w / (y * (X @ w + b)).min()


def offset_between_means(w, X, y):
    values = X @ w
    return -(values[y > 0].mean() + values[y < 0].mean()) / 2


def offset_with_the_wrong_sign(w, X, y):
    values = X @ w
    return (values[y > 0].min() + values[y < 0].max()) / 2


def offset_between_the_far_ends(w, X, y):
    values = X @ w
    return -(values[y > 0].max() + values[y < 0].min()) / 2


def offset_not_halved(w, X, y):
    values = X @ w
    return -(values[y > 0].min() + values[y < 0].max())


def bound_by_the_whole_distance(alpha, X, y):
    p, q = (alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (1, -1))
    return np.linalg.norm(p - q)


def bound_with_common_shares(alpha, X, y):
    return np.linalg.norm((alpha * y) @ X / alpha.sum())


def bound_without_shares(alpha, X, y):
    return np.linalg.norm((alpha * y) @ X) / 2


def bound_squared(alpha, X, y):
    p, q = (alpha[y == c] @ X[y == c] / alpha[y == c].sum() for c in (1, -1))
    return (p - q) @ (p - q) / 4


def machine_of_means(X, y):
    p, q = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
    return p - q, (q @ q - p @ p) / 2


def machine_of_the_nearest_pair(X, y):
    P, Q = X[y > 0], X[y < 0]
    far = ((P[:, np.newaxis] - Q) ** 2).sum(axis=2)
    i, j = np.unravel_index(far.argmin(), far.shape)
    return P[i] - Q[j], (Q[j] @ Q[j] - P[i] @ P[i]) / 2


def machine_that_is_a_perceptron(X, y):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(1000):
        for x, sign in zip(X, y, strict=True):
            if sign * (w @ x + b) <= 0:
                w, b = w + sign * x, b + sign
    return w, b


def machine_without_offset(X, y):
    return X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0), 0.0


WRONG = {
    "11.1": [
        rescale_weights_only,
        rescale_to_length_one,
        rescale_the_wrong_way,
        rescale_by_the_farthest,
        rescale_and_forget_b,
    ],
    "11.2": [
        offset_between_means,
        offset_with_the_wrong_sign,
        offset_between_the_far_ends,
        offset_not_halved,
    ],
    "11.3": [
        bound_by_the_whole_distance,
        bound_with_common_shares,
        bound_without_shares,
        bound_squared,
    ],
    "11.4": [
        machine_of_means,
        machine_of_the_nearest_pair,
        machine_that_is_a_perceptron,
        machine_without_offset,
    ],
}
