"""Subgradient descent on the hinge loss, with steps of a fixed length.

Lesson 12_hinge_subgradient teaches it. One step is one pass over X, the loop of ``core/hinge.py``,
which ``_passes.hinge_pass`` runs on blocks of rows.
"""

import math
from typing import Any

import numpy as np

from kernelkit.solvers.results import HingeResult
from kernelkit.solvers.svm._passes import hinge_pass
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    as_matrix,
    as_signs,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
    warn,
)


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
    keep_path: bool = False,
) -> HingeResult:
    r"""Subgradient descent on the regularised hinge loss, for labels y = ±1.

    .. math::

        f(\bar w) = \mu\lVert w \rVert^2
            + \frac1N\sum_{i=1}^N \max\{0, 1 - y_i(b + \langle w, x_i \rangle)\},
        \qquad \bar w = (w, b)

    The bias b is not penalised. From :math:`\bar w_0 = 0`, go against the subgradient r, (H2) of
    :func:`kernelkit.core.hinge_subgradient_at`, by steps of a fixed length,

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
    keep_path : bool, default False
        Record the iterates :math:`\bar w_1, \dots, \bar w_k`.

    Returns
    -------
    HingeResult
        ``objective`` holds :math:`f(\bar w_0), \dots, f(\bar w_k)`.

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
    keep_path = check_flag(keep_path, "keep_path")
    w = last = np.zeros(d + 1)  # the bias is the last entry
    objective: list[float] = []
    path: list[Any] = []
    with np.errstate(over="ignore", invalid="ignore"):
        while True:
            f, r, r_bias = hinge_pass(X, y, w[:-1], float(w[-1]), mu)
            if not math.isfinite(f):
                w = last
                break
            objective.append(f)
            k = len(objective) - 1
            if keep_path and k > 0:
                path.append(w)
            change = abs(f - objective[k - 1])
            converged = k > 1 and change <= epsilon
            if converged or k == max_iter:
                break
            last = w
            w = w - alpha * np.append(r, r_bias)  # (H3)
    if not math.isfinite(f):
        warn(
            f"the objective overflowed after {k} steps of subgradient descent: step = {alpha:g} is "
            "too long for these mu and X; take a shorter one"
        )
    elif not converged:
        warn(
            f"step {k}, the last that max_iter allows, still changed the objective by {change:.3g}"
            f", more than tolerance = {epsilon:g}; allow more steps, or shorter ones"
        )
    iterates = np.array(path) if path else np.empty((0, d + 1))
    return HingeResult(w[:-1], float(w[-1]), np.array(objective), converged, iterates)
