"""What a classifier says everywhere in the plane: its regions, its boundary, its margin."""

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from kernelkit.plotting.labels import as_plane, check_flags, put_axis_words, put_legend
from kernelkit.plotting.points import put_points, put_rings
from kernelkit.plotting.style import INK, class_style, drawing_on
from kernelkit.plotting.survey import Survey, survey
from kernelkit.validation import InputError, InputTypeError, Matrix, Vector, as_labels

__all__ = ["decision_regions"]

TINT = 0.3  # how much of a class's colour its region keeps; the rest is white
UNDECIDED = "#9a9a9a"


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
        Anything with `predict` for two features, whatever its labels. It is asked on a coarse grid
        and at the samples, then on a fine grid, 301 x 301, where the answer changes.
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
    check_flags(margins=margins, mistakes=mistakes, legend=legend)
    points = as_plane(X, "decision_regions")
    labels = as_labels(y, len(points))
    _check_model(model)
    if not isinstance(undecided, str | Real | None):
        message = f"undecided must be one label, got {type(undecided).__name__}"
        raise InputTypeError(message)
    if undecided is not None and (labels == undecided).any():
        message = f"y must hold decided classes only, got {undecided!r}, the undecided label"
        raise InputError(message)
    levels = [-1.0, 0.0, 1.0] if margins else [0.0]
    seen = survey(model, points, labels, undecided, levels)
    wrong = points[model.predict(points) != labels] if mistakes else points[:0]
    with drawing_on(ax) as axes:
        _put_regions(axes, seen)
        put_points(axes, points, labels, seen.classes)
        if seen.values is None:
            _put_edges(axes, seen)
        else:
            _put_levels(axes, seen, seen.values, margins)
        put_rings(axes, wrong, "mistaken")
        if (seen.codes == len(seen.classes)).any():
            axes.fill([], [], color=UNDECIDED, label=str(undecided))
        put_axis_words(axes, feature_names)
        if legend:
            put_legend(axes)
    return axes


def _check_model(model: Any) -> None:
    if isinstance(model, type) or not callable(getattr(model, "predict", None)):
        came = f"the class {model.__name__}" if isinstance(model, type) else type(model).__name__
        message = f"model must be a fitted classifier with a predict method, got {came}"
        raise InputTypeError(message)
    n_features = getattr(model, "n_features_in_", 2)
    if n_features != 2:
        message = (
            f"model must have been fitted on two features, this one was fitted on {n_features}"
        )
        raise InputError(message)


def _put_regions(ax: Axes, seen: Survey) -> None:
    colors = np.array([to_rgb(class_style(code).color) for code in range(len(seen.classes))])
    tints = np.vstack([1 - TINT * (1 - colors), to_rgb(UNDECIDED)])
    pixels = np.rint(255 * tints).astype(np.uint8)[seen.codes]
    # The middle of a pixel, not its corner, lies where the model was asked.
    (left, right), (bottom, top) = (_outer_edges(steps) for steps in (seen.xs, seen.ys))
    extent = (left, right, bottom, top)
    ax.imshow(pixels, extent=extent, origin="lower", aspect=ax.get_aspect(), zorder=0)
    ax.set(xlim=seen.xs[[0, -1]], ylim=seen.ys[[0, -1]])


def _outer_edges(steps: Vector) -> tuple[float, float]:
    half = (steps[1] - steps[0]) / 2
    return float(steps[0] - half), float(steps[-1] + half)


def _put_edges(ax: Axes, seen: Survey) -> None:
    """Draw where the prediction changes: around every class but one, whose edges others share."""
    for code in np.unique(seen.codes)[1:]:
        inside = (seen.codes == code).astype(float)
        ax.contour(seen.xs, seen.ys, inside, levels=[0.5], colors=INK, linewidths=1.0, zorder=2)


def _put_levels(ax: Axes, seen: Survey, values: Matrix, margins: bool) -> None:
    lines = [("f(x) = 0", [0.0], "solid", 1.8)]
    if margins:
        lines.append(("f(x) = ±1", [-1.0, 1.0], "dashed", 1.2))
    low, high = np.nanmin(values), np.nanmax(values)
    for name, wanted, dashes, width in lines:
        levels = [level for level in wanted if low < level < high]
        if levels:  # matplotlib warns about a level that is nowhere
            look: Any = {"colors": INK, "linestyles": dashes, "linewidths": width, "zorder": 2}
            ax.contour(seen.xs, seen.ys, values, levels, **look)
            ax.plot([], [], color=INK, linestyle=dashes, linewidth=width, label=name)
