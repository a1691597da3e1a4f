"""Wrong answers that students of lesson 12_hinge_subgradient plausibly give."""

import numpy as np


def payments_of_the_perceptron(w, b, X, y):
    return np.maximum(0, -y * (X @ w + b))


def payments_without_the_label(w, b, X, y):
    return np.maximum(0, 1 - (X @ w + b))


def payments_below_zero_too(w, b, X, y):
    return 1 - y * (X @ w + b)


def payments_without_bias(w, b, X, y):
    return np.maximum(0, 1 - y * (X @ w))


def payments_on_average(w, b, X, y):
    return np.maximum(0, 1 - y * (X @ w + b)).mean()


def _step(w, b, X, y, mu, step, pays, n):
    return w - step * (2 * mu * w - pays @ X / n), b + step * pays.sum() / n


def descend_without_the_corner(w, b, X, y, mu, step):
    return _step(w, b, X, y, mu, step, (1 - y * (X @ w + b) > 0) * y, len(y))


def descend_over_those_who_pay(w, b, X, y, mu, step):
    pays = (1 - y * (X @ w + b) >= 0) * y
    return _step(w, b, X, y, mu, step, pays, max(np.abs(pays).sum(), 1))


def descend_with_a_penalised_bias(w, b, X, y, mu, step):
    new, bias = _step(w, b, X, y, mu, step, (1 - y * (X @ w + b) >= 0) * y, len(y))
    return new, bias - step * 2 * mu * b


def descend_upwards(w, b, X, y, mu, step):
    return _step(w, b, X, y, mu, -step, (1 - y * (X @ w + b) >= 0) * y, len(y))


def descend_without_the_two(w, b, X, y, mu, step):
    return _step(w, b, X, y, mu / 2, step, (1 - y * (X @ w + b) >= 0) * y, len(y))


def descend_on_mistakes_only(w, b, X, y, mu, step):
    return _step(w, b, X, y, mu, step, (y * (X @ w + b) <= 0) * y, len(y))


def stop_at_the_first_step(values, epsilon):
    for k in range(1, len(values)):
        if abs(values[k] - values[k - 1]) <= epsilon:
            return k
    return len(values) - 1


def stop_below(values, epsilon):
    for k in range(2, len(values)):
        if abs(values[k] - values[k - 1]) < epsilon:
            return k
    return len(values) - 1


def stop_without_the_sign(values, epsilon):
    for k in range(2, len(values)):
        if values[k - 1] - values[k] <= epsilon:
            return k
    return len(values) - 1


def stop_counted_from_one(values, epsilon):
    for k in range(2, len(values)):
        if abs(values[k] - values[k - 1]) <= epsilon:
            return k + 1
    return len(values)


def minimise_by_doing_nothing(X, y, mu):
    return np.zeros(X.shape[1]), 0.0


def minimise_by_least_squares(X, y, mu):
    ones = np.column_stack([X, np.ones(len(X))])
    solution = np.linalg.lstsq(ones, y, rcond=None)[0]
    return solution[:-1], solution[-1]


def minimise_in_ten_steps(X, y, mu):
    w, b = np.zeros(X.shape[1]), 0.0
    for _ in range(10):
        pays = (1 - y * (X @ w + b) >= 0) * y
        w, b = w - 0.01 * (2 * mu * w - pays @ X / len(y)), b + 0.01 * pays.mean()
    return w, b


def minimise_without_bias(X, y, mu):
    w = np.zeros(X.shape[1])
    for k in range(1, 3000):
        pays = (1 - y * (X @ w) >= 0) * y
        w = w - (2 * mu * w - pays @ X / len(y)) / np.sqrt(k)
    return w, 0.0


WRONG = {
    "12.1": [
        payments_of_the_perceptron,
        payments_without_the_label,
        payments_below_zero_too,
        payments_without_bias,
        payments_on_average,
    ],
    "12.2": [
        descend_without_the_corner,
        descend_over_those_who_pay,
        descend_with_a_penalised_bias,
        descend_upwards,
        descend_without_the_two,
        descend_on_mistakes_only,
    ],
    "12.3": [
        stop_at_the_first_step,
        stop_below,
        stop_without_the_sign,
        stop_counted_from_one,
    ],
    "12.4": [
        minimise_by_doing_nothing,
        minimise_by_least_squares,
        minimise_in_ten_steps,
        minimise_without_bias,
    ],
}
