r"""Objective, gradient and Hessian of logistic regression, for two classes and for more.

Lesson 10_logistic_regression uses them. With a prior of variance v on the weights (not on biases),
infinite for maximum likelihood, and :math:`\tilde x = (x, 1)`.
"""

from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_classes,
    as_matrix,
    as_signs,
    as_vector,
    check_number,
    no_overflow,
)

__all__ = [
    "logistic_gradient",
    "logistic_hessian",
    "logistic_objective",
    "softmax_gradient",
    "softmax_hessian",
    "softmax_objective",
]


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def logistic_objective(
    X: Any, y: Any, weights: Any, bias: float, prior_variance: float = np.inf
) -> float:
    r"""The sum that is smallest at the estimate, for labels y = ±1.

    .. math:: -\sum_i \log \sigma(y_i (\langle w, x_i \rangle + b)) + \frac{\lVert w \rVert^2}{2v}
    """
    variance = _as_variance(prior_variance)
    _, w, t = _margins(X, y, weights, bias)
    return float(np.logaddexp(0.0, -t).sum() + w @ w / (2.0 * variance))


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def logistic_gradient(
    X: Any, y: Any, weights: Any, bias: float, prior_variance: float = np.inf
) -> tuple[Vector, float]:
    r"""Its derivatives with respect to w and b, both zero at the estimate.

    .. math:: -\sum_i \sigma(-t_i) y_i x_i + \frac{w}{v}, \qquad -\sum_i \sigma(-t_i) y_i,
              \qquad t_i = y_i (\langle w, x_i \rangle + b)
    """
    variance = _as_variance(prior_variance)
    X, w, t = _margins(X, y, weights, bias)
    pull = np.exp(-np.logaddexp(0.0, t)) * as_signs(y, len(X))
    return -pull @ X + w / variance, float(-pull.sum())


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def logistic_hessian(
    X: Any, y: Any, weights: Any, bias: float, prior_variance: float = np.inf
) -> Matrix:
    r"""Its second derivatives with respect to (w, b), the bias last.

    .. math:: \sum_i \sigma(t_i) \sigma(-t_i)\, \tilde x_i \tilde x_i^\top
              + \frac1v \operatorname{diag}(1, \dots, 1, 0)
    """
    variance = _as_variance(prior_variance)
    X, w, t = _margins(X, y, weights, bias)
    h = np.exp(-np.logaddexp(0.0, t) - np.logaddexp(0.0, -t))
    X = np.column_stack([X, np.ones(len(X))])
    return (X.T * h) @ X + np.diag(np.append(np.full(len(w), 1.0 / variance), 0.0))


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def softmax_objective(
    X: Any, y: Any, weights: Any, bias: Any, prior_variance: float = np.inf
) -> float:
    r"""The sum that is smallest at the estimate, for labels y = 0, ..., k - 1.

    .. math:: -\sum_i \log p_{i y_i} + \frac{1}{2v} \sum_c \lVert w_c \rVert^2, \qquad
              p_{ic} = \frac{e^{f_c(x_i)}}{\sum_a e^{f_a(x_i)}}, \quad
              f_c(x) = \langle w_c, x \rangle + b_c
    """
    variance = _as_variance(prior_variance)
    _, W, T, log_p = _log_probabilities(X, y, weights, bias)
    return float(-(T * log_p).sum() + (W**2).sum() / (2.0 * variance))


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def softmax_gradient(
    X: Any, y: Any, weights: Any, bias: Any, prior_variance: float = np.inf
) -> tuple[Matrix, Vector]:
    r"""Its derivatives with respect to W and b, in their shapes, both zero at the estimate.

    .. math:: \sum_i (p_{ic} - [y_i = c])\, x_i + \frac{w_c}{v}, \qquad
              \sum_i (p_{ic} - [y_i = c])
    """
    variance = _as_variance(prior_variance)
    X, W, T, log_p = _log_probabilities(X, y, weights, bias)
    residual = np.exp(log_p) - T
    return residual.T @ X + W / variance, residual.sum(axis=0)


@no_overflow("X", "weights", "bias", "prior_variance", infinite=True)
def softmax_hessian(
    X: Any, y: Any, weights: Any, bias: Any, prior_variance: float = np.inf
) -> Matrix:
    r"""Its second derivatives with respect to :math:`(w_0, b_0, w_1, b_1, \dots)`.

    The block of classes a and c is

    .. math:: \sum_i p_{ia} ([a = c] - p_{ic})\, \tilde x_i \tilde x_i^\top
              + \frac{[a = c]}{v} \operatorname{diag}(1, \dots, 1, 0)
    """
    variance = _as_variance(prior_variance)
    X, W, _, log_p = _log_probabilities(X, y, weights, bias)
    P = np.exp(log_p)
    k, d = W.shape
    X = np.column_stack([X, np.ones(len(X))])
    C = np.einsum("ia,ac->iac", P, np.eye(k)) - np.einsum("ia,ic->iac", P, P)
    H = np.einsum("iac,ij,il->ajcl", C, X, X).reshape(k * (d + 1), k * (d + 1))
    prior = np.append(np.full(d, 1.0 / variance), 0.0)
    return H + np.diag(np.tile(prior, k))


def _margins(X: Any, y: Any, weights: Any, bias: float) -> tuple[Matrix, Vector, Vector]:
    X, w = as_matrix(X).astype(np.float64), as_vector(weights, "weights")
    if w.shape != X.shape[1:]:
        raise InputError(
            "weights", f"must hold one number per feature, {X.shape[1]} in all, got {len(w)}"
        )
    return X, w, as_signs(y, len(X)) * (X @ w + check_number(bias, "bias"))


def _as_variance(prior_variance: Any) -> float:
    if isinstance(prior_variance, float) and prior_variance == np.inf:
        return np.inf
    return check_number(prior_variance, "prior_variance", above=0)


def _log_probabilities(
    X: Any, y: Any, weights: Any, bias: Any
) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    X, W = as_matrix(X).astype(np.float64), as_matrix(weights, "weights")
    b = as_vector(bias, "bias")
    if W.shape[1:] != X.shape[1:] or b.shape != W.shape[:1]:
        raise InputError(
            "weights",
            "must have one column per feature and a bias for each row, got shape "
            f"{W.shape} for {X.shape[1]} features and {len(b)} biases",
        )
    F = X @ W.T + b
    T = np.eye(len(W))[as_classes(y, len(X), len(W))]
    return X, W, T, F - np.logaddexp.reduce(F, axis=1, keepdims=True)
