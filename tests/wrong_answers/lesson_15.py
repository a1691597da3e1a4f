"""Wrong answers that students of lesson 15_what_makes_a_kernel plausibly give."""

import numpy as np

from kernelkit import Spectrum


def witness_of_the_largest(K):
    return np.linalg.eigh(K)[1][:, -1]


def witness_in_a_row(K):
    return np.linalg.eigh(K)[1][0]


def witness_for_the_value(K):
    return np.linalg.eigvalsh(K)[0]


def witness_scaled(K):
    values, vectors = np.linalg.eigh(K)
    return values[0] * vectors[:, 0]


def witness_by_eig(K):
    return np.linalg.eig(K)[1][:, 0]


def witness_by_the_largest_size(K):
    values, vectors = np.linalg.eigh(K)
    return vectors[:, np.abs(values).argmax()]


def one_sample_as_witness(K):
    return np.eye(len(K))[K.diagonal().argmin()]


def _axes(K, m):
    J = np.eye(len(K)) - 1 / len(K)
    mu, U = np.linalg.eigh(J @ K @ J)
    return mu[::-1][:m], U[:, ::-1][:, :m]


def _centred(K_new, K):
    return K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()


def coordinates_centred_by_their_own_means(K_new, K, m):
    mu, U = _axes(K, m)
    rows, columns = K_new.mean(axis=1, keepdims=True), K_new.mean(axis=0)
    return (K_new - rows - columns + K_new.mean()) @ U / np.sqrt(mu)


def coordinates_without_centring(K_new, K, m):
    mu, U = np.linalg.eigh(K)
    return K_new @ U[:, ::-1][:, :m] / np.sqrt(mu[::-1][:m])


def coordinates_without_the_column_means(K_new, K, m):
    mu, U = _axes(K, m)
    return K_new @ U / np.sqrt(mu)


def coordinates_of_the_smallest(K_new, K, m):
    J = np.eye(len(K)) - 1 / len(K)
    mu, U = np.linalg.eigh(J @ K @ J)
    return _centred(K_new, K) @ U[:, :m] / np.sqrt(np.abs(mu[:m]) + 1e-12)


def coordinates_in_ascending_order(K_new, K, m):
    mu, U = _axes(K, m)
    return (_centred(K_new, K) @ U / np.sqrt(mu))[:, ::-1] * np.arange(1, m + 1)


def coordinates_times_the_root(K_new, K, m):
    mu, U = _axes(K, m)
    return _centred(K_new, K) @ U * np.sqrt(mu)


def coordinates_without_a_scale(K_new, K, m):
    return _centred(K_new, K) @ _axes(K, m)[1]


def least_squares_without_bias(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(y)), y), 0.0


def least_squares_with_the_mean_as_bias(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(y)), y - y.mean()), y.mean()


def least_squares_with_a_penalised_bias(K, y, lam):
    c = np.linalg.solve(K + 1 + lam * np.eye(len(y)), y)
    return c, c.sum()


def _bordered(K, y, lam, corner=0.0):
    n = len(y)
    system = np.ones((n + 1, n + 1))
    system[:n, :n], system[n, n] = K + lam * np.eye(n), corner
    return np.linalg.solve(system, np.append(y, 0))


def least_squares_with_a_penalty_in_the_corner(K, y, lam):
    solution = _bordered(K, y, lam, lam)
    return solution[:-1], solution[-1]


def least_squares_with_twice_the_penalty(K, y, lam):
    solution = _bordered(K, y, 2 * lam)
    return solution[:-1], solution[-1]


def least_squares_with_the_bias_turned(K, y, lam):
    solution = _bordered(K, y, lam)
    return solution[:-1], -solution[-1]


def least_squares_in_one_array(K, y, lam):
    return _bordered(K, y, lam)


def _points(gram, d):
    mu, U = np.linalg.eigh(gram)
    return U[:, -d:] * np.sqrt(np.abs(mu[-d:]))


def _twice_centred(S):
    return S - S.mean(axis=0) - S.mean(axis=1, keepdims=True) + S.mean()


def points_from_plain_distances(D, d):
    return _points(-0.5 * _twice_centred(D), d)


def points_without_the_half(D, d):
    return _points(-_twice_centred(D**2), d)


def points_without_the_minus(D, d):
    return _points(0.5 * _twice_centred(D**2), d)


def points_not_centred(D, d):
    return _points(-0.5 * D**2, d)


def points_from_one_town(D, d):
    S = D**2
    return _points(0.5 * (S[:, [0]] + S[0] - S), d)


def points_without_a_root(D, d):
    mu, U = np.linalg.eigh(-0.5 * _twice_centred(D**2))
    return U[:, -d:] * mu[-d:]


def always_the_motif(strings, y, new):
    return np.ones(len(new), dtype=int)


def _least_squares(strings, y, new, kernel, lam):
    c = np.linalg.solve(kernel(strings) + lam * np.eye(len(y)), y)
    return kernel(new, strings) @ c


def scores_of_strings(strings, y, new):
    return _least_squares(strings, y, new, Spectrum(4).normalized(), 10)


def labels_by_the_line_of_the_lesson(strings, y, new):
    f = _least_squares(strings, y, new, Spectrum(5).normalized(), 1)
    return np.where(f >= 0, 1, -1)


def labels_by_a_sum_of_spectra(strings, y, new):
    several = sum((Spectrum(n).normalized() for n in (4, 5, 6)), start=Spectrum(3).normalized())
    f = _least_squares(strings, y, new, several, 10)
    return np.where(f >= 0, 1, -1)


def labels_by_single_letters(strings, y, new):
    f = _least_squares(strings, y, new, Spectrum(1).normalized(), 1)
    return np.where(f >= 0, 1, -1)


def labels_learnt_by_heart(strings, y, new):
    f = _least_squares(strings, y, new, Spectrum(4).normalized(), 1e-6)
    return np.where(f >= 0, 1, -1)


def labels_upside_down(strings, y, new):
    f = _least_squares(strings, y, new, Spectrum(4).normalized(), 10)
    return np.where(f >= 0, -1, 1)


WRONG = {
    "15.1": [
        witness_of_the_largest,
        witness_in_a_row,
        witness_for_the_value,
        witness_scaled,
        witness_by_eig,
        witness_by_the_largest_size,
        one_sample_as_witness,
    ],
    "15.2": [
        coordinates_centred_by_their_own_means,
        coordinates_without_centring,
        coordinates_without_the_column_means,
        coordinates_of_the_smallest,
        coordinates_in_ascending_order,
        coordinates_times_the_root,
        coordinates_without_a_scale,
    ],
    "15.3": [
        least_squares_without_bias,
        least_squares_with_the_mean_as_bias,
        least_squares_with_a_penalised_bias,
        least_squares_with_a_penalty_in_the_corner,
        least_squares_with_twice_the_penalty,
        least_squares_with_the_bias_turned,
        least_squares_in_one_array,
    ],
    "15.4": [
        points_from_plain_distances,
        points_without_the_half,
        points_without_the_minus,
        points_not_centred,
        points_from_one_town,
        points_without_a_root,
    ],
    "15.5": [
        always_the_motif,
        scores_of_strings,
        labels_by_the_line_of_the_lesson,
        labels_by_a_sum_of_spectra,
        labels_by_single_letters,
        labels_learnt_by_heart,
        labels_upside_down,
    ],
}
