"""The regularised hinge loss: its subgradient, and one pass of two ways to minimise it.

Lesson 12_hinge_subgradient. :func:`kernelkit.solvers.hinge_subgradient` takes its subgradients from
``solvers/svm/_passes.py``, which shares blocks of rows among threads; Pegasos runs the loop below;
:func:`kernelkit.solvers.dual_coordinate_descent` adds a free bias and what makes it fast.
"""

import numpy as np

from kernelkit.core._arguments import Counted, Number, Order, Positive, Row, Samples, Signs
from kernelkit.core._border import Kept, Multipliers, Weights, njit, same
from kernelkit.validation import Vector

__all__ = ["coordinate_descent_epoch", "hinge_subgradient_at", "pegasos_epoch"]


@njit
def hinge_subgradient_at(
    X: Samples, y: Signs, w: Row, b: Number = 0.0, mu: Positive = 0.1
) -> tuple[float, Vector, float]:
    r"""The regularised hinge loss at (w, b), and its subgradient, for labels y = ±1.

    .. math::

        f(w, b) = \mu\lVert w \rVert^2
            + \frac1N\sum_{i=1}^N \max\{0, 1 - y_i(b + \langle w, x_i \rangle)\}
        \tag{H1}

    .. math::

        r = 2\mu \binom{w}{0}
            - \frac1N\sum_{i:\ 1 - y_i(b + \langle w, x_i \rangle) \ge 0} y_i \binom{x_i}{1}
        \tag{H2}

    Returns the value f and the subgradient with respect to w and to b, which is not penalised.

    >>> value, dw, db = hinge_subgradient_at([[3.0], [-1.0]], [1, -1], [0.0], 0.0, mu=0.1)
    >>> value, dw.tolist(), db
    (1.0, [-2.0], 0.0)
    """
    N, d = same(len(X), len(y)), same(X.shape[1], len(w))
    loss, db, dw = 0.0, 0.0, np.zeros(d)
    for i in range(N):
        f = float(b)
        for j in range(d):
            f += w[j] * X[i, j]
        slack = 1.0 - y[i] * f
        if slack >= 0.0:
            loss += slack
            for j in range(d):
                dw[j] -= y[i] * X[i, j]
            db -= y[i]
    square = 0.0
    for j in range(d):
        square += w[j] * w[j]
        dw[j] = 2.0 * mu * w[j] + dw[j] / N  # (H2)
    return mu * square + loss / N, dw, db / N  # (H1)


@njit
def pegasos_epoch(
    X: Samples,
    y: Signs,
    v: Weights,
    b: Number = 0.0,
    mu: Positive = 0.1,
    t: Counted = 0,
    order: Order = None,
    counts: Kept = None,
) -> float:
    r"""One pass of Pegasos: a perceptron whose margin grows, for labels y = ±1.

    Step t takes one sample and moves :math:`\bar w = (w, b)`, of which the bias is penalised like a
    weight, against the subgradient of its part of the regularised hinge loss by :math:`1/(2\mu t)`.
    With :math:`\bar w = (v, b)/(2\mu t)` that is

    .. math:: y_i(\langle v, x_i \rangle + b) \le 2\mu(t - 1): \quad
              v \leftarrow v + y_i x_i, \quad b \leftarrow b + y_i
              \tag{PEG1}

    v, which is :math:`2\mu t` times the weights, changes in place, and the new b is returned; t is
    how many steps were made before. ``counts`` gets how often each sample was added.

    >>> v = np.zeros(1)
    >>> b = pegasos_epoch([[3.0], [-1.0]], [1, -1], v, mu=0.1)
    >>> v.tolist(), b
    ([3.0], 1.0)
    """
    n, d = same(len(X), len(y)), same(X.shape[1], len(v))
    bias = float(b)
    for visit in range(n if order is None else len(order)):
        i = visit if order is None else order[visit]
        f = bias
        for j in range(d):
            f += v[j] * X[i, j]
        if y[i] * f <= 2.0 * mu * (t + visit):  # (PEG1), t + visit steps were made before
            for j in range(d):
                v[j] += y[i] * X[i, j]
            bias += y[i]
            if counts is not None:
                counts[i] += 1.0
    return bias


@njit
def coordinate_descent_epoch(
    X: Samples,
    y: Signs,
    alpha: Multipliers,
    w: Weights,
    b: Number = 0.0,
    C: Positive = 1.0,
    order: Order = None,
) -> float:
    r"""One pass of dual coordinate descent for a linear SVM, for labels y = ±1.

    Of one multiplier the dual is a parabola. With :math:`w = \sum_i \alpha_i y_i x_i` and
    :math:`b = \sum_i \alpha_i y_i`, the weight of a feature that is always 1, its top, cut off at
    the bounds, is

    .. math::

        \alpha_i \leftarrow \min\{C, \max\{0, \alpha_i - (y_i f(x_i) - 1)/q_i\}\},
        \qquad f(x) = \langle w, x \rangle + b, \quad q_i = \lVert x_i \rVert^2 + 1.
        \tag{CD1}

    The multipliers alpha and the weights w change in place; the new bias is returned.

    >>> alpha, w = np.zeros(2), np.zeros(1)
    >>> b = coordinate_descent_epoch([[1.0], [-1.0]], [1, -1], alpha, w)
    >>> alpha.tolist(), w.tolist(), b
    ([0.5, 0.5], [1.0], 0.0)
    """
    n, d = same(len(X), same(len(y), len(alpha))), same(X.shape[1], len(w))
    bias = float(b)
    for visit in range(n if order is None else len(order)):
        i = visit if order is None else order[visit]
        f, q = bias, 1.0
        for j in range(d):
            f += w[j] * X[i, j]
            q += float(X[i, j]) * float(X[i, j])
        new = min(C, max(0.0, alpha[i] - (y[i] * f - 1.0) / q))  # (CD1)
        step = (new - alpha[i]) * y[i]
        alpha[i] = new
        if step != 0.0:
            for j in range(d):
                w[j] += step * X[i, j]
            bias += step
    return bias
