r"""One pass of kernel perceptrons for many classes: one against the rest, one against one, coupled.

Lesson 06_kernel_perceptron_digits. A machine is a row of coefficients :math:`\alpha_m`, and its
values at all samples, :math:`f_m(x_t) = \sum_i \alpha_{mi} K_{it}`, are kept as scores: a mistake
changes them by one row of K. :func:`kernelkit.solvers.kernel_perceptron` runs these loops, epoch
after epoch.
"""

import numpy as np

from kernelkit.core._arguments import Classes, Gram, Order, PerMachine, Whole
from kernelkit.core._border import PerClassAndSample, PerMachineAndSample, njit, same

__all__ = ["multiclass_kernel_epoch", "one_vs_one_epoch", "one_vs_one_vote", "one_vs_rest_epoch"]


@njit
def one_vs_rest_epoch(
    K: Gram, y: Classes, alpha: PerClassAndSample, scores: PerClassAndSample, order: Order = None
) -> int:
    r"""One pass of k independent machines, each of which tells its class from all the others.

    Machine c has labels :math:`s_t = +1` for :math:`y_t = c` and :math:`-1` otherwise, and

    .. math:: s_t f_c(x_t) \le 0: \quad \alpha_{ct} \leftarrow \alpha_{ct} + s_t. \tag{KP1}

    ``alpha`` and ``scores``, which is alpha @ K, have a row for each machine and change in place.
    Samples are visited in the given ``order`` of their indices. Returns how many were mistaken.

    >>> alpha, scores = np.zeros((2, 2)), np.zeros((2, 2))
    >>> one_vs_rest_epoch(np.eye(2), [0, 1], alpha, scores), alpha.tolist()
    (2, [[1.0, -1.0], [-1.0, 1.0]])
    """
    n, k = same(len(K), len(y)), same(len(alpha), len(scores))
    mistakes = 0
    for visit in range(n if order is None else len(order)):
        t = visit if order is None else order[visit]
        mistaken = False
        for c in range(k):
            s = 1.0 if y[t] == c else -1.0
            if s * scores[c, t] <= 0.0:  # (KP1)
                alpha[c, t] += s
                for i in range(n):
                    scores[c, i] += s * K[t, i]
                mistaken = True
        mistakes += mistaken
    return mistakes


@njit
def one_vs_one_epoch(
    K: Gram,
    y: Classes,
    n_classes: Whole,
    alpha: PerMachineAndSample,
    scores: PerMachineAndSample,
    order: Order = None,
) -> int:
    r"""One pass of k(k - 1)/2 machines, one for each pair of classes a < c.

    The pairs come in the order (0, 1), (0, 2), ..., (1, 2), .... A machine learns from the samples
    of its two classes only, by the rule (KP1) with labels +1 for class a and -1 for class c.

    >>> alpha, scores = np.zeros((3, 3)), np.zeros((3, 3))
    >>> one_vs_one_epoch(np.eye(3), [0, 1, 2], 3, alpha, scores), alpha.tolist()
    (3, [[1.0, -1.0, 0.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    """
    n = same(len(K), len(y))
    same(same(len(alpha), len(scores)), n_classes * (n_classes - 1) // 2)
    mistakes = 0
    for visit in range(n if order is None else len(order)):
        t = visit if order is None else order[visit]
        mistaken = False
        for other in range(n_classes):
            if other != y[t]:
                a, c = min(y[t], other), max(y[t], other)
                m = a * n_classes - a * (a + 1) // 2 + c - a - 1  # so many pairs come before
                s = 1.0 if y[t] == a else -1.0
                if s * scores[m, t] <= 0.0:  # (KP1)
                    alpha[m, t] += s
                    for i in range(n):
                        scores[m, i] += s * K[t, i]
                    mistaken = True
        mistakes += mistaken
    return mistakes


@njit
def multiclass_kernel_epoch(
    K: Gram, y: Classes, alpha: PerClassAndSample, scores: PerClassAndSample, order: Order = None
) -> int:
    r"""One pass of k coupled machines: a wrong guess raises the true class and lowers the guess.

    With :math:`\hat y_t = \arg\max_c f_c(x_t)`, the lowest such class on a tie,

    .. math::

        \text{if } \hat y_t \ne y_t: \quad
        \alpha_{y_t t} \leftarrow \alpha_{y_t t} + 1, \quad
        \alpha_{\hat y_t t} \leftarrow \alpha_{\hat y_t t} - 1.
        \tag{KP2}

    >>> alpha, scores = np.zeros((3, 3)), np.zeros((3, 3))
    >>> multiclass_kernel_epoch(np.eye(3), [0, 1, 2], alpha, scores), alpha.tolist()
    (2, [[0.0, -1.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    """
    n, k = same(len(K), len(y)), same(len(alpha), len(scores))
    mistakes = 0
    for visit in range(n if order is None else len(order)):
        t = visit if order is None else order[visit]
        guess = 0
        for c in range(1, k):
            if scores[c, t] > scores[guess, t]:
                guess = c
        if guess != y[t]:  # (KP2)
            alpha[y[t], t] += 1.0
            alpha[guess, t] -= 1.0
            up, down = scores[y[t]], scores[guess]
            for i in range(n):
                up[i] += K[t, i]
                down[i] -= K[t, i]
            mistakes += 1
    return mistakes


@njit
def one_vs_one_vote(f: PerMachine, n_classes: Whole) -> int:
    r"""The class that wins the vote of the machines of all pairs of classes.

    The machine of a < c votes for a if :math:`f \ge 0`, else for c. A tied vote goes to the class
    with the larger sum of values in its favour, then to the lower class.

    >>> one_vs_one_vote([1.0, -2.0, 0.5], 3)  # 0 beats 1, 2 beats 0, 1 beats 2: 2 by most
    2
    """
    same(len(f), n_classes * (n_classes - 1) // 2)
    votes, sums = np.zeros(n_classes, np.int64), np.zeros(n_classes)
    m = 0
    for a in range(n_classes):
        for c in range(a + 1, n_classes):
            votes[a if f[m] >= 0.0 else c] += 1
            sums[a] += f[m]
            sums[c] -= f[m]
            m += 1
    winner = 0
    for c in range(1, n_classes):
        if votes[c] > votes[winner] or (votes[c] == votes[winner] and sums[c] > sums[winner]):
            winner = c
    return winner
