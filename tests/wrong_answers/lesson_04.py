"""Wrong answers that students of lesson 04_dual_perceptron plausibly give."""

import numpy as np
from numba import njit


def distances_squared(K):
    lengths = K.diagonal()
    return lengths[:, np.newaxis] - 2 * K + lengths


def distances_without_the_two(K):
    lengths = K.diagonal()
    return np.sqrt(np.abs(lengths[:, np.newaxis] - K + lengths))


def distances_with_a_plus(K):
    lengths = K.diagonal()
    return np.sqrt(np.maximum(lengths[:, np.newaxis] + 2 * K + lengths, 0))


def distances_of_the_lengths(K):
    lengths = np.sqrt(K.diagonal())
    return np.abs(lengths[:, np.newaxis] - lengths)


def distances_that_trust_rounding(K):
    lengths = K.diagonal()
    with np.errstate(invalid="ignore"):
        return np.sqrt(lengths[:, np.newaxis] - 2 * K + lengths)


@njit
def loop(K, y, epochs, last, before, own, by_mistakes, per_epoch, strict, b_step):
    """The averaged dual perceptron, with one thing or another done wrongly."""
    n = len(y)
    R2 = 0.0
    for i in range(n):
        R2 = max(R2, K[i, i])
    step = R2 if b_step < 0 else b_step
    scores, alpha, total, b, b_total, count = np.zeros(n), np.zeros(n), np.zeros(n), 0.0, 0.0, 0
    for _ in range(epochs):
        for i in range(n):
            if before:
                total += alpha
                b_total += b
            f = y[i] * (scores[i] + b)
            mistaken = f < 0 if strict else f <= 0
            if mistaken:
                alpha[i] += 1
                b += y[i] * step
                for j in range(n):
                    scores[j] += (y[j] if own else y[i]) * K[i, j]
            if (mistaken or not by_mistakes) and not before and not per_epoch:
                total += alpha
                b_total += b
                count += 1
        if per_epoch:
            total += alpha
            b_total += b
            count += 1
    if last:
        return alpha, b
    count = epochs * n if before else max(count, 1)
    return total / count, b_total / count


@njit
def averaged_dual_is_the_last(K, y, epochs):
    return loop(K, y, epochs, True, False, False, False, False, False, -1.0)


@njit
def averaged_dual_before_the_step(K, y, epochs):
    return loop(K, y, epochs, False, True, False, False, False, False, -1.0)


@njit
def averaged_dual_with_each_its_own_label(K, y, epochs):
    return loop(K, y, epochs, False, False, True, False, False, False, -1.0)


@njit
def averaged_dual_over_mistakes_only(K, y, epochs):
    return loop(K, y, epochs, False, False, False, True, False, False, -1.0)


@njit
def averaged_dual_over_epochs(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, True, False, -1.0)


@njit
def averaged_dual_spares_the_boundary(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, False, True, -1.0)


@njit
def averaged_dual_without_the_bias(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, False, False, 0.0)


@njit
def averaged_dual_with_a_bias_step_of_one(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, False, False, 1.0)


@njit
def averaged_dual_forgets_the_bias_in_the_answer(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, False, False, -1.0)[0]


def averaged_dual_in_plain_python(K, y, epochs):
    return loop(K, y, epochs, False, False, False, False, False, False, -1.0)


@njit
def averaged_dual_with_what_numba_refuses(K, y, epochs):
    return np.zeros(len(y)), K.diagonal().max()


def squared_length(x):
    return x @ x


@njit
def averaged_dual_calls_plain_python(K, y, epochs):
    return np.zeros(len(y)), squared_length(y)


@njit
def averaged_dual_with_two_types(K, y, epochs):
    scores = 0
    for i in range(len(y)):
        scores = scores + y[i] * K[i]
    return scores, 0.0


def margin_of_the_score(K, y, alpha, b):
    return (y * (K @ (alpha * y) + b)).min()


def margin_by_the_square(K, y, alpha, b):
    c = alpha * y
    return (y * (K @ c + b)).min() / (c @ K @ c)


