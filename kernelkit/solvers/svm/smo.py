r"""The dual problem of a support vector machine, solved two multipliers at a time.

Lesson 13_dual_svm derives the problem and watches the pairs move. ``core/svm.py`` has the problem,
its letters, and one move: which pair is chosen (SMO1), how far it moves (SMO2), and what that does
to the gradient (SMO3). Here these moves are repeated, by :func:`ascend`, until no pair violates the
conditions by more than the tolerance, and the relative duality gap is no larger either:

.. math::

    \max_{c_i < \text{upper}_i} r_i - \min_{c_i > \text{lower}_i} r_i \le \epsilon, \qquad
    \frac{\text{primal} - \text{dual}}{\text{primal}} \le \epsilon. \tag{SMO4}

Beyond 2,048 samples, and where kernel rows are computed on demand, this is done in rounds: a round
takes the samples that violate the conditions the most, solves the problem for them alone while
their part of K is in the cache, and brings the gradient of all samples up to date. It needs the
kernel rows of the samples that it takes and no other; ``kernel_cache`` computes them when they are
asked for, and divides K by a power of two, its ``unit``, if its diagonal is very large or small.
"""

import math
from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.core import choose_pair, move_pair
from kernelkit.solvers.kernel_cache import FEWEST_ROWS, GivenRows, KernelCache, KernelRows, gather
from kernelkit.solvers.results import SMOPath, SMOResult
from kernelkit.threads import in_blocks, one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_gram,
    as_penalties,
    as_signs,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
    warn,
)

