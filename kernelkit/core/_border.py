"""How a function of the core is called: checked from Python, bare from compiled code.

A function of the core is a loop under ``@njit``, and its annotations say what each argument is:

- Called from Python, lists are welcome, every argument is checked before the loop runs, and a
  mistake is answered by one sentence that names the argument. What the loop changes in place is
  changed whole, or not at all if numbers overflow.
- Called from compiled code, ours or yours, it is the loop and nothing else.
"""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from kernelkit import _jit
from kernelkit.validation import (
    LARGEST_DEGREE,
    InputError,
    InputTypeError,
    Integers,
    as_classes,
    as_gram,
    as_indices,
    as_margins,
    as_matrix,
    as_signs,
    as_vector,
    check_number,
    check_whole,
    shown,
)

__all__ = [
    "AtLeastOne",
    "ClassIndices",
    "Classes",
    "Counted",
    "Degree",
    "Gram",
    "Kept",
    "Margins",
    "Multipliers",
    "NotNegative",
    "Number",
    "Order",
    "PerClass",
    "PerClassAndSample",
    "PerMachine",
    "PerMachineAndSample",
    "PerSample",
    "Positive",
    "Row",
    "RowPerClass",
    "Samples",
    "Signs",
    "Visits",
    "Weights",
    "Whole",
    "njit",
    "same",
]

WHAT = {"n": "samples", "d": "features", "k": "classes", "m": "machines"}

Function = TypeVar("Function", bound=Callable[..., Any])
Array: TypeAlias = npt.NDArray[Any]
Sizes: TypeAlias = dict[str, tuple[int, str]]  # by its letter: how many, and which argument says so


class Argument(NamedTuple):
    """What an argument must be, what its axes count, and whether the loop changes it."""

    check: Callable[[Any, str, Sizes], Any]
    axes: str = ""
    changed: bool = False


def _number(**bounds: float) -> Argument:
    return Argument(lambda value, name, _: check_number(value, name, **bounds))


def _in_place(axes: str, dtype: type = np.float64) -> Argument:
    """An array of the caller's: one of another dtype could not take what the loop writes."""

    def check(value: Any, name: str, _: Sizes) -> Array:
        is_array = isinstance(value, np.ndarray)
        if not is_array or value.dtype != dtype or value.ndim != len(axes):
            got = f"{value.dtype} of shape {value.shape}" if is_array else shown(value)
            kind = f"{np.dtype(dtype)} array of {len(axes)} dimension{'s' * (len(axes) > 1)}"
            raise InputTypeError(name, f"is changed in place: it must be a {kind}, got {got}")
        if not value.flags.writeable or not np.isfinite(value).all():
            raise InputError(
                name, "is changed in place: it must be finite and writable, and is not"
            )
        return np.array(value, order="C")

    return Argument(check, axes, changed=True)


Number = Annotated[float, _number()]
Positive = Annotated[float, _number(above=0)]
NotNegative = Annotated[float, _number(at_least=0)]
AtLeastOne = Annotated[float, _number(at_least=1)]
Whole = Annotated[int, Argument(lambda value, name, _: check_whole(value, name))]
Counted = Annotated[int, Argument(lambda value, name, _: check_whole(value, name, at_least=0))]
Degree = Annotated[
    int, Argument(lambda value, name, _: check_whole(value, name, at_most=LARGEST_DEGREE))
]
#: One sample.
Row = Annotated[Array, Argument(lambda x, name, _: as_vector(x, name).astype(np.float64), "d")]
#: Samples in rows, features in columns: float64, float32 or bytes.
Samples = Annotated[Array, Argument(lambda X, name, _: as_matrix(X, name, pixels=True), "nd")]
#: The kernel of all samples with one another.
Gram = Annotated[Array, Argument(lambda K, name, _: as_gram(K, name), "nn")]
#: Labels +1 and -1.
Signs = Annotated[Array, Argument(lambda y, name, sizes: as_signs(y, sizes["n"][0], name), "n")]
#: Labels 0, ..., k - 1.
Classes = Annotated[
    Integers,
    Argument(lambda y, name, sizes: as_classes(y, sizes["n"][0], sizes["k"][0], name), "n"),
]
#: Labels 0, ..., k - 1 of some samples.
ClassIndices = Annotated[
    Integers, Argument(lambda y, name, sizes: as_indices(y, name, sizes["k"][0]))
]
#: A number for each machine, for each sample.
PerMachine = Annotated[Array, Argument(lambda v, name, _: as_vector(v, name).astype(float), "m")]
PerSample = Annotated[Array, Argument(lambda v, name, _: as_vector(v, name).astype(float), "n")]
#: In which order the samples are visited.
Order = Annotated[Any, Argument(lambda v, name, sizes: as_indices(v, name, sizes["n"][0]))]
#: Values of y f(x), one or many.
MARGINS = Argument(lambda t, name, _: as_margins(t, name))
Margins = Annotated[Any, MARGINS]
# Changed in place:
Weights = Annotated[Array, _in_place("d")]  #: one for each feature
RowPerClass = Annotated[Array, _in_place("kd")]  #: weights of each class
PerClass = Annotated[Array, _in_place("k")]  #: a number for each class
Multipliers = Annotated[Array, _in_place("n")]  #: a number for each sample
Kept = Annotated[Any, _in_place("n")]  #: the same, which may be left out
PerClassAndSample = Annotated[Array, _in_place("kn")]
PerMachineAndSample = Annotated[Array, _in_place("mn")]
Visits = Annotated[Any, _in_place("n", np.int64)]  #: a whole number for each sample


