r"""Does the likelihood have a maximum? Not if a direction separates the classes.

Lesson 10_logistic_regression, "Separable data". If a direction U moves no margin down and some up,

.. math:: \text{margin}_j(U) \ge 0 \text{ for all } j, \quad > 0 \text{ for one,} \tag{S1}

then every step along it makes the data more likely, for ever. If there is none, a maximum exists
(Albert and Anderson 1984). A sample has one margin y f for two classes, and :math:`f_y - f_c`
against each other class c for more.
"""

import numpy as np
from scipy import linalg

from kernelkit.arrays import Matrix
from kernelkit.solvers.likelihoods import Likelihood, grams

__all__ = ["at_rest", "separates", "separates_along"]

# While a margin t runs to infinity its loss is about exp(-t), and Newton's step for that adds 1.
# At a maximum all steps are small.
AT_REST = 0.1
ROUNDING = 1e-9  # share of the largest margin
FLAT = 1e-12  # share of the largest eigenvalue


def at_rest(model: Likelihood, S: Matrix) -> bool:
    """Whether a step moves no sample's value by much."""
    return bool(np.abs(model.Z @ S.T).max() <= AT_REST)


def separates(model: Likelihood, F: Matrix) -> bool:
    """Whether all margins are positive: complete separation, by these very parameters.

    They all are once the objective is below log 2, since a margin of 0 alone costs that much.
    """
    return bool(model.margins(F).min() > 0.0)


def separates_along(model: Likelihood, S: Matrix) -> bool:
    """Whether the part of a step S that leaves the margins at rest alone satisfies (S1).

    For data that a direction separates but for samples on the boundary itself, Newton's steps
    become such a direction, up to what is left of the convergence of those samples: the
    projection on the null space of the margins at rest takes that away.
    """
    rest = model.margins(model.Z @ S.T) < AT_REST
    G = grams(model.Z, lambda a, b: model.contacts(rest, a, b), model.shape[0])
    values, vectors = linalg.eigh(G)
    free = vectors[:, values <= FLAT * values[-1]]
    U = free @ (free.T @ S.ravel())
    margins = model.margins(model.Z @ U.reshape(S.shape).T)
    return bool(margins.max() > AT_REST and margins.min() >= -ROUNDING * margins.max())  # (S1)
