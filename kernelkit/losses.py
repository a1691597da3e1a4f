"""Losses as functions of the margin t = y f(x), each beside its derivative.

Lesson 14_losses draws them on one axis. All of them take a number or an array, in Python and in
compiled code. At a kink the derivative is the subgradient of the side where a mistake is made, so
that "update when y f(x) <= 0" is literally "step against the derivative".
"""

from typing import Any

import numpy as np

from kernelkit._jit import bordered
from kernelkit.validation import as_margins

__all__ = [
    "hinge",
    "hinge_derivative",
    "logistic",
    "logistic_derivative",
    "perceptron",
    "perceptron_derivative",
    "squared",
    "squared_derivative",
    "zero_one",
    "zero_one_derivative",
]


@bordered(as_margins)
def perceptron(t: Any) -> Any:
    r"""Perceptron loss, :math:`\max(0, -t)`: nothing on the right side, how far on the wrong."""
    return np.maximum(0.0, -t)


@bordered(as_margins)
def perceptron_derivative(t: Any) -> Any:
    r""":math:`-1` for :math:`t \le 0`, else 0: Rosenblatt's rule updates at t = 0 too."""
    return np.where(t <= 0.0, -1.0, 0.0)


@bordered(as_margins)
def hinge(t: Any) -> Any:
    r"""Hinge loss, :math:`\max(0, 1 - t)`: nothing beyond the margin."""
    return np.maximum(0.0, 1.0 - t)


@bordered(as_margins)
def hinge_derivative(t: Any) -> Any:
    r""":math:`-1` for :math:`t \le 1`, else 0."""
    return np.where(t <= 1.0, -1.0, 0.0)


@bordered(as_margins)
def squared(t: Any) -> Any:
    r"""Squared loss, :math:`(1 - t)^2 = (y - f(x))^2` for y = ±1: hurt by what is too easy."""
    return (1.0 - t) * (1.0 - t)


@bordered(as_margins)
def squared_derivative(t: Any) -> Any:
    r""":math:`2(t - 1)`."""
    return 2.0 * (t - 1.0)


@bordered(as_margins)
def logistic(t: Any) -> Any:
    r"""Logistic loss, :math:`\log(1 + e^{-t}) = \max(0, -t) + \log(1 + e^{-|t|})`.

    The second form never exponentiates a positive number, so it cannot overflow.
    """
    return np.maximum(0.0, -t) + np.log1p(np.exp(-np.abs(t)))


@bordered(as_margins)
def logistic_derivative(t: Any) -> Any:
    r""":math:`-\sigma(-t) = -1 / (1 + e^{t})`, again exponentiating only :math:`-|t|`."""
    small = np.exp(-np.abs(t))
    return -np.where(t > 0.0, small, 1.0) / (1.0 + small)


@bordered(as_margins)
def zero_one(t: Any) -> Any:
    r"""Zero-one loss, 1 for :math:`t \le 0`, else 0: what classifiers are judged by."""
    return np.where(t <= 0.0, 1.0, 0.0)


@bordered(as_margins)
def zero_one_derivative(t: Any) -> Any:
    """0 wherever it exists, which is why nobody minimises the zero-one loss by its slope."""
    return 0.0 * t
