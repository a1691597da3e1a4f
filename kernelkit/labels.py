"""Class labels at the border: whole numbers, floats, booleans or strings, all of one kind."""

import numbers
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Labels", "as_labels"]

Labels: TypeAlias = npt.NDArray[Any]


def as_labels(y: Any, n_samples: int | None, name: str = "y") -> Labels:
    """Turn labels into an array: all numbers or all strings, one for each sample if it counts."""
    # Lists go through dtype=object: NumPy would turn ["a", 1] into two strings without a word.
    labels = np.asarray(y) if hasattr(y, "dtype") else np.asarray(y, dtype=object)
    if labels.ndim != 1 or labels.size == 0 or n_samples not in {None, labels.size}:
        each = "" if n_samples is None else f" for each of the {n_samples} samples"
        message = f"{name} must be one-dimensional with one label{each}, got shape {labels.shape}"
        raise ValueError(message)
    return _of_one_kind(labels, name)


def _of_one_kind(labels: Labels, name: str) -> Labels:
    if labels.dtype == object:
        items = labels.tolist()
        if all(isinstance(item, str) for item in items):
            labels = labels.astype(str)
        elif all(isinstance(item, numbers.Real) for item in items):
            labels = np.array(items)
        else:
            kinds = sorted({type(item).__name__ for item in items})
            message = (
                f"{name} must hold labels of one kind, all numbers or all strings, "
                f"got {' and '.join(kinds)}"
            )
            raise TypeError(message)
    if labels.dtype.kind not in "biufU":
        message = f"{name} must hold numbers or strings, got dtype {labels.dtype}"
        raise TypeError(message)
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        place = int(np.flatnonzero(~np.isfinite(labels))[0])
        message = f"{name} must hold finite labels, got {labels[place]} at position {place}"
        raise ValueError(message)
    return labels
