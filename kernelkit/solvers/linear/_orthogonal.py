"""The factorisation under least squares and Fisher's discriminant; lesson 07."""

from typing import Any, NamedTuple

import numpy as np
from scipy import linalg

from kernelkit.engine.products import gram_of_columns
from kernelkit.validation import Matrix, Vector

EPS = float(np.finfo(np.float64).eps)
SAFE = 1e-6  # reciprocal condition number; Cholesky then loses at most 6 of 16 digits
COMPARABLE = 1e8  # largest to smallest spread of features; beyond, half of the digits are gone


class Factors(NamedTuple):
    """A = U R Q', orthonormal columns in U and Q, with U applied to targets and then forgotten."""

    R: Matrix  # upper triangle of shape (r, r), r the rank of A
    Q: Matrix  # shape (d, r); not orthonormal if units differ beyond COMPARABLE, see below
    C: Matrix  # U' B, shape (r, k)

    def solution(self) -> Matrix:
        """The shortest W that minimises the squared length of B - A W, shape (d, k)."""
        return self.Q @ linalg.solve_triangular(self.R, self.C)  # (QR2)


def centred_together(X: Matrix, T: Matrix) -> tuple[Matrix, Vector]:
    """Samples and targets side by side, less their means, and the means, in float64.

    A feature that varies by no more than the rounding of float64 is constant: exactly zero.
    """
    n, d = X.shape
    AB = np.empty((n, d + T.shape[1]))
    A, B = AB[:, :d], AB[:, d:]
    # From the first sample the others are not far, so sums of them hardly round.
    np.subtract(X, X[0], out=A, dtype=np.float64)
    np.subtract(T, T[0], out=B, dtype=np.float64)
    shift = AB.mean(axis=0)
    AB -= shift
    spread = _spread(AB)
    if not np.isfinite(spread).all():
        message = "differences of samples are beyond the largest number"
        raise OverflowError(message)
    mean = np.concatenate([X[0], T[0]], dtype=np.float64) + shift
    A[:, spread[:d] <= 4 * EPS * np.abs(mean[:d])] = 0.0
    return AB, mean


def factorise(AB: Matrix, d: int, ridge: float = 0.0, n: int = 0) -> Factors:
    r"""Orthogonal factorisation of a matrix with a ridge below it.

    .. math::

        \begin{pmatrix} A \\ \sqrt{\lambda} I \end{pmatrix} = U R Q^\top \tag{QR1}

    With it, the shortest minimiser of
    :math:`\lVert B - AW \rVert^2 + \lambda \lVert W \rVert^2` is

    .. math:: W = Q R^{-1} U^\top \begin{pmatrix} B \\ 0 \end{pmatrix}. \tag{QR2}

    A and B are the first d columns and the rest of what :func:`centred_together` returned. When
    there are at least as many samples as features, and the normal matrix
    :math:`A^\top A + \lambda I`, its diagonal scaled to 1, has a reciprocal condition number above
    ``SAFE``, its Cholesky factor is R. Otherwise a singular value decomposition of A finds the
    rank, by the rounding of n samples where few rows stand for so many. Both scale the features
    first, so that their units change neither rank nor accuracy.
    """
    A, B = AB[:, :d], AB[:, d:]
    quick = None
    if len(AB) >= d:
        with np.errstate(all="ignore"):  # of squares that overflow or vanish nothing is made
            products = gram_of_columns(AB)
        quick = by_cholesky(products[:d, :d], products[:d, d:], _spread(A), ridge)
    return by_singular_values(A, B, ridge, n) if quick is None else quick


def root_of(AA: Matrix) -> Matrix:
    r"""A matrix R with :math:`R^\top R = A^\top A`, where only that product is known.

    With the scaled features :math:`D^{-1} A^\top A D^{-1} = V S^2 V^\top` it is

    .. math:: R = S V^\top D \tag{QR3}

    Squares have half of the digits only: a direction along which the samples spread by less than
    about :math:`10^{-7}` of the widest is none.
    """
    D = np.sqrt(AA.diagonal())
    units = np.where(D > 0, D, 1.0)
    squares, V = linalg.eigh(AA / (units * units[:, np.newaxis]))
    kept = squares > 10 * len(D) * EPS * squares[-1]
    return (np.sqrt(squares[kept]) * V[:, kept]).T * D  # (QR3)


def by_cholesky(AA: Matrix, AB: Matrix, spread: Vector, ridge: float) -> Factors | None:
    """Factorise by way of the normal matrix, unless it is too badly conditioned for that."""
    d = len(AA)
    used = np.flatnonzero(spread) if ridge == 0 else np.arange(d)
    with np.errstate(all="ignore"):
        G = AA[np.ix_(used, used)]
        G.flat[:: len(G) + 1] += ridge
        scale = np.sqrt(G.diagonal())
        G /= scale * scale[:, np.newaxis]
    if len(used) == 0 or not np.isfinite(G).all():
        return None
    # If it stops at a pivot that is rounding, that pivot shows in the condition number.
    R, order, _, _ = linalg.lapack.dpstrf(G)
    if linalg.lapack.dpocon(R, np.abs(G).sum(axis=0).max())[0] < SAFE:
        return None
    order -= 1  # LAPACK counts from 1
    R = np.triu(R) * scale[order]
    used = used[order]
    C = linalg.solve_triangular(R, AB[used], trans="T")
    return Factors(R, np.eye(d)[:, used], C)


def by_singular_values(A: Matrix, B: Matrix, ridge: float, n: int = 0) -> Factors:
    """Factorise by rotations alone, whatever the rank, of rows that stand for n samples.

    Of the scaled features A D^-1 = U S V' keep what is not rounding. Then A = U S (D V)', and a
    second factorisation D V = Q L' makes the columns of D V orthonormal, so that the solution is
    the shortest in the features' own units.

    That needs units within a factor of ``COMPARABLE``. Beyond it, rounding in the largest features
    hides the smallest: then dependent features are told apart by the ridge, or if there is none,
    the solution is the shortest in units of each feature's spread.
    """
    D = _spread(A)
    used = D > 0
    units = np.where(used, D, 1.0)
    U, S, Vt = linalg.svd(A / units, full_matrices=False)
    kept = S / (S[0] or 1.0) > max(n, *A.shape) * EPS
    if kept.sum() < used.sum() and D.max() > COMPARABLE * D[used].min():
        if ridge > 0:
            return by_singular_values(*_stack_ridge(A, B, ridge), 0.0, n)
        return Factors(np.diag(S[kept]), Vt[kept].T / units[:, np.newaxis], U[:, kept].T @ B)
    # Large rows first and pivots among the columns: this way QR is accurate row by row, small
    # features beside large ones included.
    rows = np.argsort(-D, kind="stable")
    DV = (D * Vt[kept]).T
    Q, Lt, columns = linalg.qr(DV[rows], mode="economic", pivoting=True)
    Q[rows] = Q.copy()
    L, C = _stack_ridge(S[kept][columns, np.newaxis] * Lt.T, U[:, kept][:, columns].T @ B, ridge)
    rotation, R = linalg.qr(L, mode="economic")
    return Factors(R, Q, rotation.T @ C)


def _stack_ridge(A: Matrix, B: Matrix, ridge: float) -> tuple[Matrix, Matrix]:
    """Put the root of the ridge below A, and zeros below B."""
    if ridge == 0:
        return A, B
    d = A.shape[1]
    return np.vstack([A, np.sqrt(ridge) * np.eye(d)]), np.vstack([B, np.zeros((d, B.shape[1]))])


def _spread(A: Matrix) -> Any:
    return np.maximum(A.max(axis=0), -A.min(axis=0))
