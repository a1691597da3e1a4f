r"""Newton's direction: the solution S of H S = -g, by a factorisation or by conjugate gradients.

One rule decides, for m rows of d + 1 parameters (m = 1 for two classes, else one row per class):

==============================  ============================================================
two classes, 1000 parameters    the whole Hessian and its Cholesky factor
more classes, a small Hessian   the same
more, up to 1000 per class      conjugate gradients until the error matters no more,
                                preconditioned by the Hessian's block of each class
more                            the same, preconditioned by the Hessian's diagonal
==============================  ============================================================

The Hessian of m classes has m squared blocks and their preconditioner m: on 1,797 digits of 64
pixels ten classes take 31 ms by conjugate gradients and 350 ms by factorisations.
"""

from collections.abc import Callable

import numpy as np
from scipy import linalg

from kernelkit.products import gram_of_columns, times
from kernelkit.solvers.likelihoods import Likelihood, Point
from kernelkit.validation import Matrix, Vector

__all__ = [
    "LARGEST_HESSIAN",
    "conjugate_direction",
    "exact_direction",
    "few_parameters",
    "preconditioner",
    "unit_diagonal",
]

LARGEST_HESSIAN = 1000  # parameters
LITTLE_WORK = 2e6  # products in a Hessian of several classes, up to which it is the shorter way
LIGHT = 0.03  # share of the largest weight below which a preconditioner passes over a sample
SINGLE, DOUBLE = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)

Solve = Callable[[Matrix], Matrix]


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
