r"""The logistic likelihoods with their Gaussian prior: objective, gradient, Hessian.

Two classes have the sigmoid, more the softmax; lesson 10_logistic_regression. Both have a sample's
values :math:`f = \Omega z`, one per row of :math:`\Omega`, probabilities p of f, targets t that
are 1 for the class the sample has, and

.. math::

    F(\Omega) = -\sum_i s_i \log p(y_i \mid x_i) + \tfrac12 \sum_{cj} r_j \Omega_{cj}^2, \quad
    \nabla F = \sum_i s_i (p_i - t_i) z_i^\top + \Omega \operatorname{diag}(r), \quad
    \nabla^2 F = \sum_i s_i C_i \otimes z_i z_i^\top + I \otimes \operatorname{diag}(r) \tag{LOG1}

with sample weights s, precisions r of the prior and :math:`C_i = \operatorname{diag}(p_i) - p_i
p_i^\top`. The sigmoid is the softmax with one class more, which has no parameters and always the
value 0: :math:`p = e^f / (e^0 + e^f)`, and :math:`C_i = p_i (1 - p_i)`.
"""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit._jit import njit, njit_sum, share
from kernelkit.engine.exponential import exp_row
from kernelkit.engine.products import gram_of_columns, parts_of
from kernelkit.validation import Matrix, Vector

__all__ = ["Likelihood", "Point", "Sigmoid", "Softmax"]

PASS_NUMBERS = 2**15  # numbers of Z, which stay in the cache between its two products


class Point(NamedTuple):
    """Everything about one choice of parameters but second derivatives."""

    omega: Matrix
    value: float
    gradient: Matrix
    F: Matrix  # values of the samples
    P: Matrix  # probabilities of the samples


class _Pass(NamedTuple):
    """A pass over Z for compiled code: what it reads, and F and P, which it may fill."""

    Z: Matrix
    T: Matrix
    weight: Vector
    A: Matrix
    F: Matrix
    P: Matrix
    zero_class: bool
    bend: bool


class Likelihood(ABC):
    """What the two have in common: all but the class without parameters, and margins."""

    zero_class: bool  # whether there is one class more, whose value is 0

    def __init__(self, Z: Matrix, targets: Matrix, weight: Vector, ridge: Vector) -> None:
        self.Z, self.T, self.weight, self.ridge = Z, targets, weight, ridge
        self.total = float(weight.sum())
        self.shape = targets.shape[1], Z.shape[1]

    def at(self, omega: Matrix) -> Point:
        """Objective and gradient, in one pass over Z."""
        F, P = np.empty(self.T.shape), np.empty(self.T.shape)
        loss, slope = self._pass(omega, F, P, bend=False)
        value = float(loss + 0.5 * (self.ridge * omega**2).sum())
        return Point(omega, value, slope + self.ridge * omega, F, P)  # (LOG1)

    def hessian(self, point: Point, *, roughly: bool = False) -> Matrix:
        """All second derivatives, one row and column per entry of omega.

        Roughly, the sums of two classes are added up in single precision, in half the time.
        """
        m, d = self.shape
        bends = self.bends(point)
        if m == 1:
            dtype = np.float32 if roughly else np.float64
            H = gram_of_columns(self.Z, bends[:, 0], dtype).astype(np.float64)
        else:
            G, B = (_rows_times(weights, self.Z) for weights in (point.P, bends))
            H = -(self.weight[:, np.newaxis] * G).T @ G
            blocks = (self.Z.T @ B).reshape(d, m, d)
            for c in range(m):
                H[c * d : (c + 1) * d, c * d : (c + 1) * d] = blocks[:, c]
        H.flat[:: len(H) + 1] += np.tile(self.ridge, m)
        return H  # (LOG1)

    def times_hessian(self, point: Point, S: Matrix) -> Matrix:
        """The same matrix times a direction, in one pass over Z."""
        _, product = self._pass(S, np.empty(self.T.shape), point.P, bend=True)
        return product + self.ridge * S  # (LOG1)

    def bends(self, point: Point) -> Matrix:
        """The diagonal of the matrix C of each sample, times its weight."""
        return self.weight[:, np.newaxis] * point.P * (1.0 - point.P)

    @abstractmethod
    def margins(self, F: Matrix) -> Matrix:
        """By how much each sample's value is on the right side, against each other class."""

    def _pass(self, A: Matrix, F: Matrix, P: Matrix, bend: bool) -> tuple[float, Matrix]:
        m = parts_of(len(F))
        losses, sums = np.zeros(m), np.zeros((m, *self.shape))
        given = _Pass(self.Z, self.T, self.weight, A, F, P, self.zero_class, bend)
        share(_pass_over_parts, m, 1, 2.0 * len(self.Z) * A.size, given, losses, sums)
        return losses.sum(), sums.sum(axis=0)


