"""Wrong answers that students of lesson 05_kernels plausibly give."""

import math
from itertools import combinations

import numpy as np
from numba import njit

from kernelkit import Gaussian, Spectrum, gaussian

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


def learn_in_plain_python(X, y, sigma, epochs):
    return learn_right.py_func(X, y, sigma, epochs)


@njit
def learn_right(X, y, sigma, epochs):
    c = np.zeros(len(y))
    for _ in range(epochs):
        for i in range(len(y)):
            f = 0.0
            for j in range(len(y)):
                f += c[j] * gaussian(X[j], X[i], sigma)
            if y[i] * f <= 0:
                c[i] += y[i]
    return c


@njit
def learn_with_the_object(X, y, sigma, epochs):
    return np.zeros(len(y)) + Gaussian(sigma)(X)[0]


@njit
def learn_without_updates_at_zero(X, y, sigma, epochs):
    c = np.zeros(len(y))
    for _ in range(epochs):
        for i in range(len(y)):
            f = 0.0
            for j in range(len(y)):
                f += c[j] * gaussian(X[j], X[i], sigma)
            if y[i] * f < 0:
                c[i] += y[i]
    return c


@njit
def learn_counts(X, y, sigma, epochs):
    c = np.zeros(len(y))
    for _ in range(epochs):
        for i in range(len(y)):
            f = 0.0
            for j in range(len(y)):
                f += c[j] * y[j] * gaussian(X[j], X[i], sigma)
            if y[i] * f <= 0:
                c[i] += 1
    return c


@njit
def learn_one_epoch(X, y, sigma, epochs):
    return learn_right(X, y, sigma, 1)


@njit
def learn_from_earlier_samples_only(X, y, sigma, epochs):
    c = np.zeros(len(y))
    for _ in range(epochs):
        for i in range(len(y)):
            f = 0.0
            for j in range(i):
                f += c[j] * gaussian(X[j], X[i], sigma)
            if y[i] * f <= 0:
                c[i] += y[i]
    return c


@njit
def learn_with_another_bandwidth(X, y, sigma, epochs):
    return learn_right(X, y, sigma**2, epochs)


def subsets_in_plain_python(x, z):
    return np.prod(1 + x * z)


@njit
def subsets_by_a_generator(x, z):
    return math.prod(1 + a * b for a, b in zip(x, z))  # noqa: B905


@njit
def subsets_one_by_one(x, z):
    total = 1.0
    for size in range(1, len(x) + 1):
        for chosen in combinations(range(len(x)), size):
            product = 1.0
            for i in chosen:
                product *= x[i] * z[i]
            total += product
    return total


@njit
def the_full_set_only(x, z):
    value = 1.0
    for i in range(len(x)):
        value *= x[i] * z[i]
    return value


@njit
def a_sum_of_brackets(x, z):
    value = 0.0
    for i in range(len(x)):
        value += 1 + x[i] * z[i]
    return value


@njit
def without_the_empty_set(x, z):
    value = 1.0
    for i in range(len(x)):
        value *= 1 + x[i] * z[i]
    return value - 1


@njit
def a_power_of_the_inner_product(x, z):
    return (1 + np.dot(x, z)) ** len(x)


@njit
def brackets_apart(x, z):
    value = 1.0
    for i in range(len(x)):
        value *= (1 + x[i]) * (1 + z[i])
    return value


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
        learn_in_plain_python,
        learn_with_the_object,
        learn_without_updates_at_zero,
        learn_counts,
        learn_one_epoch,
        learn_from_earlier_samples_only,
        learn_with_another_bandwidth,
    ],
    "05.4": [
        subsets_in_plain_python,
        subsets_by_a_generator,
        subsets_one_by_one,
        the_full_set_only,
        a_sum_of_brackets,
        without_the_empty_set,
        a_power_of_the_inner_product,
        brackets_apart,
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