WORKING_SET = FEWEST_ROWS  # samples in a round; their float32 values fill half a third-level cache
NEW_SAMPLES = 256  # of a round, those that violate most; the others were in the last round
MOVES_PER_ROUND = 10_000  # at most, so that other reasons to stop are seen in time
GRADIENT_BLOCK = 512  # entries of the gradient that a thread updates while they are in its cache
REFINEMENT = 1e-6  # conditions are not met beyond this share of the tolerance to close the gap
LARGEST_VIOLATION = 1e150  # a problem that has an optimum is never violated by this much
LARGEST_FACTOR = 1e6  # the largest multiple of a hyperplane to try, when little is learnt yet
TINY = float(np.finfo(np.float64).tiny)
ROUNDING = 4.0 * float(np.finfo(np.float64).eps)  # of a score, relative to the sum of its terms
CLOSEST = 1e-10  # classes touch below this squared distance, in units of the longest sample's


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
        \tag{SMO}

    The sample that asks for the largest bias moves with the partner with which it gains the most,
    as far as (SMO) allows, again and again: rules (SMO1) to (SMO3) of ``core/svm.py``.

    The bias b is the mean of :math:`y_i - \sum_j \alpha_j y_j K_{ij}` over the free support
    vectors, :math:`0 < \alpha_i < C_i`, all of which lie on the margin; without any, the middle of
    what the conditions allow.

    Stops when the conditions of Karush, Kuhn and Tucker hold up to ``tolerance`` and so does the
    relative duality gap, or after ``max_iter`` moves with a ``ConvergenceWarning``.

    Parameters
    ----------
    K : array of shape (n, n), or KernelCache
        The Gram matrix, float32 or float64 (gradients are float64 for both); or
        ``KernelCache(kernel, X)``, which computes rows of it for the samples that move.
    y : array of n labels
        +1 or -1.
    C : float or pair of floats
        The penalty of slack, above 0; ``inf`` is the hard margin, for classes that are separable; a
        pair is for the classes -1 and +1.
    tolerance : float
        How much the conditions may be violated, and the duality gap relative to the primal
        objective.
    max_iter : int
        The most moves.
    keep_path : bool
        Record every pair and the multipliers after it; needs the Gram matrix.

    Examples
    --------
    >>> import numpy as np
    >>> K = np.array([[4.0, 0.0, 2.0], [0.0, 0.0, 0.0], [2.0, 0.0, 1.0]])  # x = 2, 0, 1
    >>> result = smo(K, [1, -1, 1], C=np.inf)
    >>> [round(float(a), 6) for a in result.alpha], round(result.bias, 6)
    ([0.0, 2.0, 2.0], -1.0)

    Without the matrix:

    >>> from kernelkit import Linear
    >>> from kernelkit.solvers import KernelCache
    >>> round(smo(KernelCache(Linear(), [[2.0], [0.0], [1.0]]), [1, -1, 1], C=np.inf).bias, 6)
    -1.0
    """
    keep_path = check_flag(keep_path, "keep_path")
    rows: KernelRows = K if isinstance(K, KernelCache | GivenRows) else GivenRows(as_gram(K))
    if keep_path and not rows.whole:
        raise InputError(
            "keep_path", "must be False for a KernelCache: a path needs the whole Gram matrix"
        )
    n = len(rows.diagonal)
    y = as_signs(y, n, both=True)
    dual = Dual(rows, y, as_penalties(C, y))
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    whole = rows.whole and (keep_path or n <= WORKING_SET)
    found, reason = solve(dual, tolerance, max_iter, keep_path=keep_path, whole=whole)
    if not found.converged:
        warn(
            f"SMO stopped {reason}; the conditions are violated by {found.violation:.2g} and the "
            f"relative duality gap is {found.gap:.2g}"
        )
    return found


def solve(
    dual: "Dual", tolerance: float, max_iter: int, *, keep_path: bool = False, whole: bool = False
) -> tuple[SMOResult, str]:
    """Run rounds until (SMO4) holds, or for another reason, which is told.

    ``whole`` if one round may take all samples.
    """
    record = np.empty((MOVES_PER_ROUND if keep_path else 0, 4))
    path: list[Matrix] = []
    target, reason = tolerance, ""
    while True:
        violation = dual.violation()
        if not violation < LARGEST_VIOLATION:
            raise InputError(
                "C",
                f"must be smaller for this K, got C={dual.penalties.max() / dual.rows.unit:g}: the "
                "multipliers grow without bounds, as they do where K is not positive semidefinite",
            )
        if violation <= target or reason:
            found = _certify(dual, violation)
            converged = violation <= tolerance and abs(found.gap) <= tolerance  # (SMO4)
            if found.gap < -tolerance:  # the lower bound above the upper one
                reason = reason or "because K is not positive semidefinite, so nothing is proved"
            if converged or reason:
                break
            target = 0.3 * violation  # the gap can want more than the conditions do
        _check_separable(dual)
        before = dual.n_iter
        inner = target if whole else max(target / 2, 0.1 * violation)
        moved = dual.round(inner, max_iter, record, whole=whole)
        path.append(record[: dual.n_iter - before].copy())
        if dual.n_iter >= max_iter:
            reason = f"after {max_iter} moves, the most that max_iter allows"
        elif not moved or target < REFINEMENT * tolerance:
            reason = "at the precision of the arithmetic; scale the features, or lower C"
    moves = _replay(dual, path) if keep_path else None
    return found._replace(converged=converged, path=moves), reason


class Dual:
    """A dual problem and how far its solution has come; letters of ``core/svm.py``."""

    def __init__(self, rows: KernelRows, y: Vector, penalties: Vector) -> None:
        self.rows = rows
        self.y = y
        # With K / unit and C * unit the multipliers come out times the unit, and r is the same.
        self.penalties = penalties * rows.unit
        self.lower, self.upper = bounds(y, self.penalties)
        self.c: Vector = np.zeros(len(y))
        self.r: Vector = y.copy()
        self.n_iter = 0
        self.working: Integers = np.empty(0, np.int64)
        self.changed: Integers = np.zeros(len(y), np.int64)  # the last round that moved a sample
        self.rounds = 0

    def demands(self) -> tuple[float, float]:
        """The largest bias that is asked for at least, the smallest that is asked for at most."""
        most = self.r[self.c < self.upper].max(initial=-np.inf)
        return float(most), float(self.r[self.c > self.lower].min(initial=np.inf))

    def violation(self) -> float:
        """By how much the two disagree: the left-hand side of (SMO4)."""
        most, least = self.demands()
        return 0.0 if most <= least else most - least  # NaN, too, is a violation

    def round(self, tolerance: float, max_iter: int, record: Matrix, *, whole: bool) -> bool:
        """Choose a working set (or take the whole), solve it, update r; whether anything moved."""
        self.rounds += 1
        chosen = np.arange(len(self.y)) if whole else self._choose()
        places = self.rows.places(chosen)
        K = self.rows.store if whole else gather(self.rows.store, places, chosen)
        c, r = self.c[chosen], self.r[chosen]
        lower, upper = self.lower[chosen], self.upper[chosen]
        steps = min(max_iter - self.n_iter, MOVES_PER_ROUND)
        self.n_iter += ascend(K, lower, upper, tolerance, steps, c, r, record)
        difference = c - self.c[chosen]
        moved = np.flatnonzero(difference)
        self.c[chosen] = c
        if whole:
            self.r = r
        else:
            n, arguments = len(self.r), (self.rows.store, places[moved], difference[moved], self.r)
            in_blocks(_update, n, GRADIENT_BLOCK, float(len(moved)) * n, *arguments)
        self.changed[chosen[moved]] = self.rounds
        self.working = chosen
        return len(moved) > 0

    def _choose(self) -> Integers:
        """The samples that violate the most, then those of the last round, last changed first."""
        chosen = np.zeros(len(self.y), bool)
        if not self.c.any():  # all ask for the same yet: some of each class, from everywhere
            for sign in (-1, 1):
                members = np.flatnonzero(self.y == sign)
                spread = np.linspace(0, len(members) - 1, min(len(members), NEW_SAMPLES // 2))
                chosen[members[spread.astype(np.int64)]] = True
            return np.flatnonzero(chosen)
        most, least = self.demands()
        asking = np.flatnonzero((self.c < self.upper) & (self.r > least))
        chosen[asking[np.argsort(-self.r[asking], kind="stable")[: NEW_SAMPLES // 2]]] = True
        asking = np.flatnonzero((self.c > self.lower) & (self.r < most))
        chosen[asking[np.argsort(self.r[asking], kind="stable")[: NEW_SAMPLES // 2]]] = True
        others = self.working[~chosen[self.working]]
        if len(others) > WORKING_SET - NEW_SAMPLES:
            last = np.argsort(-self.changed[others], kind="stable")
            others = others[last[: WORKING_SET - NEW_SAMPLES]]
        chosen[others] = True
        return np.flatnonzero(chosen)


def bounds(y: Vector, penalties: Vector) -> tuple[Vector, Vector]:
    r"""Between what :math:`c_i = y_i\alpha_i` lies where :math:`0 \le \alpha_i \le C_i`."""
    return np.where(y > 0, 0.0, -penalties), np.where(y > 0, penalties, 0.0)


@njit
def ascend(
    K: Matrix,
    lower: Vector,
    upper: Vector,
    tolerance: float,
    max_iter: int,
    c: Vector,
    r: Vector,
    record: Matrix,
) -> int:
    """Move pairs until none violates the conditions by more than the tolerance; count the moves.

    ``c`` and ``r`` change in place. As far as it has room, a row of ``record`` gets i, j and both
    coefficients. A violation that is not finite, or beyond ``LARGEST_VIOLATION``, ends it too: what
    is no Gram matrix can drive multipliers without bounds anywhere.
    """
    for moves in range(max_iter):
        i, j, violation = choose_pair(K, lower, upper, c, r)
        if not tolerance < violation < LARGEST_VIOLATION:
            return moves
        move_pair(K, lower, upper, c, r, i, j)
        if moves < record.shape[0]:
            record[moves, 0], record[moves, 1] = i, j
            record[moves, 2], record[moves, 3] = c[i], c[j]
    return max_iter


@njit
def _update(
    start: int, stop: int, store: Matrix, places: Integers, steps: Vector, r: Vector
) -> None:
    """Subtract the moved samples' rows from the gradient (SMO3), some columns at a time."""
    for first in range(start, stop, GRADIENT_BLOCK):
        for i in range(places.shape[0]):
            row = store[places[i]]
            for k in range(first, min(first + GRADIENT_BLOCK, stop)):
                r[k] -= steps[i] * row[k]


