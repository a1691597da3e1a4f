"""One pass of the perceptron over the samples, for two classes and for many.

Lesson 03_perceptron. :func:`kernelkit.solvers.perceptron` and ``multiclass_perceptron`` run these
loops, epoch after epoch, until no sample is misclassified.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_classes, check_length, check_order, check_two_classes

__all__ = ["multiclass_perceptron_epoch", "perceptron_epoch"]


@njit
def perceptron_epoch(
    X: np.ndarray,
    y: np.ndarray,
    w: np.ndarray,
    b: float = 0.0,
    learning_rate: float = 1.0,
    R2: float = 1.0,
    order: np.ndarray | None = None,
) -> tuple:
    r"""One pass of Rosenblatt's perceptron, for labels y = ±1.

    .. math::

        \text{if } y_i(\langle w, x_i \rangle + b) \le 0: \quad
        w \leftarrow w + \eta y_i x_i, \quad
        b \leftarrow b + \eta y_i R^2
        \tag{P1}

    The weights w change in place; :math:`\eta` is the ``learning_rate``. Returns the visits,
    counted from 0, at which they did, and the new bias. Set R2 to the largest
    :math:`\lVert x_i \rVert^2`; 1 treats the bias as the weight of a feature that is always 1.
    Samples are visited in the given ``order`` of their indices.

    >>> w = np.zeros(2)
    >>> visits, b = perceptron_epoch([[2.0, 1.0], [-1.0, 1.0]], [1, -1], w, R2=5.0)
    >>> visits.tolist(), w.tolist(), b
    ([0, 1], [3.0, 0.0], 0.0)
    """
    n, d = X.shape
    check_two_classes(X, y, w)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, mistakes = np.empty(len(order), np.int64), 0
    b = np.float64(b)
    for visit in range(len(order)):
        i = order[visit]
        f = b
        for j in range(d):
            f += w[j] * X[i, j]
        if y[i] * f <= 0.0:  # (P1)
            for j in range(d):
                w[j] += learning_rate * y[i] * X[i, j]
            b += learning_rate * y[i] * R2
            visits[mistakes] = visit
            mistakes += 1
    return visits[:mistakes], b


@njit
def multiclass_perceptron_epoch(
    X: np.ndarray,
    y: np.ndarray,
    W: np.ndarray,
    b: np.ndarray,
    R2: float = 1.0,
    order: np.ndarray | None = None,
) -> tuple:
    r"""One pass of the multi-class perceptron, for labels y = 0, ..., k - 1.

    With :math:`\hat y_i = \arg\max_m \langle w_m, x_i \rangle + b_m`, the lowest such class on a
    tie,

    .. math::

        \text{if } \hat y_i \ne y_i: \quad
        w_{y_i} \leftarrow w_{y_i} + x_i, \quad b_{y_i} \leftarrow b_{y_i} + R^2, \qquad
        w_{\hat y_i} \leftarrow w_{\hat y_i} - x_i, \quad b_{\hat y_i} \leftarrow b_{\hat y_i} - R^2
        \tag{P2}

    The weights W, a row for each class, and the biases b change in place. Returns the visits at
    which they did, and the wrong guess :math:`\hat y_i` of each.

    >>> W, b = np.zeros((3, 1)), np.zeros(3)
    >>> visits, guesses = multiclass_perceptron_epoch([[-1.0], [0.0], [1.0]], [0, 1, 2], W, b)
    >>> visits.tolist(), guesses.tolist()
    ([1, 2], [0, 1])
    """
    n, d = X.shape
    k = len(W)
    check_length("y", len(y), n)
    check_length("a row of W", W.shape[1], d)
    check_length("b", len(b), k)
    check_classes(y, k)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, guesses = np.empty(len(order), np.int64), np.empty(len(order), np.int64)
    mistakes = 0
    for visit in range(len(order)):
        i = order[visit]
        guess, best = 0, -np.inf
        for m in range(k):
            f = b[m]
            for j in range(d):
                f += W[m, j] * X[i, j]
            if f > best:
                guess, best = m, f
        if guess != y[i]:  # (P2)
            for j in range(d):
                W[y[i], j] += X[i, j]
                W[guess, j] -= X[i, j]
            b[y[i]] += R2
            b[guess] -= R2
            visits[mistakes], guesses[mistakes] = visit, guess
            mistakes += 1
    return visits[:mistakes], guesses[:mistakes]
