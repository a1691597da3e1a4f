"""Every numba option in one place; no other module imports numba.

Lesson 16_compiled_loops measures what compiling and sums in any order buy. ``parallel=True`` is not
used: it makes numba compile half as long again, stops a process forked after its parent had
computed, and aborts one where two threads compute at once. ``threads.py`` has the pool instead.
"""

import functools
import inspect
import os
import pickle
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
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

from kernelkit._sources import stamp

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

# These two flags let a sum use vector registers as well as fastmath=True does, and keep isnan
# honest.
REORDER_SUMS = {"reassoc", "contract"}

BAND = 16  # how many rows meet another while it is in the cache


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


def njit_with_words(
    function: Decorated, taken: Callable[[dict[str, Any]], Any], **options: Any
) -> Decorated:
    """Compile a function that people call: numba's dispatcher, with kind words for foreign types.

    numba asks ``_compile_for_args`` of a dispatcher for types that it has not compiled yet, and
    nothing else ever does: calls of known types and compiled callers stay as they are. ``taken``
    turns the arguments that were given into what numba can type, or raises.
    """
    compiled: Any = _compile(function, fastmath=REORDER_SUMS, **options)
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


if hasattr(os, "register_at_fork"):
    # A child would wait for ever for the lock of a thread that was compiling.
    os.register_at_fork(
        before=global_compiler_lock.acquire,
        after_in_parent=global_compiler_lock.release,
        after_in_child=global_compiler_lock.release,
    )


def threads_of_numba() -> tuple[int, int]:
    """How many threads numba is told to use now, and how many it may ever use."""
    return numba.get_num_threads(), numba.config.NUMBA_NUM_THREADS


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
        self._cache_file = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp())

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


class _CheckedFiles(IndexDataCacheFile):
    """numba's files, each with a checksum at its end.

    A flipped bit in machine code is a crash, or worse, a wrong answer; one in the index may name
    the machine code of other types.
    """

    def _dump(self, obj: Any) -> bytes:
        data: bytes = super()._dump(obj)
        return data + sha256(data).digest()

    def _load_index(self) -> Any:
        overloads = super()._load_index()  # none if it is of another version, or of other sources
        if overloads:
            with open(self._index_path, "rb") as file:
                pickle.load(file)  # the version
                _check(file.read())
        return overloads

    def _load_data(self, name: str) -> Any:
        data = Path(self._data_path(name)).read_bytes()
        _check(data)
        return pickle.loads(data)  # which stops before the checksum


def _check(data: bytes) -> None:
    size = sha256().digest_size
    if sha256(data[:-size]).digest() != data[-size:]:
        message = "a file is damaged"
        raise ValueError(message)


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
