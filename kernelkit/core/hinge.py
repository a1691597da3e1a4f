"""The regularised hinge loss: its subgradient, and one pass of two ways to minimise it.

Lesson 12_hinge_subgradient. :func:`kernelkit.solvers.hinge_subgradient` runs the first loop on
blocks of rows, which threads share, and :func:`kernelkit.solvers.pegasos` the second.
:func:`kernelkit.solvers.dual_coordinate_descent` solves the problem of the third with a bias that
is not penalised; its own loop leaves out multipliers that rest, which saves it from half to nine
tenths of the work.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_length, check_order, check_two_classes

__all__ = ["coordinate_descent_epoch", "hinge_subgradient_at", "pegasos_epoch"]


@njit
def hinge_subgradient_at(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float = 0.0, mu: float = 0.1
) -> tuple:
    r"""The regularised hinge loss at (w, b), and its subgradient, for labels y = ±1.

    .. math::

        F(w, b) = \mu\lVert w \rVert^2
            + \frac1n\sum_i \max\{0, 1 - y_i f_i\}, \qquad f_i = \langle w, x_i \rangle + b
        \tag{H1}

    .. math::

        \partial_w F \ni 2\mu w - \frac1n\sum_{i:\ 1 - y_i f_i \ge 0} y_i x_i, \qquad
        \partial_b F \ni - \frac1n\sum_{i:\ 1 - y_i f_i \ge 0} y_i
        \tag{H2}

    Returns the value F and the subgradient with respect to w and to b, which is not penalised.

    >>> value, dw, db = hinge_subgradient_at([[3.0], [-1.0]], [1, -1], [0.0], 0.0, mu=0.1)
    >>> value, dw.tolist(), db
    (1.0, [-2.0], 0.0)
    """
    n, d = X.shape
    check_two_classes(X, y, w)
    loss, dw, db = 0.0, np.zeros(d), 0.0
    for i in range(n):
        f = np.float64(b)
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
        dw[j] = 2.0 * mu * w[j] + dw[j] / n  # (H2)
    return mu * square + loss / n, dw, db / n  # (H1), (H2)


@njit
def pegasos_epoch(
    X: np.ndarray,
    y: np.ndarray,
    v: np.ndarray,
    b: float = 0.0,
    mu: float = 0.1,
    steps: int = 0,
    order: np.ndarray | None = None,
) -> tuple:
    r"""One pass of Pegasos: a perceptron whose margin grows, for labels y = ±1.

    Visit t is a step of size :math:`1/2\mu t` down the regularised hinge loss of one sample alone,
    :math:`\mu(\lVert w \rVert^2 + b^2) + \max\{0, 1 - y_i f_i\}`: the weights shrink to
    :math:`(1 - 1/t)w`, and a sample inside its margin adds :math:`y_i x_i/2\mu t`. Multiplied by
    :math:`2\mu t`, the first part is what it was one step before, so :math:`v = 2\mu t\,w` need
    not be shrunk, and nor need b if it is kept so, too. What is left is a perceptron:

    .. math:: \text{if } y_i(\langle v, x_i \rangle + b) \le 2\mu \cdot \text{steps}: \quad
              v \leftarrow v + y_i x_i, \quad b \leftarrow b + y_i
              \tag{PEG1}

    The argument ``steps`` counts those of earlier passes, and each visit is one more. After this
    pass the weights are v, and the bias is b, divided by :math:`2\mu \cdot \text{steps}`.

    v changes in place. Returns the visits, counted from 0, at which it did, and the new b.

    >>> v = np.zeros(1)
    >>> visits, b = pegasos_epoch([[3.0], [-1.0]], [1, -1], v, mu=0.1)
    >>> visits.tolist(), v.tolist(), b
    ([0], [3.0], 1.0)
    """
    n, d = X.shape
    check_two_classes(X, y, v)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, moves = np.empty(len(order), np.int64), 0
    b = np.float64(b)
    for visit in range(len(order)):
        i = order[visit]
        f = b
        for j in range(d):
            f += v[j] * X[i, j]
        if y[i] * f <= 2.0 * mu * (steps + visit):  # (PEG1)
            for j in range(d):
                v[j] += y[i] * X[i, j]
            b += y[i]
            visits[moves] = visit
            moves += 1
    return visits[:moves], b


@njit
def coordinate_descent_epoch(
    X: np.ndarray,
    y: np.ndarray,
    alpha: np.ndarray,
    w: np.ndarray,
    b: float = 0.0,
    C: float = 1.0,
    order: np.ndarray | None = None,
) -> tuple:
    r"""One pass of dual coordinate descent for a linear SVM, for labels y = ±1.

    Each sample has a multiplier :math:`\alpha_i` between 0 and C, and they make the weights,
    :math:`w = \sum_i \alpha_i y_i x_i`, and the bias, :math:`b = \sum_i \alpha_i y_i`, which is the
    weight of a feature that is always 1. A visit moves one multiplier and leaves all others as they
    are. The dual objective is then a parabola in :math:`\alpha_i`, with the slope
    :math:`1 - y_i f_i` and the curvature :math:`q_i`. The multiplier goes to its top, or to the
    bound that lies before it: it grows for a sample inside its margin, and shrinks for one beyond.

    .. math::

        \alpha_i \leftarrow \min\{C, \max\{0, \alpha_i - (y_i f_i - 1)/q_i\}\},
        \qquad f_i = \langle w, x_i \rangle + b, \quad q_i = \lVert x_i \rVert^2 + 1.
        \tag{CD1}

    The multipliers alpha and the weights w change in place. Returns the visits, counted from 0, at
    which they did, and the new bias.

    >>> alpha, w = np.zeros(2), np.zeros(1)
    >>> visits, b = coordinate_descent_epoch([[1.0], [-1.0]], [1, -1], alpha, w)
    >>> visits.tolist(), alpha.tolist(), w.tolist(), b
    ([0, 1], [0.5, 0.5], [1.0], 0.0)
    """
    n, d = X.shape
    check_two_classes(X, y, w)
    check_length("alpha", len(alpha), n)
    if order is None:
        order = np.arange(n)
    check_order(order, n)
    visits, moves = np.empty(len(order), np.int64), 0
    b = np.float64(b)
    for visit in range(len(order)):
        i = order[visit]
        f, q = b, 1.0
        for j in range(d):
            f += w[j] * X[i, j]
            q += np.float64(X[i, j]) * np.float64(X[i, j])
        new = min(C, max(0.0, alpha[i] - (y[i] * f - 1.0) / q))  # (CD1)
        if new != alpha[i]:
            step = (new - alpha[i]) * y[i]
            alpha[i] = new
            for j in range(d):
                w[j] += step * X[i, j]
            b += step
            visits[moves] = visit
            moves += 1
    return visits[:moves], b
