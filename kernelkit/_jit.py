"""Every numba option in one place, and the one pool of threads; no other module imports numba.

Lesson 16_compiled_loops measures what compiling, sums in any order, tiles and threads buy.

A linear algebra library (BLAS) has threads of its own, which stay awake after each product and keep
others from the cores, and whose number changes the last digits of a sum. So work is cut into blocks
whose borders depend on the data only, the threads of :func:`share` take one block after the other,
and a product inside a block is computed by one thread: one thread and sixteen give the same bits.
Their number is numba's: ``NUMBA_NUM_THREADS`` in the environment, or ``numba.set_num_threads``.

They are threads of Python, which compiled code runs beside each other because it lets go of the
interpreter. ``parallel=True`` is not used: it makes numba compile half as long again, stops a
process forked after its parent had computed, and aborts one where two threads compute at once.
"""

import functools
import inspect
import os
import sys
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ContextDecorator, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import OmittedArg
from numba.core.errors import NumbaError
from numba.extending import is_jitted

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

# These two flags let a sum use vector registers as well as fastmath=True does, and keep isnan
# honest.
REORDER_SUMS = {"reassoc", "contract"}

# Multiply-adds below which waking a second thread costs more than it saves: half a millisecond.
SERIAL = 5e6

BAND = 16  # how many rows meet another while it is in the cache
ROWS_PER_THREAD = 256  # rows that a thread takes at a time, where nothing asks for more or fewer


def _explain_the_wait() -> None:
    """Tell whoever looks at a terminal what the first call is waiting for."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("kernelkit compiles what it needs, once on this machine\n")


# Done once, before the first function of ours that is not on disk yet.
BEFORE_COMPILING: list[Callable[[], None]] = [_explain_the_wait]


class _Listener(event.Listener):
    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__ or ""  # code of exec has none
        if module.startswith("kernelkit.") and BEFORE_COMPILING:
            BEFORE_COMPILING.pop()()

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())


def njit(function: Decorated) -> Decorated:
    """Compile a function; its machine code is kept on disk."""
    return _compile(function)


def njit_sum(function: Decorated) -> Decorated:
    """Compile a function whose sums may be added up in any order. For reductions only."""
    return _compile(function, fastmath=REORDER_SUMS)


def njit_inline(function: Decorated) -> Decorated:
    """Compile a piece that loops share into each of them, so that no sample costs a call."""
    return _compile(function, fastmath=REORDER_SUMS, forceinline=True)


def njit_with_words(function: Decorated, taken: Callable[[dict[str, Any]], Any]) -> Decorated:
    """Compile a function that people call: numba's dispatcher, with kind words for foreign types.

    numba asks ``_compile_for_args`` of a dispatcher for types that it has not compiled yet, and
    nothing else ever does: calls of known types and compiled callers stay as they are. ``taken``
    turns the arguments that were given into what numba can type, or raises.
    """
    compiled: Any = njit_sum(function)
    if numba.config.DISABLE_JIT:
        return cast("Decorated", compiled)
    names = list(inspect.signature(function).parameters)
    compile_for_args = compiled._compile_for_args

    def compile_or_explain(*args: Any) -> Any:
        given = {n: a for n, a in zip(names, args, strict=True) if not isinstance(a, OmittedArg)}
        wanted = taken(given)
        if any(wanted[name] is not given[name] for name in given):
            return lambda *_: compiled(**wanted)  # numba calls what is returned
        try:
            return compile_for_args(*args)
        except NumbaError:
            got = ", ".join(f"{name}: {type_of(value)}" for name, value in given.items())
            message = f"{function.__name__} cannot be compiled for arguments of these types: {got}"
            raise TypeError(message) from None

    compiled._compile_for_args = compile_or_explain
    return cast("Decorated", compiled)


@functools.lru_cache(maxsize=64)
def compiled_pairs(k: Callable[..., Any], matrix: Any, more: Any) -> Callable[..., None] | None:
    """Compile the loop that fills a matrix with k(x, z, *more); None if numba cannot.

    ``matrix`` is the type of X, Z and the result, ``more`` that of the further arguments, a tuple.
    The loop is kept in memory only: on disk, numba could not tell one k from the next.
    """
    if numba.config.DISABLE_JIT or more is None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba's advice is for those who write for numba
        try:
            # A plain function was written for NumPy, which refuses an index beyond the end and
            # divides by zero.
            options = {"nogil": True, "boundscheck": True, "error_model": "numpy"}
            inner = k if is_jitted(k) else numba.njit(**options)(k)
            loop = numba.njit(nogil=True)(_pairs_loop(inner))
            whole = numba.int64
            loop.compile((whole, whole, matrix, matrix, numba.boolean, more, matrix))
        except Exception:  # numba's own errors are of many kinds
            return None
    return cast("Callable[..., None]", loop)


def type_of(value: Any) -> Any:
    """The type that numba gives to a value; None if it has none."""
    try:
        return numba.typeof(value)
    except ValueError:
        return None


def has_threads(k: Callable[..., Any]) -> bool:
    """Whether k starts threads of numba's, which two of our threads must not do at once."""
    return bool(getattr(k, "targetoptions", {}).get("parallel"))


