r"""Newton's method with a line search, for the logistic likelihoods; lesson 10.

.. math::

    S = -H^{-1} g, \qquad \Omega \leftarrow \Omega + t S, \qquad
    F(\Omega + tS) \le F(\Omega) + 10^{-4}\, t \langle g, S \rangle, \quad
    t = 1, \tfrac12, \tfrac14, \dots \tag{NEW1}

The step promises to lower the objective by :math:`-\frac12 \langle g, S \rangle`, whatever the
units of the features. Stop after a whole step that promised little per sample and moved no value
by much:

.. math::

    -\tfrac12 \langle g, S \rangle \le \text{tolerance} \cdot \textstyle\sum_i s_i, \qquad
    \max_{ic} |(\Omega + S)_c z_i - \Omega_c z_i| \le 0.1. \tag{NEW2}

Since that step is taken, and errors square from one to the next, what is then left is far less. The
second condition is for weights that run off to where the objective hardly changes: then margins
grow by about 1 in each step.

No step needs an accurate Hessian: an error in its seventh digit makes the last steps shrink what is
left a millionfold instead of squaring it. Where most of the time goes into the Hessian, it is
computed in single precision (the gradient never is) until a step falls short; without a prior,
until one promises little, for then the last steps tell whether a minimum exists.

**The direction** S solves H S = -g. One rule decides how, for m rows of d + 1 parameters (m = 1 for
two classes, else one row per class):

==============================  ============================================================
two classes, up to 1000         the whole Hessian and its Cholesky factor
more classes, a small Hessian   the same
up to 1000 parameters per row   conjugate gradients until the error matters no more,
                                preconditioned by the Hessian's block of each row
beyond                          the same, preconditioned by the Hessian's diagonal
==============================  ============================================================

The Hessian of m classes has m squared blocks and their preconditioner m: on 1,797 digits of 64
pixels ten classes take 31 ms by conjugate gradients and 350 ms by factorisations.

**Separable data.** Without a prior the likelihood has no maximum if a direction U separates the
classes, that is, if it moves no margin down and some up,

.. math:: \text{margin}_j(U) \ge 0 \text{ for all } j, \quad > 0 \text{ for one,} \tag{SEP1}

for then every step along it makes the data more likely, for ever. If there is none, a maximum
exists (Albert and Anderson 1984). A sample has one margin y f for two classes, and
:math:`f_y - f_c` against each other class c for more.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import linalg

from kernelkit._jit import one_blas_thread
from kernelkit.engine.products import gram_of_columns, times
from kernelkit.solvers.logistic._likelihoods import Likelihood, Point
from kernelkit.validation import Matrix, Vector, check_number, check_whole, warn

__all__ = [
    "LARGEST_HESSIAN",
    "Optimum",
    "at_rest",
    "conjugate_direction",
    "exact_direction",
    "few_parameters",
    "newton",
    "preconditioner",
    "separates",
    "separates_along",
    "unit_diagonal",
    "warn_unless_converged",
]

EXPENSIVE = 1e8  # multiplications from which on a Hessian is expensive
FEW = 10  # iterations of conjugate gradients that call for no new preconditioner
ROUGH = 1e-3  # single precision will do while a step promises more than this per sample
SHORTEST = 2.0**-40  # the shortest step that the line search tries
ROUNDING = 16 * float(np.finfo(np.float64).eps)
LARGEST_HESSIAN = 1000  # the most parameters for which a Hessian is made
LITTLE_WORK = 2e6  # products in a Hessian of several classes, up to which it is the shorter way
LIGHT = 0.03  # share of the largest weight below which a preconditioner passes over a sample
SINGLE, DOUBLE = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)

Solve = Callable[[Matrix], Matrix]
# While a margin t runs to infinity its loss is about exp(-t), and Newton's step for that adds 1.
# At a maximum all steps are small.
AT_REST = 0.1
NO_MARGIN = 1e-9  # rounding makes a margin of 0 at most this share of the largest


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
        converged = little and at_rest(model, S)  # (NEW2)
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
        if new.value <= point.value + 1e-4 * t * slope + ROUNDING * abs(point.value):  # (NEW1)
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
        count = len(optimum.objective) - 1
        message = (
            f"Newton's method did not converge in {count} iteration{'s' * (count != 1)}: the last "
            f"step promised to lower the objective by {optimum.promise:.1e} per sample; allow "
            "a larger max_iter or tolerance, or set a smaller prior_variance"
        )
        warn(message)


def few_parameters(model: Likelihood) -> bool:
    """Whether the whole Hessian is the shortest way."""
    m, d = model.shape
    work = float(len(model.Z)) * (m * d) ** 2
    return m * d <= LARGEST_HESSIAN and (m == 1 or work <= LITTLE_WORK)


def exact_direction(model: Likelihood, point: Point, *, roughly: bool = False) -> Matrix:
    """Solve with the whole Hessian; of many solutions, take the shortest in scaled units.

    Adding one vector to the rows of all classes changes no probability, so the Hessian of the
    softmax is flat along those directions. A gradient has nothing along them either: some
    curvature put there makes the matrix definite and leaves the solution as it is.
    """
    H = model.hessian(point, roughly=roughly)
    m, d = model.shape
    if m > 1:
        curvature = H.diagonal().reshape(m, d).mean(axis=0)
        np.einsum("ajbj->abj", H.reshape(m, d, m, d))[...] += curvature / m
    H, units = unit_diagonal(H)
    g = -point.gradient.ravel() * units
    L, failed = linalg.lapack.dpotrf(H, lower=True)
    noise = len(H) * (SINGLE if roughly else DOUBLE)
    doubtful = failed or L.diagonal().min() ** 2 < 10 * noise
    if doubtful and roughly:
        return exact_direction(model, point)
    if doubtful:
        values, vectors = linalg.eigh(H)
        used = values > noise * values[-1]
        solution = vectors[:, used] @ ((g @ vectors[:, used]) / values[used])
    else:
        solution, _ = linalg.lapack.dpotrs(L, g, lower=True)
    return (solution * units).reshape(m, d)


def conjugate_direction(
    model: Likelihood, point: Point, enough: float, solve: Solve
) -> tuple[Matrix, int]:
    r"""Solve by preconditioned conjugate gradients, as far as Newton's method can use it.

    With :math:`\rho = r^\top M^{-1} r` of the residual r, stop at
    :math:`\rho \le \max(\eta^2 \rho_0, \varepsilon)`, where :math:`\varepsilon` is ``enough`` and
    :math:`\eta = \min(\frac12, \sqrt{\rho_0 / n})`, which makes Newton's method converge faster
    than linearly. Returns S and the number of iterations, by which to tell whether ``solve``, the
    preconditioner of this point or of one before, is still a good one.
    """
    S, R = np.zeros(model.shape), -point.gradient
    D = U = solve(R)
    first = rho = float(np.vdot(R, D))
    target = max(min(0.25, first / model.total) * first, enough)
    iterations = 0
    while rho > target and iterations < S.size:
        iterations += 1
        HU = model.times_hessian(point, U)
        curvature = float(np.vdot(U, HU))
        if curvature <= 0.0:  # flat but for rounding
            break
        S = S + (rho / curvature) * U
        R = R - (rho / curvature) * HU
        D = solve(R)
        before, rho = rho, float(np.vdot(R, D))
        U = D + (rho / before) * U
    return S - S.mean(axis=0) if len(S) > 1 else S, iterations


def unit_diagonal(H: Matrix) -> tuple[Matrix, Vector]:
    """Scale rows and columns to a diagonal of 1, and tell by how much; rows of 0 become 1 too."""
    diagonal = H.diagonal().copy()
    units = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    scaled = H * units * units[:, np.newaxis]
    scaled.flat[:: len(H) + 1] = 1.0
    return scaled, units


def preconditioner(model: Likelihood, point: Point) -> Solve:
    """A function that nearly solves with the Hessian: class by class, or entry by entry."""
    bends = model.bends(point)
    if model.shape[1] > LARGEST_HESSIAN:
        diagonal = times(bends.T, np.ascontiguousarray(model.Z.T**2)) + model.ridge
        return lambda R: R / np.where(diagonal > 0.0, diagonal, 1.0)
    inverses: list[Matrix] = []
    for c, weight in enumerate(bends.T):  # at the start all classes are alike
        known = c > 0 and np.array_equal(weight, bends.T[c - 1])
        inverses.append(inverses[-1] if known else _inverse_block(model, weight))
    stack = np.array(inverses)
    return lambda R: (stack @ R[:, :, np.newaxis])[:, :, 0]


def _inverse_block(model: Likelihood, weight: Vector) -> Matrix:
    """The inverse of one class's block of the Hessian, near enough.

    Most samples are soon beyond doubt and hardly bend the objective. Where a prior keeps the block
    definite they are left out, which makes it many times cheaper; single precision halves the rest.
    """
    largest = weight.max()
    heavy = weight > (LIGHT * largest if model.ridge.any() else 0.0)
    # Weights relative to the largest, since single precision has no numbers below 1e-45.
    H = largest * gram_of_columns(model.Z[heavy], weight[heavy] / largest, np.float32)
    H = H.astype(np.float64)
    H.flat[:: len(H) + 1] += model.ridge
    scaled, units = unit_diagonal(H)
    nudge, failed = len(H) * SINGLE, True  # what rounding may have taken away
    while failed:
        scaled.flat[:: len(H) + 1] += nudge
        L, failed = linalg.lapack.dpotrf(scaled, lower=True)
        nudge *= 10.0
    half, _ = linalg.lapack.dpotri(L, lower=True)  # zeros above the diagonal
    half.flat[:: len(H) + 1] /= 2.0
    return (half + half.T) * units * units[:, np.newaxis]


def at_rest(model: Likelihood, S: Matrix) -> bool:
    """Whether a step moves no sample's value by much."""
    return bool(np.abs(times(model.Z, S)).max() <= AT_REST)


def separates(model: Likelihood, F: Matrix) -> bool:
    """Whether all margins are positive: complete separation, by these very parameters.

    They all are once the objective is below log 2 times the smallest weight of a sample, since a
    margin of 0 alone costs that much.
    """
    return bool(model.margins(F).min() > 0.0)


def separates_along(model: Likelihood, S: Matrix) -> bool:
    """Whether a step S satisfies (SEP1), up to rounding.

    Where a linear function separates the data but for samples on the boundary itself, the margins
    of those samples converge and all others run off: Newton's steps become such a direction.
    """
    margins = model.margins(times(model.Z, S))
    return bool(margins.max() > AT_REST and margins.min() >= -NO_MARGIN * margins.max())  # (SEP1)
