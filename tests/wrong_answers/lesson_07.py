"""Wrong answers that students of lesson 07_least_squares_and_fisher plausibly give."""

import numpy as np


def _slope(x, y):
    from_mean = x - x.mean()
    return from_mean @ y / (from_mean @ from_mean)


def crossing_half_way(x, y):
    return (x[y == 1].mean() + x[y == -1].mean()) / 2


def crossing_at_the_mean(x, y):
    return x.mean()


def crossing_with_the_wrong_sign(x, y):
    return x.mean() + y.mean() / _slope(x, y)


def crossing_at_the_intercept(x, y):
    return y.mean() - _slope(x, y) * x.mean()


def crossing_of_x_over_y(x, y):
    from_mean = y - y.mean()
    return x.mean() - y.mean() * (from_mean @ x) / (from_mean @ from_mean)


def crossing_without_the_variance(x, y):
    return x.mean() - y.mean() / ((x - x.mean()) @ y / len(x))


def crossing_of_the_gap(x, y):
    return (x[y == -1].max() + x[y == 1].min()) / 2


def cut_half_way(a, b):
    return (a.mean() + b.mean()) / 2


def cut_between_the_medians(a, b):
    return (np.median(a) + np.median(b)) / 2


def cut_at_the_mean(a, b):
    return np.concatenate([a, b]).mean()


def cut_above_all_a(a, b):
    return max(a) + 1e-9


def cut_at_the_least_b(a, b):
    return min(b)


def cut_by_the_most_mistakes(a, b):
    tries = np.concatenate([a, b])
    return tries[np.argmax([(a >= t).sum() + (b < t).sum() for t in tries])]


def cut_with_values_on_t_called_a(a, b):
    tries = np.concatenate([a, b])
    return tries[np.argmin([(a > t).sum() + (b <= t).sum() for t in tries])]


def cut_by_the_shares(a, b):
    tries = np.concatenate([a, b])
    return tries[np.argmin([(a >= t).mean() + (b < t).mean() for t in tries])]


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


def limit_taken_for_lambda(X, y, C):
    return _ridge(X, y, C)


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


def limit_on_w0_too(X, y, C):
    B = np.column_stack([X, np.ones(len(X))])

    def solve(lam):
        return np.linalg.solve(B.T @ B + lam * np.eye(B.shape[1]), B.T @ y)

    v = solve(_bisect(solve, C))
    return v[:-1], v[-1]


def limit_without_w0(X, y, C):
    def solve(lam):
        return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)

    return solve(_bisect(solve, C)), 0.0


def limit_that_forgets_the_mean(X, y, C):
    lam = _bisect(lambda lam: _ridge(X, y, lam)[0], C)
    return _ridge(X, y, lam)[0], y.mean()


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


def left_out_the_wrong_way(X, y, lam):
    H = _hat(X, lam)
    return (y - H @ y) * (1 - H.diagonal())


def left_out_by_the_mean_of_the_diagonal(X, y, lam):
    H = _hat(X, lam)
    return (y - H @ y) / (1 - H.trace() / len(X))


def left_out_from_the_squares(X, y, lam):
    H = _hat(X, lam)
    return ((y - H @ y) / (1 - H.diagonal())) ** 2


def left_out_without_the_ridge(X, y, lam):
    H = _hat(X, 1e-9)
    return (y - H @ y) / (1 - H.diagonal() + 1e-9)


def left_out_with_the_means_of_all(X, y, lam):
    A, t = X - X.mean(axis=0), y - y.mean()
    residuals = []
    for i in range(min(len(X), 50)):
        B = np.delete(A, i, axis=0)
        M = B.T @ B + lam * np.eye(A.shape[1])
        residuals.append(t[i] - A[i] @ np.linalg.pinv(M) @ B.T @ np.delete(t, i))
    return np.array(residuals)


def left_out_predictions(X, y, lam):
    H = _hat(X, lam)
    return y - (y - H @ y) / (1 - H.diagonal())


def forgiving_nobody(X, y):
    return _ridge(X, y, 0)


def forgiving_by_a_ridge(X, y):
    return _ridge(X, y, 1000.0)


def forgiving_by_standardising(X, y):
    w, _ = _ridge(X / X.std(axis=0), y, 0)
    w = w / X.std(axis=0)
    return w, y.mean() - w @ X.mean(axis=0)


def forgiving_the_farthest(X, y):
    near = np.arange(len(X)) != ((X - X.mean(axis=0)) ** 2).sum(axis=1).argmax()
    return _ridge(X[near], y[near], 0)


def forgiving_by_the_means(X, y):
    one, other = X[y == 1].mean(axis=0), X[y == -1].mean(axis=0)
    return one - other, (other @ other - one @ one) / 2


def forgiving_once(X, y):
    w, b = _ridge(X, y, 0)
    return _ridge(X, y * np.maximum(1, y * (X @ w + b)), 0)


def forgiving_everything(X, y):
    return np.zeros(2), 1.0


def forgiving_the_wrong_way(X, y):
    w, b = forgiving_nobody(X, y)
    return -w, -b


WRONG = {
    "07.1": [
        crossing_half_way,
        crossing_at_the_mean,
        crossing_with_the_wrong_sign,
        crossing_at_the_intercept,
        crossing_of_x_over_y,
        crossing_without_the_variance,
        crossing_of_the_gap,
    ],
    "07.2": [
        cut_half_way,
        cut_between_the_medians,
        cut_at_the_mean,
        cut_above_all_a,
        cut_at_the_least_b,
        cut_by_the_most_mistakes,
        cut_with_values_on_t_called_a,
        cut_by_the_shares,
    ],
    "07.3": [
        limit_ignored,
        limit_taken_for_lambda,
        limit_by_rescaling,
        limit_always_reached,
        limit_on_the_length,
        limit_on_w0_too,
        limit_without_w0,
        limit_that_forgets_the_mean,
    ],
    "07.4": [
        left_out_of_nothing,
        left_out_without_w0,
        left_out_the_wrong_way,
        left_out_by_the_mean_of_the_diagonal,
        left_out_from_the_squares,
        left_out_without_the_ridge,
        left_out_with_the_means_of_all,
        left_out_predictions,
    ],
    "07.5": [
        forgiving_nobody,
        forgiving_by_a_ridge,
        forgiving_by_standardising,
        forgiving_the_farthest,
        forgiving_by_the_means,
        forgiving_once,
        forgiving_everything,
        forgiving_the_wrong_way,
    ],
}
