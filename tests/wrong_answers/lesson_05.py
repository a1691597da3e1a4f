"""Wrong answers that students of lesson 05_kernels plausibly give."""

import math

import numpy as np
from numba import njit

from kernelkit import Gaussian, Spectrum, gaussian

OTHER = str.maketrans("ACGT", "TGCA")


def squared_mean_distances(K, members):
    block = K[members][:, members]
    return K.diagonal() - 2 * K[:, members].mean(axis=1) + block.mean()


def distances_to_the_mean_of_all(K, members):
    return np.sqrt(np.abs(K.diagonal() - 2 * K.mean(axis=1) + K.mean()))


def mean_distances_with_nan(K, members):
    return np.sqrt(squared_mean_distances(K, members))


def _sums(x, c, sigma, degree, root=math.sqrt):
    """The sum of c_i gamma_m(x_i) for each degree m."""
    bumps = c * np.exp(-(x**2) / (2 * sigma**2))
    return np.array(
        [(bumps * (x / sigma) ** m).sum() / root(math.factorial(m)) for m in range(degree + 1)]
    )


def squares_without_roots(x, c, sigma, degree):
    return _sums(x, c, sigma, degree, root=float) ** 2


def squares_one_short(x, c, sigma, degree):
    return _sums(x, c, sigma, degree - 1) ** 2


def sums_that_are_not_squared(x, c, sigma, degree):
    return _sums(x, c, sigma, degree)


def squares_before_the_sum(x, c, sigma, degree):
    return np.sum([_sums(x[[i]], c[[i]], sigma, degree) ** 2 for i in range(len(x))], axis=0)


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


def subsets_in_plain_python(x, z):
    return np.prod(1 + x * z)


@njit
def subsets_by_a_generator(x, z):
    return math.prod(1 + a * b for a, b in zip(x, z))  # noqa: B905


@njit
def the_full_set_only(x, z):
    value = 1.0
    for i in range(len(x)):
        value *= x[i] * z[i]
    return value


def one_strand(S, T):
    return Spectrum(3)(S, T)


def the_better_strand(S, T):
    backwards = [t.translate(OTHER)[::-1] for t in T]
    return np.maximum(Spectrum(3)(S, T), Spectrum(3)(S, backwards))


def everyone_is_alike(S, T):
    return np.ones((len(S), len(T)))


def difference_in_length(S, T):
    return np.array([[-float(abs(len(s) - len(t))) for t in T] for s in S])


WRONG = {
    "05.1": [squared_mean_distances, distances_to_the_mean_of_all, mean_distances_with_nan],
    "05.2": [
        squares_without_roots,
        squares_one_short,
        sums_that_are_not_squared,
        squares_before_the_sum,
    ],
    "05.3": [learn_in_plain_python, learn_with_the_object, learn_without_updates_at_zero],
    "05.4": [subsets_in_plain_python, subsets_by_a_generator, the_full_set_only],
    "05.5": [one_strand, the_better_strand, everyone_is_alike, difference_in_length],
}
