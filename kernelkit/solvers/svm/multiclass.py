"""Several support vector machines on one set of kernel rows: one against one, one against the rest.

Lesson 06 compares the two ways; lesson 13_dual_svm uses them.
"""

from typing import NamedTuple

import numpy as np

from kernelkit._jit import njit, one_blas_thread, share
from kernelkit.solvers.kernel_cache import KernelRows, PartOfRows
from kernelkit.solvers.results import SMOResult
from kernelkit.solvers.svm.smo import (
    STEPS,
    WORKING_SET,
    Bounds,
    Dual,
    Moves,
    ascend,
    bounds,
    solve,
)
from kernelkit.solvers.voting import pairs
from kernelkit.validation import (
    Integers,
    Matrix,
    Vector,
    check_number,
    check_size,
    check_whole,
    no_overflow,
    warn,
)

__all__ = ["svm_machines"]

WORKERS = 16  # more threads than this are of no use
Problem = tuple[Integers, Vector]  # the samples of a machine and their signs
Start = tuple[Vector, Vector, int]  # multipliers, their gradient, and how many moves it took


class _Machines(NamedTuple):
    """Problems end to end, for compiled code: of machine m from ``starts[m]`` to the next."""

    starts: Integers
    samples: Integers
    within: Bounds
    beta: Vector
    r: Vector


@one_blas_thread()
@no_overflow("X", "C", infinite=True)
def svm_machines(
    strategy: str,
    rows: KernelRows,
    codes: Integers,
    n_classes: int,
    penalties: Vector,
    tolerance: float,
    max_iter: int,
) -> tuple[Matrix, list[SMOResult]]:
    r"""Solve a problem for each pair of three or more classes, or for each class against the rest.

    Machine m says + for the first class of ``pairs(n_classes)[m]``, or for class m.

    Parameters
    ----------
    strategy : {"one-vs-one", "one-vs-rest"}
    rows : KernelRows
        Of all samples, shared by all machines.
    codes : array of int
        Labels 0, 1, ..., n_classes - 1.
    n_classes : int
    penalties : array of n numbers
        C of each sample.
    tolerance, max_iter : as in :func:`kernelkit.solvers.smo`, for each machine

    Returns
    -------
    Coefficients :math:`\alpha_i y_i` of all samples, one row per machine, and the results.
    """
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    count = n_classes if strategy == "one-vs-rest" else n_classes * (n_classes - 1) // 2
    check_size(
        8 * count * len(codes),
        f"{count:,} machines on {len(codes):,} samples",
        "take fewer classes or another strategy",
    )
    found = []
    problems = _problems(strategy, codes, n_classes)
    starts = _starts(rows, problems, penalties, tolerance / 2, min(max_iter, STEPS))
    for (samples, y), start in zip(problems, starts, strict=True):
        # What a machine keeps for itself is gone before the next needs room.
        own = rows if len(samples) == len(codes) else PartOfRows(rows, samples)
        dual = Dual(own, y, penalties[samples])
        if start is not None:
            dual.beta, dual.r, dual.n_iter = start
        found.append(solve(dual, tolerance, max_iter, quiet=True))
    if not all(result.converged for result in found):
        _warn(found)
    coefficients: Matrix = np.zeros((len(problems), len(codes)))
    for row, (samples, y), result in zip(coefficients, problems, found, strict=True):
        row[samples] = result.alpha * y
    return coefficients, found


def _problems(strategy: str, codes: Integers, n_classes: int) -> list[Problem]:
    """Samples and signs of each machine."""
    everyone = np.arange(len(codes))
    if strategy == "one-vs-rest":
        return [(everyone, np.where(codes == c, 1.0, -1.0)) for c in range(n_classes)]
    members = [np.flatnonzero((codes == a) | (codes == c)) for a, c in pairs(n_classes)]
    return [
        (samples, np.where(codes[samples] == a, 1.0, -1.0))
        for samples, (a, _) in zip(members, pairs(n_classes), strict=True)
    ]


def _starts(
    rows: KernelRows, problems: list[Problem], penalties: Vector, tolerance: float, max_iter: int
) -> list[Start | None]:
    """Solve the small problems if all rows are there, each in one thread; rounds do the rest."""
    starts: list[Start | None] = [None] * len(problems)
    small = [m for m, (samples, _) in enumerate(problems) if len(samples) <= WORKING_SET]
    if not (rows.whole and small):
        return starts
    parts = [problems[m][0] for m in small]
    sizes = [len(part) for part in parts]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    samples = np.concatenate(parts)
    r = np.concatenate([problems[m][1] for m in small])
    within = bounds(r, penalties[samples] * rows.unit)
    beta, moves = np.zeros(len(r)), np.zeros(len(small), np.int64)
    machines = _Machines(ends, samples, within, beta, r)
    block, operations = -(-len(small) // WORKERS), 100.0 * sum(s**2 for s in sizes)
    arguments = rows.store, machines, max(sizes), tolerance, max_iter, moves
    share(_ascend_each, len(small), block, operations, *arguments)
    for place, m in enumerate(small):
        own = slice(ends[place], ends[place + 1])
        starts[m] = beta[own], r[own], int(moves[place])
    return starts


@njit
def _ascend_each(
    first: int,
    last: int,
    K: Matrix,
    machines: _Machines,
    room: int,
    tolerance: float,
    max_iter: int,
    moves: Integers,
) -> None:
    """Solve some of the problems, one after the other, in the same memory."""
    starts, samples, (lower, upper), beta, r = machines
    unrecorded = Moves(np.empty((0, 2), np.int64), np.empty((0, 3)))
    memory = np.empty(room * room, K.dtype)
    for m in range(first, last):
        start, end = starts[m], starts[m + 1]
        size = end - start
        part = memory[: size * size].reshape((size, size))
        for i in range(size):
            row, chosen = K[samples[start + i]], part[i]
            for j in range(size):
                chosen[j] = row[samples[start + j]]
        moves[m] = ascend(
            part,
            Bounds(lower[start:end], upper[start:end]),
            tolerance,
            max_iter,
            beta[start:end],
            r[start:end],
            unrecorded,
        )


def _warn(found: list[SMOResult]) -> None:
    late = [result for result in found if not result.converged]
    message = (
        f"SMO stopped early in {len(late)} of {len(found)} machines, with relative duality gaps up "
        f"to {max(result.gap for result in late):.2g}; a larger max_iter, scaled features or a "
        "lower C let it finish"
    )
    warn(message)
