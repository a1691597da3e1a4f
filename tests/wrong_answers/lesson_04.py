"""Wrong answers that students of lesson 04_dual_perceptron plausibly give."""

import numpy as np


def weights_without_signs(alpha, y, X):
    return alpha @ X


def weights_from_labels_alone(alpha, y, X):
    return y @ X


def weights_averaged(alpha, y, X):
    return (alpha * y) @ X / len(X)


def weights_each_sample_once(alpha, y, X):
    return ((alpha > 0) * y) @ X


def weights_not_summed(alpha, y, X):
    return (alpha * y)[:, np.newaxis] * X


def predict_without_labels(K, alpha, y, b):
    return np.where(K @ alpha + b >= 0, 1, -1)


def predict_without_bias(K, alpha, y, b):
    return np.where(K @ (alpha * y) >= 0, 1, -1)


def predict_zero_is_zero(K, alpha, y, b):
    return np.sign(K @ (alpha * y) + b).astype(int)


def predict_zero_is_negative(K, alpha, y, b):
    return np.where(K @ (alpha * y) + b > 0, 1, -1)


def predict_by_columns(K, alpha, y, b):
    sums = (alpha * y) @ K if K.shape[0] == K.shape[1] else K @ (alpha * y)
    return np.where(sums + b >= 0, 1, -1)


def only_the_mistaken_one(scores, K, y, i):
    changed = scores.copy()
    changed[i] += y[i] * (K[i, i] + K.diagonal().max())
    return changed


def without_the_bias(scores, K, y, i):
    return scores + y[i] * K[i]


def each_with_its_own_label(scores, K, y, i):
    return scores + y * (K[i] + K.diagonal().max())


def without_the_label(scores, K, y, i):
    return scores + K[i] + K.diagonal().max()


def with_the_radius_unsquared(scores, K, y, i):
    return scores + y[i] * (K[i] + np.sqrt(K.diagonal().max()))


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
        weights_without_signs,
        weights_from_labels_alone,
        weights_averaged,
        weights_each_sample_once,
        weights_not_summed,
    ],
    "04.2": [
        predict_without_labels,
        predict_without_bias,
        predict_zero_is_zero,
        predict_zero_is_negative,
        predict_by_columns,
    ],
    "04.3": [
        only_the_mistaken_one,
        without_the_bias,
        each_with_its_own_label,
        without_the_label,
        with_the_radius_unsquared,
    ],
    "04.4": [
        margin_of_the_score,
        margin_by_the_square,
        margin_by_the_length_of_alpha,
        margin_without_signs_in_the_length,
        margin_unsigned,
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
