r"""Newton's direction: the solution S of H S = -g, by a factorisation or by conjugate gradients.

One rule decides, for m rows of d + 1 parameters (m = 1 for two classes, else one row per class):

===========================  ==============================================================
up to 1000 parameters        the whole Hessian and its Cholesky factor
more, up to 1000 per class   conjugate gradients until the error matters no more,
                             preconditioned by the Hessian's block of each class
more                         the same, preconditioned by the Hessian's diagonal
===========================  ==============================================================
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
    "preconditioner",
    "unit_diagonal",
]

LARGEST_HESSIAN = 1000  # parameters
LIGHT = 0.03  # share of the largest weight below which a preconditioner passes over a sample
SINGLE, DOUBLE = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)

Solve = Callable[[Matrix], Matrix]


def exact_direction(model: Likelihood, point: Point, *, roughly: bool = False) -> Matrix:
    """Solve with the whole Hessian; of many solutions, take the shortest in scaled units.

    Adding one vector to the rows of all classes changes no probability, so the Hessian of the
    softmax is flat along those directions. A gradient has nothing along them either: some
    curvature put there makes the matrix definite and leaves the solution as it is.
    """
    H = model.hessian(point, roughly=roughly)
    m, d = model.shape
    if m > 1:
        curvature = np.diag(H.diagonal().reshape(m, d).mean(axis=0))
        H += np.kron(np.full((m, m), 1.0 / m), curvature)
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
        solution = linalg.cho_solve((L, True), g)
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
    first = rho = float((R * D).sum())
    target = max(min(0.25, first / model.total) * first, enough)
    iterations = 0
    while rho > target and iterations < S.size:
        iterations += 1
        HU = model.times_hessian(point, U)
        curvature = float((U * HU).sum())
        if curvature <= 0.0:  # flat but for rounding
            break
        S = S + (rho / curvature) * U
        R = R - (rho / curvature) * HU
        D = solve(R)
        before, rho = rho, float((R * D).sum())
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
    m, d = model.shape
    weights = [model.weight * model.curvature(point.P, c, c) for c in range(m)]
    if d > LARGEST_HESSIAN:
        diagonal = times(np.array(weights), np.ascontiguousarray(model.Z.T**2)) + model.ridge
        return lambda R: R / np.where(diagonal > 0.0, diagonal, 1.0)
    inverses: list[Matrix] = []
    for c in range(m):  # at the start all classes are alike
        known = c > 0 and np.array_equal(weights[c], weights[c - 1])
        inverses.append(inverses[-1] if known else _inverse_block(model, weights[c]))
    return lambda R: np.stack([inverse @ r for inverse, r in zip(inverses, R, strict=True)])


def _inverse_block(model: Likelihood, weight: Vector) -> Matrix:
    """The inverse of one class's block of the Hessian, near enough.

    Most samples are soon beyond doubt and hardly bend the objective. Where a prior keeps the block
    definite they are left out, which makes it many times cheaper; single precision halves the rest.
    """
    largest = weight.max()
    heavy = weight > (LIGHT * largest if model.ridge.any() else 0.0)
    # Weights relative to the largest, since single precision has no numbers below 1e-45.
    H = largest * gram_of_columns(model.single[heavy], weight[heavy] / largest).astype(np.float64)
    H.flat[:: len(H) + 1] += model.ridge
    scaled, units = unit_diagonal(H)
    nudge = len(H) * SINGLE  # what rounding may have taken away
    while True:
        scaled.flat[:: len(H) + 1] += nudge
        try:
            half = np.linalg.inv(np.linalg.cholesky(scaled)) * units
        except np.linalg.LinAlgError:
            nudge *= 10.0
        else:
            return half.T @ half
