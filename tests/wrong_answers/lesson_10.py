"""Wrong answers that students of lesson 10_logistic_regression plausibly give."""

import numpy as np
from numba import njit


def _sigmoid(t):
    return np.exp(-np.logaddexp(0, -t))


def strip_width_of_one_side(w, c):
    return np.log(c / (1 - c)) / np.linalg.norm(w)


def strip_width_in_scores(w, c):
    return 2 * np.log(c / (1 - c))


def strip_width_by_the_square(w, c):
    return 2 * np.log(c / (1 - c)) / (w @ w)


@njit
def _softmax(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


@njit
def softmax_pass_uphill(Z, labels, W, eta):
    W = W.copy()
    for i in range(len(Z)):
        p = _softmax(W @ Z[i])
        p[labels[i]] -= 1
        for k in range(len(W)):
            W[k] += eta * p[k] * Z[i]
    return W


@njit
def softmax_pass_of_the_true_class(Z, labels, W, eta):
    W = W.copy()
    for i in range(len(Z)):
        p = _softmax(W @ Z[i])
        W[labels[i]] += eta * (1 - p[labels[i]]) * Z[i]
    return W


def softmax_pass_in_python(Z, labels, W, eta):
    W = W.copy()
    for z, label in zip(Z, labels, strict=True):
        p = np.exp(W @ z - (W @ z).max())
        W -= eta * np.outer(p / p.sum() - (np.arange(len(W)) == label), z)
    return W


def _softmax_hessian(W, Z, block, shift=True):
    K, D = W.shape
    scores = Z @ W.T
    with np.errstate(all="ignore"):
        P = np.exp(scores - shift * scores.max(axis=1, keepdims=True))
        P = P / P.sum(axis=1, keepdims=True)
    H = np.zeros((K, D, K, D))
    for k in range(K):
        for j in range(K):
            H[k, :, j, :] = Z.T @ (block(P[:, k], P[:, j], k == j)[:, None] * Z)
    return H.reshape(K * D, K * D)


def softmax_hessian_of_separate_classes(W, Z):
    return _softmax_hessian(W, Z, lambda p, q, same: same * p * (1 - p))


def softmax_hessian_with_wrong_sign(W, Z):
    return _softmax_hessian(W, Z, lambda p, q, same: p * (1 - p) if same else p * q)


def softmax_hessian_without_the_square(W, Z):
    return _softmax_hessian(W, Z, lambda p, q, same: p if same else -p * q)


def _reweighted(draws, mean, covariance, Z, y, v, Z_new, prior=1.0, gaussian=1.0, bias=0.0):
    log_weight = -np.logaddexp(0, -y * (draws @ Z.T)).sum(axis=1)
    log_weight -= prior * (draws[:, :-1] ** 2).sum(axis=1) / (2 * v)
    log_weight -= bias * draws[:, -1] ** 2 / (2 * v)
    away = draws - mean
    log_weight += gaussian * 0.5 * (away * np.linalg.solve(covariance, away.T).T).sum(axis=1)
    weight = np.exp(log_weight - log_weight.max())
    return weight @ _sigmoid(draws @ Z_new.T) / weight.sum()


def reweighted_not_at_all(draws, mean, covariance, Z, y, v, Z_new):
    return _sigmoid(draws @ Z_new.T).mean(axis=0)


def reweighted_without_the_gaussian(*args):
    return _reweighted(*args, gaussian=0.0)


def reweighted_with_the_gaussian_above(*args):
    return _reweighted(*args, gaussian=-1.0)


def _line(f, y, steps):
    Z, theta = np.column_stack([f / f.std(), np.ones(len(f))]), np.zeros(2)
    for _ in range(steps):
        s = _sigmoid(-y * (Z @ theta))
        H = (Z.T * (s * (1 - s))) @ Z
        theta += np.linalg.solve(H, (s * y) @ Z)
    return theta[0] / f.std(), theta[1]


def recalibrate_as_announced(f, y, new):
    return _sigmoid(new)


def recalibrate_by_maximum_likelihood(f, y, new):
    a, b = _line(f, y, 12)
    return _sigmoid(a * new + b)


def recalibrate_in_log_odds(f, y, new):
    a, b = _line(f, y, 12)
    return a * new + b


WRONG = {
    "10.1": [strip_width_of_one_side, strip_width_in_scores, strip_width_by_the_square],
    "10.2": [softmax_pass_uphill, softmax_pass_of_the_true_class, softmax_pass_in_python],
    "10.3": [
        softmax_hessian_of_separate_classes,
        softmax_hessian_with_wrong_sign,
        softmax_hessian_without_the_square,
    ],
    "10.4": [
        reweighted_not_at_all,
        reweighted_without_the_gaussian,
        reweighted_with_the_gaussian_above,
    ],
    "10.5": [recalibrate_as_announced, recalibrate_by_maximum_likelihood, recalibrate_in_log_odds],
}
