r"""The logistic likelihoods with their Gaussian prior: objective, gradient, Hessian.

Document 002, section 2.2 (two classes, the sigmoid) and appendix C (more, the softmax); lesson
10_logistic_regression. Both have a sample's values :math:`f = \Omega z`, one per row of
:math:`\Omega`, probabilities p of f, targets t that are 1 for the class the sample has, and

.. math::

    F(\Omega) = -\sum_i s_i \log p(y_i \mid x_i) + \tfrac12 \sum_{cj} r_j \Omega_{cj}^2, \quad
    \nabla F = \sum_i s_i (p_i - t_i) z_i^\top + \Omega \operatorname{diag}(r), \quad
    \nabla^2 F = \sum_i s_i C_i \otimes z_i z_i^\top + I \otimes \operatorname{diag}(r) \tag{L1}

with sample weights s and precisions r of the prior, and :math:`C_i = p_i (1 - p_i)` for the
sigmoid, :math:`C_i = \operatorname{diag}(p_i) - p_i p_i^\top` for the softmax.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, log_expit

from kernelkit.products import cross, gram_of_columns, times
from kernelkit.solvers.posterior import normalised
from kernelkit.validation import Matrix, Vector

__all__ = ["Likelihood", "Point", "Sigmoid", "Softmax", "grams"]

BlockWeights = Callable[[int, int], Vector]


class Point(NamedTuple):
    """Everything about one choice of parameters but second derivatives."""

    omega: Matrix
    value: float
    gradient: Matrix
    F: Matrix  # values of the samples
    P: Matrix  # probabilities of the samples


class Likelihood(ABC):
    """What the two have in common."""

    def __init__(self, Z: Matrix, targets: Matrix, weight: Vector, ridge: Vector) -> None:
        self.Z, self.T, self.weight, self.ridge = Z, targets, weight, ridge
        self.total = float(weight.sum())
        self.shape = targets.shape[1], Z.shape[1]

    @functools.cached_property
    def single(self) -> Matrix:
        """Z in single precision, made when it is first asked for."""
        return self.Z.astype(np.float32)

    def at(self, omega: Matrix) -> Point:
        """Objective and gradient."""
        F = times(self.Z, omega)
        loss, P = self.loss(F)
        value = float(self.weight @ loss + 0.5 * (self.ridge * omega**2).sum())
        residual = self.weight[:, np.newaxis] * (P - self.T)
        return Point(omega, value, cross(residual, self.Z) + self.ridge * omega, F, P)  # (L1)

    def hessian(self, point: Point, *, roughly: bool = False) -> Matrix:
        """All second derivatives, one row and column per entry of omega.

        Roughly, sums are added up in single precision, in a little over half the time.
        """
        H = grams(
            self.single if roughly else self.Z,
            lambda a, b: self.weight * self.curvature(point.P, a, b),
            self.shape[0],
        )
        H.flat[:: len(H) + 1] += np.tile(self.ridge, self.shape[0])
        return H  # (L1)

    def times_hessian(self, point: Point, S: Matrix) -> Matrix:
        """The same matrix times a direction, by two products with Z."""
        Q = self.weight[:, np.newaxis] * self.bent(point.P, times(self.Z, S))
        return cross(Q, self.Z) + self.ridge * S  # (L1)

    @abstractmethod
    def loss(self, F: Matrix) -> tuple[Vector, Matrix]:
        """Minus the log likelihood of each sample, and the probabilities."""

    @abstractmethod
    def curvature(self, P: Matrix, a: int, b: int) -> Vector:
        """Entry (a, b) of the matrix C of each sample."""

    @abstractmethod
    def bent(self, P: Matrix, A: Matrix) -> Matrix:
        """The matrix C of each sample times its row of A."""

    @abstractmethod
    def margins(self, F: Matrix) -> Matrix:
        """By how much each sample's value is on the right side, against each other class."""


class Sigmoid(Likelihood):
    r"""Two classes, y = ±1: :math:`p(y \mid x) = \sigma(y f)`, strictly between 0 and 1."""

    def __init__(self, Z: Matrix, y: Vector, weight: Vector, ridge: Vector) -> None:
        super().__init__(Z, (y[:, np.newaxis] + 1.0) / 2.0, weight, ridge)
        self.y = y

    def loss(self, F: Matrix) -> tuple[Vector, Matrix]:
        """By log sigma(y f), which cannot overflow."""
        return -log_expit(self.y * F[:, 0]), expit(F)

    def curvature(self, P: Matrix, a: int, b: int) -> Vector:
        """One row of parameters: one block."""
        return P[:, 0] * (1.0 - P[:, 0])

    def bent(self, P: Matrix, A: Matrix) -> Matrix:
        """One number times another."""
        return P * (1.0 - P) * A

    def margins(self, F: Matrix) -> Matrix:
        """One each, y f."""
        return self.y[:, np.newaxis] * F


class Softmax(Likelihood):
    r"""Classes y = 0, ..., k - 1: :math:`p(y \mid x) = e^{f_y} / \sum_c e^{f_c}`."""

    def __init__(
        self, Z: Matrix, y: npt.NDArray[np.int64], k: int, weight: Vector, ridge: Vector
    ) -> None:
        super().__init__(Z, np.eye(k)[y], weight, ridge)
        self.others = self.T == 0.0

    def loss(self, F: Matrix) -> tuple[Vector, Matrix]:
        """By scores less their maximum, which cannot overflow."""
        logs = normalised(F)
        return -logs[~self.others], np.exp(logs)

    def curvature(self, P: Matrix, a: int, b: int) -> Vector:
        """The entries of diag(p) - p p'."""
        return P[:, a] * (1.0 - P[:, a]) if a == b else -P[:, a] * P[:, b]

    def bent(self, P: Matrix, A: Matrix) -> Matrix:
        """By sums over the classes, without the matrix."""
        Q = P * A
        return Q - P * Q.sum(axis=1, keepdims=True)

    def margins(self, F: Matrix) -> Matrix:
        """One against each other class c, f_y - f_c."""
        own = F[~self.others][:, np.newaxis]
        return own - F[self.others].reshape(len(F), -1)


def grams(Z: Matrix, block_weights: BlockWeights, k: int) -> Matrix:
    r"""The matrix :math:`\sum_i C_i \otimes z_i z_i^\top` of shape (kd, kd).

    ``block_weights(a, b)`` gives entry (a, b) of all :math:`C_i`, none positive off the diagonal.
    """
    d = Z.shape[1]
    H = np.empty((k, d, k, d))
    for a in range(k):
        H[a, :, a] = gram_of_columns(Z, block_weights(a, a))
        for b in range(a):
            H[a, :, b] = H[b, :, a] = -gram_of_columns(Z, -block_weights(a, b))
    return H.reshape(k * d, k * d)
