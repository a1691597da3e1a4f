"""What a support vector machine sees: its boundary, its margins, who supports them, who pays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from kernelkit.plotting.decision_regions import decision_regions
from kernelkit.plotting.labels import as_plane, check_flags, put_legend
from kernelkit.plotting.plane import rows_for
from kernelkit.plotting.scatter import put_rings
from kernelkit.plotting.style import INK, drawing_on
from kernelkit.validation import InputError, InputTypeError, Matrix, Vector, as_labels

__all__ = ["margins"]

TOUCHING = 1e-2  # how far from its margin a support vector may be for a solver's tolerance
SMALLEST = 1e-100  # size of the picture, below which steps and slopes leave the range of numbers
STEPS = 40  # at most, along a curved slope; one where f is linear


def margins(
    model: Any,
    X: Any,
    y: Any,
    ax: Axes | None = None,
    *,
    feature_names: Sequence[str] | None = None,
    slack: bool = True,
    legend: bool = True,
) -> Axes:
    r"""Draw a fitted machine for two classes: :math:`f(x) = 0` and :math:`f(x) = \pm 1`.

    Support vectors are ringed. A sample that is inside its margin or beyond it has a slack
    :math:`\epsilon = 1 - y f(x) > 0`: a line joins it to where it would have none.

    Parameters
    ----------
    model : fitted classifier of two classes
        Anything with `decision_function` and `predict` for two features. Its support vectors are
        the samples of `support_`; without that, all with :math:`y f(x) \le 1`, up to one
        per cent for solvers that stop early.
    X : array or frame of shape (n_samples, 2)
        The samples it was fitted on.
    y : array of shape (n_samples,)
        Their labels.
    ax : Axes, optional
        Where to draw; a new figure without it.
    feature_names : two strings, optional
        What the axes are called.
    slack : bool
        Whether to draw the lines.
    legend : bool
        Whether to list classes and lines beside the picture.

    Examples
    --------
    >>> from kernelkit import KernelSVM, Linear
    >>> X, y = [[0, 0], [1, 0], [3, 0], [4, 1]], [-1, -1, 1, 1]
    >>> ax = margins(KernelSVM(C=float("inf"), kernel=Linear()).fit(X, y), X, y)
    >>> ax.get_legend().get_texts()[-1].get_text()
    'support vectors'
    """
    check_flags(slack=slack, legend=legend)
    points = as_plane(X, "margins")
    labels = as_labels(y, len(points))
    signs = _signs(model, labels)
    values = _values_of(model, X)
    f = values(points)
    support = _support(model, signs * f)
    paying = np.flatnonzero(1 - signs * f > TOUCHING)
    with drawing_on(ax) as axes:
        decision_regions(model, X, labels, axes, feature_names=feature_names, legend=False)
        if slack and len(paying):
            ends = _where_free(values, points[paying], signs[paying])
            lines = LineCollection(
                list(np.stack([points[paying], ends], axis=1)),
                colors=INK,
                linestyles="dotted",
                linewidths=1.4,
                label="slack",
                zorder=2.5,
            )
            axes.add_collection(lines, autolim=False)
        put_rings(axes, points[support], "support vectors")
        if legend:
            put_legend(axes)
    return axes


def _signs(model: Any, labels: Any) -> Vector:
    """+1 for the class whose side is f > 0, which is the second."""
    if not callable(getattr(model, "decision_function", None)):
        raise InputTypeError(
            "model",
            f"must be a fitted classifier with a decision_function, got {type(model).__name__}",
        )
    classes = np.asarray(getattr(model, "classes_", np.unique(labels)))
    if len(classes) != 2:
        message = f"margins draws two classes, this model has {len(classes)}"
        raise InputError(message)
    return np.where(labels == classes[1], 1.0, -1.0)


def _values_of(model: Any, X: Any) -> Callable[[Matrix], Vector]:
    """Return f as a function of points, whatever the model wants them to be in."""
    rows = rows_for(model, X)

    def values(points: Matrix) -> Vector:
        return np.asarray(model.decision_function(rows(points)), dtype=float).reshape(len(points))

    return values


def _support(model: Any, margin: Vector) -> Any:
    chosen = getattr(model, "support_", None)
    return np.flatnonzero(margin <= 1 + TOUCHING) if chosen is None else np.asarray(chosen)


def _where_free(values: Callable[[Matrix], Vector], points: Matrix, signs: Vector) -> Matrix:
    r"""Follow the slope of f from each point to where :math:`y f(x) = 1`.

    Newton's steps along the gradient, :math:`x \leftarrow x + (y - f(x))\,\nabla f /
    \lVert \nabla f \rVert^2`, which is the shortest way, in one step, where f is linear. A point
    from which no slope leads there stays where it got to.
    """
    ends = points.astype(float)
    size = max(np.ptp(ends, axis=0).max(), SMALLEST)
    tiny = 1e-5 * size
    for _ in range(STEPS):
        f = values(ends)
        slopes = np.stack(
            [(values(ends + step) - values(ends - step)) / (2 * tiny) for step in tiny * np.eye(2)],
            axis=1,
        )
        squares = np.maximum((slopes**2).sum(axis=1), 1e-12 / size**2)
        step = ((signs - f) / squares)[:, np.newaxis] * slopes
        length = np.sqrt((step**2).sum(axis=1, keepdims=True))
        ends += step * np.minimum(1.0, size / 10 / np.maximum(length, tiny))
        if length.max() < tiny:
            break
    return ends
