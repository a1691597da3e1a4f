"""How far weights are from the least squares, and a direction from Fisher's.

Lesson 07_least_squares_and_fisher uses them.
"""

from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_array,
    as_classes,
    as_margins,
    as_matrix,
    as_vector,
    check_number,
    no_overflow,
)

__all__ = [
    "constrained_violation",
    "fisher_ratio",
    "fisher_residual",
    "least_squares_gradient",
    "least_squares_objective",
    "scatter_matrices",
]


@no_overflow("Phi", "T", "weights", "bias", "ridge", infinite=True)
def least_squares_objective(Phi: Any, T: Any, weights: Any, bias: Any, ridge: float = 0.0) -> float:
    r"""The sum that least squares minimises.

    .. math:: \sum_i \lVert t_i - W \phi_i - w_0 \rVert^2 + \lambda \lVert W \rVert^2
    """
    W, ridge = _as_weights(weights), check_number(ridge, "ridge", at_least=0)
    return float((_errors(Phi, T, W, bias) ** 2).sum() + ridge * (W**2).sum())


@no_overflow("Phi", "T", "weights", "bias", "ridge", infinite=True)
def least_squares_gradient(
    Phi: Any, T: Any, weights: Any, bias: Any, ridge: float = 0.0
) -> tuple[Matrix, Vector]:
    r"""Its derivatives with respect to W and :math:`w_0`, both zero at the minimum.

    .. math::

        -2 \sum_i (t_i - W \phi_i - w_0) \phi_i^\top + 2 \lambda W, \qquad
        -2 \sum_i (t_i - W \phi_i - w_0)

    They have the shapes of ``weights`` and ``bias``. Where they are zero, the first is the
    normal equation :math:`W \sum_i (\phi_i \phi_i^\top + \lambda I / n) = \sum_i (t_i - w_0)
    \phi_i^\top`, the second :math:`n w_0 = \sum_i (t_i - W \phi_i)`.
    """
    W, ridge = _as_weights(weights), check_number(ridge, "ridge")
    errors = _errors(Phi, T, W, bias)
    slope = -2.0 * (errors.T @ as_matrix(Phi, "Phi"))
    return slope.reshape(W.shape) + 2.0 * ridge * W, -2.0 * errors.sum(axis=0).reshape(
        np.shape(bias)
    )


@no_overflow("Phi", "T", "weights", "bias", "multiplier", "C", infinite=True)
def constrained_violation(
    Phi: Any, T: Any, weights: Any, bias: Any, multiplier: float, C: float
) -> float:
    r"""The largest violation of the conditions of Karush, Kuhn and Tucker.

    For the minimum subject to :math:`\lVert W \rVert^2 \le C`, with multiplier :math:`\lambda`:

    .. math::

        \nabla_{W, w_0} \Big( \sum_i \lVert t_i - W \phi_i - w_0 \rVert^2
        + \lambda \lVert W \rVert^2 \Big) = 0, \quad
        \lVert W \rVert^2 \le C, \quad \lambda \ge 0, \quad \lambda (C - \lVert W \rVert^2) = 0

    measured without units: the gradient with respect to the weights of a feature is divided by the
    lengths of that feature and of the centred targets, a length by C, and the multiplier by the
    error of W = 0 over C.
    """
    Phi = as_matrix(Phi, "Phi")
    C = check_number(C, "C", above=0)
    W, multiplier = _as_weights(weights), check_number(multiplier, "multiplier")
    by_weights, by_bias = least_squares_gradient(Phi, T, W, bias, multiplier)
    whole = float(np.linalg.norm(np.asarray(T) - np.mean(T, axis=0))) or 1.0
    features = np.sqrt((Phi**2).sum(axis=0))
    slack = C - float((W**2).sum())
    return max(
        float((np.abs(by_weights) / np.where(features > 0, features, 1.0)).max()) / whole,
        float(np.abs(by_bias).max()) / whole,
        -slack / C,
        -multiplier * C / whole**2,
        abs(multiplier * slack) / whole**2,
    )


