"""How learning went: what a fitted model recorded, epoch by epoch."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from kernelkit.plotting.boundary import DASHES
from kernelkit.plotting.labels import check_magnitude, put_legend
from kernelkit.plotting.style import class_style, drawing_on
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_array,
    as_matrix,
    as_vector,
    check_whole,
)

MOST_EPOCHS = 10**9  # beyond, ticks at whole numbers are no longer exact


def learning_curve(
    model: Any,
    ax: Axes | None = None,
    *,
    start: int | None = None,
    at: Any = None,
    xlabel: str = "epoch",
    ylabel: str | None = None,
) -> Axes:
    """Draw what a model recorded while it was fitted.

    Parameters
    ----------
    model : fitted model, array, or mapping of names to either
        The curve of a model is its `learning_curve_`. An array of two dimensions holds one run in
        each row: its mean is drawn, in a band of one standard deviation to each side.
    ax : Axes, optional
        Where to draw; a new figure without it.
    start : int, optional
        The epoch of the first value. By default 1; 0 for a model that recorded one value more than
        its `n_iter_` steps, the first of them before any step.
    at : array, optional
        Where the values stand on the axis, in place of epochs: numbers of samples, say.
    xlabel, ylabel : str
        What the axes are called: once per what, and what was counted. By default the latter is
        ``"mistakes"`` for models that count them, and ``"objective"`` for those that minimise one.

    Examples
    --------
    >>> ax = learning_curve({"primal": [5, 2, 0], "dual": [5, 1, 0]}, ylabel="mistakes")
    >>> ax.lines[0].get_xdata().tolist()
    [1, 2, 3]
    """
    curves = model if isinstance(model, Mapping) else {None: model}
    if not curves:
        raise InputError("model", "must hold at least one curve, got an empty mapping")
    runs = {name: _as_runs(curve, name) for name, curve in curves.items()}
    if start is not None:
        start = check_whole(start, "start", at_least=0, at_most=MOST_EPOCHS)
        if at is not None:
            raise InputError("start", "must be None where at says where the values stand, got both")
    places = None if at is None else _as_places(at, runs)
    with drawing_on(ax) as axes:
        for name, values in runs.items():
            first = _first_epoch(curves[name], values.shape[1]) if start is None else start
            epochs = np.arange(first, first + values.shape[1])
            _put_curve(axes, epochs if places is None else places, values, name)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        axes.set(xlabel=xlabel, ylabel=_recorded(curves) if ylabel is None else ylabel)
        put_legend(axes)
    return axes


def _first_epoch(model: Any, n_values: int) -> int:
    """0 for a curve that begins before the first step: it has one value more than steps."""
    return 0 if getattr(model, "n_iter_", None) == n_values - 1 else 1


def _recorded(curves: Mapping[Any, Any]) -> str:
    """What models recorded, if all recorded the same."""
    kept = [getattr(curve, "learning_curve_", None) for curve in curves.values()]
    kinds = {"" if values is None else np.asarray(values).dtype.kind for values in kept}
    words = {frozenset("i"): "mistakes", frozenset("f"): "objective"}
    return words.get(frozenset(kinds), "recorded value")


def _put_curve(ax: Axes, epochs: Any, values: Matrix, name: Any) -> None:
    index = len(ax.lines)
    color, marker, _ = class_style(index)
    mean, std = values.mean(axis=0), values.std(axis=0)
    way: dict[str, Any] = {"linestyle": DASHES[index % len(DASHES)]}
    if len(epochs) <= 30:
        way = {"marker": marker, "markersize": 5}
    ax.plot(epochs, mean, color=color, label=None if name is None else str(name), **way)
    if len(values) > 1:
        ax.fill_between(epochs, mean - std, mean + std, color=color, alpha=0.2, linewidth=0)


def _as_runs(curve: Any, name: Any) -> Matrix:
    """Give the values of a model or an array with one run in each row."""
    where = "model" if name is None else f"model[{name!r}]"
    if hasattr(curve, "fit") and not hasattr(curve, "learning_curve_"):
        kind = type(curve).__name__
        raise InputError(
            where, f"must have a learning curve: this {kind} recorded none, or fit was not called"
        )
    values = getattr(curve, "learning_curve_", curve)
    is_one = as_array(values, where).ndim == 1
    return check_magnitude(as_matrix([values] if is_one else values, where), where)


def _as_places(at: Any, runs: Mapping[Any, Matrix]) -> Vector:
    places = check_magnitude(as_vector(at, "at"), "at")
    for values in runs.values():
        if len(places) != values.shape[1]:
            raise InputError(
                "at", f"must have a place for each of {values.shape[1]} values, got {len(places)}"
            )
    return places
