"""What stands in for numba where there is none, as in a browser: nothing is compiled.

Every function then runs as the Python it is written in, with the same answers, some hundred times
slower. ``_jit.py`` imports this in the place of numba, and uses no more of numba than is here.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NoReturn

__all__ = ["FunctionCache", "IndexDataCacheFile", "event", "is_jitted", "numba", "overload"]


def njit(**_: Any) -> Callable[[Any], Any]:
    """Leave the function below as it is, whatever the options."""
    return lambda function: function


def overload(*_: Any, **__: Any) -> Callable[[Any], Any]:
    """Leave the function below as it is: no compiled code will call it."""
    return lambda function: function


def is_jitted(_: Any) -> bool:
    """Whether a function is compiled: never."""
    return False


def _typeof(_: Any) -> NoReturn:
    message = "nothing has a compiled type without numba"
    raise ValueError(message)


class FunctionCache:
    """What would keep machine code; never made."""


class IndexDataCacheFile:
    """Where it would be kept; never made."""


event: Any = SimpleNamespace(Listener=object, register=lambda *_: None)
numba: Any = SimpleNamespace(
    njit=njit,
    typeof=_typeof,
    get_num_threads=lambda: 1,  # plain Python runs one thread at a time
    config=SimpleNamespace(DISABLE_JIT=1, NUMBA_NUM_THREADS=1),
)
