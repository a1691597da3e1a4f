"""Read a table as people keep them: numbers, words, and cells that nobody filled in.

``read_csv`` takes numbers alone and refuses the rest; this one makes columns of 0 and 1 from words
and marks what is missing, for a step that learns from the training samples how to fill it.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.cells import LARGEST_LABEL, as_number, refuse
from kernelkit.datasets.csv_reader import column_names, csv_rows, first_row, label_column
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import read_text
from kernelkit.validation import InputError, InputTypeError, as_path, check_size

__all__ = ["read_mixed_csv"]

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
REMEDY = "name it in leave_out to go on without it"

Row: TypeAlias = tuple[int, list[str]]  # the number of its line, and its cells


def read_mixed_csv(
    path: str | os.PathLike[str], label: str | int = -1, leave_out: Sequence[str] = ()
) -> Dataset:
    """Read a comma-separated table of numbers and words with gaps; names are in its first line.

    Parameters
    ----------
    path
        The file, packed (.gz, .xz) or not.
    label
        Which column holds the labels: its name, or its number from 0 (from -1 backwards).
    leave_out
        Names of columns that are not to be features.

    Returns
    -------
    Dataset
        X of float64. An empty cell among numbers, or NA, N/A, NaN, null or a question mark, is NaN.
        A column of at most 20 different words becomes as many columns of 0 and 1, called
        ``colour = red``; a gap has 0 in all of them. y is of int64 if all labels are whole numbers,
        else of strings.

    Notes
    -----
    A column is one of words if more than half of its cells are. A word among numbers, and a row
    without a label, is refused with its line. A column without a name is left out: programs that
    number their rows write one.
    """
    file = as_path(path)
    rows = csv_rows(file, read_text(file))
    line, first = first_row(file, rows)
    place = label_column(file, first, label)
    numbered = [f"column {j}" for j in range(1, len(first) + 1)]
    given = [cell.strip() or number for cell, number in zip(first, numbered, strict=True)]
    names = column_names(file, line, given)
    features = [j for j, cell in enumerate(first) if j != place and cell.strip()]
    kept = _kept(file, names, features, leave_out)
    table = [_checked(file, row, len(names)) for row in rows]
    if not table:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)
    y = _labels(file, names[place], place, table)
    columns: dict[str, list[float]] = {}
    for j in kept:
        most = 8 * len(table) * (len(columns) + MOST_WORDS)
        check_size(most, f"the features of {file}", f"column {names[j]!r} is too many: {REMEDY}")
        columns |= _encoded(file, names[j], j, table)
    classes = tuple(str(c) for c in np.unique(y))
    X = np.array(list(columns.values())).T.copy()
    return Dataset(X, y, tuple(columns), classes, f"CSV file {file.name}")


def _kept(file: Path, names: list[str], features: list[int], leave_out: Any) -> list[int]:
    """Number the columns that become features."""
    if isinstance(leave_out, str) or not isinstance(leave_out, Sequence):
        message = f"leave_out must be a list of column names, got {leave_out!r}"
        raise InputTypeError(message)
    there = [names[j] for j in features]
    for name in leave_out:
        if name not in there:
            message = f"leave_out must name features of {file} ({', '.join(there)}), got {name!r}"
            raise InputError(message)
    kept = [j for j in features if names[j] not in leave_out]
    if not kept:
        message = f"leave_out must leave at least one feature of {file}, got {list(leave_out)}"
        raise InputError(message)
    return kept


def _checked(file: Path, row: Row, width: int) -> Row:
    line, cells = row
    if len(cells) != width:
        refuse(file, f"line {line}", f"{width} cells", ",".join(cells))
    return line, [cell.strip() for cell in cells]


def _labels(file: Path, name: str, place: int, table: list[Row]) -> npt.NDArray[Any]:
    texts = []
    for line, cells in table:
        if cells[place].lower() in MISSING:
            refuse(file, f"line {line}, column {name!r}", "a label", cells[place])
        texts.append(cells[place])
    numbers = [as_number(text) for text in texts]
    if all(x is not None and x == round(x) and abs(x) <= LARGEST_LABEL for x in numbers):
        return np.array(numbers, dtype=np.int64)
    return np.array(texts)


def _encoded(file: Path, name: str, j: int, table: list[Row]) -> dict[str, list[float]]:
    """Make one column of numbers, or several of 0 and 1, of a column of the table."""
    cells = [row[j] for _, row in table]
    present = [cell for cell in cells if cell.lower() not in MISSING]
    if not present:
        message = f"{file}: expected a cell with something in column {name!r}, got none; {REMEDY}"
        raise InputError(message)
    if 2 * sum(as_number(cell) is None for cell in present) <= len(present):
        return {name: [_number(file, name, line, row[j]) for line, row in table]}
    values = sorted(set(present))
    if len(values) > MOST_WORDS:
        message = (
            f"{file}: expected at most {MOST_WORDS} different words in column {name!r}, "
            f"got {len(values)}; {REMEDY}"
        )
        raise InputError(message)
    return {f"{name} = {value}": [float(cell == value) for cell in cells] for value in values}


def _number(file: Path, name: str, line: int, cell: str) -> float:
    if cell.lower() in MISSING:
        return np.nan
    number = as_number(cell)
    if number is None:
        refuse(file, f"line {line}, column {name!r}", "a number, as in the other rows", cell)
    return number
