r"""Newton's method with a line search, for the logistic likelihoods; lesson 10.

.. math::

    S = -H^{-1} g, \qquad \Omega \leftarrow \Omega + t S, \qquad
    F(\Omega + tS) \le F(\Omega) + 10^{-4}\, t \langle g, S \rangle, \quad
    t = 1, \tfrac12, \tfrac14, \dots \tag{N1}

The step promises to lower the objective by :math:`-\frac12 \langle g, S \rangle`, whatever the
units of the features. Stop after a whole step that promised little per sample and moved no value
by much:

.. math::

    -\tfrac12 \langle g, S \rangle \le \text{tolerance} \cdot \textstyle\sum_i s_i, \qquad
    \max_{ic} |(\Omega + S)_c z_i - \Omega_c z_i| \le 0.1. \tag{N2}

Since that step is taken, and errors square from one to the next, what is then left is far less. The
second condition is for weights that run off to where the objective hardly changes: then margins
grow by about 1 in each step.

No step needs an accurate Hessian: an error in its seventh digit makes the last steps shrink what is
left a millionfold instead of squaring it. Where most of the time goes into the Hessian, it is
computed in single precision (the gradient never is) until a step falls short; without a prior,
until one promises little, for then the last steps tell whether a minimum exists.
"""

from typing import NamedTuple

import numpy as np

from kernelkit._jit import one_blas_thread
from kernelkit.solvers.directions import (
    conjugate_direction,
    exact_direction,
    few_parameters,
    preconditioner,
)
from kernelkit.solvers.likelihoods import Likelihood, Point
from kernelkit.solvers.separation import at_rest, separates, separates_along
from kernelkit.validation import Matrix, Vector, check_number, check_whole, warn

__all__ = ["Optimum", "newton", "warn_unless_converged"]

EXPENSIVE = 1e8  # products in a Hessian
FEW = 10  # iterations of conjugate gradients that call for no new preconditioner
ROUGH = 1e-3  # promise per sample down to which single precision will do
SHORTEST = 2.0**-40  # step of the line search
ROUNDING = 16 * float(np.finfo(np.float64).eps)


class Optimum(NamedTuple):
    """Where Newton's method ended, and why."""

    point: Point
    objective: Vector  # of the start and after each step
    promise: float  # of the last step, per sample
    converged: bool
    separable: bool


def newton(model: Likelihood, tolerance: float, max_iter: int) -> Optimum:
    """Minimise from zero.

    Without a prior a minimum need not exist. Each iterate is then tried for complete separation,
    and a step that promised little but moved samples, for a separating direction.
    """
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    with one_blas_thread():
        return _descend(model, tolerance, max_iter)


def _descend(model: Likelihood, tolerance: float, max_iter: int) -> Optimum:
    flat = not model.ridge.any()
    small = few_parameters(model)
    roughly = small and len(model.Z) * model.shape[1] ** 2 > EXPENSIVE
    # Without a prior the last steps must be accurate, to tell whether they are the last.
    enough = 0.0 if flat else 0.1 * tolerance * model.total
    point = model.at(np.zeros(model.shape))
    objective = [point.value]
    converged = separable = False
    t = promise = iterations = np.inf
    while len(objective) <= max_iter and t >= SHORTEST and not (converged or separable):
        if small:
            S = exact_direction(model, point, roughly=roughly)
        else:
            if iterations > FEW:
                solve = preconditioner(model, point)
            S, iterations = conjugate_direction(model, point, enough, solve)
        slope = float((point.gradient * S).sum())
        promise = -0.5 * slope / model.total
        t, point = _search(model, point, S, slope)
        objective.append(point.value)
        little = t == 1.0 and promise <= tolerance and not (roughly and flat)
        converged = little and at_rest(model, S)  # (N2)
        runs_off = little and not converged and separates_along(model, S)
        separable = flat and (separates(model, point.F) or runs_off)
        roughly = roughly and t == 1.0 and (promise > ROUGH or not flat)
    converged = converged and not separable
    return Optimum(point, np.array(objective), promise, converged, separable)


def _search(model: Likelihood, point: Point, S: Matrix, slope: float) -> tuple[float, Point]:
    """Halve the step until it lowers the objective enough, or is all but gone."""
    t = 1.0
    while t >= SHORTEST:
        new = model.at(point.omega + t * S)
        if new.value <= point.value + 1e-4 * t * slope + ROUNDING * abs(point.value):  # (N1)
            return t, new
        t /= 2.0
    return t, point


def warn_unless_converged(optimum: Optimum) -> None:
    """Say why not, and what to do, to whoever called the function that calls this one."""
    if optimum.separable:
        message = (
            "the maximum likelihood estimate does not exist: a linear function separates classes, "
            "so larger weights are always more likely; the weights are the best so far, and "
            "a finite prior_variance makes them well defined"
        )
        warn(message)
    elif not optimum.converged:
        message = (
            f"Newton's method was not at rest after iteration {len(optimum.objective) - 1}, whose "
            f"step promised {optimum.promise:.1e} per sample; allow a larger max_iter or "
            "tolerance, or set a smaller prior_variance"
        )
        warn(message)
