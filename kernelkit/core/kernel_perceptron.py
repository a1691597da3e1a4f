r"""One pass of kernel perceptrons for many classes: one-vs-rest, one-vs-one and multi-class.

Lesson 06_kernel_perceptron_digits. A machine is a row of signed coefficients :math:`c_m`, and its
values at all samples, :math:`f_{mi} = f_m(x_i) = \sum_j c_{mj} K_{ji}`, are kept: a mistake changes
them by one row of K. :func:`kernelkit.solvers.kernel_perceptron` runs these loops, epoch after
epoch.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_classes, check_length, check_order

__all__ = ["kernel_perceptron_epoch", "multiclass_kernel_epoch", "one_vs_one_vote"]


@njit
def kernel_perceptron_epoch(
    K: np.ndarray, S: np.ndarray, c: np.ndarray, f: np.ndarray, order: np.ndarray | None = None
) -> np.ndarray:
    r"""One pass of independent machines, each with its own signs for the samples.

    Machine m is to give sample i the sign :math:`S_{im}`: +1 or -1, or 0 for a sample that it does
    not learn from. One-vs-rest has a machine for each class, +1 for its samples and -1 for all
    others; one-vs-one has a machine for each pair of classes, +1 for the first, -1 for the second
    and 0 for all other samples.

    .. math::

        \text{if } S_{im} \ne 0 \text{ and } S_{im} f_{mi} \le 0: \quad
        c_{mi} \leftarrow c_{mi} + S_{im}, \quad
        f_{mj} \leftarrow f_{mj} + S_{im} K_{ij}
        \tag{KP1}

    The coefficients c and the values f, which is c @ K, have a row for each machine and change in
    place. Returns the visits, counted from 0, at which any machine moved.

    >>> c, f = np.zeros((2, 2)), np.zeros((2, 2))
    >>> visits = kernel_perceptron_epoch(np.eye(2), [[1, -1], [-1, 1]], c, f)
    >>> visits.tolist(), c.tolist()
    ([0, 1], [[1.0, -1.0], [-1.0, 1.0]])
    """
    n = len(K)
    check_length("a row of K", K.shape[1], n)
    check_length("S", len(S), n)
    check_shapes(S.shape[1], n, c, f)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, mistakes = np.empty(len(order), np.int64), 0
    for visit in range(len(order)):
        i = order[visit]
        moved = False
        for m in range(S.shape[1]):
            s = np.float64(S[i, m])
            if s != 0.0 and s * f[m, i] <= 0.0:  # (KP1)
                c[m, i] += s
                for j in range(n):
                    f[m, j] += s * K[i, j]
                moved = True
        if moved:
            visits[mistakes] = visit
            mistakes += 1
    return visits[:mistakes]


@njit
def multiclass_kernel_epoch(
    K: np.ndarray, y: np.ndarray, c: np.ndarray, f: np.ndarray, order: np.ndarray | None = None
) -> tuple:
    r"""One pass of the multi-class perceptron with a kernel, for labels y = 0, ..., k - 1.

    A wrong guess raises the true class and lowers the guess. With
    :math:`\hat y_i = \arg\max_m f_{mi}`, the lowest such class on a tie,

    .. math::

        \text{if } \hat y_i \ne y_i: \quad
        c_{y_i i} \leftarrow c_{y_i i} + 1, \quad
        c_{\hat y_i i} \leftarrow c_{\hat y_i i} - 1, \quad
        f_{y_i j} \leftarrow f_{y_i j} + K_{ij}, \quad
        f_{\hat y_i j} \leftarrow f_{\hat y_i j} - K_{ij}
        \tag{KP2}

    The coefficients c and the values f, which is c @ K, have a row for each class and change in
    place. Returns the visits at which they did, and the wrong guess of each.

    >>> c, f = np.zeros((3, 3)), np.zeros((3, 3))
    >>> visits, guesses = multiclass_kernel_epoch(np.eye(3), [0, 1, 2], c, f)
    >>> visits.tolist(), c.tolist()
    ([1, 2], [[0.0, -1.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    """
    n, k = len(K), len(c)
    check_length("a row of K", K.shape[1], n)
    check_length("y", len(y), n)
    check_classes(y, k)
    check_shapes(k, n, c, f)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, guesses = np.empty(len(order), np.int64), np.empty(len(order), np.int64)
    mistakes = 0
    for visit in range(len(order)):
        i = order[visit]
        guess = 0
        for m in range(1, k):
            if f[m, i] > f[guess, i]:
                guess = m
        if guess != y[i]:  # (KP2)
            c[y[i], i] += 1.0
            c[guess, i] -= 1.0
            true = y[i]  # read once: twice as fast
            for j in range(n):
                f[true, j] += K[i, j]
                f[guess, j] -= K[i, j]
            visits[mistakes], guesses[mistakes] = visit, guess
            mistakes += 1
    return visits[:mistakes], guesses[:mistakes]


@njit
def check_shapes(machines: int, n: int, c: np.ndarray, f: np.ndarray) -> None:
    """Refuse coefficients or values without a row for each machine and a column for each sample."""
    check_length("c", len(c), machines)
    check_length("f", len(f), machines)
    check_length("a row of c", c.shape[1], n)
    check_length("a row of f", f.shape[1], n)


@njit
def one_vs_one_vote(f: np.ndarray, n_classes: int) -> int:
    r"""The class that wins the vote of the machines of all pairs of classes.

    The pairs come in the order (0, 1), (0, 2), ..., (1, 2), .... The machine of the pair (a, b)
    votes for a if :math:`f_{ab} \ge 0`, else for b.

    .. math::

        \text{votes}_a = \sum_{b > a} [f_{ab} \ge 0] + \sum_{b < a} [f_{ba} < 0], \qquad
        \text{sum}_a = \sum_{b > a} f_{ab} - \sum_{b < a} f_{ba}
        \tag{KP3}

    Returns the class with the most votes; a tie goes to the larger sum, then to the lower class.

    >>> one_vs_one_vote([1.0, -2.0, 0.5], 3)  # one vote each, and class 2 has the largest sum
    2
    """
    check_length("f", len(f), n_classes * (n_classes - 1) // 2)
    votes, sums = np.zeros(n_classes, np.int64), np.zeros(n_classes)
    m = 0
    for a in range(n_classes):
        for b in range(a + 1, n_classes):
            votes[a if f[m] >= 0.0 else b] += 1  # (KP3)
            sums[a] += f[m]
            sums[b] -= f[m]
            m += 1
    best = 0
    for a in range(1, n_classes):
        if votes[a] > votes[best] or (votes[a] == votes[best] and sums[a] > sums[best]):
            best = a
    return best