class Sigmoid(Likelihood):
    r"""Two classes, y = ±1: :math:`p(y \mid x) = \sigma(y f)`, strictly between 0 and 1."""

    zero_class = True

    def __init__(self, Z: Matrix, y: Vector, weight: Vector, ridge: Vector) -> None:
        super().__init__(Z, (y[:, np.newaxis] + 1.0) / 2.0, weight, ridge)

    def margins(self, F: Matrix) -> Matrix:
        """One each, y f."""
        return (2.0 * self.T - 1.0) * F


class Softmax(Likelihood):
    r"""Classes y = 0, ..., k - 1: :math:`p(y \mid x) = e^{f_y} / \sum_c e^{f_c}`."""

    zero_class = False

    def __init__(
        self, Z: Matrix, y: npt.NDArray[np.int64], k: int, weight: Vector, ridge: Vector
    ) -> None:
        super().__init__(Z, np.eye(k)[y], weight, ridge)

    def margins(self, F: Matrix) -> Matrix:
        """One against each other class c, f_y - f_c."""
        own = self.T > 0.0
        return F[own][:, np.newaxis] - F[~own].reshape(len(F), -1)


def _rows_times(weights: Matrix, Z: Matrix) -> Matrix:
    """Each row of Z times each weight of its sample, side by side."""
    return (weights[:, :, np.newaxis] * Z[:, np.newaxis]).reshape(len(Z), -1)


@njit
def _pass_over_parts(start: int, stop: int, given: _Pass, losses: Vector, sums: Any) -> None:
    """Values F of A at all samples, what follows from them, and its product with Z, by parts.

    What follows are losses, probabilities P and residuals, or to ``bend``, the matrices C of the
    given P times the values.
    """
    n, m = given.Z.shape[0], losses.shape[0]
    for part in range(start, stop):
        losses[part] = _pass_over_rows(given, part * n // m, (part + 1) * n // m, sums[part])


@njit_sum
def _pass_over_rows(given: _Pass, start: int, stop: int, product: Matrix) -> float:
    """The same for some rows, in tiles that stay in the cache from one product to the next."""
    Z, T, weight, A, F, P, zero_class, bend = given
    d, k = Z.shape[1], A.shape[0]
    rows = max(16, PASS_NUMBERS // d)
    Q, more = np.empty((rows, k)), np.empty((k, d))
    loss = 0.0
    for i in range(start, stop, rows):
        j = min(i + rows, stop)
        np.dot(Z[i:j], A.T, F[i:j])
        if bend:
            _bent(F[i:j], P[i:j], weight[i:j], Q)
        else:
            loss += _losses(F[i:j], T[i:j], weight[i:j], zero_class, P[i:j], Q)
        np.dot(Q[: j - i].T, Z[i:j], more)
        for c in range(k):
            for column in range(d):
                product[c, column] += more[c, column]
    return loss


@njit_sum
def _losses(
    F: Matrix, T: Matrix, weight: Vector, zero_class: bool, P: Matrix, residuals: Matrix
) -> float:
    """Sum of losses, with probabilities and residuals; values less their largest cannot overflow.

    The logarithm is that of 1, for the class of the largest value, plus the rest, so that the loss
    of a sample beyond doubt keeps its digits.
    """
    n, k = F.shape
    first, largest, zero = np.empty(n, np.int64), np.empty(n), np.zeros(n)
    for i in range(n):
        first[i] = F[i].argmax()
        largest[i] = F[i, first[i]]
        if zero_class and largest[i] <= 0.0:
            first[i], largest[i] = k, 0.0
        for c in range(k):
            P[i, c] = F[i, c] - largest[i]
    exp_row(1.0, P.reshape(n * k))
    if zero_class:
        zero -= largest
        exp_row(1.0, zero)
    total = 0.0
    for i in range(n):
        rest, value = 0.0 if first[i] == k else zero[i], 0.0
        for c in range(k):
            if c != first[i]:
                rest += P[i, c]
            value += T[i, c] * F[i, c]
        total += weight[i] * (largest[i] - value + np.log1p(rest))
        for c in range(k):
            P[i, c] /= 1.0 + rest
            residuals[i, c] = weight[i] * (P[i, c] - T[i, c])
    return total


@njit_sum
def _bent(F: Matrix, P: Matrix, weight: Vector, Q: Matrix) -> None:
    """The matrix C of each sample times its values."""
    for i in range(F.shape[0]):
        mean = 0.0
        for c in range(F.shape[1]):
            mean += P[i, c] * F[i, c]
        for c in range(F.shape[1]):
            Q[i, c] = weight[i] * P[i, c] * (F[i, c] - mean)
