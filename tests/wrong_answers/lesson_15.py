"""Wrong answers that students of lesson 15_what_makes_a_kernel plausibly give."""

import numpy as np

from kernelkit import Spectrum


def witness_of_the_largest(K):
    return np.linalg.eigh(K)[1][:, -1]


def witness_for_the_value(K):
    return np.linalg.eigvalsh(K)[0]


def witness_scaled(K):
    values, vectors = np.linalg.eigh(K)
    return values[0] * vectors[:, 0]


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


def coordinates_without_a_scale(K_new, K, m):
    return _centred(K_new, K) @ _axes(K, m)[1]


def least_squares_without_bias(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(y)), y), 0.0


def _bordered(K, y, lam, corner=0.0):
    n = len(y)
    system = np.ones((n + 1, n + 1))
    system[:n, :n], system[n, n] = K + lam * np.eye(n), corner
    return np.linalg.solve(system, np.append(y, 0))


def least_squares_with_twice_the_penalty(K, y, lam):
    solution = _bordered(K, y, 2 * lam)
    return solution[:-1], solution[-1]


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


def points_not_centred(D, d):
    return _points(-0.5 * D**2, d)


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


WRONG = {
    "15.1": [witness_of_the_largest, witness_for_the_value, witness_scaled],
    "15.2": [
        coordinates_centred_by_their_own_means,
        coordinates_without_centring,
        coordinates_without_a_scale,
    ],
    "15.3": [
        least_squares_without_bias,
        least_squares_with_twice_the_penalty,
        least_squares_in_one_array,
    ],
    "15.4": [points_from_plain_distances, points_without_the_half, points_not_centred],
    "15.5": [always_the_motif, scores_of_strings, labels_by_the_line_of_the_lesson],
}
