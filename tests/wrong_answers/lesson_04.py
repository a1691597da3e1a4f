"""Wrong answers that students of lesson 04_dual_perceptron plausibly give."""

import numpy as np
from numba import njit


def distances_squared(K):
    lengths = K.diagonal()
    return lengths[:, np.newaxis] - 2 * K + lengths


def distances_without_the_two(K):
    lengths = K.diagonal()
    return np.sqrt(np.abs(lengths[:, np.newaxis] - K + lengths))


def distances_that_trust_rounding(K):
    lengths = K.diagonal()
    with np.errstate(invalid="ignore"):
        return np.sqrt(lengths[:, np.newaxis] - 2 * K + lengths)


@njit
def loop(
    K,
    y,
    orders,
    again=True,
    places=False,
    mean=True,
    passes=1000,
    ordered=True,
    own=False,
    strict=False,
    step=-1.0,
):
    """The mean of alpha over orders, with one thing or another done wrongly."""
    n = len(y)
    if step < 0:
        for i in range(n):
            step = max(step, K[i, i])
    total, alpha, scores, b = np.zeros(n), np.zeros(n), np.zeros(n), 0.0
    for order in orders:
        if again:
            alpha, scores, b = np.zeros(n), np.zeros(n), 0.0
        mistakes, epoch = 1, 0
        while mistakes > 0 and epoch < passes:
            mistakes, epoch = 0, epoch + 1
            for t in range(n):
                i = order[t] if ordered else t
                f = y[i] * (scores[i] + b)
                if f < 0 or (f == 0 and not strict):
                    mistakes += 1
                    alpha[t if places else i] += 1
                    b += y[i] * step
                    for j in range(n):
                        scores[j] += (y[j] if own else y[i]) * K[i, j]
        total += alpha
    return total / len(orders) if mean else total


@njit
def mean_over_orders_forgets_to_start_again(K, y, orders):
    return loop(K, y, orders, again=False)


def mean_over_orders_in_plain_python(K, y, orders):
    return loop(K, y, orders)


@njit
def mean_over_orders_with_what_numba_refuses(K, y, orders):
    return loop(K, y, orders) * K.diagonal().max()


def margin_of_the_score(K, y, alpha, b):
    return (y * (K @ (alpha * y) + b)).min()


def margin_by_the_length_of_alpha(K, y, alpha, b):
    return (y * (K @ (alpha * y) + b)).min() / np.linalg.norm(alpha)


def margin_unsigned(K, y, alpha, b):
    c = alpha * y
    return np.abs(K @ c + b).min() / np.sqrt(c @ K @ c)


def squared_lengths_without_the_bias(K, y, mistakes):
    alpha, found = np.zeros(len(K)), []
    for i in mistakes:
        alpha[i] += 1
        found.append((alpha * y) @ K @ (alpha * y))
    return np.array(found)


def squared_lengths_of_the_end_alone(K, y, mistakes):
    alpha = np.bincount(mistakes, minlength=len(K))
    return (alpha * y) @ (K + K.diagonal().max()) @ (alpha * y)


def squared_lengths_without_the_middle_term(K, y, mistakes):
    return np.cumsum(K.diagonal()[mistakes] + K.diagonal().max())


def unhide_without_the_root(K):
    values, vectors = np.linalg.eigh(K)
    return vectors * values


def unhide_by_directions_alone(K):
    return np.linalg.eigh(K)[1]


def unhide_by_cholesky(K):
    return np.linalg.cholesky(K)


WRONG = {
    "04.1": [distances_squared, distances_without_the_two, distances_that_trust_rounding],
    "04.2": [
        mean_over_orders_forgets_to_start_again,
        mean_over_orders_in_plain_python,
        mean_over_orders_with_what_numba_refuses,
    ],
    "04.3": [margin_of_the_score, margin_by_the_length_of_alpha, margin_unsigned],
    "04.4": [
        squared_lengths_without_the_bias,
        squared_lengths_of_the_end_alone,
        squared_lengths_without_the_middle_term,
    ],
    "04.5": [unhide_without_the_root, unhide_by_directions_alone, unhide_by_cholesky],
}
