"""What the arguments of a loop must be: its annotations are these names.

Each says how a call from Python is checked, and what the axes of an array count: n samples of d
features, k classes, m machines. Compiled callers are not checked; ``same`` compares the lengths.
"""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.validation import (
    LARGEST_DEGREE,
    as_classes,
    as_gram,
    as_indices,
    as_margins,
    as_matrix,
    as_signs,
    as_vector,
    check_number,
    check_whole,
)

Array: TypeAlias = npt.NDArray[Any]
Sizes: TypeAlias = dict[str, tuple[int, str]]  # by its letter: how many, and which argument says so


class Argument(NamedTuple):
    """What an argument must be, what its axes count, and whether the loop changes it."""

    check: Callable[[Any, str, Sizes], Any]
    axes: str = ""
    changed: bool = False


def _number(**bounds: float) -> Argument:
    return Argument(lambda value, name, _: check_number(value, name, **bounds))


def _whole(**bounds: int) -> Argument:
    return Argument(lambda value, name, _: check_whole(value, name, **bounds))


def _vector(axis: str) -> Argument:
    return Argument(lambda x, name, _: as_vector(x, name).astype(np.float64), axis)


MARGINS = Argument(lambda t, name, _: as_margins(t, name))

Number = Annotated[float, _number()]
Positive = Annotated[float, _number(above=0)]
NotNegative = Annotated[float, _number(at_least=0)]
AtLeastOne = Annotated[float, _number(at_least=1)]
Whole = Annotated[int, _whole()]
Counted = Annotated[int, _whole(at_least=0)]
Degree = Annotated[int, _whole(at_most=LARGEST_DEGREE)]
Margins = Annotated[Any, MARGINS]  # values of y f(x), one or many
Row = Annotated[Array, _vector("d")]  # one sample
PerSample = Annotated[Array, _vector("n")]
PerMachine = Annotated[Array, _vector("m")]
# Samples in rows, features in columns: float64, float32 or bytes.
Samples = Annotated[Array, Argument(lambda X, name, _: as_matrix(X, name, pixels=True), "nd")]
# The kernel of all samples with one another.
Gram = Annotated[Array, Argument(lambda K, name, _: as_gram(K, name), "nn")]
# Labels +1 and -1; labels 0, ..., k - 1; the latter of some samples only.
Signs = Annotated[Array, Argument(lambda y, name, size: as_signs(y, size["n"][0], name), "n")]
Classes = Annotated[
    Array, Argument(lambda y, name, size: as_classes(y, size["n"][0], size["k"][0], name), "n")
]
ClassIndices = Annotated[Array, Argument(lambda y, name, size: as_indices(y, name, size["k"][0]))]
# Which samples are visited, one after the other.
Order = Annotated[Any, Argument(lambda v, name, size: as_indices(v, name, size["n"][0]))]
