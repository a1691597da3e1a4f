"""Class labels and words: what a legend and the axes of a picture say.

Labels may be whole numbers, ±1, floats, booleans or strings, as long as they are of one kind.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection

from kernelkit.validation import (
    InputError,
    InputTypeError,
    Labels,
    Matrix,
    as_array,
    as_matrix,
    check_flag,
    shown,
)

__all__ = [
    "as_plane",
    "as_rows",
    "check_few",
    "check_flags",
    "check_magnitude",
    "class_names",
    "join_classes",
    "put_axis_words",
    "put_legend",
]

MOST_DRAWN_CLASSES = 100  # as many as there are pairs of a colour and a marker
LARGEST_DRAWN = 1e100  # beyond it squares and ranges are in danger of overflow


def as_plane(X: Any, function: str) -> Matrix:
    """Turn X into samples with exactly two features."""
    points = as_matrix(X)
    if points.shape[1] != 2:
        message = f"{function} draws two features, got {points.shape[1]}: choose two columns"
        raise InputError(message)
    return check_magnitude(points, "X")


def as_rows(X: Any) -> Any:
    """Make a table of one row where only the row is given."""
    ndim = X.ndim if hasattr(X, "ndim") else as_array(X, "X", object).ndim
    return [X] if ndim == 1 else X


def check_magnitude(values: Matrix, name: str, largest: float = LARGEST_DRAWN) -> Matrix:
    """Return the values, none of them too large to be drawn."""
    size = float(np.abs(values).max())
    if size > largest:
        raise InputError(
            name, f"must be at most {largest:g} in size to be drawn, got {size:g}: scale it"
        )
    return values


def check_flags(**flags: Any) -> None:
    """Refuse options that are neither True nor False."""
    for name, value in flags.items():
        check_flag(value, name)


def join_classes(left: Labels, right: Labels) -> Labels:
    """Give all different labels of two arrays, sorted: a class has its colour by its place here."""
    if (left.dtype.kind == "U") != (right.dtype.kind == "U"):
        one, other = (shown(labels[0].item()) for labels in (left, right))
        raise InputTypeError(
            "labels", f"must all be of one kind, numbers or strings, got {one} and {other}"
        )
    return np.union1d(left, right)


def check_few(classes: Labels) -> None:
    """Refuse more classes than there are styles: then y holds measurements, not labels."""
    if classes.size > MOST_DRAWN_CLASSES:
        raise InputError(
            "labels",
            f"must be of at most {MOST_DRAWN_CLASSES} different classes, got {classes.size}",
        )


def class_names(classes: Labels) -> list[str]:
    """Give the words for a legend; -1 and 1 are written with their signs, as in the lessons."""
    if classes.dtype.kind != "U" and np.array_equal(classes, [-1, 1]):
        return ["\N{MINUS SIGN}1", "+1"]
    return [f"{label:g}" if isinstance(label, float) else str(label) for label in classes.tolist()]


def put_axis_words(
    ax: Axes,
    feature_names: Sequence[str] | None,
    words: Sequence[str] | None = None,
    note: str = "",
) -> None:
    """Name the two axes; without names, only axes that have none yet, by these words.

    The note is a line below the name of the first axis, where no title of a reader's own takes its
    place; or behind the name, where no layout would make room for a line.
    """
    _put_names(ax, feature_names, words or ("first feature", "second feature"))
    if note not in ax.get_xlabel():
        gap = " " if ax.figure.get_layout_engine() is None else "\n"
        ax.set_xlabel(f"{ax.get_xlabel()}{gap}({note})")


def _put_names(ax: Axes, feature_names: Sequence[str] | None, words: Sequence[str]) -> None:
    if feature_names is None:
        ax.set_xlabel(ax.get_xlabel() or words[0])
        ax.set_ylabel(ax.get_ylabel() or words[1])
        return
    try:
        names = list(feature_names)
    except TypeError:
        names = []
    two = len(names) == 2 and not isinstance(feature_names, str)
    if not two or not all(isinstance(name, str) for name in names):
        raise InputError(
            "feature_names", f"must be two names, one for each axis, got {shown(feature_names)}"
        )
    ax.set(xlabel=names[0], ylabel=names[1])


def put_legend(ax: Axes) -> None:
    """List everything on the Axes that has a name, once, where it hides no point."""
    handles, names = ax.get_legend_handles_labels()
    unique = dict(zip(reversed(names), reversed(handles), strict=True))
    entries = dict(reversed(unique.items()))
    if not entries:
        return
    legend = ax.legend(
        entries.values(),
        entries.keys(),
        ncols=1 + (len(entries) - 1) // 15,
        **_beside_or_best(ax),
    )
    for handle in legend.legend_handles:
        if isinstance(handle, PathCollection):  # points stay readable however small they are drawn
            handle.set_sizes([40])


def _beside_or_best(ax: Axes) -> dict[str, Any]:
    if ax.figure.get_layout_engine() is None:  # nothing would make room beside the Axes
        return {"loc": "best", "frameon": True}
    return {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0), "frameon": False}
