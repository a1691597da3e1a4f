"""Wrong answers that students of lesson 07_least_squares_and_fisher plausibly give."""

import numpy as np


def _slope(x, y):
    from_mean = x - x.mean()
    return from_mean @ y / (from_mean @ from_mean)


def crossing_half_way(x, y):
    return (x[y == 1].mean() + x[y == -1].mean()) / 2


def crossing_at_the_mean(x, y):
    return x.mean()


def crossing_at_the_intercept(x, y):
    return y.mean() - _slope(x, y) * x.mean()


def cut_at_the_mean(a, b):
    return np.concatenate([a, b]).mean()


def cut_above_all_a(a, b):
    return max(a) + 1e-9


def cut_at_the_least_b(a, b):
    return min(b)


def cut_by_the_most_mistakes(a, b):
    tries = np.concatenate([a, b])
    return tries[np.argmax([(a >= t).sum() + (b < t).sum() for t in tries])]


def _ridge(X, y, lam):
    A = X - X.mean(axis=0)
    w = np.linalg.solve(A.T @ A + lam * np.eye(A.shape[1]), A.T @ (y - y.mean()))
    return w, y.mean() - w @ X.mean(axis=0)


def _bisect(solve, C, low=0.0, high=1e9):
    if solve(0.0) @ solve(0.0) <= C:
        return 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if solve(middle) @ solve(middle) > C else (low, middle)
    return high


def limit_ignored(X, y, C):
    return _ridge(X, y, 0)


def limit_by_rescaling(X, y, C):
    w, _ = _ridge(X, y, 0)
    w = w * min(1.0, np.sqrt(C / (w @ w)))
    return w, y.mean() - w @ X.mean(axis=0)


def limit_always_reached(X, y, C):
    w, _ = _ridge(X, y, 0)
    if w @ w < C:
        w = w * np.sqrt(C / (w @ w))
        return w, y.mean() - w @ X.mean(axis=0)
    lam = _bisect(lambda lam: _ridge(X, y, lam)[0], C)
    return _ridge(X, y, lam)


def limit_on_the_length(X, y, C):
    lam = _bisect(lambda lam: _ridge(X, y, lam)[0], C**2)
    return _ridge(X, y, lam)


def _hat(X, lam):
    """The matrix that turns labels into the fitted values of the ridge."""
    A = X - X.mean(axis=0)
    centred = A @ np.linalg.pinv(A.T @ A + lam * np.eye(A.shape[1])) @ A.T
    return centred + 1 / len(X)


def left_out_of_nothing(X, y, lam):
    return y - _hat(X, lam) @ y


def left_out_without_w0(X, y, lam):
    H = _hat(X, lam)
    return (y - H @ y) / (1 - (H.diagonal() - 1 / len(X)))


def left_out_without_the_ridge(X, y, lam):
    H = _hat(X, 1e-9)
    return (y - H @ y) / (1 - H.diagonal() + 1e-9)


def forgiving_nobody(X, y):
    return _ridge(X, y, 0)


def forgiving_by_a_ridge(X, y):
    return _ridge(X, y, 1000.0)


def forgiving_everything(X, y):
    return np.zeros(2), 1.0


WRONG = {
    "07.1": [crossing_half_way, crossing_at_the_mean, crossing_at_the_intercept],
    "07.2": [cut_at_the_mean, cut_above_all_a, cut_at_the_least_b, cut_by_the_most_mistakes],
    "07.3": [limit_ignored, limit_by_rescaling, limit_always_reached, limit_on_the_length],
    "07.4": [left_out_of_nothing, left_out_without_w0, left_out_without_the_ridge],
    "07.5": [forgiving_nobody, forgiving_by_a_ridge, forgiving_everything],
}
