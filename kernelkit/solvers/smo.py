"""The dual problem of a support vector machine, solved two multipliers at a time.

Document 002, section 3 and appendix D, in the scaling of the library. Lesson 13_dual_svm derives
the problem and watches the pairs move.
"""

import math
from typing import Any, NoReturn

from kernelkit._jit import one_blas_thread
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import as_samples, check_kernel
from kernelkit.solvers.kernel_rows import GivenRows, kernel_rows
from kernelkit.solvers.penalties import as_penalties
from kernelkit.solvers.results import SMOResult
from kernelkit.solvers.smo_pairs import BEYOND
from kernelkit.solvers.smo_progress import certify, check_separable, replay
from kernelkit.solvers.smo_rounds import STEPS, WORKING_SET, Dual, Record, new_record
from kernelkit.validation import (
    InputError,
    as_gram,
    as_signs,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
    warn,
)

__all__ = ["smo", "smo_on_demand", "solve"]

REFINEMENT = 1e-6  # of the tolerance: no further for the sake of the gap


@one_blas_thread()
@no_overflow("K", "C", infinite=True)
def smo(
    K: Any,
    y: Any,
    C: Any = 1.0,
    tolerance: float = 1e-3,
    max_iter: int = 10_000_000,
    *,
    keep_path: bool = False,
) -> SMOResult:
    r"""Support vector machine in dual form, by sequential minimal optimisation.

    .. math::

        \max_\alpha\; \sum_i \alpha_i - \tfrac12 \sum_{ij} \alpha_i y_i\, \alpha_j y_j K_{ij}
        \qquad \text{subject to} \quad
        0 \le \alpha_i \le C_i, \quad \sum_i \alpha_i y_i = 0.
        \tag{S}

    The sum ties the multipliers together, so no fewer than two can move: take the pair that gains
    the most, move it as far as (S) allows, repeat (rules (S1) and (S2) in ``smo_pairs``). Beyond
    2,048 samples this is done in rounds on working sets (``smo_rounds``).

    The bias b is the mean of :math:`y_i - \sum_j \alpha_j y_j K_{ij}` over the free support
    vectors, :math:`0 < \alpha_i < C_i`, all of which lie on the margin; without any, the middle of
    what the conditions allow.

    Stops when the conditions of Karush, Kuhn and Tucker hold up to ``tolerance`` and so does the
    relative duality gap, or after ``max_iter`` moves with a ``ConvergenceWarning``.

    Parameters
    ----------
    K : Gram matrix of shape (n, n), float32 or float64; gradients are float64 for both
    y : n labels, +1 or -1
    C : the price of slack, above 0; ``inf`` is the hard margin, for classes that are separable;
        a pair is for the classes -1 and +1
    tolerance : how much the conditions may be violated, and the duality gap relative to the
        primal objective
    max_iter : the most moves
    keep_path : record every pair and the multipliers after it

    Returns
    -------
    SMOResult
        ``alpha``, ``bias``, the ``norm`` of w, ``scores`` (f at the samples), the ``objective`` of
        (S), the ``primal`` objective, their relative ``gap``, the ``violation`` of the conditions,
        ``n_iter`` moves, ``converged``, and ``path``.

    Examples
    --------
    >>> import numpy as np
    >>> K = np.array([[4.0, 0.0, 2.0], [0.0, 0.0, 0.0], [2.0, 0.0, 1.0]])  # x = 2, 0, 1
    >>> result = smo(K, [1, -1, 1], C=np.inf)
    >>> [round(float(a), 6) for a in result.alpha], round(result.bias, 6)
    ([0.0, 2.0, 2.0], -1.0)
    """
    K = as_gram(K)
    y = as_signs(y, len(K), both=True)
    dual = Dual(GivenRows(K), y, as_penalties(C, y))
    whole = check_flag(keep_path, "keep_path") or len(K) <= WORKING_SET
    return solve(dual, tolerance, max_iter, keep_path=keep_path, whole=whole)


