"""Values in words: inputs and answers written as briefly as a sentence can carry them."""

import numbers
import reprlib
from typing import Any

import numpy as np

from kernelkit.showing import plural

__all__ = ["apart", "is_number", "kind", "say", "say_input", "say_label"]

MINUS = "\N{MINUS SIGN}"
LONGEST = 8  # entries of an array that are written out


def say(value: Any, digits: int = 4) -> str:
    """Write a value briefly: numbers to a few digits, short arrays as tuples, long ones by shape.

    Examples
    --------
    >>> say(np.array([0.5, 2.0]))
    '(0.5, 2)'
    >>> say(np.zeros((100, 2)))
    'an array of shape (100, 2)'
    """
    value = _plain(value)
    if isinstance(value, np.ndarray):
        return kind(value) if value.size > LONGEST else say(_as_tuples(value.tolist()), digits)
    if is_number(value):
        # Adding zero takes the sign off minus zero.
        words = str(value) if isinstance(value, numbers.Integral) else f"{value + 0.0:.{digits}g}"
        return words.replace("-", MINUS)
    if isinstance(value, list | tuple) and len(value) <= LONGEST:
        inside = ", ".join(say(item, digits) for item in value)
        inside += "," if isinstance(value, tuple) and len(value) == 1 else ""
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, list | tuple):
        return kind(value)
    if callable(value):
        return f"the function {getattr(value, '__name__', 'without a name')}"
    return " ".join(reprlib.repr(value).split())


def say_label(value: Any) -> str:
    """Write a label; of the two labels +1 and -1 both carry their sign.

    Examples
    --------
    >>> say_label(1)
    '+1'
    """
    return "+1" if is_number(value) and value == 1 else say(value)


def say_input(name: str, value: Any) -> str:
    """Write an input with its name: ``x = (0, 0)``, or ``X of shape (100, 2)`` when it is long."""
    words = say(value)
    if words.startswith("an array of shape"):
        return name + words.removeprefix("an array")
    return f"{name} = {words}"


def apart(got: float, wanted: float) -> tuple[str, str]:
    """Write two numbers with as many digits as it takes to see that they differ.

    Examples
    --------
    >>> apart(0.333333, 0.333334)
    ('0.333333', '0.333334')
    """
    words = say(got), say(wanted)
    for digits in range(5, 18):
        if words[0] != words[1]:
            break
        words = say(got, digits), say(wanted, digits)
    return words


def kind(value: Any) -> str:
    """Name what a value is: ``the number 2``, ``an array of shape (3,)``, ``a list of 2 items``."""
    value = _plain(value)
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if is_number(value):
        return f"the number {say(value)}"
    if isinstance(value, bool):
        return f"the truth value {value}"
    if isinstance(value, str):
        return f"the string {reprlib.repr(value)}"
    if isinstance(value, list | tuple):
        return f"a {type(value).__name__} of {plural(len(value), 'item')}"
    return f"an object of type {type(value).__name__}"


def is_number(value: Any) -> bool:
    """Whether this is one real number; True and False are none."""
    value = _plain(value)
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _plain(value: Any) -> Any:
    """Turn NumPy's scalars and arrays without dimensions into Python's numbers and strings."""
    return value.item() if isinstance(value, np.generic | np.ndarray) and value.ndim == 0 else value


def _as_tuples(values: Any) -> Any:
    return tuple(map(_as_tuples, values)) if isinstance(values, list) else values