@no_overflow("X", infinite=True)
def scatter_matrices(X: Any, y: Any) -> tuple[Matrix, Matrix]:
    r"""Scatter within classes and between them, for labels 0, ..., k - 1.

    .. math::

        S_w = \sum_k \sum_{i : y_i = k} (x_i - \mu_k)(x_i - \mu_k)^\top, \qquad
        S_b = \sum_k n_k (\mu_k - \mu)(\mu_k - \mu)^\top
    """
    X, y = _labelled(X, y)
    S_w, S_b = np.zeros((2, X.shape[1], X.shape[1]))
    for k in np.unique(y):
        members = X[y == k]
        from_mean = members - members.mean(axis=0)
        apart = members.mean(axis=0) - X.mean(axis=0)
        S_w += from_mean.T @ from_mean
        S_b += len(members) * np.outer(apart, apart)
    return S_w, S_b


@no_overflow("X", "w", infinite=True)
def fisher_ratio(X: Any, y: Any, w: Any) -> float:
    r"""Scatter between classes to scatter within them, of the samples projected on w.

    .. math::

        \frac{\sum_k s_{b,k}}{\sum_k s_{w,k}}, \qquad
        s_{b,k} = n_k (\hat\mu_k - \hat\mu)^2, \quad
        s_{w,k} = \sum_{i : y_i = k} (w^\top x_i - \hat\mu_k)^2

    Without the square in :math:`s_{b,k}` the sum over k would be 0 for every w.
    """
    X, y = _labelled(X, y)
    values = X @ _as_direction(w, X.shape[1])
    between = within = 0.0
    for k in np.unique(y):
        members = values[y == k]
        between += len(members) * (members.mean() - values.mean()) ** 2
        within += ((members - members.mean()) ** 2).sum()
    return float(between / within) if within > 0 else float("inf")


@no_overflow("X", "w", infinite=True)
def fisher_residual(X: Any, y: Any, w: Any) -> float:
    r"""How far w is from a stationary point of Fisher's ratio: 0 there, and never above 1.

    .. math::

        \max_j \frac{\lvert S_b w - \theta S_t w \rvert_j}
                    {\sqrt{(S_t)_{jj} \; w^\top S_t w}},
        \qquad S_t = S_w + S_b, \quad \theta = \frac{w^\top S_b w}{w^\top S_t w}

    It is 0 where :math:`S_b w = \lambda S_w w`, :math:`\lambda = \theta / (1 - \theta)`, a ratio
    of infinity included, and does not depend on the units of the features.
    """
    S_w, S_b = scatter_matrices(X, y)
    w = _as_direction(w, len(S_w))
    S_t = S_w + S_b
    s_t = float(w @ S_t @ w)
    if s_t <= 0:
        raise InputError(
            "w", "must be a direction along which samples vary, got one along which none does"
        )
    size = np.sqrt(S_t.diagonal() * s_t)
    residual = np.abs(S_b @ w - (w @ S_b @ w) / s_t * (S_t @ w))
    return float((residual / np.where(size > 0, size, 1.0)).max())


def _errors(Phi: Any, T: Any, W: Matrix, bias: Any) -> Matrix:
    """What is missing to the targets, one row per sample, one column per weight vector."""
    Phi = as_matrix(Phi, "Phi")
    targets = _as_weights(T, "T")
    b = as_margins(bias, "bias")
    if np.shape(b) != W.shape[:-1]:
        raise InputError(
            "bias",
            f"must have the shape {W.shape[:-1]}, one for each row of weights, "
            f"got shape {np.shape(b)}",
        )
    if targets.shape != (len(Phi), *W.shape[:-1]) or W.shape[-1:] != Phi.shape[1:]:
        raise InputError(
            "weights",
            "must have one entry per feature, and as many rows as T has columns, got "
            f"shape {W.shape} for {Phi.shape[1]} features and T of shape {targets.shape}",
        )
    return (targets - Phi @ W.T - b).reshape(len(Phi), -1)


def _as_weights(weights: Any, name: str = "weights") -> Matrix:
    array = as_array(weights, name)
    vector = as_vector(array, name) if array.ndim == 1 else as_matrix(array, name)
    return vector.astype(np.float64)


def _as_direction(w: Any, d: int) -> Vector:
    w = as_vector(w, "w")
    if len(w) != d:
        raise InputError("w", f"must hold one number per feature, {d} in all, got {len(w)}")
    return w


def _labelled(X: Any, y: Any) -> tuple[Matrix, Any]:
    X = as_matrix(X).astype(np.float64)
    return X, as_classes(y, len(X), max(len(X), 2))
