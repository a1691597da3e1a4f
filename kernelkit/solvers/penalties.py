"""The price C of being inside the margin: one number, or one for each class, as upper bounds."""

import math
import numbers
from typing import Any

import numpy as np

from kernelkit.validation import InputError, InputTypeError, Vector, as_array, check_number, shown

__all__ = ["as_penalties", "check_penalty"]


def as_penalties(C: Any, y: Vector) -> Vector:
    r"""Give every sample its :math:`C_i`, the upper bound of its :math:`\alpha_i`.

    C is a number above 0, ``inf`` for the hard margin, or a pair of those: the price of a sample of
    class -1, then of class +1.

    >>> as_penalties((1.0, 5.0), np.array([1.0, -1.0, 1.0])).tolist()
    [5.0, 1.0, 5.0]
    """
    if isinstance(C, numbers.Real):
        return np.full(len(y), check_penalty(C))
    if not isinstance(C, tuple | list | np.ndarray) or as_array(C, "C").shape != (2,):
        message = (
            f"C must be a number, or a pair of numbers for the classes -1 and +1, got {shown(C)}"
        )
        raise InputTypeError(message)
    negative, positive = (check_penalty(C[k], f"C[{k}]") for k in range(2))
    return np.where(y > 0, positive, negative)


def check_penalty(value: Any, name: str = "C") -> float:
    """Return a number above 0, or infinity."""
    if isinstance(value, numbers.Real) and value == math.inf:
        return math.inf
    try:
        return check_number(value, name, above=0)
    except InputTypeError:
        raise
    except InputError:
        message = f"{name} must be above 0, or inf for the hard margin, got {shown(value)}"
        raise InputError(message) from None
