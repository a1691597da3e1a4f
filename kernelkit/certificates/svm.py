r"""Proof of a support vector machine: both objectives, their gap, the KKT conditions.

In the scaling of the library:

.. math::

    \min_{w, b}\; \tfrac12\lVert w \rVert^2 + \sum_i C_i \max(0, 1 - y_i f(x_i)),
    \qquad
    \max_{0 \le \alpha_i \le C_i,\; \sum_i \alpha_i y_i = 0}\;
    \sum_i \alpha_i - \tfrac12 \sum_{ij} \alpha_i y_i \alpha_j y_j K_{ij}

with :math:`f(x) = \langle w, x \rangle + b` and :math:`w = \sum_i \alpha_i y_i x_i`. The first is
never below the second, so their distance bounds how far both are from the optimum. Lesson
13_dual_svm derives it. C is a number, a pair for the classes -1 and +1, or ``inf``.

A bias that is penalised like a weight is a weight: append a column of ones to X (add 1 to K), and
give b = 0 and, in :func:`dual_infeasibility`, ``free_bias=False``.
"""

import math
from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_gram,
    as_matrix,
    as_penalties,
    as_signs,
    as_vector,
    check_flag,
    check_number,
    no_overflow,
)

__all__ = [
    "dual_infeasibility",
    "kernel_dual",
    "kernel_gap",
    "kernel_primal",
    "kkt_violation",
    "linear_dual",
    "linear_gap",
    "linear_primal",
    "relative_gap",
]


@no_overflow("X", "w", "b", "C", infinite=True)
def linear_primal(X: Any, y: Any, w: Any, b: float, C: Any, *, scaled: bool = False) -> float:
    r"""Primal objective of a hyperplane, :math:`\frac12\lVert w\rVert^2 + \sum_i C_i \epsilon_i`.

    The same hyperplane has many (w, b), multiples of each other. ``scaled`` gives the objective of
    the best multiple, which proves as much. For C = inf it is always that: the one whose closest
    sample has :math:`y_i f(x_i) = 1`; infinite if it does not separate.
    """
    X = as_matrix(X)
    y = as_signs(y, len(X))
    w = _as_many(w, X.shape[1], "w")
    return _primal(float(w @ w), X @ w + check_number(b, "b"), y, C, scaled)


@no_overflow("X", "alpha", infinite=True)
def linear_dual(X: Any, y: Any, alpha: Any) -> float:
    r"""Dual objective, :math:`\sum_i \alpha_i - \frac12\lVert \sum_i \alpha_i y_i x_i \rVert^2`."""
    X = as_matrix(X)
    y = as_signs(y, len(X))
    alpha = _as_many(alpha, len(X), "alpha")
    w = (alpha * y) @ X
    return float(alpha.sum() - w @ w / 2)


@no_overflow("X", "w", "b", "alpha", "C", infinite=True)
def linear_gap(X: Any, y: Any, w: Any, b: float, alpha: Any, C: Any) -> float:
    """Relative distance of the two objectives, for w and alpha that need not belong together.

    Of all multiples of (w, b) the best is taken. It proves something only of an alpha that is
    feasible, which :func:`dual_infeasibility` tells.
    """
    return relative_gap(linear_primal(X, y, w, b, C, scaled=True), linear_dual(X, y, alpha))


@no_overflow("K", "alpha", "b", "C", infinite=True)
def kernel_primal(K: Any, y: Any, alpha: Any, b: float, C: Any, *, scaled: bool = False) -> float:
    r"""Primal objective of :math:`w = \sum_i \alpha_i y_i \phi(x_i)`, by the Gram matrix K alone.

    ``scaled`` and C = inf as in :func:`linear_primal`.
    """
    K, y, alpha = _kernel_form(K, y, alpha)
    scores = K @ (alpha * y)
    return _primal(float(alpha * y @ scores), scores + check_number(b, "b"), y, C, scaled)


@no_overflow("K", "alpha", infinite=True)
def kernel_dual(K: Any, y: Any, alpha: Any) -> float:
    r"""Dual objective, :math:`\sum_i\alpha_i - \frac12\sum_{ij}\alpha_i y_i\alpha_j y_j K_{ij}`."""
    K, y, alpha = _kernel_form(K, y, alpha)
    return float(alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2)


