"""Subgradient descent on the hinge loss, with steps of a fixed or a diminishing length.

Lesson 12_hinge_subgradient teaches it. One step is one pass over X, by ``_passes.hinge_pass``.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit._jit import BLOCK, bordered, one_blas_thread
from kernelkit.solvers.results import HingeResult
from kernelkit.solvers.svm._passes import hinge_blocks, hinge_pass
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_matrix,
    as_signs,
    as_vector,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
    warn,
)

__all__ = ["hinge_subgradient", "hinge_subgradient_at"]


@no_overflow("X", "mu", "step")
@one_blas_thread()
def hinge_subgradient(
    X: Any,
    y: Any,
    mu: float = 0.1,
    step: float = 1e-5,
    tolerance: float = 1e-2,
    max_iter: int = 10_000,
    *,
    diminishing: bool = False,
    average: bool = False,
    keep_path: bool = False,
) -> HingeResult:
    r"""Subgradient descent on the regularised hinge loss, for labels y = ±1.

    .. math::

        f(\bar w) = \mu\lVert w \rVert^2
            + \frac1N\sum_{i=1}^N \max\{0, 1 - y_i(b + \langle w, x_i \rangle)\},
        \qquad \bar w = (w, b)
        \tag{H1}

    The bias b is not penalised. From :math:`\bar w_0 = 0`, go against
    the subgradient

    .. math::

        r = 2\mu \binom{w}{0}
            - \frac1N\sum_{i:\ 1 - y_i(b + \langle w, x_i \rangle) \ge 0} y_i \binom{x_i}{1}
        \tag{H2}

    by steps of a fixed length,

    .. math:: \bar w_{k+1} = \bar w_k - \alpha r_k, \tag{H3}

    until :math:`k > 1` and :math:`|f(\bar w_k) - f(\bar w_{k-1})| \le \epsilon`. That says that the
    last step changed little, not that the minimum is near: a short step changes little anywhere.
    After ``max_iter`` steps, or when f overflows, a ``ConvergenceWarning`` says so.

    Parameters
    ----------
    X : array of shape (N, d)
        float64, float32, or bytes (uint8), which are not copied into anything larger.
    y : array of n labels
        +1 or -1, both of them.
    mu : float, default 0.1
        The price :math:`\mu > 0` of large weights; :math:`C = 1/(2\mu N)` is the same elsewhere.
    step : float, default 1e-5
        The length :math:`\alpha > 0`.
    tolerance : float, default 0.01
        :math:`\epsilon \ge 0`.
    max_iter : int, default 10,000
        The most steps.
    diminishing : bool, default False
        Make step k + 1 :math:`\alpha/\sqrt{k + 1}` long: with these the best iterate comes as near
        to the minimum as you wait for.
    average : bool, default False
        Return the mean of :math:`\bar w_1, \dots, \bar w_k` instead of the last.
    keep_path : bool, default False
        Record these iterates.

    Returns
    -------
    HingeResult
        ``objective`` holds :math:`f(\bar w_0), \dots, f(\bar w_k)`, of the iterates, averaged or
        not.

    Examples
    --------
    >>> X, y = [[3.0, 1.0], [2.0, 2.0], [-1.0, 1.0], [-2.0, 0.0]], [1, 1, -1, -1]
    >>> result = hinge_subgradient(X, y, mu=0.01, step=0.5)
    >>> result.converged, len(result.objective) - 1, float(result.objective[0])
    (True, 3, 1.0)
    """
    X = as_matrix(X, pixels=True)
    N, d = X.shape
    y = as_signs(y, N, both=True)
    mu = check_number(mu, "mu", above=0)
    alpha = check_number(step, "step", above=0)
    epsilon = check_number(tolerance, "tolerance", at_least=0)
    max_iter = check_whole(max_iter, "max_iter")
    diminishing = check_flag(diminishing, "diminishing")
    average, keep_path = check_flag(average, "average"), check_flag(keep_path, "keep_path")
    share = np.full(N, 1.0 / N)
    w = np.zeros(d + 1)  # the bias is the last entry
    total = np.zeros(d + 1)
    objective: list[float] = []
    path: list[Any] = []
    with np.errstate(over="ignore", invalid="ignore"):
        while True:
            f, r, r_bias = _at(X, y, share, w[:-1], float(w[-1]), mu)
            if not math.isfinite(f):
                break
            objective.append(f)
            k = len(objective) - 1
            if k > 0:
                total += w
                if keep_path:
                    path.append(w)
            if k == max_iter or (k > 1 and abs(f - objective[k - 1]) <= epsilon):
                break
            length = alpha / math.sqrt(k + 1) if diminishing else alpha
            last = w
            w = w - length * np.append(r, r_bias)  # (H3)
    k = len(objective) - 1
    converged = _converged(objective, f, epsilon, alpha)
    w = w if math.isfinite(f) else last
    w = total / k if average and k else w
    iterates = np.array(path) if path else np.empty((0, d + 1))
    return HingeResult(w[:-1], float(w[-1]), np.array(objective), converged, iterates)


def _converged(objective: list[float], f: float, epsilon: float, step: float) -> bool:
    """Whether the last step changed little; if it did not, say so in a warning."""
    k = len(objective) - 1
    if not math.isfinite(f):
        message = (
            f"the objective overflowed after {k} steps of subgradient descent: step = {step:g} is "
            "too long for these mu and X; take a shorter one"
        )
    elif k > 1 and abs(f - objective[k - 1]) <= epsilon:
        return True
    else:
        change = abs(f - objective[k - 1])
        message = (
            f"step {k}, the last that max_iter allows, still changed the objective by {change:.3g}"
            f", more than tolerance = {epsilon:g}; allow more steps, shorter or diminishing ones"
        )
    warn(message)
    return False


def _at(
    X: Matrix, y: Vector, share: Vector, w: Vector, b: float, mu: float
) -> tuple[float, Vector, float]:
    """Objective and subgradient, with the rows of X shared by threads."""
    loss, r, r_bias = hinge_pass(X, y, share, w, b)
    return mu * float(w @ w) + loss, 2 * mu * w + r, r_bias  # (H1), (H2)


def _checked_at(
    compiled: Callable[..., Any], X: Any, y: Any, w: Any, b: Any, mu: Any
) -> tuple[float, Vector, float]:
    X = as_matrix(X, pixels=True)
    y, w = as_signs(y, len(X)), as_vector(w, "w").astype(np.float64)
    if len(w) != X.shape[1]:
        raise InputError(
            "w", f"must have a weight for each of the {X.shape[1]} features, got {len(w)}"
        )
    b, mu = check_number(b, "b"), check_number(mu, "mu", above=0)
    with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
        value, dw, db = _at(X, y, np.full(len(X), 1.0 / len(X)), w, b, mu)
    if not (math.isfinite(value) and np.isfinite(dw).all()):
        raise InputError(
            "X, w, b and mu", "must be scaled down: the objective is beyond the largest float64"
        )
    return value, dw, db


@bordered(_checked_at)
def hinge_subgradient_at(
    X: Matrix, y: Vector, w: Vector, b: float, mu: float
) -> tuple[float, Vector, float]:
    r"""The objective (H1) of :func:`hinge_subgradient` and its subgradient (H2), in one pass.

    From Python the rows of X are shared by threads; in compiled code the calling thread does all.

    Parameters
    ----------
    X : array of shape (N, d)
        float64, float32 or bytes.
    y : array of N labels, +1 or -1
    w : array of d weights
    b : float
        The bias.
    mu : float
        The price :math:`\mu > 0` of large weights.

    Returns
    -------
    value : float
        :math:`f(w, b)`.
    dw : array of d numbers
        The subgradient for w.
    db : float
        The subgradient for b.

    Examples
    --------
    >>> value, dw, db = hinge_subgradient_at([[3.0], [-1.0]], [1, -1], [0.0], 0.0, mu=0.1)
    >>> value, dw.tolist(), db
    (1.0, [-2.0], 0.0)
    """
    n, d = X.shape
    parts = np.zeros((-(-n // BLOCK), d + 2))
    share = np.full(n, 1.0 / n)
    # As floats, for which this is compiled anyway.
    hinge_blocks(0, len(parts), X, y.astype(np.float64), share, w, float(b), parts)
    value, db = 0.0, 0.0
    dw = np.empty(d)
    for j in range(d):
        value += mu * w[j] * w[j]
        dw[j] = 2.0 * mu * w[j]
    for part in parts:
        for j in range(d):
            dw[j] += part[j]
        db += part[d]
        value += part[d + 1]
    return value, dw, db  # (H1), (H2)
