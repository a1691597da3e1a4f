"""Wrong answers that students of lesson 01_linear_machines plausibly give."""

import numpy as np


def zero_is_negative(X, w, b):
    return np.where(X @ w + b > 0, 1, -1)


def zero_is_zero(X, w, b):
    return np.sign(X @ w + b)


def no_bias(X, w, b):
    return np.where(X @ w >= 0, 1, -1)


def wrong_side(X, w, b):
    return np.where(X @ w + b >= 0, -1, 1)


def score_as_distance(X, w, b):
    return X @ w + b


def squared_length(X, w, b):
    return (X @ w + b) / (w @ w)


def unsigned_distance(X, w, b):
    return np.abs(X @ w + b) / np.linalg.norm(w)


def distance_without_bias(X, w, b):
    return X @ w / np.linalg.norm(w)


def foot_one_norm_short(x, w, b):
    return x - (x @ w + b) / np.linalg.norm(w) * w


def foot_on_the_other_side(x, w, b):
    return x + (x @ w + b) / (w @ w) * w


def foot_along_an_axis(x, w, b):
    moved = x.copy()
    moved[0] -= (x @ w + b) / w[0]
    return moved


def first_of_the_tied(f01, f02, f12):
    votes = [(f01 >= 0) + (f02 >= 0), (f01 < 0) + (f12 >= 0), (f02 < 0) + (f12 < 0)]
    return int(np.argmax(votes))


def losers_win(f01, f02, f12):
    votes = [(f01 < 0) + (f02 < 0), (f01 >= 0) + (f12 < 0), (f02 >= 0) + (f12 >= 0)]
    return int(np.argmax(votes)) if max(votes) == 2 else -1


def ties_lose(f01, f02, f12):
    votes = [(f01 > 0) + (f02 > 0), (f01 <= 0) + (f12 > 0), (f02 <= 0) + (f12 <= 0)]
    return int(np.argmax(votes)) if max(votes) == 2 else -1


def half_way_between_the_means(X, y):
    plus, minus = X[y == 1].mean(axis=0), X[y == -1].mean(axis=0)
    w = plus - minus
    return w, -w @ (plus + minus) / 2


def one_line_for_all(X, y):
    return np.array([1.0, 1.0]), 0.0


def weights_alone(X, y):
    return X[y == 1].mean(axis=0) - X[y == -1].mean(axis=0)


WRONG = {
    "01.1": [zero_is_negative, zero_is_zero, no_bias, wrong_side],
    "01.2": [score_as_distance, squared_length, unsigned_distance, distance_without_bias],
    "01.3": [foot_one_norm_short, foot_on_the_other_side, foot_along_an_axis],
    "01.4": [first_of_the_tied, losers_win, ties_lose],
    "01.5": [half_way_between_the_means, one_line_for_all, weights_alone],
}
