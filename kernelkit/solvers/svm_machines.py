"""Several support vector machines on one set of kernel rows: one against one, one against the rest.

Lesson 06 compares the two ways; lesson 13_dual_svm uses them.
"""

from typing import NamedTuple

import numpy as np

from kernelkit._jit import njit, one_blas_thread, share
from kernelkit.solvers.kernel_rows import GivenRows, Rows, rows_of_part
from kernelkit.solvers.machines import pairs
from kernelkit.solvers.results import Counts, SMOResult
from kernelkit.solvers.smo import solve
from kernelkit.solvers.smo_pairs import ascend
from kernelkit.solvers.smo_rounds import STEPS, WORKING_SET, Dual, new_record
from kernelkit.validation import (
    Matrix,
    Vector,
    check_number,
    check_size,
    check_whole,
    no_overflow,
    warn,
)

__all__ = ["SVMMachines", "svm_machines"]

WORKERS = 16  # as many threads can be of use
Problem = tuple[Counts, Vector]  # the samples of a machine and their signs


class SVMMachines(NamedTuple):
    """One row, or one entry, per machine; f(x) = sum_i coefficients_i k(x_i, x) + bias."""

    coefficients: Matrix
    bias: Vector
    objective: Vector  # of the dual problem
    gap: Vector
    norm: Vector  # of w
    n_iter: Counts
    converged: bool  # whether all did


@one_blas_thread()
@no_overflow("X", "C", infinite=True)
def svm_machines(
    strategy: str,
    rows: Rows,
    codes: Counts,
    n_classes: int,
    penalties: Vector,
    tolerance: float,
    max_iter: int,
) -> SVMMachines:
    """Solve one problem for each pair of classes, or for each class against all others.

    Two classes need one machine, whatever the strategy; it says + for class 1. Otherwise machine m
    says + for the first class of ``pairs(n_classes)[m]``, or for class m.

    Parameters
    ----------
    strategy : "one-vs-one" or "one-vs-rest"
    rows : kernel rows of all samples, shared by all machines
    codes : labels 0, 1, ..., n_classes - 1
    penalties : C of each sample
    """
    tolerance = check_number(tolerance, "tolerance", above=0)
    max_iter = check_whole(max_iter, "max_iter")
    count = n_classes if strategy == "one-vs-rest" else n_classes * (n_classes - 1) // 2
    check_size(
        8 * count * len(codes),
        f"{count:,} machines on {len(codes):,} samples",
        "take fewer classes or another strategy",
    )
    problems = _problems(strategy, codes, n_classes)
    duals = [Dual(rows, y, penalties[samples]) for samples, y in problems]
    small = [m for m, (samples, _) in enumerate(problems) if len(samples) <= WORKING_SET]
    if isinstance(rows, GivenRows) and small:
        if len(duals) == 1:  # of all samples: nothing to share, and nothing to copy
            duals[0].round(tolerance / 2, max_iter, new_record(0), whole=True)
        else:
            _start_together(
                rows.store,
                [problems[m][0] for m in small],
                [duals[m] for m in small],
                tolerance / 2,
                min(max_iter, STEPS),
            )
    found = []
    for dual, (samples, _) in zip(duals, problems, strict=True):
        if len(samples) < len(codes):
            dual.rows = rows_of_part(rows, samples, WORKING_SET)
        found.append(solve(dual, tolerance, max_iter, quiet=True))
        dual.rows = rows  # what a machine kept for itself makes room for the next
    coefficients = np.zeros((len(problems), len(codes)))
    for row, (samples, y), result in zip(coefficients, problems, found, strict=True):
        row[samples] = result.alpha * y
    converged = all(result.converged for result in found)
    if not converged:
        _warn(found)
    return SVMMachines(
        coefficients=coefficients,
        bias=np.array([result.bias for result in found]),
        objective=np.array([result.objective for result in found]),
        gap=np.array([result.gap for result in found]),
        norm=np.array([result.norm for result in found]),
        n_iter=np.array([result.n_iter for result in found]),
        converged=converged,
    )


def _problems(strategy: str, codes: Counts, n_classes: int) -> list[Problem]:
    """Samples and signs of each machine."""
    everyone = np.arange(len(codes))
    if n_classes == 2:
        return [(everyone, np.where(codes == 1, 1.0, -1.0))]
    if strategy == "one-vs-rest":
        return [(everyone, np.where(codes == c, 1.0, -1.0)) for c in range(n_classes)]
    members = [np.flatnonzero((codes == a) | (codes == c)) for a, c in pairs(n_classes)]
    return [
        (samples, np.where(codes[samples] == a, 1.0, -1.0))
        for samples, (a, _) in zip(members, pairs(n_classes), strict=True)
    ]


def _start_together(
    K: Matrix, parts: list[Counts], duals: list[Dual], tolerance: float, max_iter: int
) -> None:
    """Solve small problems, each in one thread; what is missing is left to rounds."""
    sizes = [len(part) for part in parts]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    lower, upper, r = (
        np.concatenate([getattr(dual, name) for dual in duals]) for name in ("lower", "upper", "r")
    )
    beta, moves = np.zeros(len(r)), np.zeros(len(duals), np.int64)
    share(
        *(_ascend_each, len(duals), -(-len(duals) // WORKERS), 100.0 * sum(s**2 for s in sizes)),
        *(K, np.concatenate(parts), starts, max(sizes), lower, upper),
        *(tolerance, max_iter, beta, r, moves),
    )
    for dual, start, size, count in zip(duals, starts[:-1], sizes, moves, strict=True):
        own = slice(start, start + size)
        dual.beta, dual.r, dual.n_iter = beta[own], r[own], int(count)


@njit
def _ascend_each(
    first: int,
    last: int,
    K: Matrix,
    samples: Counts,
    starts: Counts,
    room: int,
    lower: Vector,
    upper: Vector,
    tolerance: float,
    max_iter: int,
    beta: Vector,
    r: Vector,
    moves: Counts,
) -> None:
    """Solve some of the problems, one after the other, in the same memory."""
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
            lower[start:end],
            upper[start:end],
            tolerance,
            max_iter,
            beta[start:end],
            r[start:end],
            np.empty((0, 2), np.int64),
            np.empty((0, 3)),
        )


def _warn(found: list[SMOResult]) -> None:
    late = [result for result in found if not result.converged]
    message = (
        f"SMO stopped early in {len(late)} of {len(found)} machines, with relative duality gaps up "
        f"to {max(result.gap for result in late):.2g}; a larger max_iter, scaled features or a "
        "lower C let it finish"
    )
    warn(message)
