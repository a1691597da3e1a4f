r"""What the linear solvers stop by: both objectives of multipliers, and their gap.

Tests and lessons judge them by ``certificates`` instead, which shares nothing with this.
"""

import math
from typing import NamedTuple

import numpy as np

from kernelkit.solvers.results import LinearSVMResult
from kernelkit.solvers.svm._passes import combination, scores
from kernelkit.threads import ROWS_PER_THREAD
from kernelkit.validation import Matrix, Vector, warn

EPSILON = float(np.finfo(np.float64).eps)  # twice what one operation rounds by


# Where the mean is this many times as far away as samples are from it, its products are exact:
# that takes 40 microseconds of 130 for 100 flowers, and elsewhere rounding hides too little.
FAR = 100.0


class Centre(NamedTuple):
    """The mean m of the rows of X, and their distances from it."""

    m: Vector
    distances: Vector


def centre_of(X: Matrix) -> Centre:
    """Some rows at a time, as a float64 copy of pixels could be too large."""
    m = X.mean(axis=0, dtype=np.float64)
    parts = (X[i : i + ROWS_PER_THREAD] - m for i in range(0, len(X), ROWS_PER_THREAD))
    return Centre(m, np.concatenate([np.linalg.norm(part, axis=1) for part in parts]))


def certify(
    X: Matrix,
    centre: Centre,
    y: Vector,
    C: Vector,
    alpha: Vector,
    *,
    unpenalised: bool,
    below: float = math.inf,
) -> LinearSVMResult:
    r"""Make a hyperplane of multipliers between 0 and :math:`C_i`, and compare the objectives.

    With an ``unpenalised`` bias the multipliers must sum to 0 with their signs, and are first
    changed a little until they do. The bias is then the best one for the weights; otherwise it is
    :math:`\sum_i \alpha_i y_i`, and penalised.

    Far from the origin the terms of f nearly cancel. So sums go over centred rows
    :math:`z_i = x_i - m`, with :math:`f(x_i) = \langle w, z_i \rangle + c` for the c of the bias
    that is kept, already rounded. The gap is no smaller than what is left of rounding allows: a sum
    of n products is off by at most n times the machine's epsilon times the sum of their sizes.
    That takes half of the time for 100 flowers, so a gap that is not ``below`` is left without it.
    """
    m, distances = centre
    n, d = X.shape
    alpha = np.minimum(_balanced(alpha, y, C) if unpenalised else alpha, C)
    signed = alpha * y
    balance = math.fsum(signed.tolist())
    w = combination(X, signed, m)
    if not unpenalised:
        w += balance * m
    f = scores(X, w, m)
    away = math.sqrt(m @ m)
    far = away > FAR * distances.max()
    dot = _exact_dot if far else _dot
    bias = dot(m, -w, best_bias(f, y, C)) if unpenalised else balance
    c = dot(m, w, bias)
    square = float(w @ w) + (0.0 if unpenalised else bias**2)
    slack = 1.0 - y * (f + c)
    primal = square / 2 + float(C @ np.maximum(0.0, slack))
    total = float(alpha.sum())
    dual = total - square / 2
    gap = (primal - dual) / primal
    if gap >= below:
        return LinearSVMResult(w, bias, alpha, primal, dual, gap, np.empty(0), False)

    norm, moved = math.sqrt(square), float(alpha @ distances)
    in_values = (d + 4) * EPSILON * (norm * (distances if far else distances + away) + abs(c) + 1.0)
    in_weights = (n + 4) * EPSILON * moved
    if unpenalised:  # one class scaled down would be in balance
        in_weights += 2.0 * moved * abs(balance) / (total or 1.0)
    else:
        in_weights += 4.0 * EPSILON * abs(balance) * away
    hidden = float(C @ np.where(slack > -in_values, in_values, 0.0))
    hidden += (norm + in_weights) * in_weights + abs(balance) * unpenalised
    hidden += (n + d + 4) * EPSILON * (primal + total)
    gap = (primal - dual + hidden) / primal
    return LinearSVMResult(w, bias, alpha, primal, dual, gap, np.empty(0), False)


def _dot(m: Vector, w: Vector, b: float) -> float:
    return float(m @ w) + b


def _exact_dot(m: Vector, w: Vector, b: float) -> float:
    r"""The value :math:`\langle w, m \rangle + b`, rounded once: products as sums of two floats."""
    high_m, low_m, high_w, low_w = *_halves(m), *_halves(w)
    products = m * w
    rest = high_m * high_w - products + high_m * low_w + low_m * high_w + low_m * low_w
    terms = np.concatenate([products, rest, [b]])
    return math.fsum(terms.tolist()) if np.isfinite(terms).all() else math.nan


def _halves(v: Vector) -> tuple[Vector, Vector]:
    """Two numbers of half the digits with this sum, whose products are exact (Dekker, 1971)."""
    far = (2.0**27 + 1.0) * v
    high = far - (far - v)
    return high, v - high


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
