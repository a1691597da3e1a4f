"""How much memory a piece of work takes at its peak, by looking every few milliseconds."""

import threading
from types import TracebackType
from typing import Self

import psutil


class Peak:
    """``with Peak() as peak: work()``, then ``peak.megabytes`` above what was held before.

    The whole process is looked at, so that arrays of NumPy, numba and C libraries all count.
    """

    megabytes = 0.0

    def __init__(self, every: float = 0.003) -> None:
        self._every = every
        self._process = psutil.Process()
        self._done = threading.Event()

    def __enter__(self) -> Self:
        self._before = self._highest = self._process.memory_info().rss
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()
        self._look()
        self.megabytes = (self._highest - self._before) / 1e6

    def _watch(self) -> None:
        while not self._done.wait(self._every):
            self._look()

    def _look(self) -> None:
        self._highest = max(self._highest, self._process.memory_info().rss)
