"""Time two ways of doing the same job, alternately, after a warm-up, and compare their answers."""

import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One line of the table: medians in seconds, and how many times faster we are."""

    job: str
    peer: str
    ours: float
    theirs: float
    target: float

    @property
    def ratio(self) -> float:
        """How many times as long the peer takes."""
        return self.theirs / self.ours


def compare(
    job: str,
    ours: Callable[[], Any],
    peer: str,
    theirs: Callable[[], Any],
    *,
    agree: Callable[[Any, Any], bool],
    target: float,
    repeats: int = 5,
) -> Row:
    """Run both once to warm up and compare their answers, then time them in turn."""
    if not agree(ours(), theirs()):
        message = f"{job}: kernelkit and {peer} give different answers"
        raise AssertionError(message)
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for run, spent in zip((ours, theirs), times, strict=True):
            start = time.perf_counter()
            run()
            spent.append(time.perf_counter() - start)
    return Row(job, peer, *(statistics.median(spent) for spent in times), target)


def show(rows: list[Row]) -> None:
    """Print the table."""
    print(f"{'job':<68}{'kernelkit':>10}{'peer':>10}{'ratio':>9}{'at least':>10}  peer")
    for row in rows:
        times = f"{row.ours:>9.3f}s{row.theirs:>9.3f}s"
        print(f"{row.job:<68}{times}{row.ratio:>8.1f}x{row.target:>9.2f}x  {row.peer}")
