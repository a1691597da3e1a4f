"""How widely a hyperplane separates two classes, and how soon a perceptron must find one.

Lesson 03_perceptron proves the bound.
"""

from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_matrix,
    as_signs,
    as_vector,
    check_number,
    no_overflow,
)

__all__ = ["margin", "novikoff_bound", "radius"]


@no_overflow("X", infinite=True)
def radius(X: Any) -> float:
    r"""Length of the longest sample, :math:`R = \max_i \lVert x_i \rVert`."""
    return float(np.sqrt((as_matrix(X) ** 2).sum(axis=1).max()))


@no_overflow("X", "w", "b", infinite=True)
def margin(X: Any, y: Any, w: Any, b: float) -> float:
    r"""Distance of the closest sample to a hyperplane, negative if one is on the wrong side.

    .. math:: \gamma = \min_i y_i(\langle w, x_i \rangle + b) / \lVert w \rVert
    """
    X, y, w, b = _hyperplane(X, y, w, b)
    return float((y * (X @ w + b)).min() / np.sqrt(w @ w))


@no_overflow("X", "w", "b", infinite=True)
def novikoff_bound(X: Any, y: Any, w: Any, b: float) -> float:
    r"""The most mistakes Rosenblatt's perceptron can make, by any hyperplane that separates.

    In the space of :math:`\hat x = (x, R)` and :math:`\hat w = (w, b/R)/\lVert w \rVert` the rule
    (P1) has no bias, :math:`\lVert \hat x \rVert^2 \le 2R^2`, and each mistake adds at least
    :math:`\eta\gamma` to :math:`\langle \hat w, \hat w_t \rangle` and at most
    :math:`2\eta^2 R^2` to :math:`\lVert \hat w_t \rVert^2`. With Cauchy and Schwarz,

    .. math:: t \le \frac{2R^2 \lVert \hat w \rVert^2}{\gamma^2}
              = \frac{2(R^2 + b^2/\lVert w \rVert^2)}{\gamma^2}.

    Infinite if (w, b) does not separate.
    """
    gamma = margin(X, y, w, b)
    if gamma <= 0:
        return float("inf")
    X, y, w, b = _hyperplane(X, y, w, b)
    return float(2 * (radius(X) ** 2 + b**2 / (w @ w)) / gamma**2)


def _hyperplane(X: Any, y: Any, w: Any, b: Any) -> tuple[Matrix, Vector, Vector, float]:
    X = as_matrix(X)
    y = as_signs(y, len(X))
    w = as_vector(w, "w")
    if w.shape != X.shape[1:] or not w.any():
        raise InputError("w", f"must be {X.shape[1]} weights, not all 0, got {w.shape[0]} weights")
    return X, y, w, check_number(b, "b")
