"""The one pool of threads: the same bits for one thread and for sixteen.

A linear algebra library (BLAS) has threads of its own, which stay awake after each product and keep
others from the cores, and whose number changes the last digits of a sum. So work is cut into blocks
whose borders depend on the data only, the threads of :func:`in_blocks` take one block after the
other, and a product inside a block is computed by one thread. Their number is numba's:
``NUMBA_NUM_THREADS`` in the environment, or ``numba.set_num_threads``.

They are threads of Python, which compiled code runs beside each other because it lets go of the
interpreter. Lesson 16_compiled_loops measures what tiles and threads buy.
"""

import functools
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator
from typing import Any

from kernelkit._jit import threads_of_numba

# Multiply-adds below which waking a second thread costs more than it saves: half a millisecond.
SERIAL = 5e6
ROWS_PER_THREAD = 256  # rows that a thread takes at a time, where nothing asks for more or fewer


def in_blocks(
    work: Callable[..., None], n: int, block: int, operations: float, *arguments: Any
) -> None:
    """Call the compiled ``work(start, stop, *arguments)`` for blocks of range(n), on all threads.

    Each block is computed by one thread and writes what no other block writes, so one thread and
    sixteen give the same bits. If the multiply-adds are few, this thread does them in one call.
    Products of matrices inside are computed by one thread each.
    """
    with _blas:
        threads = threads_of_numba()[0] if operations >= SERIAL and n > block else 1
        if threads == 1:
            work(0, n, *arguments)
        else:
            _run(work, n, block, min(threads, -(-n // block)), arguments)


def _run(
    work: Callable[..., None], n: int, block: int, threads: int, arguments: tuple[Any, ...]
) -> None:
    """Let so many threads, this one among them, take the next block until none is left."""
    starts = iter(range(0, n, block))

    def take() -> None:
        try:
            for start in starts:
                work(start, min(start + block, n), *arguments)
        finally:
            for _ in starts:  # after an error or Ctrl-C nobody starts another block
                pass

    helpers = [_helpers().submit(take) for _ in range(threads - 1)]
    try:
        take()
    finally:
        for helper in helpers:
            if not helper.cancel():  # a helper that is busy elsewhere is not waited for
                helper.result()


@functools.cache
def _helpers() -> ThreadPoolExecutor:
    """The threads, which sleep while there is nothing to do."""
    return ThreadPoolExecutor(max(1, threads_of_numba()[1] - 1), "kernelkit")


class _Blas(ContextDecorator):
    """The threads of linear algebra; their number belongs to the whole process.

    Callers in several threads of Python share it: the first to come in sets it to 1, and the last
    to leave sets it back.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.inside: list[int] = []  # the thread of each call
        self.before: list[int] = []

    def __enter__(self) -> None:
        with self.lock:
            if not self.inside:
                self.before = [library.num_threads for library in _blas_libraries()]
                _set_blas_threads([1] * len(self.before))
            self.inside.append(threading.get_ident())

    def __exit__(self, *error: object) -> None:
        with self.lock:
            self.inside.remove(threading.get_ident())
            if not self.inside:
                _set_blas_threads(self.before)

    def forget_other_threads(self) -> None:
        with self.lock:
            if self.inside:
                self.inside = [each for each in self.inside if each == threading.get_ident()]
                if not self.inside:
                    _set_blas_threads(self.before)


_blas = _Blas()


def one_blas_thread() -> _Blas:
    """Keep linear algebra to one thread while inside; also a decorator: ``@one_blas_thread()``."""
    return _blas


def _after_fork_in_child() -> None:
    _blas.lock.release()
    _helpers.cache_clear()  # their threads stayed behind
    _blas.forget_other_threads()


if hasattr(os, "register_at_fork"):
    # A child has one thread only, and would wait for ever for a lock that another one held.
    os.register_at_fork(
        before=_blas.lock.acquire,
        after_in_parent=_blas.lock.release,
        after_in_child=_after_fork_in_child,
    )


def _set_blas_threads(threads: list[int]) -> None:
    for library, count in zip(_blas_libraries(), threads, strict=True):
        # threadpoolctl lets one thread of Python do this, and is asked to forget which.
        forget = getattr(library, "clear_controlling_thread", lambda force: None)
        forget(force=True)
        library.set_num_threads(count)
        forget(force=True)


@functools.cache
def _blas_libraries() -> list[Any]:
    """NumPy's, and SciPy's, which compiled code calls."""
    import scipy.linalg  # noqa: F401  # loads its library
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
