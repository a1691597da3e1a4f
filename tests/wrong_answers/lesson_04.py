"""Wrong answers that students of lesson 04_dual_perceptron plausibly give."""

import numpy as np


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


def loop(
    row, y, R2, *, thrifty=True, own=False, signed=False, b_step=None, strict=False, passes=99
):
    """The dual loop, with one thing or another done wrongly."""
    n = len(y)
    sums, alpha, b = np.zeros(n), np.zeros(n), 0.0
    for _ in range(passes):
        clean = True
        for i in range(n):
            f = sums[i] + b if thrifty else (alpha * y) @ row(i) + b
            if y[i] * f < 0 or (y[i] * f == 0 and not strict):
                clean = False
                alpha[i] += y[i] if signed else 1
                b += y[i] * (R2 if b_step is None else b_step)
                sums = sums + (y if own else y[i]) * row(i)
        if clean:
            break
    return alpha, b


def thrifty_dual_asks_at_every_look(row, y, R2):
    return loop(row, y, R2, thrifty=False)


def thrifty_dual_fetches_the_whole_table(row, y, R2):
    K = np.array([row(i) for i in range(len(y))])
    return loop(lambda i: K[i], y, R2)


def thrifty_dual_without_the_bias(row, y, R2):
    return loop(row, y, R2, b_step=0.0)


def thrifty_dual_with_the_radius_unsquared(row, y, R2):
    return loop(row, y, R2, b_step=np.sqrt(R2))


def thrifty_dual_with_each_its_own_label(row, y, R2):
    return loop(row, y, R2, own=True)


def thrifty_dual_with_signed_counts(row, y, R2):
    return loop(row, y, R2, signed=True)


def thrifty_dual_spares_the_boundary(row, y, R2):
    return loop(row, y, R2, strict=True)


def thrifty_dual_in_one_pass(row, y, R2):
    return loop(row, y, R2, passes=1)


def thrifty_dual_forgets_the_bias_in_the_answer(row, y, R2):
    return loop(row, y, R2)[0]


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
        thrifty_dual_asks_at_every_look,
        thrifty_dual_fetches_the_whole_table,
        thrifty_dual_without_the_bias,
        thrifty_dual_with_the_radius_unsquared,
        thrifty_dual_with_each_its_own_label,
        thrifty_dual_with_signed_counts,
        thrifty_dual_spares_the_boundary,
        thrifty_dual_in_one_pass,
        thrifty_dual_forgets_the_bias_in_the_answer,
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
