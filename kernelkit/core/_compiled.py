"""The ``njit`` above each loop of the core: numba's own, with a kind answer to foreign arguments.

What it makes is numba's dispatcher, with everything that numba's manual says of one: ``py_func``,
``signatures``, a call in a microsecond, use in other compiled code. Only when numba meets types for
which it has not compiled the loop yet are the arguments looked at here: lists become arrays, and
what cannot be computed with is refused in one sentence.
"""

import ast
import functools
import inspect
import numbers
import textwrap
from collections.abc import Callable
from typing import Any, TypeVar, overload

import numpy as np

from kernelkit import _jit
from kernelkit.validation import InputError, InputTypeError, shown

Function = TypeVar("Function", bound=Callable[..., Any])
INDICES = {"order", "labels"}  # arrays of whole numbers; y is one where it is used as an index
FLOATS = {np.dtype(np.float32), np.dtype(np.float64)}


@overload
def njit(function: Function) -> Function: ...
@overload
def njit(*, inline: str) -> Callable[[Function], Function]: ...
def njit(function: Any = None, **options: str) -> Any:
    """Compile a loop of the core by numba."""
    if function is None:
        return functools.partial(njit, **options)
    return _jit.njit_with_words(function, _Arguments(function).as_numba_takes_them, **options)


class _Arguments:
    """What the arguments of a loop must be, as its source tells."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.parameters = inspect.signature(function).parameters
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        subscripts = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
        self.changed = {_name(node) for node in subscripts if isinstance(node.ctx, ast.Store)}
        self.matrices = {_name(node) for node in subscripts if isinstance(node.slice, ast.Tuple)}
        self.matrices |= {_of_columns(node) for node in subscripts}
        slices = [getattr(node.slice, "elts", [node.slice]) for node in subscripts]
        used = [each for several in slices for each in several if isinstance(each, ast.Subscript)]
        self.indices = INDICES | {_name(node) for node in used}

    def as_numba_takes_them(self, given: dict[str, Any]) -> dict[str, Any]:
        """The arguments, with arrays in place of lists; an error where that cannot be."""
        return {name: self._taken(name, value) for name, value in given.items()}

    def _taken(self, name: str, value: Any) -> Any:
        parameter = self.parameters[name]
        if value is None and parameter.default is None:
            return value
        if parameter.annotation is str:
            return value
        of_loss = name == "t"  # which takes numbers, and arrays of any shape as well
        if parameter.annotation in {float, int} and not (of_loss and np.ndim(value)):
            return _number(name, value, parameter.annotation)
        array = _array(name, value)
        wanted = 2 if name in self.matrices or name[0].isupper() else 1
        if array.ndim != wanted and not of_loss:
            what = "a matrix" if wanted == 2 else "one-dimensional"
            raise InputError(name, f"must be {what}, got an array of shape {array.shape}")
        if name in self.changed:
            return _own(name, value)
        return self._read(name, array, array is value)

    def _read(self, name: str, array: Any, own: bool) -> Any:
        """An array to be read: of a type that numba knows, and of few types where it was a list."""
        if name in self.indices and array.dtype.kind == "f" and array.size:
            raise InputTypeError(name, f"must hold whole numbers, got {shown(array)}")
        known = array.dtype.isnative and (array.dtype.kind in "iu" or array.dtype in FLOATS)
        if known and (own or array.dtype in FLOATS):
            return array
        return array.astype(np.int64 if name in self.indices else np.float64)


def _name(node: ast.Subscript) -> str:
    return node.value.id if isinstance(node.value, ast.Name) else ""


def _of_columns(node: ast.Subscript) -> str:
    """The name of an array that is asked for its number of columns."""
    words = ast.unparse(node)
    return words.removesuffix(".shape[1]") if words.endswith(".shape[1]") else ""


def _array(name: str, value: Any) -> Any:
    try:
        array = np.asarray(value)
    except ValueError:
        raise InputError(name, "must have rows of equal lengths, got a ragged list") from None
    if array.dtype.kind not in "biuf":
        raise InputTypeError(name, f"must hold real numbers, got {shown(value)}")
    return array


def _own(name: str, value: Any) -> Any:
    """An array that the loop can write to."""
    if type(value) is not np.ndarray or value.dtype not in FLOATS:
        what = value.dtype if isinstance(value, np.ndarray) else shown(value)
        raise InputTypeError(name, f"is changed in place: it must be a float array, got {what}")
    if not value.flags.writeable:
        raise InputError(name, "is changed in place: it must be writable, got a read-only array")
    return value


def _number(name: str, value: Any, kind: type) -> Any:
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    allowed, what = (numbers.Integral, "whole number") if kind is int else (numbers.Real, "number")
    if not isinstance(value, allowed):
        raise InputTypeError(name, f"must be a {what}, got {shown(value)}")
    return kind(value)
