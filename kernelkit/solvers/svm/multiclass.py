"""Several support vector machines on one set of kernel rows: one against one, one against the rest.

Lesson 06 compares the two ways; lesson 13_dual_svm uses them.
"""

import numpy as np

from kernelkit.solvers.kernel_cache import KernelRows, PartOfRows, gather
from kernelkit.solvers.results import SMOResult
from kernelkit.solvers.svm.smo import MOVES_PER_ROUND, WORKING_SET, Dual, ascend, bounds, solve
from kernelkit.solvers.voting import pairs
from kernelkit.threads import in_blocks, one_blas_thread
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

WORKERS = 16  # more threads than this are of no use
Problem = tuple[Integers, Vector]  # the samples of a machine and their signs
Start = tuple[Vector, Vector, int]  # multipliers, their gradient, and how many moves it took


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

    Machine m says + for the first class of ``pairs(n_classes)[m]``, or for class m. ``penalties``
    holds C of each sample. Returns the coefficients :math:`\alpha_i y_i` of all samples, one row
    per machine, and the results.
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
    starts = _starts(rows, problems, penalties, tolerance / 2, min(max_iter, MOVES_PER_ROUND))
    coefficients: Matrix = np.zeros((len(problems), len(codes)))
    found = []
    for m, (samples, y) in enumerate(problems):
        # What a machine keeps for itself is gone before the next needs room.
        own = rows if len(samples) == len(codes) else PartOfRows(rows, samples)
        dual = Dual(own, y, penalties[samples])
        if m in starts:
            dual.c, dual.r, dual.n_iter = starts[m]
        result, _ = solve(dual, tolerance, max_iter)
        coefficients[m, samples] = result.alpha * y
        found.append(result)
    late = [result.gap for result in found if not result.converged]
    if late:
        warn(
            f"SMO stopped early in {len(late)} of {len(found)} machines, with relative duality "
            f"gaps up to {max(late):.2g}; a larger max_iter, scaled features or a lower C let it "
            "finish"
        )
    return coefficients, found


def _problems(strategy: str, codes: Integers, n_classes: int) -> list[Problem]:
    """Samples and signs of each machine."""
    if strategy == "one-vs-rest":
        everyone = np.arange(len(codes))
        return [(everyone, np.where(codes == c, 1.0, -1.0)) for c in range(n_classes)]
    problems = []
    for a, c in pairs(n_classes):
        samples = np.flatnonzero((codes == a) | (codes == c))
        problems.append((samples, np.where(codes[samples] == a, 1.0, -1.0)))
    return problems


def _starts(
    rows: KernelRows, problems: list[Problem], penalties: Vector, tolerance: float, max_iter: int
) -> dict[int, Start]:
    """Solve the small problems if all rows are there, each in one thread; rounds do the rest."""
    sizes = {m: len(samples) for m, (samples, _) in enumerate(problems)}
    small = [m for m in sizes if rows.whole and sizes[m] <= WORKING_SET]
    starts: dict[int, Start] = {}

    def solve_some(first: int, last: int) -> None:
        for m in small[first:last]:
            samples, y = problems[m]
            lower, upper = bounds(y, penalties[samples] * rows.unit)
            beta, r = np.zeros(len(y)), y.copy()
            K, unrecorded = gather(rows.store, samples, samples), np.empty((0, 4))
            moves = ascend(K, lower, upper, tolerance, max_iter, beta, r, unrecorded)
            starts[m] = beta, r, moves

    block, operations = -(-len(small) // WORKERS), 100.0 * sum(sizes[m] ** 2 for m in small)
    in_blocks(solve_some, len(small), block, operations)
    return starts
