"""Which plane a picture shows, where samples have more features than a page has directions."""

from collections.abc import Callable
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import one_blas_thread
from kernelkit.engine.products import gram_of_columns, times
from kernelkit.validation import InputError, Matrix, Vector, is_frame, shown

__all__ = ["Plane", "columns_of_frame", "plane_of", "rows_for"]


class Plane(NamedTuple):
    r"""The plane :math:`x = o + A^\top u` among the samples x, for two coordinates u."""

    origin: Vector
    axes: Matrix  # A, two rows of length 1 at a right angle
    words: tuple[str, str] | None  # what the axes are called, where anything is known
    note: str  # what became of the features that are not drawn; empty if there are none

    def coordinates(self, samples: Matrix) -> Matrix:
        """Project samples on the plane."""
        return times(samples - self.origin, self.axes)

    def samples_at(self, points: Matrix) -> Matrix:
        """Give the samples that have these coordinates in the plane."""
        return times(points, self.axes.T) + self.origin


def plane_of(X: Any, samples: Matrix, features: Any) -> Plane:
    """Choose the plane: the only one of two features, a slice, or that of most variance.

    Parameters
    ----------
    X : array or frame
        What was given, which may have names.
    samples : array of shape (n_samples, n_features)
        Its numbers.
    features : two names or column numbers, or None
        What the slice is drawn along.
    """
    d = samples.shape[1]
    names = columns_of_frame(X)
    if d < 2:
        raise InputError("X", f"must have at least two features to be drawn in a plane, got {d}")
    if d > 2:
        return _principal(samples) if features is None else _slice(samples, features, names)
    if features is not None:
        raise InputError(
            "features", f"must be None where X has two, both are drawn, got {shown(features)}"
        )
    words = None if names is None else (names[0], names[1])
    return Plane(np.zeros(2), np.eye(2), words, "")


def columns_of_frame(X: Any) -> list[str] | None:
    """Give the names of a frame's columns; None without a frame, or if some are no strings."""
    if not is_frame(X) or not all(isinstance(name, str) for name in X.columns):
        return None
    return list(X.columns)


def rows_for(model: Any, X: Any) -> Callable[[Matrix], Any]:
    """Return the function that makes rows for a model of numbers: frames like X, or the numbers.

    A model that was fitted without names would warn about them.
    """
    nameless = hasattr(model, "n_features_in_") and not hasattr(model, "feature_names_in_")
    if nameless or not is_frame(X):
        return lambda numbers: numbers
    of_pandas = hasattr(X, "iloc")
    how = {"columns": X.columns} if of_pandas else {"schema": X.columns, "orient": "row"}
    return lambda numbers: type(X)(numbers, **how)


def _slice(samples: Matrix, features: Any, names: list[str] | None) -> Plane:
    d = samples.shape[1]
    columns = _two_columns(features, names, d)
    origin = np.median(samples, axis=0).astype(float)
    origin[columns] = 0.0
    axes = np.zeros((2, d))
    axes[[0, 1], columns] = 1.0
    first, second = (names[j] if names else f"column {j}" for j in columns)
    rest = "feature at its median" if d == 3 else f"{d - 2} features at their medians"
    return Plane(origin, axes, (first, second), f"the other {rest}")


def _two_columns(features: Any, names: list[str] | None, d: int) -> list[int]:
    try:
        chosen = [] if isinstance(features, str) else list(features)
    except Exception:  # whatever an object of another library raises
        chosen = []
    columns = [_column(feature, names or [], d) for feature in chosen]
    if len(columns) != 2 or columns[0] == columns[1]:
        raise InputError("features", f"must be two different columns of X, got {shown(features)}")
    return columns


def _column(feature: Any, names: list[str], d: int) -> int:
    if isinstance(feature, str) and feature in names:
        return names.index(feature)
    whole = isinstance(feature, Integral) and not isinstance(feature, bool)
    if whole and 0 <= int(feature) < d:
        return int(feature)
    named = f"one of {', '.join(names)}, or " if names else ""
    raise InputError(
        "features",
        f"must be columns of X, {named}numbers from 0 to {d - 1}, got {shown(feature)}",
    )


def _principal(samples: Matrix) -> Plane:
    """The plane through the mean in which the samples vary most."""
    mean = samples.mean(axis=0, dtype=float)
    centred = samples - mean
    size = np.abs(centred).max() or 1.0  # first, so that no square leaves the range of numbers
    with one_blas_thread():
        _, vectors = np.linalg.eigh(gram_of_columns(centred / size))
    axes = vectors[:, [-1, -2]].T
    # Either sign would do: the largest entry is positive, on every machine.
    axes = axes * np.sign(axes[[0, 1], np.abs(axes).argmax(axis=1)])[:, np.newaxis]
    words = ("first principal component", "second principal component")
    return Plane(mean, axes, words, "plane through the mean, samples projected")
