"""What a support vector machine sees: its boundary, its margins, who supports them, who pays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from kernelkit.plotting.decision_regions import decision_regions, rows_for
from kernelkit.plotting.labels import as_plane, put_legend
from kernelkit.plotting.scatter import RING, put_marks
from kernelkit.plotting.style import INK, drawing_on
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Matrix,
    Vector,
    as_labels,
    check_flag,
    shown,
)

TOUCHING = 1e-2  # how far from its margin a support vector may be for a solver's tolerance
SMALLEST = 1e-100  # size of the picture, below which steps and slopes leave the range of numbers
MOST_NEWTON_STEPS = 40  # at most, along a curved slope; one where f is linear


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
    check_flag(slack, "slack")
    check_flag(legend, "legend")
    points = as_plane(X)
    labels = as_labels(y, len(points))
    signs = _signs(model, labels)
    rows = rows_for(model, X)

    def f(points: Matrix) -> Vector:
        return np.asarray(model.decision_function(rows(points)), dtype=float).reshape(len(points))

    margin = signs * f(points)
    paying = np.flatnonzero(1 - margin > TOUCHING)
    support = getattr(model, "support_", np.flatnonzero(margin <= 1 + TOUCHING))
    with drawing_on(ax) as axes:
        decision_regions(model, X, labels, axes, feature_names=feature_names, legend=False)
        if slack and len(paying):
            ends = _where_free(f, points[paying], signs[paying])
            ways = list(np.stack([points[paying], ends], axis=1))
            look: Any = {"colors": INK, "linestyles": "dotted", "linewidths": 1.4, "zorder": 2.5}
            axes.add_collection(LineCollection(ways, label="slack", **look), autolim=False)
        put_marks(axes, points[support], "support vectors", RING)
        if legend:
            put_legend(axes)
    return axes


def _signs(model: Any, labels: Any) -> Vector:
    """+1 for the class whose side is f > 0, which is the second."""
    if isinstance(model, type) or not callable(getattr(model, "decision_function", None)):
        raise InputTypeError("model", f"must have a decision_function, got {shown(model)}")
    classes = np.asarray(getattr(model, "classes_", np.unique(labels)))
    if len(classes) != 2:
        raise InputError("model", f"must have two classes for margins, got {len(classes)}")
    return np.where(labels == classes[1], 1.0, -1.0)


def _where_free(f: Callable[[Matrix], Vector], points: Matrix, signs: Vector) -> Matrix:
    r"""Follow the slope of f from each point to where :math:`y f(x) = 1`.

    Newton's steps along the gradient, :math:`x \leftarrow x + (y - f(x))\,\nabla f /
    \lVert \nabla f \rVert^2`, which is the shortest way, in one step, where f is linear. A point
    from which no slope leads there stays where it got to.
    """
    ends = points.astype(float)
    size = max(np.ptp(ends, axis=0).max(), SMALLEST)
    tiny = 1e-5 * size
    for _ in range(MOST_NEWTON_STEPS):
        differences = [f(ends + step) - f(ends - step) for step in tiny * np.eye(2)]
        slopes = np.stack(differences, axis=1) / (2 * tiny)
        squares = np.maximum((slopes**2).sum(axis=1), 1e-12 / size**2)
        step = ((signs - f(ends)) / squares)[:, np.newaxis] * slopes
        length = np.sqrt((step**2).sum(axis=1, keepdims=True))
        ends += step * np.minimum(1.0, size / 10 / np.maximum(length, tiny))
        if length.max() < tiny:
            break
    return ends
