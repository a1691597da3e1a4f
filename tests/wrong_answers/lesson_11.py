"""Wrong answers that students of lesson 11_maximum_margin plausibly give."""

import numpy as np
from scipy.optimize import nnls


def room_in_discs(w, b, X, y):
    return (y * (X @ w + b)).min() / np.linalg.norm(w)


def room_by_the_largest_weight(w, b, X, y):
    return (y * (X @ w + b)).min() / np.abs(w).max()


def room_with_signs(w, b, X, y):
    return (y * (X @ w + b)).min() / w.sum()


def between(p, q):
    """The canonical line half-way between two points."""
    w = 2 * (p - q) / ((p - q) @ (p - q))
    return w, -(w @ (p + q)) / 2


def foot(x, u, v):
    return u + (x - u) @ (v - u) / ((v - u) @ (v - u)) * (v - u)


def three_without_the_ends(x, u, v):
    return between(x, foot(x, u, v))


def three_by_the_nearer_one(x, u, v):
    return between(x, min(u, v, key=lambda z: (x - z) @ (x - z)))


def nearest_point(x, u, v):
    t = np.clip((x - u) @ (v - u) / ((v - u) @ (v - u)), 0, 1)
    return u + t * (v - u)


def three_at_length_one(x, u, v):
    w, b = between(x, nearest_point(x, u, v))
    return w / np.linalg.norm(w), b / np.linalg.norm(w)


def loo_trains_for_everyone(fit, X, y):
    wrong = 0
    for i in range(len(y)):
        w, b, _ = fit(np.delete(X, i, 0), np.delete(y, i))
        wrong += int(y[i] * (X[i] @ w + b) <= 0)
    return wrong


def loo_counts_the_support_vectors(fit, X, y):
    return int((fit(X, y)[2] > 0).sum())


def retrained(fit, X, y):
    alpha = fit(X, y)[2]
    return [(i, *fit(np.delete(X, i, 0), np.delete(y, i))[:2]) for i in np.flatnonzero(alpha > 0)]


def loo_as_a_rate(fit, X, y):
    return np.mean([float(y[i] * (X[i] @ w + b) <= 0) for i, w, b in retrained(fit, X, y)])


def half_way(w, X, y):
    return w, -((X[y > 0] @ w).min() + (X[y < 0] @ w).max()) / 2


def machine_of_means(X, y):
    return half_way(X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0), X, y)


def machine_of_the_nearest_pair(X, y):
    P, Q = X[y > 0], X[y < 0]
    far = ((P[:, np.newaxis] - Q) ** 2).sum(axis=2)
    i, j = np.unravel_index(far.argmin(), far.shape)
    return half_way(P[i] - Q[j], X, y)


def machine_that_stops_early(X, y):
    """Each step moves a class's point towards one sample: correct in two digits."""
    ends = {c: X[y == c].mean(axis=0) for c in (1, -1)}
    for step in range(2000):
        c = 1 - 2 * (step % 2)
        w = ends[c] - ends[-c]
        out = X[y == c][(X[y == c] @ w).argmin()] - ends[c]
        ends[c] = ends[c] + np.clip(-(out @ w) / max(out @ out, 1e-300), 0, 1) * out
    return half_way(ends[1] - ends[-1], X, y)


def machine_with_a_wrong_bias(X, y):
    w, _ = machine_that_stops_early(X, y)
    return w, -w @ X.mean(axis=0)


def shares_that_are_even(X, y):
    return np.where(y > 0, 1 / (y > 0).sum(), 1 / (y < 0).sum())


def equations(X, y):
    return np.vstack([(X * y[:, np.newaxis]).T, y > 0, y < 0]).astype(float)


def shares_below_zero(X, y):
    right = np.append(np.zeros(X.shape[1]), [1.0, 1.0])
    return np.linalg.lstsq(equations(X, y), right, rcond=None)[0]


def shares_of_the_whole(X, y):
    right = np.append(np.zeros(X.shape[1]), [0.5, 0.5])
    return nnls(equations(X, y), right)[0]


WRONG = {
    "11.1": [room_in_discs, room_by_the_largest_weight, room_with_signs],
    "11.2": [three_without_the_ends, three_by_the_nearer_one, three_at_length_one],
    "11.3": [loo_trains_for_everyone, loo_counts_the_support_vectors, loo_as_a_rate],
    "11.4": [machine_of_means, machine_of_the_nearest_pair, machine_with_a_wrong_bias],
    "11.5": [shares_that_are_even, shares_below_zero, shares_of_the_whole],
}
