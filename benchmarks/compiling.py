"""Which function numba spends how long on; imported by the fresh processes of ``start``."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from numba.core import event


@contextmanager
def compiling() -> Iterator[dict[str, float]]:
    """``with compiling() as spent: work()``, then seconds by the names of functions."""
    spent: dict[str, float] = {}
    with event.install_recorder("numba:compile") as recorder:
        yield spent
    for name, took in own_times(recorder.buffer):
        spent[name] = spent.get(name, 0.0) + took


def own_times(events: Iterable[tuple[float, event.Event]]) -> Iterator[tuple[str, float]]:
    """Seconds of each compilation, without those of the functions it had to wait for."""
    begun: list[list[float]] = []  # of each that is not done: when, and how long it waited
    for moment, one in events:
        if one.is_start:
            begun.append([moment, 0.0])
            continue
        start, waited = begun.pop()
        if begun:
            begun[-1][1] += moment - start
        function = one.data["dispatcher"].py_func
        yield f"{function.__module__}.{function.__qualname__}", moment - start - waited