def njit(function: Function) -> Function:
    """Compile a loop of the core; from Python it checks its arguments first."""
    signature = inspect.signature(function)
    roles = {
        name: parameter.annotation.__metadata__[0]
        for name, parameter in signature.parameters.items()
    }
    optional = {name for name, each in signature.parameters.items() if each.default is None}
    # Labels can be checked once it is known how many samples and classes there are.
    first = {"X", "K", "n_classes"}
    order = sorted(roles, key=lambda name: name not in first and not roles[name].changed)

    def from_python(compiled: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != len(roles):
            try:
                bound = signature.bind(*args, **kwargs)
            except TypeError as error:
                call = f"{function.__name__}({', '.join(roles)})"
                raise InputTypeError(call, f"cannot be called like this: {error}") from None
            bound.apply_defaults()
            args = bound.args
        if roles.get("t") is MARGINS:
            return _of_margins(compiled, *args)
        given, sizes = dict(zip(roles, args, strict=True)), Sizes()
        asked = [name for name in order if given[name] is not None or name not in optional]
        checked = {name: _checked(roles[name], given[name], name, sizes) for name in asked}
        try:
            result = compiled(*(checked.get(name) for name in signature.parameters))
        except ValueError as error:  # of lengths, or of a matrix without an inverse
            why = str(error).rstrip(".")
            raise InputError(function.__name__, f"cannot be computed: {why}") from None
        moved = {name: checked[name] for name in asked if roles[name].changed}
        _refuse_overflow(function.__name__, [*moved.values(), result])
        for name, array in moved.items():
            given[name][...] = array
        return result

    return _jit.bordered(from_python)(function)


@_jit.njit
def same(one: int, other: int) -> int:
    """The length that two arguments have in common: compiled callers are checked nowhere else."""
    if one != other:
        raise ValueError("arguments must have matching lengths")
    return one


def _checked(role: Argument, value: Any, name: str, sizes: Sizes) -> Any:
    """The argument as the loop takes it; its axes are as long as those of the others."""
    value = role.check(value, name, sizes)
    if name == "n_classes":
        sizes["k"] = value, name
    for axis, length in zip(role.axes, np.shape(value), strict=False):
        wanted, other = sizes.setdefault(axis, (length, name))
        if length != wanted:
            raise InputError(name, f"must have the {wanted} {WHAT[axis]} of {other}, got {length}")
    return value


def _refuse_overflow(name: str, results: Any) -> None:
    """Numbers that leave the range of a float64 are told, not returned."""
    for result in results if isinstance(results, list | tuple) else [results]:
        if isinstance(result, tuple):
            _refuse_overflow(name, result)
        elif not np.isfinite(result).all():
            raise InputError(name, "is beyond the largest float64: its arguments must be smaller")


def _of_margins(loss: Callable[[Array], Array], t: Any) -> Any:
    """One specialisation serves numbers and arrays of any shape."""
    margins = np.asarray(as_margins(t))
    values = loss(margins.ravel()).reshape(margins.shape)
    return values if margins.ndim else float(values)
