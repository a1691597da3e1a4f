"""How far SMO has come: the bias and both objectives in between, and whether there is an optimum.

All of it from the multipliers and the gradient, in one pass over the samples; letters as in
``smo_pairs``.
"""

import math
from typing import NamedTuple

import numpy as np

from kernelkit.solvers.results import SMOPath
from kernelkit.solvers.smo_rounds import Dual, Record
from kernelkit.validation import InputError, Vector

__all__ = ["Certificate", "certify", "check_separable", "primal_of_best_multiple", "replay"]

LARGEST_FACTOR = 1e6  # by which a hyperplane is scaled, when hardly anything is learnt yet
CLOSEST = 1e-10  # squared distance of two classes, relative to that of the longest sample from 0


class Certificate(NamedTuple):
    """What multipliers are worth, and the bias that goes with them."""

    bias: float
    norm: float
    dual: float
    primal: float
    gap: float


def certify(dual: Dual, beta: Vector, r: Vector) -> Certificate:
    r"""Both objectives, with :math:`\lVert w \rVert^2 = \sum_i \beta_i (y_i - r_i)`.

    The primal one is that of the best multiple of (w, b), the same hyperplane.
    """
    grows, shrinks = beta < dual.upper, beta > dual.lower
    free = grows & shrinks
    bias = float(r[free].mean()) if free.any() else float(r[grows].max() + r[shrinks].min()) / 2
    square = float(beta @ (dual.y - r))
    objective = float(dual.y @ beta) - square / 2
    primal = primal_of_best_multiple(square, 1.0 - dual.y * (r - bias), dual.penalties)
    norm = math.sqrt(max(square, 0.0))  # what is no Gram matrix can have a negative square
    gap = math.inf
    if math.isfinite(primal):
        gap = (primal - objective) / max(abs(primal), abs(objective), np.finfo(float).tiny)
    return Certificate(bias, norm, objective, primal, gap)


def primal_of_best_multiple(square: float, margins: Vector, penalties: Vector) -> float:
    r"""Minimum over c of :math:`\frac{c^2}2\lVert w\rVert^2 + \sum_i C_i\max(0, 1 - c\,m_i)`.

    Its slope, :math:`c\lVert w\rVert^2 - \sum_{c\,m_i < 1} C_i m_i`, grows with c, and between two
    of the kinks :math:`1/m_i` the sum is constant; c is 1 when all is done.
    """
    hard = np.isinf(penalties)
    least = 0.0
    if hard.any():
        closest = float(margins[hard].min())
        if closest <= 0:
            return math.inf
        least = 1.0 / closest
    m, C = margins[~hard], penalties[~hard]
    order = np.argsort(-m)[: np.count_nonzero(m > 0)]
    with np.errstate(over="ignore"):
        kinks = np.minimum(1.0 / m[order], LARGEST_FACTOR)
    sums = float(C @ m) - np.concatenate([[0.0], np.cumsum(C[order] * m[order])])
    k = np.count_nonzero(kinks * square < sums[:-1])  # kinks where it still falls
    start = kinks[k - 1] if k > 0 else 0.0
    end = kinks[k] if k < len(kinks) else LARGEST_FACTOR
    c = max(least, min(end, max(start, sums[k] / square if square > 0 else end)))
    return c**2 * square / 2 + float(C @ np.maximum(0.0, 1.0 - c * m))


def check_separable(dual: Dual) -> None:
    r"""Refuse a hard margin between classes that no hyperplane separates.

    :math:`2w / \sum_i \alpha_i` joins a point in the convex hull of one class to a point in that of
    the other, so twice the margin is never larger than its length. When that is nothing, the hulls
    meet, and the multipliers would grow for ever.
    """
    if np.isfinite(dual.penalties).any():
        return
    half = float(np.abs(dual.beta).sum()) / 2
    square = float(dual.beta @ (dual.y - dual.r))
    resolution = max(CLOSEST, 10 * float(np.finfo(dual.rows.store.dtype).eps))
    if half > 0 and square <= resolution * half**2 * max(dual.rows.diagonal.max(), 0.0):
        message = (
            "C must be finite for classes that no hyperplane separates, got C=inf, the hard "
            f"margin, and classes less than {math.sqrt(resolution):.0e} of the longest sample apart"
        )
        raise InputError(message)


def replay(dual: Dual, path: list[Record]) -> SMOPath:
    """Go through the recorded moves again, with all multipliers after each."""
    pairs = np.concatenate([part for part, _ in path] or [np.empty((0, 2), np.int64)])
    values = np.concatenate([part for _, part in path] or [np.empty((0, 3))])
    beta = np.zeros((len(pairs), len(dual.y)))
    now = np.zeros(len(dual.y))
    for t, pair in enumerate(pairs):
        now[pair] = values[t, 1:]
        beta[t] = now
    gaps = [
        certify(dual, row, r).gap
        for row, r in zip(beta, dual.y - beta @ dual.rows.store, strict=True)
    ]
    return SMOPath(pairs, dual.y * beta / dual.rows.unit, values[:, 0], np.array(gaps))
