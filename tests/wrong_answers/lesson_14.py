"""Wrong answers that students of lesson 14_losses plausibly give."""

import numpy as np


def force_that_overflows(t):
    return 1 / (1 + np.exp(t))


def force_of_the_wrong_sign(t):
    small = np.exp(-np.abs(t))
    return -np.where(t > 0, small, 1.0) / (1.0 + small)


def force_mirrored(t):
    small = np.exp(-np.abs(t))
    return np.where(t > 0, 1.0, small) / (1.0 + small)


def force_that_is_the_loss(t):
    return np.maximum(0, -t) + np.log1p(np.exp(-np.abs(t)))


def names_without_n(mu, N):
    return mu, 1 / (2 * mu), 1 / (2 * mu)


def names_without_the_half(mu, N):
    return mu * N, 1 / (mu * N), 1 / (mu * N)


def names_with_the_ridge_halved(mu, N):
    return mu * N / 2, 1 / (2 * mu * N), 1 / (2 * mu * N)


def names_upside_down(mu, N):
    return 1 / (mu * N), 2 * mu * N, 2 * mu * N


def _rounded(t, line, slope):
    loss = np.where(t >= 1, 0, np.where(t <= 0, line, (1 - t) ** 2 / 2))
    return loss, np.where(t >= 1, 0, np.where(t <= 0, slope, t - 1))


def rounded_with_the_old_line(t):
    return _rounded(t, 1 - t, -1.0)


def rounded_and_flat(t):
    return _rounded(t, 0.5 + 0 * t, 0.0)


def rounded_without_slope(t):
    return _rounded(t, 0.5 - t, -1.0)[0]


def rounded_with_the_slope_upside_down(t):
    loss, slope = _rounded(t, 0.5 - t, -1.0)
    return loss, -slope


def rounded_squared_hinge(t):
    gap = np.maximum(1 - t, 0)
    return gap**2 / 2, -gap


def _descend(slope, X, y):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(5000):
        pull = slope(y * (X @ w + b)) * y / len(y)
        w, b = w - 0.05 * (pull @ X), b - 0.05 * pull.sum()
    return w, b


def deaf_by_least_squares(X, y):
    solution = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y, rcond=None)[0]
    return solution[:-1], solution[-1]


def deaf_by_the_hinge(X, y):
    return _descend(lambda t: np.where(t <= 1, -1.0, 0.0), X, y)


def deaf_by_means(X, y):
    p, q = X[y > 0].mean(axis=0), X[y < 0].mean(axis=0)
    return p - q, (q @ q - p @ p) / 2


def deaf_to_everybody(X, y):
    return np.zeros(X.shape[1]), 1.0


WRONG = {
    "14.1": [
        force_that_overflows,
        force_of_the_wrong_sign,
        force_mirrored,
        force_that_is_the_loss,
    ],
    "14.2": [
        names_without_n,
        names_without_the_half,
        names_with_the_ridge_halved,
        names_upside_down,
    ],
    "14.3": [
        rounded_with_the_old_line,
        rounded_and_flat,
        rounded_without_slope,
        rounded_with_the_slope_upside_down,
        rounded_squared_hinge,
    ],
    "14.4": [
        deaf_by_least_squares,
        deaf_by_the_hinge,
        deaf_by_means,
        deaf_to_everybody,
    ],
}
