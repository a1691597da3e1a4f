"""Logistic regression for two classes: likelihood, gradient and Hessian in one pass, and a step.

Lesson 10_logistic_regression. :func:`kernelkit.solvers.logistic_newton` makes the same steps,
with a line search and a rule when to stop.
"""

import math

import numpy as np

from kernelkit import _jit
from kernelkit.core._arguments import NotNegative, Number, Row, Samples, Signs
from kernelkit.core._border import Weights, njit, same
from kernelkit.core.losses import logistic, logistic_derivative
from kernelkit.validation import Matrix, Vector

__all__ = ["logistic_at", "newton_step"]


@njit
def logistic_at(
    X: Samples, y: Signs, w: Row, b: Number = 0.0, ridge: NotNegative = 0.0
) -> tuple[float, Vector, Matrix]:
    r"""Minus the log-likelihood of labels y = ±1, with its gradient and Hessian.

    With :math:`\bar x = (x, 1)`, :math:`f_i = \langle w, x_i \rangle + b` and
    :math:`p_i = \sigma(-y_i f_i)`, the probability of the other label,

    .. math::

        F = \sum_i \log(1 + e^{-y_i f_i}) + \tfrac{r}{2}\lVert w \rVert^2, \qquad
        \nabla F = -\sum_i y_i p_i \bar x_i + r \binom{w}{0}, \qquad
        \nabla^2 F = \sum_i p_i(1 - p_i)\, \bar x_i \bar x_i^\top
        + r \operatorname{diag}(1, \dots, 1, 0)
        \tag{LR1}

    ``ridge`` is one over the variance of a Gaussian prior of the weights; 0 is maximum likelihood.
    In the gradient and the Hessian the bias comes last.

    >>> value, gradient, hessian = logistic_at([[2.0], [-2.0]], [1, -1], [0.0])
    >>> round(value, 3), gradient.tolist(), hessian.tolist()
    (1.386, [-2.0, 0.0], [[2.0, 0.0], [0.0, 0.5]])
    """
    n, d = same(len(X), len(y)), same(X.shape[1], len(w))
    value, gradient, hessian = 0.0, np.zeros(d + 1), np.zeros((d + 1, d + 1))
    row = np.ones(d + 1)
    for i in range(n):
        f = float(b)
        for j in range(d):
            row[j] = X[i, j]
            f += w[j] * row[j]
        value += logistic(y[i] * f)
        p = -logistic_derivative(y[i] * f)
        for j in range(d + 1):
            gradient[j] -= y[i] * p * row[j]
            for k in range(d + 1):
                hessian[j, k] += p * (1.0 - p) * row[j] * row[k]  # (LR1)
    for j in range(d):
        value += 0.5 * ridge * w[j] * w[j]
        gradient[j] += ridge * w[j]
        hessian[j, j] += ridge
    return value, gradient, hessian


@njit
def newton_step(
    X: Samples, y: Signs, w: Weights, b: Number = 0.0, ridge: NotNegative = 0.0
) -> tuple[float, float]:
    r"""One undamped step of Newton's method (IRLS) for logistic regression.

    .. math:: (w, b) \leftarrow (w, b) - (\nabla^2 F)^{-1} \nabla F \tag{LR2}

    The weights change in place; F before the step and the new bias are returned.

    >>> w = np.zeros(1)
    >>> value, b = newton_step([[2.0], [-2.0]], [1, -1], w)
    >>> w.round(9).tolist(), round(b, 9)
    ([1.0], 0.0)
    """
    value, gradient, hessian = logistic_at(X, y, w, b, ridge)
    step = cholesky_solve(hessian, gradient)
    for j in range(len(w)):
        w[j] -= step[j]  # (LR2)
    return value, b - step[len(w)]


@_jit.njit
def cholesky_solve(A: Matrix, b: Vector) -> Vector:
    r"""Solve :math:`A x = b` for a positive definite A, by its factor :math:`A = L L^\top`.

    .. math::

        L_{ij} = \Big(A_{ij} - \sum_{k<j} L_{ik} L_{jk}\Big) / L_{jj}, \qquad
        L_{ii}^2 = A_{ii} - \sum_{k<i} L_{ik}^2, \qquad L u = b, \quad L^\top x = u \tag{LR3}

    Ten times as quick to compile as ``np.linalg.solve``.
    """
    n, L, x = len(b), A.copy(), b.copy()
    for i in range(n):
        for j in range(i + 1):
            for k in range(j):
                L[i, j] -= L[i, k] * L[j, k]
            if j < i:
                L[i, j] /= L[j, j]
                x[i] -= L[i, j] * x[j]
        if not L[i, i] > 0.0:
            message = "its second derivatives are singular; a ridge above 0 helps"
            raise ValueError(message)
        L[i, i] = math.sqrt(L[i, i])  # (LR3)
        x[i] /= L[i, i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= L[j, i] * x[j]
        x[i] /= L[i, i]
    return x
