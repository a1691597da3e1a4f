"""Time two ways of doing the same job, alternately, after a warm-up, and compare their answers."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from benchmarks.memory import Peak

# Threads of a linear algebra library stay awake after their work, on some machines for half a
# second, and would take a processor from whoever comes next.
PAUSE = 0.7  # seconds before each run that is timed


class Job(NamedTuple):
    """What to run: kernelkit's way and a peer's, on the same arrays."""

    name: str
    ours: Callable[[], Any]
    peer: str
    theirs: Callable[[], Any]
    agree: Callable[[Any, Any], bool]  # whether both answers are the same
    target: float  # how many times faster we want to be
    repeats: int = 5
    parts: float = 1.0  # the peer is run for one part of so many, an epoch of 20, and scaled
    limit: str = ""  # what holds us back, where the target is out of reach
    group: str = ""  # the name of a row that sums several up, by their geometric mean


class Row(NamedTuple):
    """What was measured: median seconds, their spread, megabytes, and whether answers agree."""

    name: str
    peer: str
    target: float
    ours: float
    theirs: float
    spread: float  # of the ratio: half the range over the repeats, as a share of it
    our_memory: float  # at most so many megabytes above the start
    their_memory: float
    agree: bool
    limit: str
    group: str = ""

    @property
    def ratio(self) -> float:
        """How many times as long the peer takes."""
        return self.theirs / self.ours

    @property
    def verdict(self) -> str:
        """One word for the last column."""
        if not self.agree:
            return "ANSWERS DIFFER"
        return "ok" if self.ratio >= self.target else "below"


def measure(job: Job, pause: float = PAUSE) -> Row:
    """Run both once to warm up and to compare answers and memory, then time them in turn."""
    answers, megabytes = [], []
    for run in (job.ours, job.theirs):
        gc.collect()
        with Peak() as peak:
            answers.append(run())
        megabytes.append(peak.megabytes)
    agree = bool(job.agree(*answers))
    del answers
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(job.repeats):
        for run, spent in zip((job.ours, job.theirs), times, strict=True):
            time.sleep(pause)
            start = time.perf_counter()
            run()
            spent.append(time.perf_counter() - start)
    ratios = [theirs / ours for ours, theirs in zip(*times, strict=True)]
    return Row(
        name=job.name,
        peer=job.peer,
        target=job.target,
        ours=statistics.median(times[0]),
        theirs=statistics.median(times[1]) * job.parts,
        spread=(max(ratios) - min(ratios)) / 2 / statistics.median(ratios),
        our_memory=megabytes[0],
        their_memory=megabytes[1],
        agree=agree,
        limit=job.limit,
        group=job.group,
    )


def summed_up(rows: list[Row], target: float) -> Row:
    """One row for many of the same kind: geometric means of their times."""
    mean = statistics.geometric_mean
    return rows[0]._replace(
        name=rows[0].group,
        target=target,
        ours=mean(row.ours for row in rows),
        theirs=mean(row.theirs for row in rows),
        spread=max(row.spread for row in rows),
        our_memory=max(row.our_memory for row in rows),
        their_memory=max(row.their_memory for row in rows),
        agree=all(row.agree for row in rows),
        group="",
    )
