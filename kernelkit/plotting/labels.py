"""Class labels and words: what a legend and the axes of a picture say.

Labels may be whole numbers, ±1, floats, booleans or strings, as long as they are of one kind.
"""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection

from kernelkit.validation import (
    InputError,
    InputTypeError,
    Labels,
    Matrix,
    as_matrix,
    as_strings,
    is_frame,
    shown,
)

MOST_CLASSES = 100  # as many as there are pairs of a colour and a marker
LARGEST_DRAWN = 1e100  # beyond it squares and ranges are in danger of overflow


def as_plane(X: Any) -> Matrix:
    """Turn X into samples with exactly two features."""
    points = as_matrix(X)
    if points.shape[1] != 2:
        raise InputError("X", f"must have two features to be drawn, got {points.shape[1]}")
    return check_magnitude(points, "X")


def check_magnitude(values: Matrix, name: str, largest: float = LARGEST_DRAWN) -> Matrix:
    """Return the values, none of them too large to be drawn."""
    size = float(np.abs(values).max())
    if size > largest:
        raise InputError(name, f"must be at most {largest:g} in size to be drawn, got {size:g}")
    return values


def join_classes(left: Labels, right: Labels) -> Labels:
    """Give all different labels of two arrays, sorted: a class has its colour by its place here."""
    if (left.dtype.kind == "U") != (right.dtype.kind == "U"):
        one, other = (shown(labels[0].item()) for labels in (left, right))
        raise InputTypeError("labels", f"must all be of one kind, got {one} and {other}")
    return np.union1d(left, right)


def check_few(n_classes: int) -> None:
    """Refuse more classes than there are styles: then y holds measurements, not labels."""
    if n_classes > MOST_CLASSES:
        raise InputError("labels", f"must be of at most {MOST_CLASSES} classes, got {n_classes}")


def put_axis_names(ax: Axes, feature_names: Any, X: Any) -> None:
    """Name the two axes; without names, by the columns of a frame, and only those without any."""
    if feature_names is not None:
        names = as_strings(feature_names, "feature_names")
        if len(names) != 2:
            raise InputError("feature_names", f"must be two names, got {shown(feature_names)}")
        ax.set(xlabel=names[0], ylabel=names[1])
        return
    named = is_frame(X) and all(isinstance(name, str) for name in X.columns)
    first, second = X.columns if named else ("first feature", "second feature")
    ax.set(xlabel=ax.get_xlabel() or first, ylabel=ax.get_ylabel() or second)


def put_legend(ax: Axes) -> None:
    """List everything on the Axes that has a name, once, where it hides no point."""
    handles, names = ax.get_legend_handles_labels()
    unique = dict(zip(reversed(names), reversed(handles), strict=True))
    entries = dict(reversed(unique.items()))
    if not entries:
        return
    where: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0), "frameon": False}
    if ax.figure.get_layout_engine() is None:  # nothing would make room beside the Axes
        where = {"loc": "best", "frameon": True}
    columns = 1 + (len(entries) - 1) // 15
    legend = ax.legend(entries.values(), entries.keys(), ncols=columns, **where)
    for handle in legend.legend_handles:
        if isinstance(handle, PathCollection):  # points stay readable however small they are drawn
            handle.set_sizes([40])
