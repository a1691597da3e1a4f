"""One pass of the perceptron over the samples, for two classes and for many.

Lesson 03_perceptron. :func:`kernelkit.solvers.perceptron` and ``multiclass_perceptron`` run these
loops, epoch after epoch, until none of the samples is mistaken.
"""

import numpy as np

from kernelkit.core._arguments import Classes, NotNegative, Number, Order, Positive, Samples, Signs
from kernelkit.core._border import PerClass, RowPerClass, Visits, Weights, njit, same

__all__ = ["multiclass_perceptron_epoch", "perceptron_epoch"]


@njit
def perceptron_epoch(
    X: Samples,
    y: Signs,
    w: Weights,
    b: Number = 0.0,
    learning_rate: Positive = 1.0,
    R2: NotNegative = 1.0,
    order: Order = None,
    mistaken: Visits = None,
) -> tuple[int, float]:
    r"""One pass of Rosenblatt's perceptron, for labels y = ±1.

    .. math::

        \text{if } y_i(\langle w, x_i \rangle + b) \le 0: \quad
        w \leftarrow w + \eta y_i x_i, \quad
        b \leftarrow b + \eta y_i R^2
        \tag{P1}

    The weights w change in place; the number of mistakes and the new bias are returned. Set R2 to
    the largest :math:`\lVert x_i \rVert^2`; 1 treats the bias as the weight of a feature that is
    always 1. Samples are visited in the given ``order`` of their indices, and ``mistaken`` is
    filled with the visits, counted from 0, at which w moved.

    >>> w = np.zeros(2)
    >>> perceptron_epoch([[2.0, 1.0], [-1.0, 1.0]], [1, -1], w, b=0.0, R2=5.0)
    (2, 0.0)
    >>> w.tolist()
    [3.0, 0.0]
    """
    n, d = same(len(X), len(y)), same(X.shape[1], len(w))
    bias = float(b)
    mistakes = 0
    for t in range(n if order is None else len(order)):
        i = t if order is None else order[t]
        f = bias
        for j in range(d):
            f += w[j] * X[i, j]
        if y[i] * f <= 0.0:  # (P1)
            step = learning_rate * y[i]
            for j in range(d):
                w[j] += step * X[i, j]
            bias += step * R2
            if mistaken is not None:
                mistaken[mistakes] = t
            mistakes += 1
    return mistakes, bias


@njit
def multiclass_perceptron_epoch(
    X: Samples,
    y: Classes,
    W: RowPerClass,
    b: PerClass,
    R2: NotNegative = 1.0,
    order: Order = None,
    mistaken: Visits = None,
    guesses: Visits = None,
) -> int:
    r"""One pass of the perceptron with a weight vector per class, for labels y = 0, ..., k - 1.

    With :math:`\hat y_i = \arg\max_c \langle w_c, x_i \rangle + b_c`, the lowest such class on a
    tie,

    .. math::

        \text{if } \hat y_i \ne y_i: \quad
        w_{y_i} \leftarrow w_{y_i} + x_i, \quad b_{y_i} \leftarrow b_{y_i} + R^2, \qquad
        w_{\hat y_i} \leftarrow w_{\hat y_i} - x_i, \quad b_{\hat y_i} \leftarrow b_{\hat y_i} - R^2
        \tag{P2}

    The weights W, a row for each class, and the biases b change in place; the number of mistakes is
    returned. ``guesses`` is filled with the wrong guesses, beside the visits of ``mistaken``.

    >>> W, b = np.zeros((3, 1)), np.zeros(3)
    >>> multiclass_perceptron_epoch([[-1.0], [0.0], [1.0]], [0, 1, 2], W, b)
    2
    """
    n, d, k = same(len(X), len(y)), same(X.shape[1], W.shape[1]), same(len(W), len(b))
    mistakes = 0
    for t in range(n if order is None else len(order)):
        i = t if order is None else order[t]
        guess, best = 0, -np.inf
        for c in range(k):
            f = b[c]
            for j in range(d):
                f += W[c, j] * X[i, j]
            if f > best:
                guess, best = c, f
        if guess != y[i]:  # (P2)
            for j in range(d):
                W[y[i], j] += X[i, j]
                W[guess, j] -= X[i, j]
            b[y[i]] += R2
            b[guess] -= R2
            if mistaken is not None:
                mistaken[mistakes] = t
            if guesses is not None:
                guesses[mistakes] = guess
            mistakes += 1
    return mistakes
