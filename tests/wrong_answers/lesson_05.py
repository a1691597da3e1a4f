"""Wrong answers that students of lesson 05_kernels plausibly give."""

import math

import numpy as np

from kernelkit import Spectrum

OTHER = str.maketrans("ACGT", "TGCA")


def squared_mean_distances(K, members):
    block = K[members][:, members]
    return K.diagonal() - 2 * K[:, members].mean(axis=1) + block.mean()


def distances_to_the_mean_of_all(K, members):
    return np.sqrt(np.abs(K.diagonal() - 2 * K.mean(axis=1) + K.mean()))


def means_of_the_distances(K, members):
    squares = K.diagonal()
    distances = np.sqrt(np.maximum(squares[:, np.newaxis] - 2 * K + squares, 0))
    return distances[:, members].mean(axis=1)


def mean_distances_with_the_diagonal_only(K, members):
    mean_square = K.diagonal()[members].mean()
    return np.sqrt(np.abs(K.diagonal() - 2 * K[:, members].mean(axis=1) + mean_square))


def mean_distances_with_one_product(K, members):
    block = K[members][:, members]
    return np.sqrt(np.abs(K.diagonal() - K[:, members].mean(axis=1) + block.mean()))


def mean_distances_with_sums(K, members):
    block = K[members][:, members]
    return np.sqrt(np.abs(K.diagonal() - 2 * K[:, members].sum(axis=1) + block.sum()))


def mean_distances_of_members_only(K, members):
    block = K[members][:, members]
    squares = block.diagonal() - 2 * block.mean(axis=1) + block.mean()
    return np.sqrt(np.maximum(squares, 0))


def mean_distances_with_nan(K, members):
    return np.sqrt(squared_mean_distances(K, members))


def _line(x, sigma, degree, column):
    bell = np.exp(-(x**2) / (2 * sigma**2))
    return np.column_stack([bell * column(x / sigma, m) for m in range(degree + 1)])


def gaussian_features_without_roots(x, sigma, degree):
    return _line(x, sigma, degree, lambda u, m: u**m / math.factorial(m))


def gaussian_features_without_factorials(x, sigma, degree):
    return _line(x, sigma, degree, lambda u, m: u**m)


def gaussian_features_without_the_bell(x, sigma, degree):
    columns = [(x / sigma) ** m / math.sqrt(math.factorial(m)) for m in range(degree + 1)]
    return np.column_stack(columns)


def gaussian_features_one_short(x, sigma, degree):
    return _line(x, sigma, degree - 1, lambda u, m: u**m / math.sqrt(math.factorial(m)))


def gaussian_features_without_sigma(x, sigma, degree):
    bell = np.exp(-(x**2) / (2 * sigma**2))
    columns = [bell * x**m / math.sqrt(math.factorial(m)) for m in range(degree + 1)]
    return np.column_stack(columns)


def gaussian_features_with_a_bell_too_narrow(x, sigma, degree):
    bell = np.exp(-(x**2) / sigma**2)
    columns = [bell * (x / sigma) ** m / math.sqrt(math.factorial(m)) for m in range(degree + 1)]
    return np.column_stack(columns)


def gaussian_features_in_rows(x, sigma, degree):
    return _line(x, sigma, degree, lambda u, m: u**m / math.sqrt(math.factorial(m))).T


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


def centred_by_its_own_means(K_new, K):
    rows, columns = K_new.mean(axis=1, keepdims=True), K_new.mean(axis=0)
    return K_new - rows - columns + K_new.mean()


def centred_without_the_mean_of_all(K_new, K):
    return K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0)


def centred_with_a_minus(K_new, K):
    return K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) - K.mean()


def only_the_training_side_centred(K_new, K):
    return K_new - K_new.mean(axis=1, keepdims=True)


def only_the_new_side_centred(K_new, K):
    return K_new - K.mean(axis=0)


def the_training_table_centred(K_new, K):
    return K - K.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()


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
        squared_mean_distances,
        distances_to_the_mean_of_all,
        means_of_the_distances,
        mean_distances_with_the_diagonal_only,
        mean_distances_with_one_product,
        mean_distances_with_sums,
        mean_distances_of_members_only,
        mean_distances_with_nan,
    ],
    "05.2": [
        gaussian_features_without_roots,
        gaussian_features_without_factorials,
        gaussian_features_without_the_bell,
        gaussian_features_one_short,
        gaussian_features_without_sigma,
        gaussian_features_with_a_bell_too_narrow,
        gaussian_features_in_rows,
    ],
    "05.3": [
        witness_of_the_largest,
        witness_in_a_row,
        witness_for_the_value,
        witness_scaled,
        witness_by_eig,
        witness_by_the_largest_size,
        one_sample_as_witness,
    ],
    "05.4": [
        centred_by_its_own_means,
        centred_without_the_mean_of_all,
        centred_with_a_minus,
        only_the_training_side_centred,
        only_the_new_side_centred,
        the_training_table_centred,
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
