"""Wrong answers that students of lesson 17_large_kernels plausibly give."""

import math

import numpy as np
from numba import njit


def needed(x, z, sigma, error, power=2, exponent=2, even=True):
    """The number of features, with one thing or another done wrongly."""
    k = np.exp(-((x - z) ** 2).sum() / (2 * sigma**2))
    D = ((1 - k**power) / error) ** exponent
    return max(2, 2 * math.ceil(D / 2)) if even else max(2, math.ceil(D))


def needed_with_k_itself(x, z, sigma, error):
    return needed(x, z, sigma, error, power=1)


def needed_without_the_square(x, z, sigma, error):
    return needed(x, z, sigma, error, exponent=1)


def needed_without_pairs(x, z, sigma, error):
    return needed(x, z, sigma, error, even=False)


def waves(X, omega):
    angles = X @ omega
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(omega.shape[1])


def laplacian_features_from_a_normal(X, n_features, gamma, seed):
    random = np.random.default_rng(seed)
    return waves(X, gamma * random.standard_normal((X.shape[1], n_features // 2)))


def laplacian_features_not_normalised(X, n_features, gamma, seed):
    random = np.random.default_rng(seed)
    omega = gamma * random.standard_cauchy((X.shape[1], n_features // 2))
    return np.sqrt(n_features) * waves(X, omega)


def laplacian_features_without_a_seed(X, n_features, gamma, seed):
    random = np.random.default_rng()
    return waves(X, gamma * random.standard_cauchy((X.shape[1], n_features // 2)))


def laplacian_features_twice_as_many(X, n_features, gamma, seed):
    random = np.random.default_rng(seed)
    return waves(X, gamma * random.standard_cauchy((X.shape[1], n_features)))


def features(X, omega):
    D = 2 * omega.shape[1]
    phi = np.empty((len(X), D))
    phi[:, ::2], phi[:, 1::2] = np.cos(X @ omega), np.sin(X @ omega)
    return np.sqrt(2 / D) * phi


def stream_in_python(X, t, omega, eta):
    w = np.zeros(2 * omega.shape[1])
    for row, target in zip(features(X, omega), t, strict=True):
        w += eta * (target - row @ w) * row
    return w


@njit
def stream_with_sums_of_numpy(X, t, omega, eta):
    w = np.zeros(2 * omega.shape[1])
    phi = features(X, omega)
    for i in range(len(X)):
        w += eta * (t[i] - phi[i] @ w) * phi[i]
    return w


def stream(X, t, omega, eta, scale, side_by_side, at_once, sign):
    """A pass with one thing or another done wrongly."""
    m = omega.shape[1]
    w, moved, row = np.zeros(2 * m), np.zeros(2 * m), np.zeros(2 * m)
    for i in range(len(X)):
        score = 0.0
        for j in range(m):
            angle = 0.0
            for c in range(X.shape[1]):
                angle += omega[c, j] * X[i, c]
            cosine, sine = (2 * j, 2 * j + 1) if side_by_side else (j, m + j)
            row[cosine], row[sine] = scale * math.cos(angle), scale * math.sin(angle)
            score += w[cosine] * row[cosine] + w[sine] * row[sine]
        for j in range(2 * m):
            moved[j] += sign * eta * (t[i] - score) * row[j]
        if not at_once:
            w[:] = moved
    return moved


compiled_stream = njit(stream)


@njit
def stream_not_normalised(X, t, omega, eta):
    return compiled_stream(X, t, omega, eta, 1.0, True, False, 1)


@njit
def stream_uphill(X, t, omega, eta):
    return compiled_stream(X, t, omega, eta, omega.shape[1] ** -0.5, True, False, -1)


def left_out(blocks, lam, bias=0.0, own=0.0, per_block=False, mean=False):
    """Errors of blocks from sums, with one thing or another done wrongly."""
    G, h, s, n = [], [], [], []
    for phi, t in blocks:
        G.append(phi.T @ phi)
        h.append(phi.T @ t)
        s.append(t @ t)
        n.append(len(t))
    J = np.eye(len(h[0]))
    J[0, 0] = bias
    errors = []
    for G_b, h_b, s_b, n_b in zip(G, h, s, n, strict=True):
        times = len(G) - 1 if per_block else 1
        w = np.linalg.solve(sum(G) - (1 - own) * G_b + times * lam * J, sum(h) - (1 - own) * h_b)
        errors.append((s_b - 2 * w @ h_b + w @ G_b @ w) / (n_b if mean else 1))
    return np.array(errors)


def left_out_with_itself(blocks, lam):
    return left_out(blocks, lam, own=1.0)


def left_out_of_kept_blocks(blocks, lam):
    return left_out(list(blocks), lam)


def left_out_in_two_passes(blocks, lam):
    for _ in blocks:
        pass
    return left_out(blocks, lam)


def landmarks_the_first(K, m):
    return np.arange(m)


def landmarks_all_the_same(K, m):
    return np.zeros(m, dtype=int)


def landmarks_that_are_explained_worst(K, m):
    rest, chosen = K.copy(), []
    for _ in range(m):
        i = int(rest.diagonal().argmax())
        chosen.append(i)
        rest -= np.outer(rest[:, i], rest[:, i]) / rest[i, i]
    return np.array(chosen)


WRONG = {
    "17.1": [needed_with_k_itself, needed_without_the_square, needed_without_pairs],
    "17.2": [
        laplacian_features_from_a_normal,
        laplacian_features_not_normalised,
        laplacian_features_without_a_seed,
        laplacian_features_twice_as_many,
    ],
    "17.3": [stream_in_python, stream_with_sums_of_numpy, stream_not_normalised, stream_uphill],
    "17.4": [left_out_with_itself, left_out_of_kept_blocks, left_out_in_two_passes],
    "17.5": [landmarks_the_first, landmarks_all_the_same, landmarks_that_are_explained_worst],
}
