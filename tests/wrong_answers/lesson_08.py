"""Wrong answers that students of lesson 08_gaussian_classifiers plausibly give."""

import numpy as np


def _centred(X, y):
    return X - np.array([X[y == c].mean(axis=0) for c in range(max(y) + 1)])[y]


def _own(X, y):
    D = _centred(X, y)
    return np.array([D[y == c].T @ D[y == c] / (y == c).sum() for c in range(max(y) + 1)])


def shared_around_one_mean(X, y):
    return np.cov(X.T, bias=True).reshape(X.shape[1], X.shape[1])


def shared_unweighted(X, y):
    return _own(X, y).mean(axis=0)


def shared_without_bias(X, y):
    D = _centred(X, y)
    return D.T @ D / (len(y) - max(y) - 1)


def shared_sum(X, y):
    D = _centred(X, y)
    return D.T @ D


def shared_of_numpy(X, y):
    return np.cov(_centred(X, y).T).reshape(X.shape[1], X.shape[1])


def shared_outer(X, y):
    D = _centred(X, y)
    return D @ D.T / len(y)


def _line(means, Sigma, counts, half, sizes):
    mu, nu = means
    P = np.linalg.inv(Sigma)
    return 2 * half * P @ (nu - mu), half * (mu @ P @ mu - nu @ P @ nu) + sizes


def line_as_printed(means, Sigma, counts):
    return _line(means, Sigma, counts, 0.5, 0)


def line_without_the_half(means, Sigma, counts):
    return _line(means, Sigma, counts, 1, np.log(counts[1] / counts[0]))


def line_for_the_rarer_class(means, Sigma, counts):
    return _line(means, Sigma, counts, 0.5, np.log(counts[0] / counts[1]))


def line_without_logarithm(means, Sigma, counts):
    return _line(means, Sigma, counts, 0.5, counts[1] / counts[0])


def line_without_inverse(means, Sigma, counts):
    mu, nu = means
    w = Sigma @ (nu - mu)
    return w, -w @ (mu + nu) / 2 + np.log(counts[1] / counts[0])


def line_of_the_first_class(means, Sigma, counts):
    w, b = _line(means, Sigma, counts, 0.5, np.log(counts[1] / counts[0]))
    return -w, -b


def line_without_bias(means, Sigma, counts):
    w, _ = _line(means, Sigma, counts, 0.5, 0)
    return w, np.log(counts[1] / counts[0])


def line_without_pair(means, Sigma, counts):
    return _line(means, Sigma, counts, 0.5, np.log(counts[1] / counts[0]))[0]


def _posteriors(scores):
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    return P / P.sum(axis=1, keepdims=True)


def decide_with_rows_as_decisions(scores, loss):
    return (_posteriors(scores) @ loss[:, : len(loss)].T).argmin(axis=1)


def decide_by_probability(scores, loss):
    return scores.argmax(axis=1)


def decide_for_the_largest_loss(scores, loss):
    return (_posteriors(scores) @ loss).argmax(axis=1)


def decide_by_scores(scores, loss):
    return (scores @ loss).argmin(axis=1)


def decide_without_care(scores, loss):
    with np.errstate(all="ignore"):
        P = np.exp(scores)
        return (P / P.sum(axis=1, keepdims=True) @ loss).argmin(axis=1)


def decide_with_one_constant(scores, loss):
    return (np.exp(scores - scores.max()) @ loss).argmin(axis=1)


def decide_with_the_likeliest_class(scores, loss):
    return loss[scores.argmax(axis=1)].argmin(axis=1)


def covariances_own(X, y):
    return _own(X, y)


def covariances_shared(X, y):
    D = _centred(X, y)
    return np.tile(D.T @ D / len(y), (max(y) + 1, 1, 1))


def covariances_half(X, y):
    return (covariances_own(X, y) + covariances_shared(X, y)) / 2


def covariances_towards_a_ball(X, y):
    own, d = _own(X, y), X.shape[1]
    return np.array([0.9 * S + 0.1 * np.trace(S) / d * np.eye(d) for S in own])


def covariances_of_all_samples(X, y):
    return np.tile(np.cov(X.T), (max(y) + 1, 1, 1))


def covariances_by_count(X, y):
    a = X.shape[1] / (np.bincount(y).min() + X.shape[1])
    return (1 - a) * covariances_own(X, y) + a * covariances_shared(X, y)


def covariances_zero(X, y):
    return 0 * covariances_own(X, y)


WRONG = {
    "08.1": [
        shared_around_one_mean,
        shared_unweighted,
        shared_without_bias,
        shared_sum,
        shared_of_numpy,
        shared_outer,
    ],
    "08.2": [
        line_as_printed,
        line_without_the_half,
        line_for_the_rarer_class,
        line_without_logarithm,
        line_without_inverse,
        line_of_the_first_class,
        line_without_bias,
        line_without_pair,
    ],
    "08.3": [
        decide_with_rows_as_decisions,
        decide_by_probability,
        decide_for_the_largest_loss,
        decide_by_scores,
        decide_without_care,
        decide_with_one_constant,
        decide_with_the_likeliest_class,
    ],
    "08.4": [
        covariances_own,
        covariances_shared,
        covariances_half,
        covariances_towards_a_ball,
        covariances_of_all_samples,
        covariances_by_count,
        covariances_zero,
    ],
}
