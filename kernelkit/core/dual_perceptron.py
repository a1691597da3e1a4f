"""One pass of the perceptron in dual form, which sees nothing of the samples but their Gram matrix.

Lesson 04_dual_perceptron. :func:`kernelkit.solvers.dual_perceptron` runs this loop, epoch after
epoch, until none of the samples is mistaken.
"""

import numpy as np

from kernelkit.core._arguments import Gram, NotNegative, Number, Order, Signs
from kernelkit.core._border import Kept, Multipliers, Visits, njit, same

__all__ = ["dual_perceptron_epoch"]


@njit
def dual_perceptron_epoch(
    K: Gram,
    y: Signs,
    alpha: Multipliers,
    b: Number = 0.0,
    R2: NotNegative = 1.0,
    scores: Kept = None,
    order: Order = None,
    mistaken: Visits = None,
) -> tuple[int, float]:
    r"""One pass of the dual perceptron, for labels y = ±1.

    .. math::

        \text{if } y_i\Big(\sum_j \alpha_j y_j K_{ij} + b\Big) \le 0: \quad
        \alpha_i \leftarrow \alpha_i + 1, \quad
        b \leftarrow b + y_i R^2
        \tag{P3}

    The sums over j are kept as scores: a mistake changes all of them by one row of K, and nothing
    else is ever added up.

    The coefficients alpha change in place, and so do ``scores`` if they are given; the number of
    mistakes and the new bias are returned. Set R2 to the largest :math:`K_{ii}`. ``order`` and
    ``mistaken`` are those of :func:`kernelkit.core.perceptron_epoch`.

    >>> alpha = np.zeros(2)
    >>> dual_perceptron_epoch([[5.0, -1.0], [-1.0, 2.0]], [1, -1], alpha, b=0.0, R2=5.0)
    (2, 0.0)
    >>> alpha.tolist()
    [1.0, 1.0]
    """
    n = same(same(len(K), K.shape[1]), same(len(y), len(alpha)))
    f = np.zeros(n) if scores is None else scores
    if scores is None:
        for j in range(n):
            if alpha[j] != 0.0:
                for i in range(n):
                    f[i] += alpha[j] * y[j] * K[j, i]
    bias = float(b)
    mistakes = 0
    for t in range(n if order is None else len(order)):
        i = t if order is None else order[t]
        if y[i] * (f[i] + bias) <= 0.0:  # (P3)
            alpha[i] += 1.0
            bias += y[i] * R2
            for j in range(n):
                f[j] += y[i] * K[i, j]
            if mistaken is not None:
                mistaken[mistakes] = t
            mistakes += 1
    return mistakes, bias
