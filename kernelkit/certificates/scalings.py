r"""One support vector machine, three ways of writing its price, and how to get from each to each.

=========  =================================================  =========================
form       minimises                                          multipliers
=========  =================================================  =========================
library    :math:`\frac12\lVert w\rVert^2 + C\sum_i\epsilon_i`  :math:`0\le\alpha_i\le C`
unit       :math:`\lVert w\rVert^2 + \sum_i\epsilon_i`          :math:`0\le\lambda_i\le 1`
mean       :math:`\mu\lVert w\rVert^2 + \frac1N\sum_i\epsilon_i`
=========  =================================================  =========================

Dividing the unit form, which has no C, by 2 gives the library's with C = 1/2 and
:math:`\alpha = \lambda/2`; dividing the mean form, which averages over N samples, by :math:`2\mu`
gives it with :math:`C = 1/(2\mu N)`. Lessons 12 and 13 use them.
"""

from typing import Any

import numpy as np

from kernelkit.validation import Vector, as_vector, check_number, check_whole, no_overflow

__all__ = [
    "alpha_of_lambda",
    "lambda_of_alpha",
    "mean_objective",
    "mu_of_penalty",
    "objective_of_mean",
    "objective_of_unit",
    "penalty_of_mu",
    "unit_objective",
]


@no_overflow("mu", infinite=True)
def penalty_of_mu(mu: float, n: int) -> float:
    r"""The mean form's :math:`\mu` for n samples as the library's :math:`C = 1/(2\mu n)`.

    >>> penalty_of_mu(0.1, 50)
    0.1
    """
    return 1.0 / (2.0 * check_number(mu, "mu", above=0) * check_whole(n, "n"))


@no_overflow("C", infinite=True)
def mu_of_penalty(C: float, n: int) -> float:
    r"""The library's C for n samples as the mean form's :math:`\mu = 1/(2nC)`."""
    return 1.0 / (2.0 * check_whole(n, "n") * check_number(C, "C", above=0))


@no_overflow("objective", "C", infinite=True)
def mean_objective(objective: float, C: float, n: int) -> float:
    r"""The library's objective as the mean form scales it: times :math:`2\mu = 1/(nC)`."""
    return 2.0 * mu_of_penalty(C, n) * check_number(objective, "objective")


@no_overflow("mean", "C", infinite=True)
def objective_of_mean(mean: float, C: float, n: int) -> float:
    """The mean form's objective as the library scales it: times nC."""
    return check_number(mean, "mean") / (2.0 * mu_of_penalty(C, n))


@no_overflow("multipliers", infinite=True)
def alpha_of_lambda(multipliers: Any) -> Vector:
    r"""The unit form's :math:`\lambda` as the library's :math:`\alpha = \lambda/2` at C = 1/2."""
    return as_vector(multipliers, "multipliers").astype(np.float64) / 2.0


@no_overflow("alpha", infinite=True)
def lambda_of_alpha(alpha: Any) -> Vector:
    r"""The library's :math:`\alpha` at C = 1/2 as the unit form's :math:`\lambda = 2\alpha`."""
    return 2.0 * as_vector(alpha, "alpha").astype(np.float64)


@no_overflow("objective", infinite=True)
def unit_objective(objective: float) -> float:
    """The library's objective at C = 1/2 as the unit form scales it: twice as large."""
    return 2.0 * check_number(objective, "objective")


@no_overflow("unit", infinite=True)
def objective_of_unit(unit: float) -> float:
    """The unit form's objective as the library's at C = 1/2: half as large."""
    return check_number(unit, "unit") / 2.0
