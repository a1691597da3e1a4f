"""A function of two samples, written by anybody, as a kernel for everything that takes one."""

import inspect
import math
import numbers
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelkit._jit import BAND, compiled_pairs, has_threads, type_of
from kernelkit.kernels.base import Kernel, OwnKernel, check_values
from kernelkit.threads import in_blocks
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Matrix,
    Vector,
    as_vector,
    empty_matrix,
    shown,
)

TRIED = 8  # how many samples have all their pairs tried first
SECONDS = 2  # how long to wait without a progress bar


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Function(OwnKernel):
    r"""A function :math:`k(x, z)` of two samples as a kernel.

    If the samples are vectors and k is compiled, or numba can compile it, the loop over all pairs
    is compiled with k in it and shared by threads. (In a plain k indices are still checked;
    ``numba.njit`` around it makes it faster.) Otherwise k is called from Python, and the samples
    may be strings, or objects of any kind in a list or an array.

    k must be symmetric and return a finite number. That is tried on some pairs before all others
    are computed. (Whether it is a kernel at all, :func:`kernelkit.kernels.gram.is_psd` can tell.)

    The compiled loop of each k takes some 3 MB of memory until Python ends. So to try many values
    of a number, make it a parameter, which is compiled once, and not part of a new k each time.

    Parameters
    ----------
    k : callable
        Called as ``k(x, z, **parameters)``.
    **parameters
        Further arguments of k, which can be tuned like the fields of other kernels:
        ``kernel__width=[1, 2]``. They must be hashable, such as numbers, strings and tuples.

    Examples
    --------
    >>> def cauchy(x, z, width):
    ...     return 1 / (1 + np.sum((x - z) ** 2) / width**2)
    >>> kernel = Function(cauchy, width=2.0)
    >>> kernel([[0.0], [2.0]]).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    >>> kernel.with_params(width=1.0)
    Function(cauchy, width=1.0)
    """

    k: Callable[..., Any]
    parameters: tuple[tuple[str, Any], ...]

    def __init__(self, k: Callable[..., Any], **parameters: Any) -> None:
        _check_function(k, parameters)
        object.__setattr__(self, "k", k)
        object.__setattr__(self, "parameters", tuple(parameters.items()))

    def __repr__(self) -> str:
        parameters = (f"{name}={value!r}" for name, value in self.parameters)
        return f"Function({', '.join([_name(self.k), *parameters])})"

    def _gram(self, X: Any, Z: Any) -> Matrix:
        loop = self._try_out(X, Z)
        K = self._by_python(X, Z) if loop is None else loop(X, Z)
        return check_values(self, K, (len(X), len(Z)))

    def _diagonal(self, X: Any) -> Vector:
        loop = self._try_out(X, X)
        if loop is None:
            values = [self._value(x, x) for x in _items(X)]
        else:
            values = [loop(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(len(X))]
        return as_vector(_in_dtype_of(X, np.array(values)), f"the diagonal of {self!r}")

    def _fields(self) -> dict[str, Any]:
        return {"k": self.k, **dict(self.parameters)}

    def _try_out(self, X: Any, Z: Any) -> Callable[[Matrix, Matrix], Matrix] | None:
        """Try k on some pairs, both ways round; return its compiled loop if it does as Python."""
        left, right = _some(X), _some(Z)
        before = [left.copy(), right.copy()]
        there = check_values(self, self._by_python(left, right), (len(left), len(right)))
        back = there if Z is X else self._by_python(right, left)
        if X.ndim == 2 and not all(map(np.array_equal, before, [left, right])):
            raise InputError(_name(self.k), "must not write to its arguments, got one that does")
        if not _agree(there, back.T):
            got = f"got k(x, z) and k(z, x) {np.abs(there - back.T).max():.3g} apart"
            raise InputError(_name(self.k), f"must be symmetric, {got}")
        loop = self._loop(X.dtype) if X.ndim == 2 else None
        # numba keeps the globals that k had when it was compiled, and its whole numbers overflow.
        return loop if loop and _agree(loop(left, right), there) else None

    def _loop(self, dtype: Any) -> Callable[[Matrix, Matrix], Matrix] | None:
        """The compiled loop over all pairs, if numba can."""
        more = _positional(self.k, dict(self.parameters))
        matrix = type_of(np.empty((1, 1), dtype))
        compiled = None if more is None else compiled_pairs(self.k, matrix, type_of(more))
        if compiled is None:
            return None

        def fill(X: Matrix, Z: Matrix) -> Matrix:
            K = empty_matrix(len(X), len(Z), dtype)
            arguments = X, Z, X is Z, more, K
            operations = 0.0 if has_threads(self.k) else float(K.size) * (X.shape[1] + 20)
            if len(X) == 1:
                compiled(0, 1, *arguments)  # no thread is worth its waking
            else:
                in_blocks(compiled, len(X), BAND, operations, *arguments)
            return K

        return fill

    def _by_python(self, X: Any, Z: Any) -> Matrix:
        """All values, one call after the other; the half above the diagonal is a mirror image."""
        from tqdm import tqdm

        K, rows, columns = empty_matrix(len(X), len(Z)), _items(X), _items(Z)
        few = len(X) <= TRIED  # the first call of a compiled k, which numba compiles, is among them
        bar = {"file": sys.stdout, "delay": SECONDS, "disable": few}
        for i, x in enumerate(tqdm(rows, _name(self.k), **bar)):
            for j, z in enumerate(columns[: i + 1] if X is Z else columns):
                K[i, j] = self._value(x, z)
            if X is Z:
                K[:i, i] = K[i, :i]
        return _in_dtype_of(X, K)

    def _value(self, x: Any, z: Any) -> float:
        value = self.k(x, z, **dict(self.parameters))
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value.item()
        if not isinstance(value, numbers.Real | np.bool_):
            raise InputTypeError(_name(self.k), f"must return a number, got {shown(value)}")
        try:
            return float(value)
        except OverflowError:  # of a whole number, which in Python has no end
            return math.inf


def _check_function(k: Any, parameters: dict[str, Any]) -> None:
    if not callable(k) or isinstance(k, Kernel | type):
        raise InputTypeError("k", f"must be a function of two samples, got {shown(k)}")
    for name, value in {"k": k, **parameters}.items():
        try:
            hash(value)
        except TypeError as error:
            raise InputTypeError(name, f"must be hashable, got {shown(value)}") from error
    try:
        _positional(k, parameters)
    except TypeError as error:
        wanted = " and ".join(["two samples", *parameters])
        got = f"{_name(k)}{inspect.signature(k)}"
        raise InputTypeError("k", f"must take {wanted}, got {got}") from error


def _name(k: Callable[..., Any]) -> str:
    return getattr(k, "__name__", None) or shown(k)


def _positional(k: Callable[..., Any], parameters: dict[str, Any]) -> tuple[Any, ...] | None:
    """What k takes after two samples, in order; None if some by name only, or nobody knows."""
    try:
        bound = inspect.signature(k).bind(None, None, **parameters)
    except ValueError:  # Python does not know what it takes
        return None
    bound.apply_defaults()
    return None if bound.kwargs else bound.args[2:]


def _items(X: Any) -> list[Any]:
    return list(X) if X.ndim == 2 else X.tolist()


def _in_dtype_of(X: Any, values: Matrix) -> Matrix:
    with np.errstate(over="ignore"):
        return values.astype(X.dtype, copy=False) if X.ndim == 2 else values


def _some(X: Any) -> Any:
    return X[np.unique(np.linspace(0, len(X) - 1, TRIED).astype(int))]


def _agree(A: Matrix, B: Matrix) -> bool:
    """Whether two matrices are equal up to rounding."""
    with np.errstate(over="ignore"):
        return bool(np.abs(A - B).max() <= 1e3 * np.finfo(A.dtype).eps * np.abs(A).max())
