"""What a classifier says everywhere in the plane: its regions, its boundary, its margin."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from kernelkit.arrays import Matrix, Vector
from kernelkit.labels import Labels, as_labels
from kernelkit.plotting.labels import (
    as_plane,
    join_classes,
    put_axis_words,
    put_legend,
)
from kernelkit.plotting.points import put_points, ring
from kernelkit.plotting.style import INK, class_style, drawing_on

__all__ = ["decision_regions"]

GRID = 300
TINT = 0.3  # how much of a class's colour its region keeps; the rest is white
UNDECIDED = "#9a9a9a"
MARGIN = 0.08  # of the range of the data, on each side


def decision_regions(
    model: Any,
    X: Any,
    y: Any,
    ax: Axes | None = None,
    *,
    feature_names: Sequence[str] | None = None,
    margins: bool = True,
    mistakes: bool = False,
    undecided: Any = None,
    legend: bool = True,
) -> Axes:
    r"""Colour the plane by what a fitted classifier predicts there, and draw the samples on top.

    A line shows where the prediction changes. Where the model has a `decision_function` :math:`f`
    for two classes it is :math:`f(x) = 0`, and dashed lines show :math:`f(x) = \pm 1`.

    Parameters
    ----------
    model : fitted classifier
        Anything with `predict` for two features, whatever its labels. It is asked once, for all
        300 x 300 points.
    X : array of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels: numbers or strings.
    ax : Axes, optional
        Where to draw; a new figure without it.
    feature_names : two strings, optional
        What the axes are called.
    margins : bool
        Whether to draw the dashed lines.
    mistakes : bool
        Whether to ring the samples that the model gets wrong.
    undecided : label, optional
        What the model answers where it cannot decide, as a tied vote does; drawn in grey.
    legend : bool
        Whether to list classes and lines beside the picture.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = [[0, 0], [1, 0], [0, 1]], ["red", "red", "blue"]
    >>> ax = decision_regions(KNeighborsClassifier(1).fit(X, y), X, y)
    >>> ax.get_xlabel()
    'first feature'
    """
    points = as_plane(X, "decision_regions")
    labels = as_labels(y, len(points))
    _check_model(model)
    if undecided is not None and (labels == undecided).any():
        message = f"y must hold decided classes only, got {undecided!r}, the undecided label"
        raise ValueError(message)
    xs, ys = (_steps(points[:, i]) for i in range(2))
    plane = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    predicted = as_labels(model.predict(plane), len(plane), "what the model predicts")
    known = as_labels(getattr(model, "classes_", predicted), None, "the model's classes")
    classes = join_classes(labels, join_classes(known, predicted))
    classes = classes[classes != undecided]
    codes = np.searchsorted(classes, predicted)
    codes[predicted == undecided] = len(classes)
    codes = codes.reshape(GRID, GRID)
    values = _two_class_values(model, plane, classes)
    wrong = points[model.predict(points) != labels] if mistakes else points[:0]
    with drawing_on(ax) as axes:
        _put_regions(axes, xs, ys, codes, len(classes))
        put_points(axes, points, labels, classes)
        if values is None:
            _put_edges(axes, xs, ys, codes)
        else:
            _put_levels(axes, xs, ys, values, margins)
        ring(axes, wrong, "mistaken" if len(wrong) else None)
        if (predicted == undecided).any():
            axes.fill([], [], color=UNDECIDED, label=str(undecided))
        put_axis_words(axes, feature_names)
        if legend:
            put_legend(axes)
    return axes


def _check_model(model: Any) -> None:
    if isinstance(model, type) or not callable(getattr(model, "predict", None)):
        came = f"the class {model.__name__}" if isinstance(model, type) else type(model).__name__
        message = f"model must be a fitted classifier with a predict method, got {came}"
        raise TypeError(message)
    n_features = getattr(model, "n_features_in_", 2)
    if n_features != 2:
        message = (
            f"model must have been fitted on two features, this one was fitted on {n_features}"
        )
        raise ValueError(message)


def _steps(values: Vector) -> Vector:
    low, high = float(values.min()), float(values.max())
    margin = MARGIN * (high - low) or 1.0
    return np.linspace(low - margin, high + margin, GRID)


def _two_class_values(model: Any, plane: Matrix, classes: Labels) -> Matrix | None:
    """Give f on the grid, if the model has one f for two classes."""
    if len(classes) != 2 or not hasattr(model, "decision_function"):
        return None
    values = np.asarray(model.decision_function(plane), dtype=float)
    return values.reshape(GRID, GRID) if values.size == GRID * GRID else None


def _put_regions(ax: Axes, xs: Vector, ys: Vector, codes: Labels, n_classes: int) -> None:
    colors = np.array([to_rgb(class_style(code).color) for code in range(n_classes)])
    tints = np.vstack([1 - TINT * (1 - colors), to_rgb(UNDECIDED)])
    # The middle of a pixel, not its corner, lies where the model was asked.
    (left, right), (bottom, top) = (_outer_edges(steps) for steps in (xs, ys))
    extent = (left, right, bottom, top)
    ax.imshow(tints[codes], extent=extent, origin="lower", aspect=ax.get_aspect(), zorder=0)
    ax.set(xlim=(xs[0], xs[-1]), ylim=(ys[0], ys[-1]))


def _outer_edges(steps: Vector) -> tuple[float, float]:
    half = (steps[1] - steps[0]) / 2
    return float(steps[0] - half), float(steps[-1] + half)


def _put_edges(ax: Axes, xs: Vector, ys: Vector, codes: Labels) -> None:
    """Draw where the prediction changes: around every class but one, whose edges others share."""
    for code in np.unique(codes)[1:]:
        inside = (codes == code).astype(float)
        ax.contour(xs, ys, inside, levels=[0.5], colors=INK, linewidths=1.0, zorder=2)


def _put_levels(ax: Axes, xs: Vector, ys: Vector, values: Matrix, margins: bool) -> None:
    lines = [("f(x) = 0", [0.0], "solid", 1.8)]
    if margins:
        lines.append(("f(x) = ±1", [-1.0, 1.0], "dashed", 1.2))
    for name, wanted, dashes, width in lines:
        levels = [level for level in wanted if values.min() < level < values.max()]
        if levels:  # matplotlib warns about a level that is nowhere
            ax.contour(
                xs, ys, values, levels, colors=INK, linestyles=dashes, linewidths=width, zorder=2
            )
            ax.plot([], [], color=INK, linestyle=dashes, linewidth=width, label=name)
