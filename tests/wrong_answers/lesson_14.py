"""Wrong answers that students of lesson 14_losses plausibly give."""

import numpy as np


def _rounded(t, h, height, slope):
    """Three pieces: zero, a parabola, and some line below 1 - h."""
    loss = np.where(t >= 1, 0, np.where(t <= 1 - h, height, (1 - t) ** 2 / (2 * h)))
    return loss, np.where(t >= 1, 0, np.where(t <= 1 - h, slope, (t - 1) / h))


def rounded_with_the_line_of_the_hinge(t, h):
    return _rounded(t, h, 1 - t, -1.0)


def rounded_and_flat(t, h):
    return _rounded(t, h, h / 2 + 0 * t, 0.0)


def rounded_without_the_slope(t, h):
    return _rounded(t, h, 1 - t - h / 2, -1.0)[0]


FINE = np.linspace(-20, 20, 80_001)


def best_for_one_label(loss, eta):
    return FINE[loss(FINE).argmin()]


def best_with_equal_shares(loss, eta):
    return FINE[(loss(FINE) + loss(-FINE)).argmin()]


def best_with_the_shares_swapped(loss, eta):
    return FINE[((1 - eta) * loss(FINE) + eta * loss(-FINE)).argmin()]


def _ridge(X, targets, lam):
    A = X - X.mean(axis=0)
    w = np.linalg.solve(A.T @ A + lam * np.eye(X.shape[1]), A.T @ (targets - targets.mean()))
    return w, targets.mean() - w @ X.mean(axis=0)


def noise_believed(X, y, p_plus, p_minus, lam):
    return _ridge(X, y, lam)


def noise_scaled_only(X, y, p_plus, p_minus, lam):
    return _ridge(X, y / (1 - p_plus - p_minus), lam)


def noise_shifted_only(X, y, p_plus, p_minus, lam):
    return _ridge(X, y + p_plus - p_minus, lam)


def _descend(slope, K, y, lam, *, steps=4000, penalty=2.0, labels=True, bias=True):
    n = len(y)
    step = 1 / (2 * (np.trace(K) + n) + 2 * lam)
    c, b = np.zeros(n), 0.0
    for _ in range(steps):
        pull = slope(y * (K @ c + b)) * (y if labels else 1)
        c, b = c - step * (pull + penalty * lam * c), b - bias * step * pull.sum()
    return c, b


def kernel_without_a_penalty(slope, K, y, lam):
    return _descend(slope, K, y, lam, penalty=0.0)


def kernel_with_half_the_penalty(slope, K, y, lam):
    return _descend(slope, K, y, lam, penalty=1.0)


def kernel_without_labels_in_the_pull(slope, K, y, lam):
    return _descend(slope, K, y, lam, labels=False, steps=50)  # it runs away


def _line(slope, X, y):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(5000):
        pull = slope(y * (X @ w + b)) * y / len(y)
        w, b = w - 0.05 * (pull @ X), b - 0.05 * pull.sum()
    return w, b


def deaf_by_least_squares(X, y):
    solution = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y, rcond=None)[0]
    return solution[:-1], solution[-1]


def deaf_by_the_hinge(X, y):
    return _line(lambda t: np.where(t <= 1, -1.0, 0.0), X, y)


def deaf_to_everybody(X, y):
    return np.zeros(X.shape[1]), 1.0


WRONG = {
    "14.1": [rounded_with_the_line_of_the_hinge, rounded_and_flat, rounded_without_the_slope],
    "14.2": [best_for_one_label, best_with_equal_shares, best_with_the_shares_swapped],
    "14.3": [noise_believed, noise_scaled_only, noise_shifted_only],
    "14.4": [
        kernel_without_a_penalty,
        kernel_with_half_the_penalty,
        kernel_without_labels_in_the_pull,
    ],
    "14.5": [deaf_by_least_squares, deaf_by_the_hinge, deaf_to_everybody],
}
