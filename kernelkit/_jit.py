"""Every numba option in one place; no other module imports numba.

The decorators below are the only ones in use, so that an option is decided once. Lesson
15_fast_kernels measures what each of them buys.
"""

import functools
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload

__all__ = ["bordered", "njit", "njit_rows", "njit_sum", "prange"]

Function = TypeVar("Function", bound=Callable[..., Any])

# These two flags let a sum use vector registers as well as fastmath=True does, and keep isnan
# honest.
REORDER_SUMS = {"reassoc", "contract"}

prange = numba.prange


def njit(function: Function) -> Function:
    """Compile a function; its machine code is kept on disk."""
    return _compile(function)


def njit_sum(function: Function) -> Function:
    """Compile a function whose sums may be added up in any order. For reductions only."""
    return _compile(function, fastmath=REORDER_SUMS)


def njit_rows(function: Function) -> Function:
    """Compile a function that shares rows among threads; iteration i alone writes row i.

    No sum crosses a ``prange``, so one thread and eight give the same bits.
    """
    return _compile(function, parallel=True)


def bordered(check: Callable[..., tuple[Any, ...]]) -> Callable[[Function], Function]:
    """Compile a small public function that people call from Python and from other compiled code.

    From Python its arguments pass ``check`` first, which converts them or says what is wrong with
    them. Compiled callers get the bare loop, inlined, with nothing in between.
    """

    def decorate(function: Function) -> Function:
        compiled = njit_sum(function)

        @functools.wraps(function)
        def from_python(*args: Any, **kwargs: Any) -> Any:
            return compiled(*check(*args, **kwargs))

        options: Any = {"fastmath": REORDER_SUMS}
        overload(from_python, strict=False, jit_options=options)(lambda *types: function)
        return cast("Function", from_python)

    return decorate


def _compile(function: Function, **options: Any) -> Function:
    try:
        compiled = numba.njit(cache=True, nogil=True, **options)(function)
    except (
        RuntimeError
    ):  # numba found no folder it may write to: compile in memory, in every process
        compiled = numba.njit(nogil=True, **options)(function)
    _keep_until_any_source_changes(compiled)
    return cast("Function", compiled)


def _keep_until_any_source_changes(compiled: Any) -> None:
    """Let numba compile anew when any compiled file of kernelkit has changed, not only this one.

    numba stamps what it keeps with the file of the function, and so runs old machine code when
    another file changed whose functions are compiled into this one: after an upgrade or a pull.
    """
    kept = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = _stamp()


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