@one_blas_thread()
@no_overflow("X", "C", infinite=True)
def smo_on_demand(
    kernel: Kernel,
    X: Any,
    y: Any,
    C: Any = 1.0,
    tolerance: float = 1e-3,
    max_iter: int = 10_000_000,
    *,
    memory: float = 2**30,
) -> SMOResult:
    """The same machine without the Gram matrix: kernel rows are computed for samples that move.

    Those are the support vectors and not many more. Rows are kept in ``memory`` bytes; beyond, the
    least recently used make room, and are computed again when needed. (2,048 rows have room in any
    case.) float32 samples give float32 rows, half as large and computed twice as fast; gradients
    are float64 all the same.

    Parameters
    ----------
    kernel : a kernel
    X : the n samples it takes
    memory : bytes for kernel rows
    y, C, tolerance, max_iter : as in :func:`smo`

    Examples
    --------
    >>> from kernelkit import Linear
    >>> result = smo_on_demand(Linear(), [[2.0], [0.0], [1.0]], [1, -1, 1], C=float("inf"))
    >>> round(result.bias, 6)
    -1.0
    """
    check_kernel(kernel)
    X = as_samples(X)
    y = as_signs(y, len(X), both=True)
    rows = kernel_rows(kernel, X, check_number(memory, "memory", at_least=0), WORKING_SET)
    return solve(Dual(rows, y, as_penalties(C, y)), tolerance, max_iter)


def solve(
    dual: Dual,
    tolerance: float,
    max_iter: int,
    *,
    keep_path: bool = False,
    whole: bool = False,
    quiet: bool = False,
) -> SMOResult:
    """Round after round, as the two functions above say; ``whole`` if all samples fit in one."""
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    record = new_record(STEPS if keep_path else 0)
    path: list[Record] = []
    target, reason = tolerance, ""
    while True:
        violation = dual.violation()
        if not violation < BEYOND:
            _refuse(dual)
        if violation <= target or reason:
            found = certify(dual, dual.beta, dual.r)
            converged = violation <= tolerance and abs(found.gap) <= tolerance
            if found.gap < -tolerance:  # the lower bound above the upper one
                reason = reason or "because K is not positive semidefinite, so nothing is proved"
            if converged or reason:
                break
            target = 0.3 * violation  # the gap can want more than the conditions do
        check_separable(dual)
        before = dual.n_iter
        inner = target if whole else max(target / 2, 0.1 * violation)
        moved = dual.round(inner, max_iter, record, whole=whole)
        moves = slice(dual.n_iter - before)
        path.append((record[0][moves].copy(), record[1][moves].copy()))
        if dual.n_iter >= max_iter:
            reason = f"after {max_iter} moves, the most that max_iter allows"
        elif not moved or target < REFINEMENT * tolerance:
            reason = "at the precision of the arithmetic; scale the features, or lower C"
    if not (converged or quiet):
        _warn(violation, found.gap, reason)
    unit = dual.rows.unit
    return SMOResult(
        alpha=dual.y * dual.beta / unit,
        bias=found.bias,
        norm=found.norm / math.sqrt(unit),
        scores=dual.y - dual.r + found.bias,
        objective=found.dual / unit,
        primal=found.primal / unit,
        gap=found.gap,
        violation=violation,
        n_iter=dual.n_iter,
        converged=converged,
        path=replay(dual, path) if keep_path else None,
    )


def _refuse(dual: Dual) -> NoReturn:
    message = (
        f"C must be smaller for this K, got C={dual.penalties.max() / dual.rows.unit:g}: the "
        "multipliers grow without bounds, as they do where K is not positive semidefinite"
    )
    raise InputError(message)


def _warn(violation: float, gap: float, reason: str) -> None:
    message = (
        f"SMO stopped {reason}; the conditions are violated by {violation:.2g} and the "
        f"relative duality gap is {gap:.2g}"
    )
    warn(message)
