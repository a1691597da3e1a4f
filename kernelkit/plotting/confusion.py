"""A confusion matrix as a picture: which class is taken for which, and how often."""

from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from kernelkit.plotting.labels import check_few, check_magnitude, join_classes
from kernelkit.plotting.style import INK, drawing_on
from kernelkit.validation import (
    InputError,
    Integers,
    Labels,
    Matrix,
    as_array,
    as_labels,
    as_matrix,
    class_names,
)

MOST_SAMPLES = 1e12  # larger numbers leave no room for a picture
MOST_NUMBERS = 15  # classes; with more of them the numbers would touch
MOST_ZEROS = 5  # classes; with more of them zeros are left out, so that mistakes catch the eye


def confusion(matrix: Any, classes: Any = None, ax: Axes | None = None, *, std: Any = None) -> Axes:
    """Draw a confusion matrix, given or counted: true classes in rows, predicted ones in columns.

    Colours stand for mistakes alone. What was predicted right, on the diagonal, is only written:
    it would outshine everything else.

    Parameters
    ----------
    matrix : array of shape (n_classes, n_classes)
        How many samples of the row's class were taken for the column's. An array of floats, none
        above 1, holds shares and is written in per cent. Or the labels of some samples, which are
        counted: ``confusion(y_true, y_pred)``.
    classes : array of shape (n_classes,), optional
        The labels of the classes; 0, 1, 2, ... without it. Beside labels of samples, those that
        were predicted for them.
    ax : Axes, optional
        Where to draw; a new figure without it.
    std : array of shape (n_classes, n_classes), optional
        How much each entry of a mean matrix varies from run to run, in the same unit: written below
        it, after a ±.

    Examples
    --------
    >>> ax = confusion([[8, 2], [0, 5]], ["cat", "dog"])
    >>> [text.get_text() for text in ax.texts]
    ['8', '2', '0', '5']
    >>> ax = confusion(["cat", "dog", "dog"], ["cat", "dog", "cat"])
    >>> [text.get_text() for text in ax.texts]
    ['1', '0', '1', '1']
    """
    if as_array(matrix, "matrix").ndim == 1:
        matrix, classes = _count(matrix, classes)
    values = _not_negative(matrix, "matrix")
    n = len(values)
    check_few(n)
    if values.shape != (n, n):
        raise InputError("matrix", f"must be square, a row for each class, got {values.shape}")
    spread = None if std is None else _not_negative(std, "std")
    if spread is not None and spread.shape != (n, n):
        raise InputError("std", f"must have the shape of matrix, {n, n}, got {spread.shape}")
    names = class_names(np.arange(n) if classes is None else as_labels(classes, n, "classes"))
    counts = np.asarray(matrix).dtype.kind in "iub"
    whole = counts and spread is None  # a mean that happens to be whole is written like the others
    shares = not counts and values.max() <= 1
    if shares:
        values = 100 * values
        spread = None if spread is None else 100 * spread
    mistakes = np.where(np.eye(n, dtype=bool), np.nan, values)
    highest = float(np.nanmax(mistakes, initial=0.0)) or 1.0
    size = (6.4, 5.2) if spread is None else (7.6, 6.4)  # room for two lines in a cell
    with drawing_on(ax, figsize=size) as axes:
        colors = colormaps["Blues"].resampled(48)
        image = axes.imshow(mistakes, cmap=colors, vmin=0, vmax=highest, interpolation="nearest")
        label = "share of the true class (%)" if shares else "samples taken for it"
        ticks = MaxNLocator(integer=whole, steps=[1, 2, 5, 10])  # there are no half samples
        axes.figure.colorbar(image, ax=axes, label=label, ticks=ticks)
        axes.set(xlabel="predicted class", ylabel="true class")
        axes.set_xticks(range(n), names)
        axes.set_yticks(range(n), names)
        if n <= MOST_NUMBERS:
            _put_numbers(axes, values, spread, highest, ".0f" if whole else ".1f")
    return axes


def _count(y_true: Any, y_pred: Any) -> tuple[Integers, Labels]:
    """How many samples of each class were taken for each, and the classes."""
    if y_pred is None:
        raise InputError("matrix", "must be two-dimensional, or write confusion(y_true, y_pred)")
    truth = as_labels(y_true, None, "matrix")
    guess = as_labels(y_pred, len(truth), "classes")
    classes = join_classes(truth, guess)
    check_few(len(classes))
    counts = np.zeros((len(classes), len(classes)), np.int64)
    np.add.at(counts, (np.searchsorted(classes, truth), np.searchsorted(classes, guess)), 1)
    return counts, classes


def _not_negative(matrix: Any, name: str) -> Matrix:
    values = check_magnitude(as_matrix(matrix, name), name, MOST_SAMPLES)
    if values.min() < 0:
        raise InputError(name, f"must hold no number below 0, got {values.min():g}")
    return values


def _put_numbers(
    ax: Axes, values: Matrix, spread: Matrix | None, highest: float, form: str
) -> None:
    """Write the entries, white where the ground is dark; zeros only for mistakes of few classes."""
    size = 10 if len(values) <= 8 else 8
    for (i, j), value in np.ndenumerate(values):
        parts = [format(value, form)]
        if spread is not None:
            parts.append(format(spread[i, j], form))
        off = i != j and len(values) <= MOST_ZEROS
        if off or any(float(part) > 0 for part in parts):
            color = "white" if i != j and value > 0.6 * highest else INK
            ax.text(j, i, "\n±".join(parts), ha="center", va="center", size=size, color=color)
