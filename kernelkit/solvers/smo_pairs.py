r"""Sequential minimal optimisation proper: two multipliers at a time, on a Gram matrix in cache.

With :math:`\beta_i = y_i\alpha_i`, bounded by :math:`A_i \le \beta_i \le B_i` (0 and
:math:`C_i`, or :math:`-C_i` and 0), the dual problem of :func:`kernelkit.solvers.smo` reads

.. math:: \max_\beta\; \sum_i y_i\beta_i - \tfrac12 \sum_{ij} \beta_i\beta_j K_{ij},
          \qquad \sum_i \beta_i = 0.

Its gradient :math:`r_i = y_i - \sum_j \beta_j K_{ij}` is the bias that would put sample i on its
margin. A sample that can still grow (:math:`\beta_i < B_i`) asks for a bias of at least
:math:`r_i`, one that can still shrink (:math:`\beta_j > A_j`) for at most :math:`r_j`. When the
largest of the former is no larger than the smallest of the latter, any bias between them will do.
As long as it is larger, a pair of them is not content, and moving both makes it so.
"""

import math

import numpy as np

from kernelkit._jit import njit
from kernelkit.solvers.results import Counts
from kernelkit.validation import Matrix, Vector

__all__ = ["BEYOND", "ascend"]

LANES = 64  # numbers compared side by side
NOT_ZERO = np.float32(1e-30)
BEYOND = 1e150  # no violation of anything that has an optimum


@njit
def ascend(
    K: Matrix,
    lower: Vector,
    upper: Vector,
    tolerance: float,
    max_iter: int,
    beta: Vector,
    r: Vector,
    pairs: Counts,
    values: Matrix,
) -> int:
    r"""Move pairs until none violates the conditions by more than the tolerance; count the moves.

    Second-order selection (Fan, Chen and Lin, 2005): i asks for the most, and j is the partner
    with whom the objective gains the most,

    .. math::

        i = \arg\max_{\beta_k < B_k} r_k, \qquad
        j = \arg\max_{\beta_k > A_k,\; r_k < r_i} \frac{(r_i - r_k)^2}{c_{ik}}, \qquad
        c_{ik} = K_{ii} + K_{kk} - 2K_{ik} \tag{S1}

    .. math::

        t = \min\Big(\frac{r_i - r_j}{c_{ij}},\; B_i - \beta_i,\; \beta_j - A_j\Big), \qquad
        \beta_i \leftarrow \beta_i + t, \quad \beta_j \leftarrow \beta_j - t, \quad
        r_k \leftarrow r_k - t(K_{ik} - K_{jk}) \tag{S2}

    ``beta`` and ``r`` change in place. As far as they reach, ``pairs[t]`` records i and j of move
    t, and ``values[t]`` how much the conditions were violated before it and both multipliers after.

    A violation that is not finite, or beyond ``BEYOND``, ends it too: what is no Gram matrix can
    drive multipliers without bounds anywhere. The diagonal of K must be within the range of
    ``kernel_rows.UNITS``, since gains are compared in single precision.

    The loops over samples are free of branches, so that they run in vector registers: a sample that
    cannot move has a value added that takes it out of the race.
    """
    n = beta.shape[0]
    padded = -(-n // LANES) * LANES
    demands, gains = np.full(padded, -np.inf), np.zeros(padded, np.float32)
    grows, shrinks, diagonal = np.empty(n), np.empty(n), np.empty(n, np.float32)
    flat = 1e-30
    for k in range(n):
        diagonal[k] = K[k, k]
        flat = max(flat, 1e-12 * K[k, k])  # duplicates, and what is no Gram matrix, curve no more
        grows[k] = 0.0 if beta[k] < upper[k] else -np.inf
        shrinks[k] = 0.0 if beta[k] > lower[k] else np.inf
    lanes, short_lanes = np.empty(LANES), np.empty(LANES, np.float32)
    for t in range(max_iter):
        i = _asks_most(r, grows, demands, lanes)
        j, violation = _best_partner(
            K[i], diagonal, i, r, shrinks, flat, demands, gains, lanes, short_lanes
        )
        if not tolerance < violation < BEYOND:
            return t
        room_i, room_j = upper[i] - beta[i], beta[j] - lower[j]
        step = (r[i] - r[j]) / max(K[i, i] + K[j, j] - 2.0 * K[i, j], flat)
        step = min(step, room_i, room_j)
        # To a bound exactly: whether a multiplier is at its bound is asked by equality.
        beta[i] = upper[i] if step == room_i else beta[i] + step  # (S2)
        beta[j] = lower[j] if step == room_j else beta[j] - step
        for k in (i, j):
            grows[k] = 0.0 if beta[k] < upper[k] else -np.inf
            shrinks[k] = 0.0 if beta[k] > lower[k] else np.inf
        if t < pairs.shape[0]:
            pairs[t, 0], pairs[t, 1] = i, j
            values[t, 0], values[t, 1], values[t, 2] = violation, beta[i], beta[j]
        row_i, row_j = K[i], K[j]
        for k in range(n):
            r[k] -= step * (row_i[k] - row_j[k])
    return max_iter


@njit
def _asks_most(r: Vector, grows: Vector, demands: Vector, lanes: Vector) -> int:
    """Find i of (S1)."""
    for k in range(r.shape[0]):
        demands[k] = r[k] + grows[k]
    return _place(demands, _largest(demands, lanes))


@njit
def _best_partner(
    row: Vector,
    diagonal: Vector,
    i: int,
    r: Vector,
    shrinks: Vector,
    flat: float,
    demands: Vector,
    gains: Vector,
    lanes: Vector,
    short_lanes: Vector,
) -> tuple[int, float]:
    """Find j of (S1), and by how much i and the sample that asks for the least disagree.

    Gains are compared in single precision, which divides four at a time.
    """
    r_i, diagonal_i = r[i], diagonal[i]
    least, two = np.float32(flat), np.float32(2.0)
    for k in range(r.shape[0]):
        demands[k] = r_i - (r[k] + shrinks[k])
    violation = _largest(demands, lanes)
    if not 0.0 < violation < BEYOND:
        return 0, violation
    unit = math.ldexp(1.0, -math.frexp(violation)[1])  # so that squares stay within float32
    for k in range(r.shape[0]):
        apart = np.float32(max(demands[k] * unit, 0.0))
        curvature = max(diagonal_i + diagonal[k] - two * np.float32(row[k]), least)
        # Never 0, which the compiler only believes of a constant, and else tests before dividing.
        gains[k] = apart * apart / max(curvature, NOT_ZERO)  # (S1)
    return _place(gains, _largest(gains, short_lanes)), violation


@njit
def _largest(values: Vector, lanes: Vector) -> float:
    """The largest of numbers, as many as fill vector registers at a time.

    One at a time, each comparison would wait for the one before.
    """
    width = lanes.shape[0]
    for k in range(width):
        lanes[k] = values[k]
    for start in range(width, values.shape[0], width):
        block = values[start : start + width]
        for k in range(width):
            lanes[k] = max(lanes[k], block[k])
    largest = lanes[0]
    for k in range(1, width):
        largest = max(largest, lanes[k])
    return largest


@njit
def _place(values: Vector, wanted: float) -> int:
    """Find the first place of a number; 0 if it is nowhere, as a NaN is."""
    for place in range(values.shape[0]):
        if values[place] == wanted:
            return place
    return 0
