"""Losses as functions of the margin t = y f(x), each beside its derivative.

Lesson 14_losses draws them on one axis. All of them take a number or an array, in Python and in
compiled code, and give the same; so they use no ``np.where``, which turns a number into an array.
They subtract from 0.0, because bytes have no negative numbers.
At a kink the derivative is the subgradient of the side where a mistake is made, so that "update
when y f(x) <= 0" is literally "step against the derivative". The zero-one loss has no slope to
follow.
"""

import numpy as np

from kernelkit.core._compiled import njit

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
]


@njit
def perceptron(t: float) -> float:
    r"""Perceptron loss, :math:`\max(0, -t)`: nothing on the right side, how far on the wrong."""
    return np.maximum(0.0, 0.0 - t)


@njit
def perceptron_derivative(t: float) -> float:
    r""":math:`-1` for :math:`t \le 0`, else 0: Rosenblatt's rule updates at t = 0 too."""
    return 0.0 - (t <= 0.0)


@njit
def hinge(t: float) -> float:
    r"""Hinge loss, :math:`\max(0, 1 - t)`: nothing beyond the margin."""
    return np.maximum(0.0, 1.0 - t)


@njit
def hinge_derivative(t: float) -> float:
    r""":math:`-1` for :math:`t \le 1`, else 0."""
    return 0.0 - (t <= 1.0)


@njit
def squared(t: float) -> float:
    r"""Squared loss, :math:`(1 - t)^2 = (y - f(x))^2` for y = ±1: hurt by what is too easy."""
    return (1.0 - t) * (1.0 - t)


@njit
def squared_derivative(t: float) -> float:
    r""":math:`2(t - 1)`."""
    return 2.0 * (t - 1.0)


@njit
def logistic(t: float) -> float:
    r"""Logistic loss, :math:`\log(1 + e^{-t}) = \max(0, -t) + \log(1 + e^{-|t|})`.

    The second form never exponentiates a positive number, so it cannot overflow.
    """
    return np.maximum(0.0, 0.0 - t) + np.log1p(np.exp(0.0 - np.abs(t)))


@njit
def logistic_derivative(t: float) -> float:
    r""":math:`-\sigma(-t) = -1 / (1 + e^{t})`, again exponentiating no positive number."""
    return -np.exp(-np.maximum(0.0, t)) / (1.0 + np.exp(0.0 - np.abs(t)))


@njit
def zero_one(t: float) -> float:
    r"""Zero-one loss, 1 for :math:`t \le 0`, else 0: what classifiers are judged by."""
    return 0.0 + (t <= 0.0)
