"""Time ways of doing the same job in turn, back to back, and compare their answers.

A row of results is kernelkit and a peer in turn, and then, where there is one, a limit: a part of
the work that is timed by itself, such as NumPy's product of the matrices. Each waits until the
threads of the one before it sleep: those of OpenBLAS stay awake after a product, on ARM for half a
second, and keep one of two cores. What a peer's threads do to itself is measured, as in a program
that uses it.
"""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from benchmarks.memory import Peak
from kernelkit._jit import njit
from kernelkit.distances import manhattan
from kernelkit.threads import in_blocks

BUDGET = 4.0  # seconds of turns for each row, but for those whose few turns take longer
FEWEST, MOST = 3, 31  # turns
SHORT = 0.1  # seconds
NAP = 0.01  # seconds between looks at whether other threads are awake: some ticks of the clock
BLOCK_OF_ROWS = 16  # that a thread takes at a time
PRODUCT_GOAL = 1.3  # times a product of matrices


class Limit(NamedTuple):
    """A part of the work by itself, and how many times its time we want to stay within."""

    name: str
    run: Callable[[], Any]
    goal: float | None = None


class Job(NamedTuple):
    """What to run: kernelkit's way and a peer's, on the same arrays."""

    name: str
    ours: Callable[[], Any]
    peer: str
    theirs: Callable[[], Any]
    agree: Callable[[Any, Any], bool]  # whether both answers are the same
    target: float = 1.0  # how many times as fast we want to be
    limit: Limit | None = None
    parts: float = 1.0  # the peer is run for one part of so many, an epoch of 20, and scaled
    why: str = ""  # what holds us back, where the target may be out of reach
    group: str = ""  # the name of a row that sums several up, by their geometric mean


class Quartiles(NamedTuple):
    """The middle of some measurements, and what a quarter of them are below and above."""

    low: float | None
    median: float
    high: float | None

    @classmethod
    def of(cls, values: Sequence[float] | np.ndarray) -> Self:
        """Quartiles as NumPy has them, between two values where need be."""
        return cls(*np.quantile(np.array(values), (0.25, 0.5, 0.75)).tolist())


class Row(NamedTuple):
    """What was measured; seconds, megabytes, and ratios: to the peer within the same turn."""

    name: str
    peer: str
    target: float
    ours: Quartiles
    theirs: Quartiles
    ratio: Quartiles  # theirs to ours
    limit: str  # its name, empty where there is none
    limit_seconds: Quartiles | None
    limit_ratio: Quartiles | None  # ours to the limit
    limit_goal: float | None  # that ratio is wanted to be at most
    our_memory: float  # at most so many megabytes above the start
    their_memory: float
    agree: bool
    why: str = ""
    group: str = ""

    @property
    def verdict(self) -> str:
        """One word for the last column."""
        if not self.agree:
            return "ANSWERS DIFFER"
        if self.ratio.median < self.target:
            return "below"
        far = self.limit_goal and self.limit_ratio and self.limit_ratio.median > self.limit_goal
        return "far" if far else "ok"


def product(X: np.ndarray, Z: np.ndarray) -> Limit:
    """NumPy's product of the same matrices, on all the threads there are."""
    return Limit("the product alone", lambda: X @ Z.T, PRODUCT_GOAL)


def products_of_columns(X: np.ndarray) -> Limit:
    """What least squares, covariances and Newton's systems begin with; they do not end there."""
    return Limit("the product of X with itself", lambda: X.T @ X)


def one_read(X: np.ndarray) -> Limit:
    """The sum of squares, for which BLAS looks at every number once, on all the threads."""
    numbers = X.ravel()
    return Limit("one read of X", lambda: numbers @ numbers)


def differences(X: np.ndarray, Z: np.ndarray) -> Limit:
    """As many Manhattan distances, on all the threads, but of two rows that stay in the cache."""
    sums = np.empty(len(X))

    def run() -> None:
        in_blocks(_differences, len(X), BLOCK_OF_ROWS, float(X.size) * len(Z), X[:2], len(Z), sums)

    return Limit("the differences alone", run)