def _certify(dual: Dual, violation: float) -> SMOResult:
    r"""Both objectives of (SMO4), with :math:`\lVert w \rVert^2 = \sum_i c_i (y_i - r_i)`.

    What is certified is what is returned: (w, b), or where no coefficient is at an upper bound its
    best multiple, as far as these bounds allow. A multiple whose primal objective is below the dual
    one is possible only where K is not positive semidefinite, and then nothing is proved.

    The gap is no smaller than rounding allows. A score is a sum of :math:`c_j K_{ij}`, and off by a
    few times the machine's epsilon times :math:`\sum_j |c_j|` and the largest entry of K, so that
    much of each slack, and of the square, is uncertain. Far from the origin K is large. Where slack
    costs far more than the square, a multiple is better that leaves none for rounding to hide.
    """
    c, r, unit, y, C = dual.c, dual.r, dual.rows.unit, dual.y, dual.penalties
    grows, shrinks = c < dual.upper, c > dual.lower
    free = grows & shrinks
    bias = float(r[free].mean()) if free.any() else float(r[grows].max() + r[shrinks].min()) / 2
    hard = np.isinf(C)
    if hard.any() and not hard.all():  # one class: the boundary keeps its distance from that one
        side = float(y[hard][0])
        bias += side * max(0.0, float((side * (r - bias))[hard].max()))
    square, margins = float(c @ (y - r)), 1.0 - y * (r - bias)

    def objectives(factor: float) -> tuple[float, float]:
        slack = np.maximum(0.0, 1.0 - factor * margins[~hard])
        with np.errstate(over="ignore"):
            primal = factor**2 * square / 2 + float(C[~hard] @ slack)
        return primal, factor * float(y @ c) - factor**2 * square / 2

    best = _best_multiple(square, margins, C)
    used = c != 0.0
    room = float((C[used] / np.abs(c[used])).min(initial=math.inf))
    factor = min(best, room) if room > 1.0 else 1.0
    total = float(np.abs(c).sum())
    off = 0.0 if hard.any() else ROUNDING * total * float(dual.rows.diagonal.max())

    def gap_of(factor: float) -> float:
        primal, objective = objectives(factor)
        lowest = min(primal, objectives(best)[0])
        counted = primal if lowest >= objective else lowest
        size = max(abs(counted), abs(objective), TINY)
        uncertain = float(C[factor * (margins - off) < 1.0].sum()) if off else 0.0
        gap, lost = (counted - objective) / size, factor * off * (uncertain + factor * total) / size
        return max(gap, 0.0) + lost if gap > -lost else gap

    gap, nearest = gap_of(factor), float(margins.min()) - 2.0 * off
    if off and nearest * room > 1.0 and gap_of(1.0 / nearest) < gap:
        factor = 1.0 / nearest
        gap = gap_of(factor)
    primal, objective = objectives(factor)
    separates = math.isfinite(primal) and (not hard.any() or float(margins[hard].min()) > 0.0)
    return SMOResult(
        alpha=factor * y * c / unit,
        bias=factor * bias,
        norm=factor * math.sqrt(max(square, 0.0) / unit),  # negative where K is no Gram matrix
        scores=factor * (y - r + bias),
        objective=objective / unit,
        primal=primal / unit if separates else math.inf,
        gap=gap if separates else math.inf,
        violation=violation,
        n_iter=dual.n_iter,
        converged=False,
        path=None,
    )


