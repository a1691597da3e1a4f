"""SMO on all samples by SMO on few: rounds on working sets, for matrices that do not fit in cache.

A round takes the samples that violate the conditions the most, solves the dual problem for them
alone (all others rest, as LIBSVM's shrunken samples do), and brings the gradient of all samples up
to date. It needs the kernel rows of the samples it takes, and no other.
"""

import numpy as np

from kernelkit._jit import njit, share
from kernelkit.solvers.kernel_rows import Rows, gather
from kernelkit.solvers.results import Counts
from kernelkit.solvers.smo_pairs import ascend
from kernelkit.validation import Matrix, Vector

__all__ = ["STEPS", "WORKING_SET", "Dual", "Record", "new_record"]

Record = tuple[Counts, Matrix]

WORKING_SET = 2048  # samples at most: 16 MB of float32 kernel values, half a third-level cache
NEW = 256  # of them chosen for how much they violate; the others stay from the round before
STEPS = 10_000  # moves in one round at most, so that other reasons to stop are seen in time
COLUMNS = 512  # of the gradient that a thread updates while they are in its cache


class Dual:
    """A dual problem and how far its solution has come; letters as in ``smo_pairs``."""

    def __init__(self, rows: Rows, y: Vector, penalties: Vector) -> None:
        self.rows = rows
        self.y = y
        # With K / unit and C * unit the multipliers come out times the unit, and r is the same.
        self.penalties = penalties * rows.unit
        self.lower = np.where(y > 0, 0.0, -self.penalties)
        self.upper = np.where(y > 0, self.penalties, 0.0)
        self.beta = np.zeros(len(y))
        self.r = y.copy()
        self.n_iter = 0
        self.working: Counts = np.empty(0, np.int64)
        self.changed: Counts = np.zeros(len(y), np.int64)  # the last round that moved a sample
        self.rounds = 0

    def demands(self) -> tuple[float, float]:
        """The largest bias that is asked for at least, the smallest that is asked for at most."""
        most = self.r[self.beta < self.upper].max(initial=-np.inf)
        return float(most), float(self.r[self.beta > self.lower].min(initial=np.inf))

    def violation(self) -> float:
        """By how much the two disagree."""
        most, least = self.demands()
        return max(0.0, most - least)

    def round(self, tolerance: float, max_iter: int, record: Record, *, whole: bool) -> bool:
        """Choose a working set (or take the whole), solve it, update r; whether anything moved."""
        self.rounds += 1
        chosen = np.arange(len(self.y)) if whole else self._choose()
        places = self.rows.places(chosen)
        K = self.rows.store if whole else gather(self.rows.store, places, chosen)
        beta, r = self.beta[chosen], self.r[chosen]
        steps = min(max_iter - self.n_iter, STEPS)
        moves = ascend(
            K, self.lower[chosen], self.upper[chosen], tolerance, steps, beta, r, *record
        )
        self.n_iter += moves
        difference = beta - self.beta[chosen]
        moved = np.flatnonzero(difference)
        self.beta[chosen] = beta
        if whole:
            self.r = r
        else:
            n, arguments = len(self.r), (self.rows.store, places[moved], difference[moved], self.r)
            share(_update, n, COLUMNS, float(len(moved)) * n, *arguments)
        self.changed[chosen[moved]] = self.rounds
        self.working = chosen
        return len(moved) > 0

    def _choose(self) -> Counts:
        """The samples that violate the most, then those of the last round, last changed first."""
        chosen = np.zeros(len(self.y), bool)
        if self.rounds == 1:  # all ask for the same yet: some of each class, from everywhere
            for sign in (-1, 1):
                members = np.flatnonzero(self.y == sign)
                spread = np.linspace(0, len(members) - 1, min(len(members), NEW // 2))
                chosen[members[spread.astype(np.int64)]] = True
            return np.flatnonzero(chosen)
        most, least = self.demands()
        asking = np.flatnonzero((self.beta < self.upper) & (self.r > least))
        chosen[asking[np.argsort(-self.r[asking], kind="stable")[: NEW // 2]]] = True
        asking = np.flatnonzero((self.beta > self.lower) & (self.r < most))
        chosen[asking[np.argsort(self.r[asking], kind="stable")[: NEW // 2]]] = True
        others = self.working[~chosen[self.working]]
        if len(others) > WORKING_SET - NEW:
            last = np.argsort(-self.changed[others], kind="stable")
            others = others[last[: WORKING_SET - NEW]]
        chosen[others] = True
        return np.flatnonzero(chosen)


def new_record(moves: int) -> Record:
    """Make room to record so many moves: the pairs, and the values that ``ascend`` writes."""
    return np.empty((moves, 2), np.int64), np.empty((moves, 3))


@njit
def _update(start: int, stop: int, store: Matrix, places: Counts, steps: Vector, r: Vector) -> None:
    """Subtract the moved samples' rows from the gradient, some columns at a time."""
    for first in range(start, stop, COLUMNS):
        for i in range(places.shape[0]):
            row = store[places[i]]
            for k in range(first, min(first + COLUMNS, stop)):
                r[k] -= steps[i] * row[k]
