r"""Sequential minimal optimisation: which pair of multipliers moves, and how far.

Lesson 13_dual_svm. With :math:`\beta_i = y_i\alpha_i` between :math:`\text{lower}_i` and
:math:`\text{upper}_i` (0 and C for :math:`y_i = 1`, -C and 0 for :math:`y_i = -1`) the dual problem
reads

.. math:: \max_\beta\; \sum_i y_i\beta_i - \tfrac12 \sum_{ij} \beta_i\beta_j K_{ij},
          \qquad \sum_i \beta_i = 0.

The sum ties the multipliers together, so no fewer than two can move. The gradient
:math:`r_i = y_i - \sum_j \beta_j K_{ij}` is the bias that would put sample i on its margin.
:func:`kernelkit.solvers.smo` makes the same moves in vector registers, and in rounds on large data.
"""

import math

from kernelkit.core._arguments import Counted, Gram, PerSample
from kernelkit.core._border import Multipliers, njit, same

__all__ = ["choose_pair", "move_pair"]

FLAT = 1e-12  # curvature, as a share of the diagonal, that duplicates have by rounding


@njit
def choose_pair(
    K: Gram, lower: PerSample, upper: PerSample, beta: PerSample, r: PerSample
) -> tuple[int, int, float]:
    r"""The pair that violates the conditions of Karush, Kuhn and Tucker and gains the most.

    .. math::

        i = \arg\max_{\beta_k < \text{upper}_k} r_k, \qquad
        j = \arg\max_{\beta_k > \text{lower}_k,\; r_k < r_i} \frac{(r_i - r_k)^2}{c_{ik}}, \qquad
        c_{ik} = K_{ii} + K_{kk} - 2K_{ik} \tag{SMO1}

    Returns i, which can grow, j, which can shrink, and by how much i and the sample that asks for
    the smallest bias disagree: 0 if no pair violates the conditions.

    >>> choose_pair([[4.0, 0.0], [0.0, 0.0]], [0, -1], [1, 0], [0, 0], [1.0, -1.0])
    (0, 1, 2.0)
    """
    n = same(same(len(K), len(beta)), same(len(r), same(len(lower), len(upper))))
    i, most = 0, -math.inf
    for k in range(n):
        if beta[k] < upper[k] and r[k] > most:
            i, most = k, r[k]
    j, least, best = 0, math.inf, 0.0
    for k in range(n):
        if beta[k] > lower[k] and r[k] < most:
            least = min(least, r[k])
            curvature = max(K[i, i] + K[k, k] - 2.0 * K[i, k], FLAT * K[i, i])
            gain = (most - r[k]) ** 2 / curvature if curvature > 0.0 else math.inf
            if gain > best:
                j, best = k, gain  # (SMO1)
    return i, j, most - least if best > 0.0 else 0.0


@njit
def move_pair(
    K: Gram,
    lower: PerSample,
    upper: PerSample,
    beta: Multipliers,
    r: Multipliers,
    i: Counted,
    j: Counted,
) -> float:
    r"""Move two multipliers to the top of the parabola between them, or to a bound.

    .. math::

        t = \min\Big(\frac{r_i - r_j}{c_{ij}},\; \text{upper}_i - \beta_i,\;
        \beta_j - \text{lower}_j\Big), \qquad
        \beta_i \leftarrow \beta_i + t, \quad \beta_j \leftarrow \beta_j - t, \tag{SMO2}

    .. math:: r_k \leftarrow r_k - t\,(K_{ik} - K_{jk}) \tag{SMO3}

    The multipliers beta and the gradient r change in place; t is returned.

    >>> import numpy as np
    >>> beta, r = np.zeros(2), np.array([1.0, -1.0])
    >>> move_pair([[4.0, 0.0], [0.0, 0.0]], [0, -1], [1, 0], beta, r, 0, 1)
    0.5
    >>> beta.tolist(), r.tolist()
    ([0.5, -0.5], [-1.0, -1.0])
    """
    n = same(same(len(K), len(beta)), same(len(r), same(len(lower), len(upper))))
    if not (0 <= i < n and 0 <= j < n):
        raise ValueError("i and j must be indices of samples")
    room = min(upper[i] - beta[i], beta[j] - lower[j])
    curvature = max(K[i, i] + K[j, j] - 2.0 * K[i, j], FLAT * K[i, i])
    t = min((r[i] - r[j]) / curvature, room) if curvature > 0.0 else room
    beta[i] = upper[i] if t == upper[i] - beta[i] else beta[i] + t  # (SMO2), exactly at a bound
    beta[j] = lower[j] if t == beta[j] - lower[j] else beta[j] - t
    for k in range(n):
        r[k] -= t * (K[i, k] - K[j, k])  # (SMO3)
    return t
