"""Every numba option in one place, and the one pool of threads; no other module imports numba.

The decorators below are the only ones in use, so that an option is decided once. Lesson
15_fast_kernels measures what compiling, sums in any order, tiles, threads and one pool of them buy.

Threads are numba's alone. A linear algebra library (BLAS) has threads of its own, which stay awake
after each product and keep numba's from the cores, and whose number changes the last digits of a
sum. So work is cut into tiles whose borders depend on the data only, numba's threads share the
tiles, and a product inside a tile is computed by one thread: one thread and sixteen give the same
bits.
"""

import functools
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import overload

__all__ = [
    "bordered",
    "njit",
    "njit_rows",
    "njit_sum",
    "one_blas_thread",
    "prange",
    "threads_for",
]

Function = TypeVar("Function", bound=Callable[..., Any])

# These two flags let a sum use vector registers as well as fastmath=True does, and keep isnan
# honest.
REORDER_SUMS = {"reassoc", "contract"}

# Multiply-adds below which waking a second thread costs more than it saves: half a millisecond.
SERIAL = 5e6

prange = numba.prange


def njit(function: Function) -> Function:
    """Compile a function; its machine code is kept on disk."""
    return _compile(function)


def njit_sum(function: Function) -> Function:
    """Compile a function whose sums may be added up in any order. For reductions only."""
    return _compile(function, fastmath=REORDER_SUMS)


def njit_rows(function: Function) -> Function:
    """Compile a function that shares rows or tiles among threads; each is written by one of them.

    No sum crosses a ``prange``, so one thread and eight give the same bits.
    """
    return _compile(function, parallel=True)


def bordered(
    check: Callable[..., tuple[Any, ...]], check_result: Callable[[Any], Any] = lambda value: value
) -> Callable[[Function], Function]:
    """Compile a small public function that people call from Python and from other compiled code.

    From Python its arguments pass ``check`` first, which converts them or says what is wrong with
    them, and its value passes ``check_result``. Compiled callers get the bare loop, inlined, with
    nothing in between.
    """

    def decorate(function: Function) -> Function:
        compiled = njit_sum(function)

        @functools.wraps(function)
        def from_python(*args: Any, **kwargs: Any) -> Any:
            return check_result(compiled(*check(*args, **kwargs)))

        options: Any = {"fastmath": REORDER_SUMS}
        overload(from_python, strict=False, jit_options=options)(lambda *types: function)
        return cast("Function", from_python)

    return decorate


class threads_for:  # noqa: N801  # used as a function
    """Let compiled code share so many multiply-adds among threads, or keep them if they are few.

    ``with threads_for(n * m * d): ...``; products of matrices inside are computed by one thread
    each.
    """

    def __init__(self, operations: float) -> None:
        self._small = operations < SERIAL
        self._threads = 0  # there were, where they were sent away

    def __enter__(self) -> None:
        if _pool.lost:
            message = (
                "kernelkit cannot compute in a process that was forked after its parent had: the "
                "threads are not there; start it by multiprocessing.get_context('spawn') or by "
                "joblib"
            )
            raise RuntimeError(message)
        _blas.enter()
        self._alone = _pool.enter()
        if self._small:
            self._threads = numba.get_num_threads()
            if self._threads > 1:
                numba.set_num_threads(1)

    def __exit__(self, *error: object) -> None:
        if self._threads > 1:
            numba.set_num_threads(self._threads)
        if self._alone:
            _pool.leave()
        _blas.leave()


class _Pool:
    """What must be known of numba's threads before they are asked to do something."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.layer = ""
        self.lost = False  # in a child of a process that had started them

    def enter(self) -> bool:
        """Let one thread of Python in at a time, unless the threads serve several at once."""
        if self.layer in {"omp", "tbb"}:
            return False
        self.lock.acquire()
        return True

    def leave(self) -> None:
        """Look which threads there are, and let the next one in."""
        with suppress(ValueError):  # not started: all was computed by uncompiled code
            self.layer = numba.threading_layer()
        self.lock.release()

    def forked(self) -> None:
        """GNU's OpenMP ends a forked process that asks for its threads."""
        self.lost = self.layer == "omp" and sys.platform.startswith("linux")


_pool = _Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.forked)


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep linear algebra to one thread while inside; also a decorator: ``@one_blas_thread()``."""
    _blas.enter()
    try:
        yield
    finally:
        _blas.leave()


class _Blas:
    """The threads of linear algebra; their number belongs to the whole process.

    Callers in several threads of Python share it: the first to come in sets it to 1, and the last
    to leave sets it back.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.inside = 0
        self.before: list[int] = []

    def enter(self) -> None:
        with self.lock:
            if self.inside == 0:
                self.before = [library.num_threads for library in _blas_libraries()]
                _set_blas_threads([1] * len(self.before))
            self.inside += 1

    def leave(self) -> None:
        with self.lock:
            self.inside -= 1
            if self.inside == 0:
                _set_blas_threads(self.before)


_blas = _Blas()


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


def _compile(function: Function, **options: Any) -> Function:
    compiled = numba.njit(nogil=True, **options)(function)
    if hasattr(compiled, "_cache"):  # not where compilation is switched off
        try:
            compiled._cache = _Cache(function)
        except RuntimeError:  # numba found no folder it may write to
            _warn_that_code_is_not_kept("no folder can be written to")
    return cast("Function", compiled)


class _Cache(FunctionCache):
    """numba's cache on disk, which is no reason to stop: a full disk or a damaged file is told.

    numba stamps what it keeps with the file of the function, and so runs old machine code when
    another file changed whose functions are compiled into this one: after an upgrade or a pull.
    Here the stamp is of all files that hold compiled code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _SealedFiles(self._cache_path, self._impl.filename_base, _stamp())

    def load_overload(self, *key: Any) -> Any:
        try:
            return super().load_overload(*key)
        except Exception as error:
            _warn_that_code_is_not_kept(f"{self._cache_path}: {error}")
            with suppress(OSError):
                self.flush()  # what is compiled now can be kept

    def save_overload(self, *key_and_code: Any) -> None:
        try:
            super().save_overload(*key_and_code)
        except Exception as error:
            _warn_that_code_is_not_kept(f"{self._cache_path}: {error}")


class _SealedFiles(IndexDataCacheFile):
    """The files of the cache: machine code is run only if each byte of it is what was written."""

    def _dump(self, content: Any) -> bytes:
        data: bytes = super()._dump(content)
        return data + sha256(data).digest()  # numba ignores what follows the content

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        if sha256(data[:-32]).digest() != data[-32:]:
            message = f"{name} is damaged"
            raise ValueError(message)
        return super()._load_data(name)


_told: list[str] = []


def _warn_that_code_is_not_kept(reason: str) -> None:
    """Say it once, and in one line: of line 0 Python shows no source."""
    if not _told:
        _told.append(reason)
        message = (
            f"the folder of compiled code cannot be used ({reason}), so this process compiles "
            "anew; NUMBA_CACHE_DIR can name another folder"
        )
        warnings.warn_explicit(message, RuntimeWarning, __file__, 0)


@functools.cache
def _stamp() -> bytes:
    """Name the present state of all files that hold compiled code."""
    package = Path(__file__).parent
    digest = sha256()
    for file in sorted(package.rglob("*.py")):
        text = file.read_bytes()
        if b"_jit" in text:
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + text)
    return digest.digest()
