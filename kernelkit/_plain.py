"""What stands in for numba where there is none, as in a browser: nothing is compiled.

Every function then runs as the Python it is written in, with the same answers, some hundred times
slower. ``_jit.py`` imports this in the place of numba, and uses no more of numba than is here. A
few innermost loops have stand-ins by NumPy's operations; those that need nothing else are here.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np

__all__ = [
    "FunctionCache",
    "IndexDataCacheFile",
    "event",
    "exp_row",
    "is_jitted",
    "move_along",
    "numba",
    "overload",
    "row_value",
    "square",
]


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


def row_value(x: Any, w: Any, b: Any) -> Any:
    """As ``products.row_value``."""
    return b + x @ w[: len(x)]  # there may be a bias behind the weights


def move_along(x: Any, step: float, w: Any) -> None:
    """As ``products.move_along``."""
    w[: len(x)] += step * x


def square(x: Any) -> float:
    """The squared length of a row."""
    x = x.astype(np.float64, copy=False)
    return float(x @ x)


def exp_row(scale: float, row: Any) -> None:
    """As ``exponential.exp_row``."""
    with np.errstate(all="ignore"):
        row[...] = np.exp(scale * row)
