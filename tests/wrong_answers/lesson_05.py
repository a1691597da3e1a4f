"""Wrong answers that students of lesson 05_kernels plausibly give."""

import numpy as np

from kernelkit import Spectrum

OTHER = str.maketrans("ACGT", "TGCA")


def features_without_roots(X):
    u, v = X.T
    return np.column_stack([u * u, v * v, np.ones(len(X)), u * v, u, v])


def features_with_twos_for_roots(X):
    u, v = X.T
    return np.column_stack([u * u, v * v, np.ones(len(X)), 2 * u * v, 2 * u, 2 * v])


def features_without_the_offset(X):
    u, v = X.T
    return np.column_stack([u * u, v * v, np.sqrt(2) * u * v])


def features_without_the_linear_ones(X):
    u, v = X.T
    return np.column_stack([u * u, v * v, np.sqrt(2) * u * v, np.ones(len(X))])


def the_table_itself(X):
    return (X @ X.T + 1) ** 2


def features_in_rows(X):
    u, v = X.T
    r = np.sqrt(2)
    return np.array([u * u, v * v, np.ones(len(X)), r * u * v, r * u, r * v])


def width_as_in_003(distance, value):
    return -(distance**2) / (2 * np.log(value))


def width_as_gamma(distance, value):
    return -np.log(value) / distance**2


def width_without_the_two(distance, value):
    return distance / np.sqrt(-np.log(value))


def width_upside_down(distance, value):
    return distance * np.sqrt(-2 * np.log(value))


def width_of_the_distance_alone(distance, value):
    return distance


def gaussian_as_in_003(X, Z, sigma):
    return np.exp(-((X[:, np.newaxis] - Z) ** 2).sum(axis=2) / (2 * sigma))


def gaussian_of_the_distance(X, Z, sigma):
    d = np.sqrt(((X[:, np.newaxis] - Z) ** 2).sum(axis=2))
    return np.exp(-d / (2 * sigma**2))


def gaussian_without_the_two(X, Z, sigma):
    return np.exp(-((X[:, np.newaxis] - Z) ** 2).sum(axis=2) / sigma**2)


def gaussian_multiplied_instead(X, Z, sigma):
    return np.exp(-((X[:, np.newaxis] - Z) ** 2).sum(axis=2) / 2 * sigma**2)


def gaussian_the_other_way_round(X, Z, sigma):
    return np.exp(-((Z[:, np.newaxis] - X) ** 2).sum(axis=2) / (2 * sigma**2))


def gaussian_growing(X, Z, sigma):
    return np.exp(((X[:, np.newaxis] - Z) ** 2).sum(axis=2) / (2 * sigma**2))


def gaussian_with_a_density_in_front(X, Z, sigma):
    d2 = ((X[:, np.newaxis] - Z) ** 2).sum(axis=2)
    return np.exp(-d2 / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma)


def gaussian_row_against_row(X, Z, sigma):
    return np.exp(-((X - Z) ** 2).sum(axis=1) / (2 * sigma**2))


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


def one_strand(S, T):
    return Spectrum(3)(S, T)


def the_better_strand(S, T):
    backwards = [t.translate(OTHER)[::-1] for t in T]
    return np.maximum(Spectrum(3)(S, T), Spectrum(3)(S, backwards))


def backwards_without_exchange(S, T):
    return Spectrum(3)(S, T) + Spectrum(3)(S, [t[::-1] for t in T])


def exchanged_without_turning(S, T):
    return Spectrum(3)(S, T) + Spectrum(3)(S, [t.translate(OTHER) for t in T])


def product_of_strands(S, T):
    backwards = [t.translate(OTHER)[::-1] for t in T]
    return Spectrum(3)(S, T) * Spectrum(3)(S, backwards)


def only_the_second_turned(S, T):
    backwards = [t.translate(OTHER)[::-1] for t in T]
    return Spectrum(3).normalized()(S, backwards)


def everyone_is_alike(S, T):
    return np.ones((len(S), len(T)))


def same_molecule_or_not(S, T):
    lower = [[min(s, s.translate(OTHER)[::-1]) for s in strings] for strings in (S, T)]
    return np.array([[float(s == t) for t in lower[1]] for s in lower[0]])


def difference_in_length(S, T):
    return np.array([[-float(abs(len(s) - len(t))) for t in T] for s in S])


WRONG = {
    "05.1": [
        features_without_roots,
        features_with_twos_for_roots,
        features_without_the_offset,
        features_without_the_linear_ones,
        the_table_itself,
        features_in_rows,
    ],
    "05.2": [
        width_as_in_003,
        width_as_gamma,
        width_without_the_two,
        width_upside_down,
        width_of_the_distance_alone,
    ],
    "05.3": [
        gaussian_as_in_003,
        gaussian_of_the_distance,
        gaussian_without_the_two,
        gaussian_multiplied_instead,
        gaussian_the_other_way_round,
        gaussian_growing,
        gaussian_with_a_density_in_front,
        gaussian_row_against_row,
    ],
    "05.4": [
        witness_of_the_largest,
        witness_in_a_row,
        witness_for_the_value,
        witness_scaled,
        witness_by_eig,
        witness_by_the_largest_size,
        one_sample_as_witness,
    ],
    "05.5": [
        one_strand,
        the_better_strand,
        backwards_without_exchange,
        exchanged_without_turning,
        product_of_strands,
        only_the_second_turned,
        everyone_is_alike,
        same_molecule_or_not,
        difference_in_length,
    ],
}
