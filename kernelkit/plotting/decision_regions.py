"""What a classifier says everywhere in the plane: its regions, its boundary, its margin.

Regions are wide and the edges between them thin, so most of the points of a fine grid have the
answer of all points around them. The classifier is asked on a coarse grid and at the samples, then
only where answers change: a slider that redraws its regions would be slow otherwise. The regions of
linear machines are drawn as polygons instead, with edges that are straight.
"""

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb
from numpy.lib.stride_tricks import sliding_window_view

from kernelkit.plotting.labels import as_plane, join_classes, put_axis_names, put_legend
from kernelkit.plotting.scatter import CROSS, put_marks, put_points
from kernelkit.plotting.straight import Regions, straight_regions
from kernelkit.plotting.style import INK, class_style, drawing_on
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Integers,
    Labels,
    Matrix,
    Vector,
    as_labels,
    check_flag,
    is_frame,
    shown,
)

TINT = 0.3  # how much of a class's colour its region keeps; the rest is white
UNDECIDED = "#d5d5d5"
CELL = 6  # steps of the fine grid along the side of a cell of the coarse one
GRID = 50 * CELL + 1
BORDER = 0.08  # of the range of the data, on each side


class Survey(NamedTuple):
    """The answers on a grid: row i, column j is the point (xs[j], ys[i])."""

    xs: Vector
    ys: Vector
    classes: Labels  # all there are, sorted, without the undecided one
    codes: Integers  # the place of the answer among the classes; their number where undecided
    values: Matrix | None  # f around its levels and here and there, NaN elsewhere


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
    classes: Any = None,
    legend: bool = True,
) -> Axes:
    r"""Colour the plane by what a fitted classifier predicts there, and draw the samples on top.

    A line shows where the prediction changes. Where the model has a `decision_function` :math:`f`
    for two classes it is :math:`f(x) = 0`, and dashed lines show :math:`f(x) = \pm 1`. Where it is
    linear, for two classes or with a column for each of several machines, the edges are straight
    lines, wherever `predict` decides by the signs or by the order of these scores.

    Parameters
    ----------
    model : fitted classifier
        Anything with `predict` for two features, whatever its labels. It is asked on a coarse grid
        and at the samples, then on a fine grid, 301 x 301, where the answer changes; with frames
        like X, if it was fitted on such.
    X : array or frame of shape (n_samples, 2)
        The samples.
    y : array of shape (n_samples,)
        Their labels: numbers or strings.
    ax : Axes, optional
        Where to draw; a new figure without it.
    feature_names : two strings, optional
        What the axes are called; the names of a frame's columns without it.
    margins : bool
        Whether to draw the dashed lines.
    mistakes : bool
        Whether to cross out the samples that the model gets wrong.
    undecided : label, optional
        What the model answers where it cannot decide, as a tied vote does; drawn in grey.
    classes : array, optional
        All classes of the data set, where `y` and the model may lack some: a class then keeps its
        colour from picture to picture.
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
    check_flag(margins, "margins")
    check_flag(mistakes, "mistakes")
    check_flag(legend, "legend")
    samples = as_plane(X)
    points = samples.astype(float)
    labels = as_labels(y, len(points))
    if isinstance(model, type) or not callable(getattr(model, "predict", None)):
        raise InputTypeError("model", f"must be a fitted classifier, got {shown(model)}")
    if not isinstance(undecided, str | Real | None):
        raise InputTypeError("undecided", f"must be one label, got {type(undecided).__name__}")
    if undecided is not None and (labels == undecided).any():
        raise InputError("y", f"must hold decided classes only, got {shown(undecided)}")
    rows = rows_for(model, X)
    levels = [-1.0, 0.0, 1.0] if margins else [0.0]
    every = labels if classes is None else as_labels(classes, None, "classes")
    seen = _survey(model, rows, points, labels, every, undecided, levels)
    straight = _straight(model, rows, points, seen, undecided)
    wrong = points[model.predict(rows(samples)) != labels] if mistakes else points[:0]
    with drawing_on(ax) as axes:
        if straight is None:
            _put_pixels(axes, seen)
        else:
            _put_polygons(axes, seen, straight)
        put_points(axes, points, labels, seen.classes)
        if seen.values is not None:
            _put_levels(axes, seen, seen.values, margins)
        elif straight is None:
            _put_edges(axes, seen)
        put_marks(axes, wrong, "misclassified", CROSS)
        if (seen.codes == len(seen.classes)).any():
            axes.fill([], [], color=UNDECIDED, label=str(undecided))
        put_axis_names(axes, feature_names, X)
        if legend:
            put_legend(axes)
    return axes


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


def _straight(
    model: Any, rows_of: Callable[[Matrix], Any], points: Matrix, seen: Survey, undecided: Any
) -> Regions | None:
    """The regions of a linear machine, or None."""
    if not hasattr(model, "decision_function"):
        return None

    def f(plane: Matrix) -> Matrix:
        scores = np.asarray(model.decision_function(rows_of(plane)), dtype=float)
        return scores.reshape(len(plane), -1)

    def ask(plane: Matrix) -> Integers:
        answers = as_labels(model.predict(rows_of(plane)), len(plane), "what the model predicts")
        return _codes(answers, seen.classes, undecided)

    low, high = (np.array([seen.xs[end], seen.ys[end]]) for end in (0, -1))
    return straight_regions(f, ask, low, high, points)


def _codes(answers: Labels, classes: Labels, undecided: Any) -> Integers:
    places = np.searchsorted(classes, answers)
    return np.where(answers == undecided, len(classes), places)


def _tints(seen: Survey) -> Matrix:
    """The colours of the regions, by their codes."""
    colors = np.array([to_rgb(class_style(code).color) for code in range(len(seen.classes))])
    return np.vstack([1 - TINT * (1 - colors), to_rgb(UNDECIDED)])


def _put_polygons(ax: Axes, seen: Survey, regions: Regions) -> None:
    tints = _tints(seen)[regions.codes]
    # Edges of their own colour cover the seams between polygons.
    cells = PolyCollection(regions.polygons, facecolors=tints, edgecolors=tints, linewidths=0.5)
    cells.set_zorder(0)
    ax.add_collection(cells, autolim=False)
    if seen.values is None:
        look: Any = {"colors": INK, "linewidths": 1.0, "capstyle": "round", "zorder": 2}
        ax.add_collection(LineCollection(list(regions.edges), **look), autolim=False)
    ax.set(xlim=seen.xs[[0, -1]], ylim=seen.ys[[0, -1]])


def _put_pixels(ax: Axes, seen: Survey) -> None:
    pixels = np.rint(255 * _tints(seen)).astype(np.uint8)[seen.codes]
    # The middle of a pixel, not its corner, lies where the model was asked.
    xs, ys = seen.xs, seen.ys
    x, y = (xs[1] - xs[0]) / 2, (ys[1] - ys[0]) / 2
    extent = (xs[0] - x, xs[-1] + x, ys[0] - y, ys[-1] + y)
    ax.imshow(pixels, extent=extent, origin="lower", aspect=ax.get_aspect(), zorder=0)
    ax.set(xlim=xs[[0, -1]], ylim=ys[[0, -1]])


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


def _survey(
    model: Any,
    rows_of: Callable[[Matrix], Any],
    points: Matrix,
    labels: Labels,
    every: Labels,
    undecided: Any,
    levels: Sequence[float],
) -> Survey:
    """Ask a fitted classifier all over the plane, closely where answers change or f has a level.

    It is asked at every sample, too: a region may be as small as one of them. ``rows_of`` makes
    what it is asked with of points in the plane.
    """
    xs, ys = (_steps(points[:, i]) for i in range(2))
    own = as_labels(getattr(model, "classes_", labels), None, "the model's classes")
    known = join_classes(labels, own)
    few = hasattr(model, "decision_function") and (known != undecided).sum() <= 2
    has_one_f = few and np.size(model.decision_function(rows_of(points[:1]))) == 1
    values = np.full((GRID, GRID), np.nan)
    numbers: dict[Any, int] = {}  # of the labels in the order in which they are met

    def ask(rows: Integers, columns: Integers) -> Integers:
        asked = rows_of(np.column_stack([xs[columns], ys[rows]]))
        predicted = as_labels(model.predict(asked), len(rows), "what the model predicts")
        answers = np.array([numbers.setdefault(each, len(numbers)) for each in predicted.tolist()])
        if has_one_f:
            f = np.asarray(model.decision_function(asked), dtype=float).reshape(len(rows))
            values[rows, columns] = f
            answers = answers * (len(levels) + 1) + np.digitize(f, levels, right=True)
        return answers

    at_samples = np.zeros((GRID, GRID), dtype=bool)
    at_samples[_nearest(ys, points[:, 1]), _nearest(xs, points[:, 0])] = True
    picture = refined(ask, at_samples)
    if has_one_f:
        picture //= len(levels) + 1
    answered = np.array(list(numbers))
    two = has_one_f and (join_classes(known, answered) != undecided).sum() == 2
    classes = join_classes(join_classes(known, answered), every)
    classes = classes[classes != undecided]
    codes = _codes(answered, classes, undecided)[picture]
    return Survey(xs, ys, classes, codes, values if two else None)


def _steps(values: Vector) -> Vector:
    low, high = float(values.min()), float(values.max())
    border = BORDER * (high - low) or 1.0
    return np.linspace(low - border, high + border, GRID)


def _nearest(steps: Vector, values: Vector) -> Integers:
    return np.rint((GRID - 1) * (values - steps[0]) / (steps[-1] - steps[0])).astype(int)


def refined(
    ask: Callable[[Integers, Integers], Integers], start: npt.NDArray[np.bool_]
) -> Integers:
    """Fill a grid of GRID x GRID whole numbers, asking for few of them.

    A cell whose answers differ is asked for everywhere; an edge that leaves it makes answers of the
    next cell differ, and so on along the edge. What agrees with all that was asked in its cell is
    taken to be the same: the picture is the full one, except for regions that lie inside a cell,
    apart from all points of `start`.

    Parameters
    ----------
    ask : callable
        Takes two arrays, rows and columns, and gives a whole number for each pair.
    start : boolean array of shape (GRID, GRID)
        Where to ask first, besides the corners of all cells.
    """
    known = start.copy()
    known[::CELL, ::CELL] = True
    picture = np.zeros((GRID, GRID), dtype=np.int64)
    picture[known] = ask(*np.nonzero(known))
    corner = np.arange(GRID) // CELL * CELL
    picture = np.where(known, picture, picture[np.ix_(corner, corner)])
    while True:
        cells = _cells(picture)
        wanted = np.zeros_like(known)
        _cells(wanted)[cells.min(axis=(2, 3)) != cells.max(axis=(2, 3))] = True
        wanted &= ~known
        if not wanted.any():
            return picture
        picture[wanted] = ask(*np.nonzero(wanted))
        known |= wanted


def _cells(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """View a picture as its cells, each with the edges that it shares with its neighbours."""
    windows = sliding_window_view(picture, (CELL + 1, CELL + 1), writeable=True)
    return windows[::CELL, ::CELL]