@no_overflow("K", "alpha", "b", "C", infinite=True)
def kernel_gap(K: Any, y: Any, alpha: Any, b: float, C: Any) -> float:
    """Relative distance of the two objectives; of all multiples of (w, b) the best is taken."""
    return relative_gap(kernel_primal(K, y, alpha, b, C, scaled=True), kernel_dual(K, y, alpha))


@no_overflow("primal", "dual", infinite=True)
def relative_gap(primal: float, dual: float) -> float:
    r""":math:`(P - D) / \max(|P|, |D|)`: at most 1e-3 means three digits of the optimum."""
    if isinstance(primal, float) and primal == math.inf:
        return math.inf
    primal, dual = check_number(primal, "primal"), check_number(dual, "dual")
    return (primal - dual) / max(abs(primal), abs(dual), np.finfo(float).tiny)


@no_overflow("f", "alpha", "C", infinite=True)
def kkt_violation(f: Any, y: Any, alpha: Any, C: Any) -> float:
    r"""How far the values f(x_i) are from the conditions of Karush, Kuhn and Tucker, at most.

    .. math::

        \alpha_i < C_i \Rightarrow y_i f(x_i) \ge 1, \qquad
        \alpha_i > 0 \Rightarrow y_i f(x_i) \le 1
    """
    f = as_vector(f, "f")
    y = as_signs(y, len(f))
    alpha = _as_many(alpha, len(f), "alpha")
    slack = 1 - y * f
    below, above = alpha < as_penalties(C, y), alpha > 0
    return float(max(0.0, slack[below].max(initial=0.0), -slack[above].min(initial=0.0)))


@no_overflow("alpha", "C", infinite=True)
def dual_infeasibility(y: Any, alpha: Any, C: Any, *, free_bias: bool = True) -> float:
    r"""How far alpha is outside of :math:`[0, C_i]`, or :math:`\sum_i \alpha_i y_i` from 0.

    The larger of the two; a bias that is penalised leaves the sum free.
    """
    alpha = as_vector(alpha, "alpha").astype(np.float64)
    y = as_signs(y, len(alpha))
    free_bias = check_flag(free_bias, "free_bias")
    outside = float(max(0.0, -alpha.min(), (alpha - as_penalties(C, y)).max()))
    return max(outside, abs(float(alpha @ y))) if free_bias else outside


def _primal(square: float, f: Vector, y: Vector, C: Any, scaled: bool) -> float:
    scaled = check_flag(scaled, "scaled")
    C_i = as_penalties(C, y)
    margins = y * f
    hard = np.isinf(C_i)
    factor = _best_factor(square, margins[~hard], C_i[~hard]) if scaled else 1.0
    if hard.any():
        closest = float(margins[hard].min())
        if closest <= 0:
            return math.inf
        factor = max(factor, 1 / closest) if scaled else 1 / closest
    slack = np.maximum(0.0, 1 - factor * margins[~hard])
    return factor**2 * square / 2 + float(C_i[~hard] @ slack)


def _best_factor(square: float, margins: Vector, C_i: Vector) -> float:
    r"""The c that minimises :math:`\frac{c^2}2\lVert w\rVert^2 + \sum_i C_i\max(0, 1 - c\,m_i)`.

    The slope :math:`c\lVert w\rVert^2 - \sum_{c\,m_i < 1} C_i m_i` grows with c, and sample i
    leaves its sum at :math:`c = 1/m_i`.
    """
    if square <= 0:
        return 1.0
    leaving = margins > 0
    order = np.argsort(-margins[leaving], kind="stable")
    leaves = 1 / margins[leaving][order]
    gone = np.cumsum((C_i * margins)[leaving][order])
    sums = float(C_i @ margins) - np.concatenate([[0.0], gone])
    ends = np.concatenate([leaves, [np.inf]])
    first = int(np.argmax(ends * square >= sums))  # where the slope is no longer negative
    begin = leaves[first - 1] if first else 0.0
    return float(np.clip(sums[first] / square, begin, ends[first]))


def _kernel_form(K: Any, y: Any, alpha: Any) -> tuple[Matrix, Vector, Vector]:
    K = as_gram(K)
    return K, as_signs(y, len(K)), _as_many(alpha, len(K), "alpha")


def _as_many(values: Any, n: int, name: str) -> Vector:
    vector = as_vector(values, name).astype(np.float64)
    if len(vector) != n:
        raise InputError(name, f"must hold {n} numbers, got {len(vector)}")
    return vector
