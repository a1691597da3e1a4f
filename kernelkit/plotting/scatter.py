"""Samples as points in the plane, each class in its style, and marks on chosen ones.

In all pictures a cross is a misclassified sample and a ring a support vector.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from kernelkit.plotting.labels import (
    as_plane,
    check_few,
    join_classes,
    put_axis_names,
    put_legend,
)
from kernelkit.plotting.style import INK, check_axes, class_style, drawing_on
from kernelkit.validation import (
    Labels,
    Matrix,
    as_array,
    as_labels,
    check_flag,
    class_names,
    natural,
)

RING: dict[str, Any] = {"s": 110, "facecolors": "none", "edgecolors": INK, "linewidths": 1.4}
CROSS: dict[str, Any] = {"s": 70, "marker": "x", "color": INK, "linewidths": 1.6}


def scatter(
    X: Any,
    y: Any,
    ax: Axes | None = None,
    *,
    feature_names: Sequence[str] | None = None,
    classes: Any = None,
    legend: bool = True,
) -> Axes:
    """Draw samples of two features, each class with its own colour and marker.

    Parameters
    ----------
    X : array or frame of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels: numbers or strings.
    ax : Axes, optional
        Where to draw; a new figure without it.
    feature_names : two strings, optional
        What the axes are called; the names of a frame's columns without it.
    classes : array, optional
        All classes of the data set, where `y` may lack some: a class then keeps its colour from
        picture to picture.
    legend : bool
        Whether to list the classes beside the picture.

    Examples
    --------
    >>> ax = scatter([[1.4, 0.2], [4.7, 1.4]], ["setosa", "versicolor"])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['setosa', 'versicolor']
    """
    check_flag(legend, "legend")
    points = as_plane(X)
    labels = as_labels(y, len(points))
    every = labels if classes is None else as_labels(classes, None, "classes")
    with drawing_on(ax) as axes:
        put_points(axes, points, labels, join_classes(labels, every))
        put_axis_names(axes, feature_names, X)
        if legend:
            put_legend(axes)
    return axes


def ring(ax: Axes, X: Any, label: str | None = None) -> Axes:
    """Draw a circle around each of some points, such as support vectors.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array of shape (n_points, 2)
        The points; there may be none.
    label : str, optional
        What the legend calls them.
    """
    return _mark(ax, X, label, RING)


def cross(ax: Axes, X: Any, label: str | None = "misclassified") -> Axes:
    """Draw a cross over each of some points: the mistakes of a classifier.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array of shape (n_points, 2)
        The points; there may be none.
    label : str or None
        What the legend calls them.
    """
    return _mark(ax, X, label, CROSS)


def _mark(ax: Axes, X: Any, label: str | None, look: dict[str, Any]) -> Axes:
    check_axes(ax)
    if as_array(X, "X", object).shape[:1] != (0,):
        put_marks(ax, as_plane(X), label, look)
    if label is not None:
        put_legend(ax)
    return ax


def put_marks(ax: Axes, points: Matrix, label: str | None, look: dict[str, Any]) -> None:
    """Draw rings or crosses, if there are any, and leave the legend to the caller."""
    if len(points):
        ax.scatter(*points.T, label=label, zorder=4, **look)


def put_points(ax: Axes, points: Matrix, labels: Labels, classes: Labels) -> None:
    """Draw the points of each class that has any; the more there are, the smaller they get."""
    check_few(len(classes))
    size = float(np.clip(9000 / len(points), 18, 42))
    names = class_names(classes)
    places = list(range(len(names)))
    if classes.dtype.kind == "U":
        places.sort(key=lambda place: natural(names[place]))
    for index in places:
        chosen = points[labels == classes[index]]
        color, marker, scale = class_style(index)
        look: Any = {"s": size * scale, "color": color, "marker": marker, "label": names[index]}
        if len(chosen):
            ax.scatter(*chosen.T, edgecolors="white", linewidths=size / 70, zorder=3, **look)
