"""Samples as points in the plane, each class in its style, and marks on chosen ones.

In all pictures a cross is a mistaken sample and a ring a support vector.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from kernelkit.plotting.labels import (
    as_plane,
    as_rows,
    check_few,
    check_flags,
    class_names,
    join_classes,
    put_axis_words,
    put_legend,
)
from kernelkit.plotting.plane import columns_of_frame
from kernelkit.plotting.style import INK, check_axes, class_style, drawing_on
from kernelkit.validation import Labels, Matrix, as_labels, is_frame, natural

__all__ = ["cross", "put_crosses", "put_points", "put_rings", "ring", "scatter"]


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
    check_flags(legend=legend)
    points = as_plane(X, "scatter")
    labels = as_labels(y, len(points))
    every = labels if classes is None else as_labels(classes, None, "classes")
    every = join_classes(labels, every)
    with drawing_on(ax) as axes:
        put_points(axes, points, labels, every)
        put_axis_words(axes, feature_names, columns_of_frame(X))
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

    Examples
    --------
    >>> ax = scatter([[0, 0], [1, 1]], [-1, 1])
    >>> ring(ax, [[1, 1]], label="support vector") is ax
    True
    """
    put_rings(check_axes(ax), _points(X, "ring"), label)
    if label is not None:
        put_legend(ax)
    return ax


def cross(ax: Axes, X: Any, label: str | None = "mistaken") -> Axes:
    """Draw a cross over each of some points: the mistakes of a classifier.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    X : array of shape (n_points, 2)
        The points; there may be none.
    label : str or None
        What the legend calls them.

    Examples
    --------
    >>> ax = scatter([[0, 0], [1, 1]], [-1, 1])
    >>> cross(ax, [[1, 1]]) is ax
    True
    """
    put_crosses(check_axes(ax), _points(X, "cross"), label)
    if label is not None:
        put_legend(ax)
    return ax


def _points(X: Any, function: str) -> Matrix:
    """The points to be marked, of which there may be none."""
    empty = isinstance(X, list | tuple) and not X
    none = X.shape[:1] == (0,) if isinstance(X, np.ndarray) or is_frame(X) else empty
    return np.zeros((0, 2)) if none else as_plane(as_rows(X), function)


def put_rings(ax: Axes, points: Matrix, label: str | None) -> None:
    """Draw the rings, and leave the legend to the caller."""
    look: dict[str, Any] = {"facecolors": "none", "edgecolors": INK, "linewidths": 1.4}
    if len(points):
        ax.scatter(points[:, 0], points[:, 1], s=110, label=label, zorder=4, **look)


def put_crosses(ax: Axes, points: Matrix, label: str | None) -> None:
    """Draw the crosses, and leave the legend to the caller."""
    look: dict[str, Any] = {"marker": "x", "color": INK, "linewidths": 1.6}
    if len(points):
        ax.scatter(points[:, 0], points[:, 1], s=70, label=label, zorder=4, **look)


def put_points(ax: Axes, points: Matrix, labels: Labels, classes: Labels) -> None:
    """Draw the points of each class that has any; the more there are, the smaller they get."""
    check_few(classes)
    size = float(np.clip(9000 / len(points), 18, 42))
    names = class_names(classes)
    places = list(range(len(names)))
    if classes.dtype.kind == "U":
        places.sort(key=lambda place: natural(names[place]))
    for index in places:
        chosen = points[labels == classes[index]]
        style = class_style(index)
        if len(chosen):
            ax.scatter(
                chosen[:, 0],
                chosen[:, 1],
                s=size * style.scale,
                color=style.color,
                marker=style.marker,
                edgecolors="white",
                linewidths=size / 70,
                label=names[index],
                zorder=3,
            )