def _best_multiple(square: float, margins: Vector, penalties: Vector) -> float:
    r"""The factor that minimises the primal objective of a multiple of (w, b).

    .. math:: \min_a\; \tfrac{a^2}2\lVert w\rVert^2 + \sum_i C_i\max(0, 1 - a\,m_i)

    Its slope, :math:`a\lVert w\rVert^2 - \sum_{a\,m_i < 1} C_i m_i`, grows with a, and between two
    of the kinks :math:`1/m_i` the sum is constant; a is 1 when all is done. With a hard margin the
    closest sample of the multiple lies on the margin; a is 1 if the hyperplane does not separate.
    """
    hard = np.isinf(penalties)
    if hard.any():
        closest = float(margins[hard].min())
        return 1.0 / closest if closest > 0.0 and hard.all() else 1.0
    order = np.argsort(-margins)[: np.count_nonzero(margins > 0)]
    with np.errstate(over="ignore"):
        kinks = np.minimum(1.0 / margins[order], LARGEST_FACTOR)
    gone = np.cumsum(penalties[order] * margins[order])
    sums = float(penalties @ margins) - np.concatenate([[0.0], gone])
    passed = np.count_nonzero(kinks * square < sums[:-1])  # kinks where it still falls
    start = float(kinks[passed - 1]) if passed > 0 else 0.0
    end = float(kinks[passed]) if passed < len(kinks) else LARGEST_FACTOR
    return min(end, max(start, float(sums[passed]) / square if square > 0 else end))


def _check_separable(dual: Dual) -> None:
    r"""Refuse a hard margin between classes that no hyperplane separates.

    :math:`2w / \sum_i \alpha_i` joins a point in the convex hull of one class to a point in that of
    the other, so twice the margin is never larger than its length. When that is nothing, the hulls
    meet, and the multipliers would grow for ever.
    """
    if np.isfinite(dual.penalties).any():
        return
    half = float(np.abs(dual.c).sum()) / 2
    square = float(dual.c @ (dual.y - dual.r))
    resolution = max(CLOSEST, 10 * float(np.finfo(dual.rows.store.dtype).eps))
    if half > 0 and square <= resolution * half**2 * max(dual.rows.diagonal.max(), 0.0):
        raise InputError(
            "C",
            "must be finite for classes that no hyperplane separates, got C=inf, the hard margin, "
            f"and classes less than {math.sqrt(resolution):.0e} of the longest sample apart",
        )


def _replay(dual: Dual, path: list[Matrix]) -> SMOPath:
    """Go through the recorded moves again, with all multipliers after each."""
    moves = np.concatenate([np.empty((0, 4)), *path])
    pairs = moves[:, :2].astype(np.int64)
    c = np.zeros((len(pairs), len(dual.y)))
    now = np.zeros(len(dual.y))
    for t, pair in enumerate(pairs):
        now[pair] = moves[t, 2:]
        c[t] = now
    return SMOPath(pairs, dual.y * c / dual.rows.unit)
