"""What a classifier says everywhere in the plane: its regions, its boundary, its margin.

Regions are wide and the edges between them thin, so most of the points of a fine grid have the
answer of all points around them. The classifier is asked on a coarse grid and at the samples, then
only where answers change: a slider that redraws its regions would be slow otherwise.
"""

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.lib.stride_tricks import sliding_window_view

from kernelkit.plotting.labels import (
    check_flags,
    check_magnitude,
    join_classes,
    put_axis_words,
    put_legend,
)
from kernelkit.plotting.plane import plane_of, rows_for
from kernelkit.plotting.scatter import put_crosses, put_points
from kernelkit.plotting.style import INK, class_style, drawing_on
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Integers,
    Labels,
    Matrix,
    Vector,
    as_labels,
    as_matrix,
    shown,
)

__all__ = ["GRID", "decision_regions", "refined"]

TINT = 0.3  # how much of a class's colour its region keeps; the rest is white
UNDECIDED = "#9a9a9a"
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
    features: Sequence[str | int] | None = None,
    feature_names: Sequence[str] | None = None,
    margins: bool = True,
    mistakes: bool = False,
    undecided: Any = None,
    legend: bool = True,
) -> Axes:
    r"""Colour the plane by what a fitted classifier predicts there, and draw the samples on top.

    A line shows where the prediction changes. Where the model has a `decision_function` :math:`f`
    for two classes it is :math:`f(x) = 0`, and dashed lines show :math:`f(x) = \pm 1`.

    Of more than two features a plane is drawn, and the samples are projected on it: the picture
    says which plane. A sample may then lie in a region that is not its own.

    Parameters
    ----------
    model : fitted classifier
        Anything with `predict`, whatever its labels. It is asked on a coarse grid and at the
        samples, then on a fine grid, 301 x 301, where the answer changes; with frames like X, if
        it was fitted on such.
    X : array or frame of shape (n_samples, n_features)
        The samples.
    y : array of shape (n_samples,)
        Their labels: numbers or strings.
    ax : Axes, optional
        Where to draw; a new figure without it.
    features : two names or column numbers, optional
        Of more than two features, those to draw: all others stay at their medians. Without it, the
        plane through the mean along the first two principal components.
    feature_names : two strings, optional
        What the axes are called.
    margins : bool
        Whether to draw the dashed lines.
    mistakes : bool
        Whether to cross out the samples that the model gets wrong, with all their features.
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
    samples = check_magnitude(as_matrix(X), "X")
    labels = as_labels(y, len(samples))
    _check_model(model, samples.shape[1])
    plane, rows = plane_of(X, samples, features), rows_for(model, X)
    points = plane.coordinates(samples)
    if not isinstance(undecided, str | Real | None):
        raise InputTypeError("undecided", f"must be one label, got {type(undecided).__name__}")
    if undecided is not None and (labels == undecided).any():
        raise InputError(
            "y", f"must hold decided classes only, got {shown(undecided)}, the undecided label"
        )
    levels = [-1.0, 0.0, 1.0] if margins else [0.0]
    seen = _survey(model, lambda u: rows(plane.samples_at(u)), points, labels, undecided, levels)
    wrong = points[model.predict(rows(samples)) != labels] if mistakes else points[:0]
    with drawing_on(ax) as axes:
        _put_regions(axes, seen)
        put_points(axes, points, labels, seen.classes)
        if seen.values is None:
            _put_edges(axes, seen)
        else:
            _put_levels(axes, seen, seen.values, margins)
        put_crosses(axes, wrong, "mistaken")
        if (seen.codes == len(seen.classes)).any():
            axes.fill([], [], color=UNDECIDED, label=str(undecided))
        put_axis_words(axes, feature_names, plane.words, plane.note)
        if legend:
            put_legend(axes)
    return axes


def _check_model(model: Any, d: int) -> None:
    if isinstance(model, type) or not callable(getattr(model, "predict", None)):
        came = f"the class {model.__name__}" if isinstance(model, type) else type(model).__name__
        raise InputTypeError(
            "model", f"must be a fitted classifier with a predict method, got {came}"
        )
    fitted = getattr(model, "n_features_in_", d)
    if fitted != d:
        raise InputError(
            "model",
            f"must have been fitted on the features of X, which has {d}, "
            f"this one was fitted on {fitted}",
        )


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


def _survey(
    model: Any,
    rows_at: Callable[[Matrix], Any],
    points: Matrix,
    labels: Labels,
    undecided: Any,
    levels: Sequence[float],
) -> Survey:
    """Ask a fitted classifier all over the plane, closely where answers change or f has a level.

    It is asked at every sample, too: a region may be as small as one of them. ``rows_at`` makes
    what it is asked with of points in the plane.
    """
    xs, ys = (_steps(points[:, i]) for i in range(2))
    own = as_labels(getattr(model, "classes_", labels), None, "the model's classes")
    known = join_classes(labels, own)
    with_values = _has_one_f(model, rows_at(points[:1]), known[known != undecided])
    values = np.full((GRID, GRID), np.nan)
    numbers: dict[Any, int] = {label: number for number, label in enumerate(known.tolist())}

    def ask(rows: Integers, columns: Integers) -> Integers:
        asked = rows_at(np.column_stack([xs[columns], ys[rows]]))
        predicted = as_labels(model.predict(asked), len(rows), "what the model predicts")
        answers = _numbered(predicted, numbers)
        if with_values:
            f = np.asarray(model.decision_function(asked), dtype=float).reshape(len(rows))
            values[rows, columns] = f
            answers = answers * (len(levels) + 1) + np.digitize(f, levels, right=True)
        return answers

    picture = refined(ask, _mark(points, xs, ys))
    if with_values:
        picture //= len(levels) + 1
    answered = np.array(list(numbers))
    classes = join_classes(known, answered)
    classes = classes[classes != undecided]
    places = np.where(answered == undecided, len(classes), np.searchsorted(classes, answered))
    use = with_values and len(classes) == 2
    return Survey(xs, ys, classes, places[picture], values if use else None)


def _steps(values: Vector) -> Vector:
    low, high = float(values.min()), float(values.max())
    border = BORDER * (high - low) or 1.0
    return np.linspace(low - border, high + border, GRID)


def _has_one_f(model: Any, row: Any, classes: Labels) -> bool:
    """Whether the model gives one number f(x) for two classes."""
    if len(classes) > 2 or not hasattr(model, "decision_function"):
        return False
    return np.size(model.decision_function(row)) == 1


def _numbered(predicted: Labels, numbers: dict[Any, int]) -> Integers:
    """Give the number of each label, the next ones to labels that have none yet."""
    answers = np.full(len(predicted), -1)
    for label, number in numbers.items():
        answers[predicted == label] = number
    for label in np.unique(predicted[answers < 0]).tolist():
        numbers[label] = len(numbers)
        answers[predicted == label] = numbers[label]
    return answers


def _mark(points: Matrix, xs: Vector, ys: Vector) -> Any:
    """Mark the points of the grid next to the samples."""
    marked = np.zeros((GRID, GRID), dtype=bool)
    columns, rows = (
        np.rint((GRID - 1) * (points[:, i] - steps[0]) / (steps[-1] - steps[0])).astype(int)
        for i, steps in enumerate((xs, ys))
    )
    marked[rows, columns] = True
    return marked


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
