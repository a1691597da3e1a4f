"""Logistic regression for two classes: likelihood, gradient and Hessian in one pass.

Lesson 10_logistic_regression. A step of Newton's method solves a linear system with these; that is
SciPy's work, and :func:`kernelkit.solvers.logistic_newton` makes the steps.
"""

import numpy as np

from kernelkit.core._compiled import njit
from kernelkit.core.checks import check_two_classes
from kernelkit.core.losses import logistic, logistic_derivative

__all__ = ["logistic_at"]


@njit
def logistic_at(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, b: float = 0.0, ridge: float = 0.0
) -> tuple:
    r"""Minus the log-likelihood of labels y = ±1, with its gradient and Hessian.

    With :math:`\bar x = (x, 1)`, :math:`f_i = \langle w, x_i \rangle + b` and
    :math:`p_i = \sigma(-y_i f_i) = 1/(1 + e^{y_i f_i})`, the probability of the other label,

    .. math::

        F = \sum_i \log(1 + e^{-y_i f_i}) + \tfrac{\text{ridge}}{2}\lVert w \rVert^2, \qquad
        \nabla F = -\sum_i y_i p_i \bar x_i + \text{ridge} \binom{w}{0}, \qquad
        \nabla^2 F = \sum_i p_i(1 - p_i)\, \bar x_i \bar x_i^\top
        + \text{ridge} \operatorname{diag}(1, \dots, 1, 0)
        \tag{LR1}

    ``ridge`` is one over the variance of a Gaussian prior of the weights; 0 is maximum likelihood.
    In the gradient and the Hessian the bias comes last.

    >>> value, gradient, hessian = logistic_at([[2.0], [-2.0]], [1, -1], [0.0])
    >>> round(value, 3), gradient.tolist(), hessian.tolist()
    (1.386, [-2.0, 0.0], [[2.0, 0.0], [0.0, 0.5]])
    """
    n, d = X.shape
    check_two_classes(X, y, w)
    value, gradient, hessian = 0.0, np.zeros(d + 1), np.zeros((d + 1, d + 1))
    row = np.ones(d + 1)
    for i in range(n):
        f = np.float64(b)
        for j in range(d):
            row[j] = X[i, j]
            f += w[j] * row[j]
        value += logistic(y[i] * f)
        p = -logistic_derivative(y[i] * f)  # sigma(-y_i f_i)
        for j in range(d + 1):
            gradient[j] -= y[i] * p * row[j]
            for other in range(d + 1):
                hessian[j, other] += p * (1.0 - p) * row[j] * row[other]
    for j in range(d):
        value += 0.5 * ridge * w[j] * w[j]
        gradient[j] += ridge * w[j]
        hessian[j, j] += ridge
    return value, gradient, hessian  # (LR1)
