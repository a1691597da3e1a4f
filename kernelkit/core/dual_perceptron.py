"""One pass of the perceptron in dual form, which sees nothing of the samples but their Gram matrix.

Lesson 04_dual_perceptron. :func:`kernelkit.solvers.dual_perceptron` runs this loop, some epochs at
a time, until no sample is misclassified.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_length, check_order, check_signs

__all__ = ["dual_perceptron_epoch"]


@njit
def dual_perceptron_epoch(
    K: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    b: float = 0.0,
    R2: float = 1.0,
    order: np.ndarray | None = None,
) -> tuple:
    r"""One pass of the dual perceptron, for labels y = ±1.

    .. math::

        \text{if } y_i\Big(\sum_j \alpha_j y_j K_{ij} + b\Big) \le 0: \quad
        \alpha_i \leftarrow \alpha_i + 1, \quad
        b \leftarrow b + y_i R^2
        \tag{P3}

    The sums over j are added up once and kept as f: a mistake changes all of them by one row of K,
    which is symmetric.

    The counts alpha change in place. Returns the visits, counted from 0, at which they did, and the
    new bias. Set R2 to the largest :math:`K_{ii}`, or to 0 for no bias. Samples are visited in the
    given ``order`` of their indices.

    >>> alpha = np.zeros(2)
    >>> visits, b = dual_perceptron_epoch([[5.0, -1.0], [-1.0, 2.0]], [1, -1], alpha, R2=5.0)
    >>> visits.tolist(), alpha.tolist(), b
    ([0, 1], [1.0, 1.0], 0.0)
    """
    n = len(K)
    check_length("a row of K", K.shape[1], n)
    check_length("y", len(y), n)
    check_length("alpha", len(alpha), n)
    check_signs(y)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    f = np.zeros(n)
    for j in range(n):
        if alpha[j] != 0.0:
            for i in range(n):
                f[i] += alpha[j] * y[j] * K[j, i]
    visits, mistakes = np.empty(len(order), np.int64), 0
    b = np.float64(b)
    for visit in range(len(order)):
        i = order[visit]
        if y[i] * (f[i] + b) <= 0.0:  # (P3)
            alpha[i] += 1.0
            b += y[i] * R2
            for j in range(n):
                f[j] += y[i] * K[i, j]
            visits[mistakes] = visit
            mistakes += 1
    return visits[:mistakes], b
