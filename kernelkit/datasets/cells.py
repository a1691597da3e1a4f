"""What the readers of text files share: a strict number, and a refusal that says where."""

import math
import os
from typing import NoReturn

from kernelkit.validation import InputError

__all__ = ["LARGEST_LABEL", "as_number", "refuse"]

LARGEST_LABEL = 2**53  # beyond it float64 no longer tells whole numbers apart


def as_number(cell: str) -> float | None:
    """Read a finite number; None if the cell holds none."""
    # float() alone would also take "1_000" and the digits of other scripts, which NumPy's reader
    # does not.
    if "_" in cell or not cell.isascii():
        return None
    try:
        number = float(cell)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def refuse(file: os.PathLike[str], where: str, expected: str, got: str) -> NoReturn:
    """Raise the error of a malformed file: which, where in it, what was expected, what came."""
    message = f"{file}, {where}: expected {expected}, got {got!r}"
    raise InputError(message)
