"""Features brought to one scale, so that solvers need not care in which units they came.

Lesson 10_logistic_regression uses it under maximum likelihood and maximum a posteriori.
"""

from typing import NamedTuple

import numpy as np

from kernelkit.validation import InputError, Matrix, Vector

__all__ = ["Standardised", "standardise"]

ROWS = 128  # to scale at a time
LARGEST_FEATURE = 1e150  # squares of larger numbers overflow, of their inverses vanish


class Standardised(NamedTuple):
    r"""Rows :math:`z = ((x - m) \circ s, 1)`: the last entry meets the bias.

    Then :math:`\langle \omega, z \rangle = \langle w, x \rangle + b` for
    :math:`w = s \circ \omega_{1:d}` and :math:`b = \omega_{d+1} - \langle w, m \rangle`.
    """

    Z: Matrix
    shift: Vector  # m, the means
    scale: Vector  # s, one over the largest distance from the mean; 1 for a constant feature

    def original(self, omega: Matrix) -> tuple[Matrix, Vector]:
        """Weights and biases of X, of one row or several in the units of Z."""
        W = omega[..., :-1] * self.scale
        return W, omega[..., -1] - W @ self.shift

    def original_gradient(self, gradient: Matrix) -> Matrix:
        """Derivatives with respect to weights and bias of X; the chain rule of the above."""
        by_bias = gradient[..., -1:]
        by_weights = gradient[..., :-1] / self.scale + by_bias * self.shift
        return np.concatenate([by_weights, by_bias], axis=-1)

    def ridge(self, precision: float) -> Vector:
        """The precision of the prior of each weight in the units of Z, 0 for the bias."""
        return np.append(np.minimum(self.scale**2 * precision, LARGEST_FEATURE), 0.0)


def standardise(X: Matrix, weight: Vector) -> Standardised:
    """Centre each feature and divide it by its largest distance from its mean, in float64.

    The mean is weighted, so that a sample of weight 2 and two samples give the same numbers.

    A feature that varies by no more than the rounding of its dtype becomes exactly 0.
    """
    low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
    size = np.maximum(high, -low)
    if size.max() > LARGEST_FEATURE:
        j = int(size.argmax())
        raise InputError(
            "X",
            f"must hold numbers up to {LARGEST_FEATURE:g} in size, got {size[j]:.3g} in column {j}",
        )
    shift = np.clip(weight @ X / weight.sum(), low, high)
    width = np.maximum(high - shift, shift - low)
    varies = width > 4 * np.finfo(X.dtype).eps * size
    if (varies & (width < 1 / LARGEST_FEATURE)).any():
        j = int((varies & (width < 1 / LARGEST_FEATURE)).argmax())
        raise InputError(
            "X",
            f"must vary by at least {1 / LARGEST_FEATURE:g}, or not at all, in column {j}; "
            "scale it",
        )
    scale = np.where(varies, 1.0, 0.0) / np.where(varies, width, 1.0)
    Z = np.empty((len(X), X.shape[1] + 1))
    Z[:, -1] = 1.0
    for i in range(0, len(X), ROWS):  # while they are in the cache: half the time
        np.subtract(X[i : i + ROWS], shift, out=Z[i : i + ROWS, :-1])
        Z[i : i + ROWS, :-1] *= scale
    return Standardised(Z, shift, np.where(varies, scale, 1.0))
