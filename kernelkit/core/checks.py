"""What every loop of the core asks of its arguments: lengths, labels and indices.

Nothing else is looked at: each formula makes of a NaN what it makes, as in NumPy. The solvers and
estimators check all values before they call a loop.
"""

import numpy as np

from kernelkit.core._compiled import njit

__all__ = ["check_classes", "check_length", "check_order", "check_signs", "check_two_classes"]


class LengthError(ValueError):
    """An argument that is longer or shorter than another one asks for.

    Its sentence is made when somebody reads it. A loop that could make one itself, for each of its
    pairs of samples, would take ten times as long on two features.
    """

    def __str__(self) -> str:
        name, length, wanted = self.args
        return f"{name} must have length {wanted}, got {length}"


@njit(inline="always")  # a name that is passed costs more than two features
def check_length(name: str, length: int, wanted: int) -> None:
    """Refuse an argument that is longer or shorter than another one asks for."""
    if length != wanted:
        raise LengthError(name, length, wanted)


@njit
def check_signs(y: np.ndarray) -> None:
    """Refuse labels other than +1 and -1."""
    for i in range(len(y)):
        if y[i] != 1 and y[i] != -1:
            raise ValueError(f"y must hold +1 and -1 only, and y[{i}] is neither")


@njit
def check_two_classes(X: np.ndarray, y: np.ndarray, w: np.ndarray) -> None:
    """Refuse all but a label +1 or -1 for each row of X and a weight for each column."""
    check_length("y", len(y), X.shape[0])
    check_length("the weights", len(w), X.shape[1])
    check_signs(y)


@njit
def check_classes(y: np.ndarray, n_classes: int) -> None:
    """Refuse labels other than 0, ..., n_classes - 1."""
    for i in range(len(y)):
        if y[i] < 0 or y[i] >= n_classes:
            raise ValueError(f"labels must be 0 to {n_classes - 1}, and label {i} is {y[i]}")


@njit
def check_order(order: np.ndarray, n: int) -> None:
    """Refuse an order with an index that none of n samples has."""
    for i in order:
        if i < 0 or i >= n:
            raise ValueError(f"order must hold indices of samples, 0 to {n - 1}, got {i}")
