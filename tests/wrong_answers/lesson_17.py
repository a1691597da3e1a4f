"""Wrong answers that students of lesson 17_large_kernels plausibly give."""

import numpy as np


def waves(X, omega):
    angles = X @ omega
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(omega.shape[1])


def laplacian_waves_from_a_normal(X, n_waves, gamma, seed):
    random = np.random.default_rng(seed)
    return waves(X, gamma * random.standard_normal((X.shape[1], n_waves)))


def laplacian_waves_upside_down(X, n_waves, gamma, seed):
    random = np.random.default_rng(seed)
    return waves(X, random.standard_cauchy((X.shape[1], n_waves)) / gamma)


def laplacian_waves_with_one_number_per_wave(X, n_waves, gamma, seed):
    random = np.random.default_rng(seed)
    directions = random.standard_normal((X.shape[1], n_waves))
    directions /= np.sqrt((directions**2).sum(axis=0))
    return waves(X, gamma * random.standard_cauchy(n_waves) * directions)


def laplacian_waves_not_normalised(X, n_waves, gamma, seed):
    random = np.random.default_rng(seed)
    omega = gamma * random.standard_cauchy((X.shape[1], n_waves))
    return np.sqrt(n_waves) * waves(X, omega)


def laplacian_waves_of_cosines(X, n_waves, gamma, seed):
    random = np.random.default_rng(seed)
    omega = gamma * random.standard_cauchy((X.shape[1], 2 * n_waves))
    return np.cos(X @ omega) / np.sqrt(n_waves)


def laplacian_waves_without_a_seed(X, n_waves, gamma, seed):
    random = np.random.default_rng()
    return waves(X, gamma * random.standard_cauchy((X.shape[1], n_waves)))


def landmarks_the_first(K, m):
    return np.arange(m)


def landmarks_the_most_popular(K, m):
    return np.argsort(-K.sum(axis=1))[:m]


def landmarks_the_longest(K, m):
    return np.argsort(-K.diagonal(), kind="stable")[:m]


def landmarks_all_the_same(K, m):
    return np.zeros(m, dtype=int)


WRONG = {
    "17.1": [
        laplacian_waves_from_a_normal,
        laplacian_waves_upside_down,
        laplacian_waves_with_one_number_per_wave,
        laplacian_waves_not_normalised,
        laplacian_waves_of_cosines,
        laplacian_waves_without_a_seed,
    ],
    "17.2": [
        landmarks_the_first,
        landmarks_the_most_popular,
        landmarks_the_longest,
        landmarks_all_the_same,
    ],
}
