"""What least squares, Fisher's discriminant and logistic regression optimise, in plain NumPy.

Written from the equations, and from nothing of the library: tests judge the solvers by it.
"""

import numpy as np


def least_squares_objective(Phi, T, W, b, ridge=0.0):
    """The squared errors and, times the ridge, the squared length of the weights."""
    return ((T - Phi @ W.T - b) ** 2).sum() + ridge * (W**2).sum()


def least_squares_gradient(Phi, T, W, b, ridge=0.0):
    """Its derivatives by weights and bias, in their shapes."""
    errors = T - Phi @ W.T - b
    return -2.0 * errors.T @ Phi + 2.0 * ridge * W, -2.0 * errors.sum(axis=0)


def constrained_violation(Phi, T, W, b, multiplier, C):
    """The largest violation of the conditions of Karush, Kuhn and Tucker, without units."""
    by_weights, by_bias = least_squares_gradient(Phi, T, W, b, multiplier)
    whole = np.linalg.norm(T - np.mean(T, axis=0)) or 1.0
    features = np.linalg.norm(Phi, axis=0)
    slack = C - (W**2).sum()
    return max(
        (np.abs(by_weights) / np.where(features > 0, features, 1.0)).max() / whole,
        np.abs(by_bias).max() / whole,
        -slack / C,
        -multiplier * C / whole**2,
        abs(multiplier * slack) / whole**2,
    )


def scatter_matrices(X, y):
    """Scatter of samples about the means of their classes, and of those about the mean of all."""
    S_w, S_b = np.zeros((2, X.shape[1], X.shape[1]))
    for k in np.unique(y):
        members = X[y == k]
        from_mean = members - members.mean(axis=0)
        apart = members.mean(axis=0) - X.mean(axis=0)
        S_w += from_mean.T @ from_mean
        S_b += len(members) * np.outer(apart, apart)
    return S_w, S_b


def fisher_ratio(X, y, w):
    """Scatter between classes to scatter within them, of the samples projected on w."""
    S_w, S_b = scatter_matrices((X @ w)[:, np.newaxis], y)
    return S_b.item() / S_w.item()


def fisher_residual(X, y, w):
    """How far w is from a stationary point of that ratio: 0 there, without units."""
    S_w, S_b = scatter_matrices(X, y)
    S_t = S_w + S_b
    s_t = w @ S_t @ w
    size = np.sqrt(S_t.diagonal() * s_t)
    residual = np.abs(S_b @ w - (w @ S_b @ w) / s_t * (S_t @ w))
    return (residual / np.where(size > 0, size, 1.0)).max()


def logistic_objective(X, y, w, b, v=np.inf):
    """Minus the log posterior of labels ±1, with a prior of variance v on the weights."""
    return np.logaddexp(0.0, -y * (X @ w + b)).sum() + w @ w / (2.0 * v)


def logistic_gradient(X, y, w, b, v=np.inf):
    """Its derivatives by weights and, last, bias."""
    pull = y * np.exp(-np.logaddexp(0.0, y * (X @ w + b)))
    return np.append(-pull @ X + w / v, -pull.sum())


def logistic_hessian(X, y, w, b, v=np.inf):
    """Its second derivatives, the bias last."""
    f = X @ w + b
    bend = np.exp(-np.logaddexp(0.0, f) - np.logaddexp(0.0, -f))
    X = np.column_stack([X, np.ones(len(X))])
    return (X.T * bend) @ X + np.diag(np.append(np.full(len(w), 1.0 / v), 0.0))


def softmax_objective(X, y, W, b, v=np.inf):
    """Minus the log posterior of labels 0, ..., k - 1, with one row of weights per class."""
    return -_log_probabilities(X, W, b)[np.arange(len(y)), y].sum() + (W**2).sum() / (2.0 * v)


def softmax_gradient(X, y, W, b, v=np.inf):
    """Its derivatives, one row per class, the bias last."""
    residual = np.exp(_log_probabilities(X, W, b)) - np.eye(len(W))[y]
    return np.column_stack([residual.T @ X + W / v, residual.sum(axis=0)])


def softmax_hessian(X, y, W, b, v=np.inf):
    """Its second derivatives, class after class, the bias of each last."""
    P = np.exp(_log_probabilities(X, W, b))
    k, d = W.shape
    X = np.column_stack([X, np.ones(len(X))])
    C = np.einsum("ia,ac->iac", P, np.eye(k)) - np.einsum("ia,ic->iac", P, P)
    H = np.einsum("iac,ij,il->ajcl", C, X, X).reshape(k * (d + 1), k * (d + 1))
    return H + np.diag(np.tile(np.append(np.full(d, 1.0 / v), 0.0), k))


def _log_probabilities(X, W, b):
    F = X @ W.T + b
    return F - np.logaddexp.reduce(F, axis=1, keepdims=True)
