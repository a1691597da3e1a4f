"""What the arguments of a loop must be: its annotations are these names.

Each says how a call from Python is checked, and what the axes of an array count: n samples of d
features, k classes, m machines.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeAlias

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


@dataclass(frozen=True)
class Argument:
    """How an argument is checked and what its axes count."""

    check: Callable[..., Any]
    axes: str = ""
    needs: dict[str, str] = field(default_factory=dict)  # sizes the check asks for, our letters
    changed: bool = False  # in place, by the loop


def _as_floats(x: Any, name: str) -> Array:
    return as_vector(x, name).astype(np.float64)


Number = Annotated[float, Argument(check_number)]
Positive = Annotated[float, Argument(partial(check_number, above=0))]
NotNegative = Annotated[float, Argument(partial(check_number, at_least=0))]
AtLeastOne = Annotated[float, Argument(partial(check_number, at_least=1))]
Whole = Annotated[int, Argument(check_whole)]
Counted = Annotated[int, Argument(partial(check_whole, at_least=0))]
Degree = Annotated[int, Argument(partial(check_whole, at_most=LARGEST_DEGREE))]
Margins = Annotated[Any, Argument(as_margins)]  # values of y f(x), one or many
Row = Annotated[Array, Argument(_as_floats, "d")]
PerSample = Annotated[Array, Argument(_as_floats, "n")]
PerMachine = Annotated[Array, Argument(_as_floats, "m")]
Samples = Annotated[Array, Argument(partial(as_matrix, pixels=True), "nd")]  # bytes stay bytes
Gram = Annotated[Array, Argument(as_gram, "nn")]
Signs = Annotated[Array, Argument(as_signs, "n", {"n": "n"})]  # labels +1 and -1
Classes = Annotated[Array, Argument(as_classes, "n", {"n": "n", "n_classes": "k"})]
ClassIndices = Annotated[Array, Argument(as_indices, "", {"n": "k"})]  # of some samples
Order = Annotated[Any, Argument(as_indices, "", {"n": "n"})]  # in which samples are visited
