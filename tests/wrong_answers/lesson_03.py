"""Wrong answers that students of lesson 03_perceptron plausibly give."""

import math

import numpy as np
from numba import njit


def stops_on_the_line(w, x, y):
    return max(0, math.ceil(-y * (w @ x) / (x @ x)))


def one_more_always(w, x, y):
    return math.floor(-y * (w @ x) / (x @ x)) + 1


def label_forgotten(w, x, y):
    return max(0, math.floor(-(w @ x) / (x @ x)) + 1)


def length_not_squared(w, x, y):
    return max(0, math.floor(-y * (w @ x) / np.linalg.norm(x)) + 1)


def at_most_one(w, x, y):
    return int(y * (w @ x) <= 0)


def radius_itself(R, b):
    return R


def bias_itself(R, b):
    return abs(b)


def diagonal(R, b):
    return math.hypot(R, b)


def product_without_root(R, b):
    return R * abs(b)


def sign_of_the_bias_forgotten(R, b):
    return np.sqrt(R * b)


def squared_constant(R, b):
    return (R * abs(b)) ** 0.25


def weighed(moves, times, seen, shift, over):
    return (seen - np.asarray(times) + shift) @ moves / over


def not_in_its_own_line(moves, times, seen):
    return weighed(moves, times, seen, 0, seen)


def one_too_many(moves, times, seen):
    return weighed(moves, times, seen, 2, seen)


def sum_not_mean(moves, times, seen):
    return weighed(moves, times, seen, 1, 1)


def mean_of_moves(moves, times, seen):
    return moves.mean(axis=0)


def mean_over_mistakes(moves, times, seen):
    return np.cumsum(moves, axis=0).mean(axis=0)


def last_line(moves, times, seen):
    return moves.sum(axis=0)


def late_moves_count_most(moves, times, seen):
    return np.asarray(times) @ moves / seen


def blocks(x, k, signs):
    return np.outer(signs, x).ravel()


def signs_swapped(x, true, other, k):
    signs = np.zeros(k)
    signs[true], signs[other] = -1, 1
    return blocks(x, k, signs)


def true_class_alone(x, true, other, k):
    signs = np.zeros(k)
    signs[true] = 1
    return blocks(x, k, signs)


def all_others_pay(x, true, other, k):
    signs = -np.ones(k)
    signs[true] = 1
    return blocks(x, k, signs)


def columns_first(x, true, other, k):
    z = np.zeros((k, len(x)))
    z[true], z[other] = x, -x
    return z.T.ravel()


def twice_as_long(x, true, other, k):
    signs = np.zeros(k)
    signs[true], signs[other] = 2, -2
    return blocks(x, k, signs)


def not_flattened(x, true, other, k):
    z = np.zeros((k, len(x)))
    z[true], z[other] = x, -x
    return z


@njit
def lines_of(X, y, epochs):
    """The line (w, b) after each sample, a row each."""
    n, d = X.shape
    R2 = (X**2).sum(axis=1).max()
    line, lines = np.zeros(d + 1), np.zeros((epochs * n, d + 1))
    for t in range(epochs * n):
        i = t % n
        if y[i] * (line[:d] @ X[i] + line[d]) <= 0:
            line[:d] += y[i] * X[i]
            line[d] += y[i] * R2
        lines[t] = line
    return lines


@njit
def errors_of(X, y, lines):
    errors = np.zeros(len(lines))
    for t in range(len(lines)):
        for i in range(len(X)):
            guess = 1 if lines[t, :-1] @ X[i] + lines[t, -1] >= 0 else -1
            errors[t] += guess != y[i]
    return errors


@njit
def kept_last(X, y, epochs):
    lines = lines_of(X, y, epochs)
    return lines[-1, :-1].copy(), lines[-1, -1]


@njit
def best_after_an_epoch(X, y, epochs):
    lines = lines_of(X, y, epochs)[len(X) - 1 :: len(X)].copy()
    best = lines[np.argmin(errors_of(X, y, lines))]
    return best[:-1].copy(), best[-1]


@njit
def another_name_for_w(X, y, epochs):
    """Remembers the best bias, but its best weights move on with w."""
    n, d = X.shape
    R2 = (X**2).sum(axis=1).max()
    w, b = np.zeros(d), 0.0
    best_w, best_b, fewest = w, b, n + 1
    for t in range(epochs * n):
        i = t % n
        if y[i] * (w @ X[i] + b) <= 0:
            w += y[i] * X[i]
            b += y[i] * R2
            errors = (np.where(X @ w + b >= 0, 1, -1) != y).sum()
            if errors < fewest:
                best_w, best_b, fewest = w, b, errors
    return best_w, best_b


def plain_python(X, y, epochs):
    """Right, but not compiled."""
    lines = lines_of.py_func(X, y, epochs)
    errors = [(np.where(X @ line[:-1] + line[-1] >= 0, 1, -1) != y).sum() for line in lines]
    best = lines[int(np.argmin(errors))]
    return best[:-1], best[-1]


@njit
def best_begins_as_a_number(X, y, epochs):
    """Is refused by numba: best cannot be a number and an array."""
    best = 0
    for line in lines_of(X, y, epochs):
        best = line[:-1] + best
    return best, 0.0


WRONG = {
    "03.1": [
        stops_on_the_line,
        one_more_always,
        label_forgotten,
        length_not_squared,
        at_most_one,
    ],
    "03.2": [
        radius_itself,
        bias_itself,
        diagonal,
        product_without_root,
        sign_of_the_bias_forgotten,
        squared_constant,
    ],
    "03.3": [
        not_in_its_own_line,
        one_too_many,
        sum_not_mean,
        mean_of_moves,
        mean_over_mistakes,
        last_line,
        late_moves_count_most,
    ],
    "03.4": [
        signs_swapped,
        true_class_alone,
        all_others_pay,
        columns_first,
        twice_as_long,
        not_flattened,
    ],
    "03.5": [
        kept_last,
        best_after_an_epoch,
        another_name_for_w,
        plain_python,
        best_begins_as_a_number,
    ],
}
