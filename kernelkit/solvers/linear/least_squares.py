"""Least squares: free, with a ridge, or with weights of limited length; lesson 07."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import linalg

from kernelkit.solvers.class_moments import ClassMoments, check_all_classes
from kernelkit.solvers.linear._orthogonal import EPS, centred_together, factorise, root_of
from kernelkit.solvers.results import LeastSquaresResult
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_array,
    as_matrix,
    as_vector,
    check_number,
    no_overflow,
    warn,
)

CLOSE = 1e-10  # how near the squared length of the weights comes to C, relative to C
MAX_STEPS = 100


def least_squares(Phi: Any, T: Any, ridge: float = 0.0) -> LeastSquaresResult:
    r"""Weights whose values are closest to the targets, in squares.

    Minimise, with :math:`\lambda = 0` or a ridge,

    .. math::

        \sum_i \lVert t_i - W \phi_i - w_0 \rVert^2 + \lambda \lVert W \rVert^2 \tag{LS1}

    where the intercept :math:`w_0` is not penalised. Its derivative is zero at the mean of what W
    leaves over, so that the rest sees only samples and targets less their means:

    .. math:: w_0 = \bar t - W \bar\phi, \tag{LS2}

    .. math::

        (A^\top A + \lambda I) W^\top = A^\top (T - \bar t),
        \quad A = \Phi - \bar\phi \tag{LS3}

    (LS3) is solved by an orthogonal factorisation of A (``_orthogonal.factorise``). If many W are
    equally good, it gives the shortest.

    Parameters
    ----------
    Phi : array of shape (n, d), the samples or any features made of them
    T : array of shape (n,) or (n, k)
        Targets: labels +1 and -1, or one column per class that is 1 for its samples, else 0.
    ridge : float, default 0.0
        The number :math:`\lambda \ge 0`.

    Examples
    --------
    >>> result = least_squares([[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1])
    >>> float(result.weights[0].round(3)), round(result.bias, 3)
    (0.8, -1.2)
    """
    Phi = as_matrix(Phi, "Phi")
    return fit_least_squares(Phi, _as_targets(T, len(Phi)), ridge)


@no_overflow("Phi", "T", "ridge")
@one_blas_thread()
def fit_least_squares(Phi: Matrix, T: Matrix, ridge: float) -> LeastSquaresResult:
    """Do what :func:`least_squares` does, with samples and targets that were checked."""
    ridge = check_number(ridge, "ridge", at_least=0)
    AB, mean = centred_together(Phi, np.atleast_2d(T.T).T)
    W = factorise(AB, Phi.shape[1], ridge).solution().T  # (LS3)
    return _result(W, mean, ridge, flat=T.ndim == 1)


@no_overflow("Phi", "T", "ridge")
@one_blas_thread()
def least_squares_from_moments(
    moments: ClassMoments, ridge: float, class_names: Sequence[Any]
) -> LeastSquaresResult:
    r"""Least squares on the labels of samples of which only the moments are known.

    The targets of two classes are -1 and +1, of more the columns of the identity. With the mean m
    of all samples, :math:`\mu_k` of the classes and the scatter S within them, (LS3) has

    .. math::

        A^\top A = S + \sum_k n_k (\mu_k - m)(\mu_k - m)^\top, \qquad
        A^\top (T - \bar t) = \sum_k n_k (\mu_k - m)(t_k - \bar t)^\top \tag{LS6}

    These are products of few rows with themselves: of the triangle R with :math:`S = R^\top R` and
    a target of 0, and of :math:`\sqrt{n_k}(\mu_k - m)` with the target
    :math:`\sqrt{n_k}(t_k - \bar t)`, which therefore take the place of the samples. Where moments
    hold S itself, squares have lost half of the digits.
    """
    ridge = check_number(ridge, "ridge", at_least=0)
    check_all_classes(moments.counts, class_names)
    shares = moments.counts / moments.counts.sum()
    steps = moments.origins - moments.origins[0] + moments.steps  # all from one sample
    centre = shares @ steps
    mean = moments.origins[0] + centre
    apart = steps - centre
    T = np.array([[-1.0], [1.0]]) if len(shares) == 2 else np.eye(len(shares))
    R = moments.scatter if moments.is_root else root_of(moments.within())
    roots = np.sqrt(moments.counts)[:, np.newaxis]
    AB = np.vstack(
        [
            np.column_stack([R, np.zeros((len(R), T.shape[1]))]),
            np.column_stack([roots * apart, roots * (T - shares @ T)]),  # (LS6)
        ]
    )
    n, d = int(moments.counts.sum()), len(mean)
    spread = np.sqrt(1.0 / n) * np.linalg.norm(AB[:, :d], axis=0)
    AB[:, :d][:, spread <= 4 * EPS * np.abs(mean)] = 0.0
    W = factorise(AB, d, ridge, n).solution().T
    return _result(W, np.concatenate([mean, shares @ T]), ridge, flat=len(shares) == 2)


@no_overflow("Phi", "T", "C")
@one_blas_thread()
def constrained_least_squares(Phi: Any, T: Any, C: float) -> LeastSquaresResult:
    r"""Least squares with weights no longer than a limit.

    .. math::

        \min_{W, w_0} \sum_i \lVert t_i - W \phi_i - w_0 \rVert^2
        \quad\text{subject to}\quad \lVert W \rVert^2 \le C \tag{LS4}

    If the shortest solution of least squares is short enough, it is the answer, with multiplier
    :math:`\lambda = 0`. Otherwise the answer is that of :func:`least_squares` with a ridge
    :math:`\lambda > 0` for which :math:`\lVert W_\lambda \rVert^2 = C`. One over the length is a
    concave, almost linear function of :math:`\lambda`, to which Newton's steps are

    .. math::

        \lambda \leftarrow \lambda +
        \frac{\lVert W \rVert - \sqrt C}{\sqrt C}
        \frac{\lVert W \rVert^2}{\lVert R^{-\top} Q^\top W^\top \rVert^2},
        \quad A^\top A + \lambda I = Q R^\top R Q^\top. \tag{LS5}

    They stop when the squared length is C to ten digits. The ``ridge`` of the result is the
    multiplier.

    Parameters
    ----------
    Phi, T : as in :func:`least_squares`
    C : float
        The most that the squared length of all weights may be, above 0; the intercept is free.

    Examples
    --------
    >>> Phi, T = [[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1]
    >>> result = constrained_least_squares(Phi, T, 0.25)
    >>> float(result.weights[0].round(3)), round(result.ridge, 3)
    (0.5, 3.0)
    >>> constrained_least_squares(Phi, T, 1.0).ridge
    0.0
    """
    Phi = as_matrix(Phi, "Phi")
    T = _as_targets(T, len(Phi))
    C = check_number(C, "C", above=0)
    AB, mean = centred_together(Phi, np.atleast_2d(T.T).T)
    d, ridge, given = Phi.shape[1], 0.0, C
    # In units of the samples: a power of two changes no digit, and keeps the slopes within range.
    unit = math.ldexp(1.0, math.frexp(float(np.abs(AB[:, :d]).max()))[1])
    AB[:, :d] /= unit
    C = C * unit * unit  # infinite where nothing is as long
    if C == 0.0:
        raise OverflowError
    for _ in range(MAX_STEPS):
        factors = factorise(AB, d, ridge)
        W = factors.solution().T
        length = float(np.linalg.norm(W))
        if not np.isfinite(length + ridge):
            raise OverflowError
        if abs(length**2 - C) <= CLOSE * C or (ridge == 0 and length**2 < C):
            break
        slope = np.linalg.norm(linalg.solve_triangular(factors.R, factors.Q.T @ W.T, trans="T"))
        step = (length / np.sqrt(C) - 1.0) * (length / slope) ** 2  # (LS5)
        ridge = max(ridge + float(step), ridge / 1000.0)  # never below 0, should rounding want it
    else:
        message = (
            f"the squared length of the weights is still {(length / unit) ** 2:.6g} after "
            f"{MAX_STEPS} steps, not C = {given:g}; features scaled to the same spread are easier"
        )
        warn(message)
    return _result(W / unit, mean, ridge * unit * unit, flat=T.ndim == 1)


def _as_targets(T: Any, n: int) -> Matrix:
    flat = as_array(T, "T").ndim == 1
    targets = as_vector(T, "T") if flat else as_matrix(T, "T")
    if len(targets) != n:
        raise InputError("T", f"must hold one target per sample, {n} in all, got {len(targets)}")
    return targets


def _result(W: Matrix, mean: Vector, ridge: float, *, flat: bool) -> LeastSquaresResult:
    """Add the intercept, by the means of features and targets; of a flat target give one row."""
    d = W.shape[1]
    bias = mean[d:] - W @ mean[:d]  # (LS2)
    if flat:
        return LeastSquaresResult(W[0], float(bias[0]), ridge)
    return LeastSquaresResult(W, bias, ridge)