def _pairs_loop(k: Callable[..., Any]) -> Callable[..., None]:
    def loop(
        start: int, stop: int, X: Any, Z: Any, half: bool, more: tuple[Any, ...], K: Any
    ) -> None:
        for first in range(start, stop, BAND):
            last = min(first + BAND, stop)
            for j in range(last if half else len(Z)):
                for i in range(max(first, j) if half else first, last):
                    K[i, j] = k(X[i], Z[j], *more)
                    if half:
                        K[j, i] = K[i, j]

    return loop


def share(
    work: Callable[..., None], n: int, block: int, operations: float, *arguments: Any
) -> None:
    """Call the compiled ``work(start, stop, *arguments)`` for blocks of range(n), on all threads.

    Each block is computed by one thread and writes what no other block writes, so one thread and
    sixteen give the same bits. If the multiply-adds are few, this thread does them in one call.
    Products of matrices inside are computed by one thread each.
    """
    with _blas:
        threads = numba.get_num_threads() if operations >= SERIAL and n > block else 1
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
    return ThreadPoolExecutor(max(1, numba.config.NUMBA_NUM_THREADS - 1), "kernelkit")


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


def _before_fork() -> None:
    """Wait until no other thread is compiling or at the threads of linear algebra.

    A process that is forked has this thread only, and would wait for ever for a lock that another
    one held.
    """
    global_compiler_lock.acquire()
    _blas.lock.acquire()


def _after_fork() -> None:
    _blas.lock.release()
    global_compiler_lock.release()


def _after_fork_in_child() -> None:
    _after_fork()
    _helpers.cache_clear()  # their threads stayed behind
    _blas.forget_other_threads()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork_in_child
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


def _compile(function: Decorated, **options: Any) -> Decorated:
    if numba.config.DISABLE_JIT:
        return function
    compiled = numba.njit(nogil=True, **options)(function)
    try:
        compiled._cache = _Cache(function)
    except RuntimeError:  # numba found no folder it may write to
        _warn_that_code_is_not_kept("no folder can be written to")
    return cast("Decorated", compiled)


class _Cache(FunctionCache):
    """numba's cache on disk, which is no reason to stop: a full disk or a damaged file is told.

    numba stamps what it keeps with the file of the function, and so runs old machine code when
    another file changed whose functions are compiled into this one: after an upgrade or a pull.
    Here the stamp is of all files that hold compiled code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = IndexDataCacheFile(self._cache_path, self._impl.filename_base, _stamp())

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
    package, digest = Path(__file__).parent, sha256()
    for file in _files_that_compile():
        name = file.relative_to(package).as_posix().encode()
        digest.update(name + b"\0" + file.read_bytes())
    return digest.digest()


def _files_that_compile() -> list[Path]:
    """Those that say njit, or _jit."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return [file for file in files if b"jit" in file.read_bytes()]
