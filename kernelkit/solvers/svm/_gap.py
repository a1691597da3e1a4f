r"""What the linear solvers stop by: both objectives of multipliers, and their gap.

Tests and lessons judge them by ``certificates`` instead, which shares nothing with this.
"""

import numpy as np

from kernelkit.solvers.results import LinearSVMResult
from kernelkit.solvers.svm._passes import combination, scores
from kernelkit.validation import Matrix, Vector, warn


def certify(
    X: Matrix, y: Vector, C: Vector, alpha: Vector, *, unpenalised: bool
) -> LinearSVMResult:
    r"""Make a hyperplane of multipliers between 0 and :math:`C_i`, and compare the objectives.

    With an ``unpenalised`` bias the multipliers must sum to 0 with their signs, and are first
    changed a little until they do. The bias is then the best one for the weights; otherwise it is
    :math:`\sum_i \alpha_i y_i`, and penalised.
    """
    alpha = _balanced(alpha, y, C) if unpenalised else alpha.copy()
    w = combination(X, alpha * y)
    f = scores(X, w)
    bias = best_bias(f, y, C) if unpenalised else float(alpha @ y)
    square = float(w @ w) + (0.0 if unpenalised else bias**2)
    primal = square / 2 + float(C @ np.maximum(0.0, 1.0 - y * (f + bias)))
    dual = float(alpha.sum()) - square / 2
    gap = (primal - dual) / primal
    return LinearSVMResult(w, bias, alpha, primal, dual, gap, np.empty(0), False)


def best_bias(f: Vector, y: Vector, C: Vector) -> float:
    r"""Minimise :math:`\sum_i C_i\max(0, 1 - y_i(f_i + b))` over b.

    The slope of the sum is :math:`-\sum_{y_i > 0} C_i` far to the left and grows by :math:`C_i`
    at each kink :math:`b = y_i - f_i`, so the minimum is a quantile of the kinks; the middle, where
    it is flat.

    >>> best_bias(np.array([3.0, 0.0]), np.array([1.0, -1.0]), np.ones(2))
    -1.5
    """
    kinks = y - f
    order = kinks.argsort(kind="stable")
    slopes = C[order].cumsum() - C[y > 0].sum()
    flat = 1e-12 * C.sum()  # a slope of 0, up to rounding
    first, last = slopes.searchsorted(-flat, "left"), slopes.searchsorted(flat, "right")
    return float(kinks[order[first]] + kinks[order[last]]) / 2


def warn_of_gap(method: str, gap: float, tolerance: float, epochs: int) -> None:
    """Say that a solver has run out of epochs."""
    warn(
        f"{method} stopped at a relative duality gap of {gap:.3g}, above tolerance = "
        f"{tolerance:g}, after {epochs} epochs, all that are allowed; scaled features, a smaller C "
        "(a larger mu) or more epochs close it"
    )


def _balanced(alpha: Vector, y: Vector, C: Vector) -> Vector:
    """Make the multipliers of both classes sum to the same.

    Those inside their bounds are changed, in proportion to their room; if that is not enough, all
    of the class that has too much are scaled down.
    """
    excess = float(alpha @ y)
    heavy = y * excess > 0
    room = np.where(heavy, alpha, C - alpha)
    room[(alpha <= 0) | (alpha >= C)] = 0.0
    total = float(room.sum())
    if total > abs(excess):
        return alpha - y * room * (excess / total)
    share = alpha[~heavy].sum() / alpha[heavy].sum() if excess else 1.0
    return np.where(heavy, share * alpha, alpha)