def margin_by_the_length_of_alpha(K, y, alpha, b):
    return (y * (K @ (alpha * y) + b)).min() / np.linalg.norm(alpha)


def margin_without_signs_in_the_length(K, y, alpha, b):
    return (y * (K @ (alpha * y) + b)).min() / np.sqrt(alpha @ K @ alpha)


def margin_unsigned(K, y, alpha, b):
    c = alpha * y
    return np.abs(K @ c + b).min() / np.sqrt(c @ K @ c)


def squared_lengths_without_the_bias(K, y, diary):
    alpha, found = np.zeros(len(K)), []
    for i in diary:
        alpha[i] += 1
        found.append((alpha * y) @ K @ (alpha * y))
    return np.array(found)


def squared_lengths_with_the_bias_undivided(K, y, diary):
    alpha, found = np.zeros(len(K)), []
    for i in diary:
        alpha[i] += 1
        b = K.diagonal().max() * (alpha @ y)
        found.append((alpha * y) @ K @ (alpha * y) + b**2)
    return np.array(found)


def squared_lengths_before_the_mistake(K, y, diary):
    alpha, found = np.zeros(len(K)), []
    for i in diary:
        found.append((alpha * y) @ (K + K.diagonal().max()) @ (alpha * y))
        alpha[i] += 1
    return np.array(found)


def squared_lengths_of_the_end_alone(K, y, diary):
    alpha = np.bincount(diary, minlength=len(K))
    return (alpha * y) @ (K + K.diagonal().max()) @ (alpha * y)


def squared_lengths_without_the_middle_term(K, y, diary):
    return np.cumsum(K.diagonal()[diary] + K.diagonal().max())


def squared_lengths_not_squared(K, y, diary):
    alpha, found = np.zeros(len(K)), []
    for i in diary:
        alpha[i] += 1
        found.append(np.sqrt((alpha * y) @ (K + K.diagonal().max()) @ (alpha * y)))
    return np.array(found)


def unhide_without_the_root(K):
    values, vectors = np.linalg.eigh(K)
    return vectors * values


def unhide_by_directions_alone(K):
    return np.linalg.eigh(K)[1]


def unhide_by_the_table_itself(K):
    return K


def unhide_by_cholesky(K):
    return np.linalg.cholesky(K)


def unhide_scaling_rows(K):
    values, vectors = np.linalg.eigh(K)
    return np.sqrt(np.maximum(values, 0))[:, np.newaxis] * vectors


def unhide_largest_direction_only(K):
    values, vectors = np.linalg.eigh(K)
    return np.sqrt(values[-1]) * vectors[:, -1:]


WRONG = {
    "04.1": [
        distances_squared,
        distances_without_the_two,
        distances_with_a_plus,
        distances_of_the_lengths,
        distances_that_trust_rounding,
    ],
    "04.2": [
        averaged_dual_is_the_last,
        averaged_dual_before_the_step,
        averaged_dual_with_each_its_own_label,
        averaged_dual_over_mistakes_only,
        averaged_dual_over_epochs,
        averaged_dual_spares_the_boundary,
        averaged_dual_without_the_bias,
        averaged_dual_with_a_bias_step_of_one,
        averaged_dual_forgets_the_bias_in_the_answer,
        averaged_dual_in_plain_python,
        averaged_dual_with_what_numba_refuses,
        averaged_dual_calls_plain_python,
        averaged_dual_with_two_types,
    ],
    "04.3": [
        margin_of_the_score,
        margin_by_the_square,
        margin_by_the_length_of_alpha,
        margin_without_signs_in_the_length,
        margin_unsigned,
    ],
    "04.4": [
        squared_lengths_without_the_bias,
        squared_lengths_with_the_bias_undivided,
        squared_lengths_before_the_mistake,
        squared_lengths_of_the_end_alone,
        squared_lengths_without_the_middle_term,
        squared_lengths_not_squared,
    ],
    "04.5": [
        unhide_without_the_root,
        unhide_by_directions_alone,
        unhide_by_the_table_itself,
        unhide_by_cholesky,
        unhide_scaling_rows,
        unhide_largest_direction_only,
    ],
}
