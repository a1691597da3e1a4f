"""Wrong answers that students of lesson 12_hinge_subgradient plausibly give."""

import numpy as np
from numba import njit

from kernelkit.core import hinge_subgradient_at


def _slope(w, b, X, y, mu, dw, db, at_kink, n=None, factor=2.0):
    """The one-sided slope, with what a sample at its kink contributes left open."""
    t, dt = y * (X @ w + b), y * (X @ dw + db)
    change = np.where(t < 1, -dt, np.where(t > 1, 0.0, at_kink(dt)))
    return factor * mu * w @ dw + change.sum() / (n or len(y))


def slope_by_the_subgradient(w, b, X, y, mu, dw, db):
    return _slope(w, b, X, y, mu, dw, db, lambda dt: -dt)


def slope_without_the_kink(w, b, X, y, mu, dw, db):
    return _slope(w, b, X, y, mu, dw, db, lambda dt: 0.0 * dt)


def slope_half_at_the_kink(w, b, X, y, mu, dw, db):
    return _slope(w, b, X, y, mu, dw, db, lambda dt: -dt / 2)


def bias_of_the_mean_kink(w, X, y):
    return (y - X @ w).mean()


def bias_of_the_median_kink(w, X, y):
    return np.median(y - X @ w)


def bias_half_way_between_means(w, X, y):
    f = X @ w
    return -(f[y > 0].mean() + f[y < 0].mean()) / 2


@njit
def _walk(X, y, mu, lowest, steps, rule):
    """The walk with a step size that is wrong in the way of this rule."""
    w, b = np.zeros(X.shape[1]), 0.0
    for k in range(steps):
        f, r, r0 = hinge_subgradient_at(X, y, w, b, mu)
        square = (r**2).sum()
        if rule == "without the square":
            step = (f - lowest) / np.sqrt(square + r0**2)
        elif rule == "twice as long":
            step = 2 * (f - lowest) / (square + r0**2)
        elif rule == "without the bias in r":
            step = (f - lowest) / square
        elif rule == "down to zero":
            step = f / (square + r0**2)
        elif rule == "uphill":
            step = (lowest - f) / (square + r0**2)
        else:
            step = 1 / np.sqrt(k + 1)
        w = w - step * r
        b = b - step * r0
    return w, b


@njit
def polyak_without_the_square(X, y, mu, lowest, steps):
    return _walk(X, y, mu, lowest, steps, "without the square")


@njit
def polyak_twice_as_long(X, y, mu, lowest, steps):
    return _walk(X, y, mu, lowest, steps, "twice as long")


def polyak_in_plain_python(X, y, mu, lowest, steps):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(steps):
        f, r, r0 = hinge_subgradient_at(X, y, w, b, mu)
        step = (f - lowest) / (r @ r + r0**2)
        w, b = w - step * r, b - step * r0
    return w, b


def _bound(a, X, y, mu, balanced=True, most=1.0, best=True, four=4.0, n=None):
    n = n or len(y)
    plus, minus = a[y > 0].sum(), a[y < 0].sum()
    if balanced:
        a = a * np.where(y > 0, min(1.0, minus / plus), min(1.0, plus / minus))
    pull = (a * y) @ X / n
    up, down = a.sum() / len(y), pull @ pull / (four * mu)
    c = min(most, up / (2 * down)) if best else 1.0
    return c * up - c**2 * down


def bound_without_balance(a, X, y, mu):
    return _bound(a, X, y, mu, balanced=False)


def bound_without_the_factor(a, X, y, mu):
    return _bound(a, X, y, mu, best=False)


def bound_with_slopes_beyond_one(a, X, y, mu):
    return _bound(a, X, y, mu, most=np.inf)


def line_of_least_squares(X, y):
    ones = np.column_stack([X, np.ones(len(X))])
    solution = np.linalg.lstsq(ones, y, rcond=None)[0]
    return solution[:-1], solution[-1]


def line_in_half_of_the_directions(X, y):
    return _best_line(X, y, np.linspace(0, np.pi, 2000))


def line_of_eight_directions(X, y):
    return _best_line(X, y, np.arange(8) * np.pi / 4)


def _best_line(X, y, angles):
    best = (len(y) + 1, np.ones(2), 0.0)
    for angle in angles:
        w = np.array([np.cos(angle), np.sin(angle)])
        f = np.sort(X @ w)
        for b in (-f[0] + 1, *(-(f[1:] + f[:-1]) / 2), -f[-1] - 1):
            wrong = (np.where(X @ w + b >= 0, 1, -1) != y).sum()
            best = min(best, (wrong, w, b), key=lambda line: line[0])
    return best[1], best[2]


WRONG = {
    "12.1": [slope_by_the_subgradient, slope_without_the_kink, slope_half_at_the_kink],
    "12.2": [bias_of_the_mean_kink, bias_of_the_median_kink, bias_half_way_between_means],
    "12.3": [polyak_without_the_square, polyak_twice_as_long, polyak_in_plain_python],
    "12.4": [bound_without_balance, bound_without_the_factor, bound_with_slopes_beyond_one],
    "12.5": [line_of_least_squares, line_in_half_of_the_directions, line_of_eight_directions],
}
