"""How a function of the core is called: checked from Python, bare from compiled code.

- Called from Python, lists are welcome, every argument is checked before the loop runs, and a
  mistake is answered by one sentence that names the argument. What the loop changes in place is
  changed whole, or not at all if numbers overflow.
- Called from compiled code, ours or yours, it is the loop under ``@njit`` and nothing else.
"""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import numpy as np

from kernelkit import _jit
from kernelkit.core._arguments import Argument, Array, Margins
from kernelkit.validation import InputError, InputTypeError, as_margins, shown

WHAT = {"n": "samples", "d": "features", "k": "classes", "m": "machines"}

Function = TypeVar("Function", bound=Callable[..., Any])


def _in_place(axes: str, dtype: type = np.float64) -> Argument:
    return Argument(partial(_own_array, ndim=len(axes), dtype=dtype), axes, changed=True)


def _own_array(value: Any, name: str, ndim: int, dtype: type) -> Array:
    """A copy of the caller's array, which must be able to take what the loop writes."""
    is_array = isinstance(value, np.ndarray)
    if not is_array or value.dtype != dtype or value.ndim != ndim:
        got = f"{value.dtype} of shape {value.shape}" if is_array else shown(value)
        kind = f"{np.dtype(dtype)} array of {ndim} dimension{'s' * (ndim > 1)}"
        raise InputTypeError(name, f"is changed in place: it must be a {kind}, got {got}")
    if not value.flags.writeable or not np.isfinite(value).all():
        raise InputError(name, "is changed in place: it must be finite and writable, and is not")
    return np.array(value, order="C")


# What may be left out is Any: Kept, Visits, and Order of ``_arguments``.
Weights = Annotated[Array, _in_place("d")]
RowPerClass = Annotated[Array, _in_place("kd")]
PerClass = Annotated[Array, _in_place("k")]
Multipliers = Annotated[Array, _in_place("n")]
Kept = Annotated[Any, _in_place("n")]
PerClassAndSample = Annotated[Array, _in_place("kn")]
PerMachineAndSample = Annotated[Array, _in_place("mn")]
Visits = Annotated[Any, _in_place("n", np.int64)]


def njit(function: Function) -> Function:
    """Compile a loop of the core; from Python it checks its arguments first."""
    signature = inspect.signature(function)
    parameters = signature.parameters
    roles = {name: each.annotation.__metadata__[0] for name, each in parameters.items()}
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
        if signature.return_annotation is Margins:
            return _of_margins(compiled, *args)
        given = dict(zip(roles, args, strict=True))
        checked: dict[str, Any] = dict.fromkeys(roles)
        sizes: dict[str, tuple[int, str]] = {}
        for name in order:
            if given[name] is not None or parameters[name].default is not None:
                checked[name] = _checked(roles[name], given[name], name, sizes)
        _check_room(checked)
        try:
            result = compiled(*checked.values())
        except ValueError as error:  # the loops' own: lengths, indices, a singular matrix
            why = str(error).rstrip(".")
            raise InputError(function.__name__, f"cannot be computed: {why}") from None
        moved = [name for name in roles if roles[name].changed and checked[name] is not None]
        numbers = [checked[name] for name in moved]
        numbers += result if isinstance(result, tuple) else (result,)
        if not all(np.isfinite(each).all() for each in numbers):
            text = "is beyond the largest float64: its arguments must be smaller"
            raise InputError(function.__name__, text)
        for name in moved:
            given[name][...] = checked[name]
        return result

    return _jit.bordered(function, from_python)


@_jit.njit
def same(one: int, other: int) -> int:
    """The length that two arguments have in common: compiled callers are checked nowhere else."""
    if one != other:
        raise ValueError("arguments must have matching lengths")
    return one


def _checked(role: Argument, value: Any, name: str, sizes: dict[str, tuple[int, str]]) -> Any:
    """The argument as the loop takes it; its axes are as long as the sizes that others told."""
    needed = {word: sizes[letter][0] for word, letter in role.needs.items()}
    value = role.check(value, name=name, **needed)
    if name == "n_classes":
        sizes["k"] = value, name
    for axis, length in zip(role.axes, np.shape(value), strict=False):
        wanted, teller = sizes.setdefault(axis, (length, name))
        if length != wanted:
            raise InputError(name, f"must have the {wanted} {WHAT[axis]} of {teller}, got {length}")
    return value


def _check_room(checked: dict[str, Any]) -> None:
    """What is filled visit by visit has a place for each sample; an order may be longer."""
    visits = checked.get("order")
    for name in ("mistaken", "guesses"):
        room = checked.get(name)
        if room is not None and visits is not None and len(visits) > len(room):
            text = f"must be no longer than {name}, which has {len(room)} places"
            raise InputError("order", f"{text}, got {len(visits)} visits")


def _of_margins(loss: Callable[[Array], Array], t: Any) -> Any:
    """One specialisation serves numbers and arrays of any shape."""
    margins = np.asarray(as_margins(t))
    values = loss(margins.ravel()).reshape(margins.shape)
    return values if margins.ndim else float(values)
