"""What a classifier answers everywhere in the plane around some samples, for a few questions."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kernelkit.plotting.labels import join_classes
from kernelkit.plotting.refinement import GRID, Numbers, refined
from kernelkit.validation import Labels, Matrix, Vector, as_labels

__all__ = ["Survey", "survey"]

MARGIN = 0.08  # of the range of the data, on each side


class Survey(NamedTuple):
    """The answers on a grid: row i, column j is the point (xs[j], ys[i])."""

    xs: Vector
    ys: Vector
    classes: Labels  # all there are, sorted, without the undecided one
    codes: Numbers  # the place of the answer among the classes; their number where undecided
    values: Matrix | None  # f around its levels and here and there, NaN elsewhere


def survey(
    model: Any, points: Matrix, labels: Labels, undecided: Any, levels: Sequence[float]
) -> Survey:
    """Ask a fitted classifier all over the plane, closely where answers change or f has a level.

    It is asked at every sample, too: a region may be as small as one of them.
    """
    xs, ys = (_steps(points[:, i]) for i in range(2))
    own = as_labels(getattr(model, "classes_", labels), None, "the model's classes")
    known = join_classes(labels, own)
    with_values = _has_one_f(model, points, known[known != undecided])
    values = np.full((GRID, GRID), np.nan)
    numbers: dict[Any, int] = {label: number for number, label in enumerate(known.tolist())}

    def ask(rows: Numbers, columns: Numbers) -> Numbers:
        plane = np.column_stack([xs[columns], ys[rows]])
        predicted = as_labels(model.predict(plane), len(plane), "what the model predicts")
        answers = _numbered(predicted, numbers)
        if with_values:
            f = np.asarray(model.decision_function(plane), dtype=float).reshape(len(plane))
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
    margin = MARGIN * (high - low) or 1.0
    return np.linspace(low - margin, high + margin, GRID)


def _has_one_f(model: Any, points: Matrix, classes: Labels) -> bool:
    """Whether the model gives one number f(x) for two classes."""
    if len(classes) > 2 or not hasattr(model, "decision_function"):
        return False
    return np.size(model.decision_function(points[:1])) == 1


def _numbered(predicted: Labels, numbers: dict[Any, int]) -> Numbers:
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