@njit
def _differences(start: int, stop: int, rows: np.ndarray, times: int, sums: np.ndarray) -> None:
    for i in range(start, stop):
        sums[i] = 0.0
        for j in range(times):
            sums[i] += manhattan(rows[j % 2], rows[1])


def read_rows(K: np.ndarray, rows: np.ndarray, goal: float) -> Limit:
    """The sum of squares of each of these rows of K."""
    name = "one read of the touched rows of K"
    return Limit(name, lambda: [K[i] @ K[i] for i in rows], goal)


def largest(values: np.ndarray, chosen: np.ndarray, rounding: float | np.ndarray) -> np.ndarray:
    """Of each row, whether none of its values is above the chosen one: a tie is no other answer."""
    return values[np.arange(len(values)), chosen] >= values.max(axis=1) - rounding


def measure(job: Job, budget: float = BUDGET, fewest: int = FEWEST) -> Row:
    """Run both once to warm up and to compare answers and memory, then all in turn."""
    answers, megabytes = [], []
    for run in (job.ours, job.theirs):
        gc.collect()
        with Peak() as peak:
            answers.append(run())
        megabytes.append(peak.megabytes)
    agree = bool(job.agree(*answers))
    del answers
    ours, theirs = np.array(_turns([job.ours, job.theirs], budget, fewest)).T
    theirs *= job.parts
    limit = None
    if job.limit:  # after them, so that its threads are in nobody's way
        job.limit.run()
        limit = np.array(_turns([job.limit.run], budget / 4, fewest))[:, 0]
    return Row(
        name=job.name,
        peer=job.peer,
        target=job.target,
        ours=Quartiles.of(ours),
        theirs=Quartiles.of(theirs),
        ratio=Quartiles.of(theirs / ours),
        limit=job.limit.name if job.limit else "",
        limit_seconds=None if limit is None else Quartiles.of(limit),
        limit_ratio=None if limit is None else Quartiles.of(ours / np.median(limit)),
        limit_goal=job.limit.goal if job.limit else None,
        our_memory=megabytes[0],
        their_memory=megabytes[1],
        agree=agree,
        why=job.why,
        group=job.group,
    )


def _turns(runs: list[Callable[[], Any]], budget: float, fewest: int) -> list[list[float]]:
    """Seconds of each, turn by turn, until the budget is spent."""
    turns: list[list[float]] = []
    end = time.perf_counter() + budget
    while len(turns) < fewest or (len(turns) < MOST and time.perf_counter() < end):
        turns.append([_seconds(run) for run in runs])
    return turns


def _seconds(run: Callable[[], Any]) -> float:
    """A short run is repeated, and the last counts: threads that slept first share one core."""
    _wait_until_quiet()
    end = time.perf_counter() + SHORT
    seconds = _time(run)
    while time.perf_counter() < end:
        seconds = _time(run)
    return seconds


def _time(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _wait_until_quiet() -> None:
    """Until this process hardly computes while this thread of it sleeps."""
    computed = 1.0
    while computed > NAP / 5:
        before = time.process_time()
        time.sleep(NAP)
        computed = time.process_time() - before


def summed_up(rows: list[Row], target: float) -> Row:
    """One row for many of the same kind: geometric means of their times and ratios."""

    def mean(field: str) -> Quartiles:
        values = [getattr(row, field) for row in rows]
        return Quartiles(*map(statistics.geometric_mean, zip(*values, strict=True)))

    limited = all(row.limit for row in rows)
    return rows[0]._replace(
        name=rows[0].group,
        target=target,
        **{field: mean(field) for field in ("ours", "theirs", "ratio")},
        **{f: mean(f) if limited else None for f in ("limit_seconds", "limit_ratio")},
        our_memory=max(row.our_memory for row in rows),
        their_memory=max(row.their_memory for row in rows),
        agree=all(row.agree for row in rows),
        group="",
    )
