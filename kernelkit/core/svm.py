r"""Sequential minimal optimisation: which pair of coefficients moves, and how far.

Lesson 13_dual_svm. With the signed coefficients :math:`c_i = y_i\alpha_i`, between
:math:`\text{lower}_i` and :math:`\text{upper}_i` (0 and C for :math:`y_i = 1`, -C and 0 for
:math:`y_i = -1`), the dual problem reads

.. math:: \max_c\; \sum_i y_i c_i - \tfrac12 \sum_{ij} c_i c_j K_{ij},
          \qquad \sum_i c_i = 0.

The sum ties the coefficients together, so no fewer than two can move. The gradient
:math:`r_i = y_i - \sum_j c_j K_{ij}` is the bias that would put sample i on its margin. If
:math:`c_i` grows and :math:`c_j` shrinks by as much, the objective grows at first at the rate
:math:`r_i - r_j`. So c is optimal where no pair with room to move gains anything, which is what the
conditions of Karush, Kuhn and Tucker say here:

.. math:: \max_{i:\ c_i < \text{upper}_i} r_i \;\le\; \min_{j:\ c_j > \text{lower}_j} r_j.

:func:`kernelkit.solvers.smo` repeats the two functions below, on all samples or on a working set of
them, until this holds up to a tolerance.
"""

import math

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_length

__all__ = ["choose_pair", "move_pair"]


@njit
def choose_pair(
    K: np.ndarray, lower: np.ndarray, upper: np.ndarray, c: np.ndarray, r: np.ndarray
) -> tuple:
    r"""A pair that violates the conditions of Karush, Kuhn and Tucker, with a large gain.

    .. math::

        i = \arg\max_{s:\ c_s < \text{upper}_s} r_s, \qquad
        j = \arg\max_{s:\ c_s > \text{lower}_s,\; r_s < r_i} \frac{(r_i - r_s)^2}{q_s}, \qquad
        q_s = K_{ii} + K_{ss} - 2K_{is} \tag{SMO1}

    Returns i, which can grow, j, which can shrink, and the violation: how much :math:`r_i` is above
    the smallest gradient of a sample that can shrink; 0 if no pair violates the conditions.

    >>> choose_pair([[4.0, 0.0], [0.0, 0.0]], [0, -1], [1, 0], [0, 0], [1.0, -1.0])
    (0, 1, 2.0)
    """
    n = len(c)
    check_problem(K, lower, upper, c, r)
    i, r_i = 0, -math.inf
    for s in range(n):
        if c[s] < upper[s] and r[s] > r_i:
            i, r_i = s, r[s]
    j, least, best = 0, math.inf, 0.0
    own = np.float64(K[i, i])  # sums of float32 would lose half of the digits
    flat = max(1e-12 * own, 1e-100)  # duplicates have q = 0, and would move without end
    for s in range(n):
        if c[s] > lower[s] and r[s] < r_i:
            least = min(least, r[s])
            q = max(own + K[s, s] - 2.0 * K[i, s], flat)
            if (r_i - r[s]) ** 2 > best * q:
                j, best = s, (r_i - r[s]) ** 2 / q  # (SMO1)
    return i, j, r_i - least if best > 0.0 else 0.0


@njit
def move_pair(
    K: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    c: np.ndarray,
    r: np.ndarray,
    i: int,
    j: int,
) -> float:
    r"""Move two coefficients, with r_i above r_j, to the top of their parabola or to a bound.

    .. math::

        \text{step} = \min\Big(\frac{r_i - r_j}{q},\; \text{upper}_i - c_i,\;
        c_j - \text{lower}_j\Big), \qquad q = K_{ii} + K_{jj} - 2K_{ij} \tag{SMO2}

    .. math:: c_i \leftarrow c_i + \text{step}, \quad c_j \leftarrow c_j - \text{step}, \qquad
              r_s \leftarrow r_s - \text{step}\,(K_{is} - K_{js}) \tag{SMO3}

    The coefficients c and the gradient r change in place; the step is returned.

    >>> c, r = np.zeros(2), np.array([1.0, -1.0])
    >>> move_pair([[4.0, 0.0], [0.0, 0.0]], [0, -1], [1, 0], c, r, 0, 1)
    0.5
    >>> c.tolist(), r.tolist()
    ([0.5, -0.5], [-1.0, -1.0])
    """
    n = len(c)
    check_problem(K, lower, upper, c, r)
    if not (0 <= i < n and 0 <= j < n):
        raise ValueError(f"i and j must be 0 to {n - 1}, got {i} and {j}")
    room_i, room_j = upper[i] - c[i], c[j] - lower[j]
    own = np.float64(K[i, i])
    q = max(own + K[j, j] - 2.0 * K[i, j], 1e-12 * own, 1e-100)
    step = max(0.0, min((r[i] - r[j]) / q, room_i, room_j))  # (SMO2)
    # A sum could miss the bound by a digit, and choose_pair compares with the bound itself.
    c[i] = upper[i] if step == room_i else c[i] + step
    c[j] = lower[j] if step == room_j else c[j] - step
    for s in range(n):
        r[s] -= step * (np.float64(K[i, s]) - np.float64(K[j, s]))  # (SMO3)
    return step


@njit
def check_problem(
    K: np.ndarray, lower: np.ndarray, upper: np.ndarray, c: np.ndarray, r: np.ndarray
) -> None:
    """Refuse a matrix, bounds or a gradient of another size than the coefficients."""
    n = len(c)
    check_length("K", len(K), n)
    check_length("a row of K", K.shape[1], n)
    check_length("lower", len(lower), n)
    check_length("upper", len(upper), n)
    check_length("r", len(r), n)
