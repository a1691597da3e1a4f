r"""Does the likelihood have a maximum? Not if a direction separates the classes.

Lesson 10_logistic_regression, "Separable data". If a direction U moves no margin down and some up,

.. math:: \text{margin}_j(U) \ge 0 \text{ for all } j, \quad > 0 \text{ for one,} \tag{S1}

then every step along it makes the data more likely, for ever. If there is none, a maximum exists
(Albert and Anderson 1984). A sample has one margin y f for two classes, and :math:`f_y - f_c`
against each other class c for more.
"""

import numpy as np

from kernelkit.products import times
from kernelkit.solvers.likelihoods import Likelihood
from kernelkit.validation import Matrix

__all__ = ["at_rest", "separates", "separates_along"]

# While a margin t runs to infinity its loss is about exp(-t), and Newton's step for that adds 1.
# At a maximum all steps are small.
AT_REST = 0.1
ROUNDING = 1e-9  # share of the largest margin


def at_rest(model: Likelihood, S: Matrix) -> bool:
    """Whether a step moves no sample's value by much."""
    return bool(np.abs(times(model.Z, S)).max() <= AT_REST)


def separates(model: Likelihood, F: Matrix) -> bool:
    """Whether all margins are positive: complete separation, by these very parameters.

    They all are once the objective is below log 2, since a margin of 0 alone costs that much.
    """
    return bool(model.margins(F).min() > 0.0)


def separates_along(model: Likelihood, S: Matrix) -> bool:
    """Whether a step S satisfies (S1), up to rounding.

    Where a linear function separates the data but for samples on the boundary itself, the margins
    of those samples converge and all others run off: Newton's steps become such a direction.
    """
    margins = model.margins(times(model.Z, S))
    return bool(margins.max() > AT_REST and margins.min() >= -ROUNDING * margins.max())  # (S1)
