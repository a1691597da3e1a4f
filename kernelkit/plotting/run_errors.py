"""The errors of several classifiers in the same runs: every run, the mean, and the spread."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from kernelkit.plotting.style import INK, PALETTE, drawing_on
from kernelkit.validation import InputError, InputTypeError, as_vector, shown

ROW = 0.36  # inches for each classifier


def run_errors(errors: Mapping[str, Any], ax: Axes | None = None) -> Axes:
    """Draw the errors of classifiers, one below the other, in the order given.

    A small dot is one run, the large one their mean, its bar one standard deviation to each side.

    Parameters
    ----------
    errors : mapping of str to array of shape (n_runs,)
        The share of mistakes of each classifier in each run.
    ax : Axes, optional
        Where to draw; a new figure without it.

    Examples
    --------
    >>> ax = run_errors({"neighbours": [0.05, 0.07], "least squares": [0.15, 0.17]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['neighbours', 'least squares']
    """
    if not isinstance(errors, Mapping) or not errors:
        raise InputTypeError("errors", f"must be a mapping of names to errors, got {shown(errors)}")
    rows = {str(name): _as_shares(values, name) for name, values in errors.items()}
    with drawing_on(ax, figsize=(6.4, 1.0 + ROW * len(rows))) as axes:
        for y, shares in enumerate(rows.values()):
            percent = 100 * shares
            axes.plot(percent, np.full(len(percent), y), "o", color=PALETTE[0], alpha=0.35, ms=3.5)
            look: Any = {"fmt": "o", "color": INK, "capsize": 3, "ms": 6}
            axes.errorbar(percent.mean(), y, xerr=percent.std(), **look)
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set(xlabel="wrong, % of the samples held out", ylim=(len(rows) - 0.5, -0.5))
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]) if ax is None else None)
        axes.grid(axis="x", alpha=0.3)
    return axes


def _as_shares(values: Any, name: Any) -> Any:
    shares = as_vector(values, f"errors[{name!r}]")
    if shares.min() < 0 or shares.max() > 1:
        raise InputError(
            "errors", f"must be shares from 0 to 1, got {shares.min():g} to {shares.max():g}"
        )
    return shares
