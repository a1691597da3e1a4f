"""Read tables as people keep them: numbers, words, and cells that nobody filled in.

Cells may be separated by commas, semicolons or tabs; with the latter two, numbers may have decimal
commas. A column of words becomes several of 0 and 1. What is missing is marked, for a step that
learns from the training samples how to fill it. Of each column a :class:`Column` says what became
of it.
"""

import csv
import io
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.csv_reader import (
    NumberedRow,
    column_names,
    csv_rows,
    first_row,
    label_column,
)
from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import LARGEST_LABEL, as_number, read_text, refuse
from kernelkit.validation import InputError, InputTypeError, as_path, check_size, meant, shown

__all__ = ["Column", "parse_mixed_csv", "read_mixed_csv"]

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
SEPARATORS = ",;\t"
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
DATE = re.compile(
    r"(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./])\d{1,2}\2\d{2,4})([ T]\d{1,2}:\d{2}.*)?"
    r"|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}:\d{2}(:\d{2})?"
)


class Column(NamedTuple):
    """A column of a table, and what became of it."""

    name: str
    #: "numbers", "words" or "left out".
    kind: str
    #: The features it became.
    features: tuple[str, ...]
    #: How many cells nobody filled in.
    missing: int


class BadColumnError(Exception):
    """What is in a column that cannot become features."""


def read_mixed_csv(
    path: str | os.PathLike[str], label: str | int = -1, leave_out: Sequence[str] = ()
) -> Dataset:
    """Read a table of numbers and words with gaps; names are in its first line.

    Parameters
    ----------
    path : str or path
        The file, packed (.gz, .xz) or not.
    label : str or int, default -1
        Which column holds the labels: its name, or its number from 0 (from -1 backwards).
    leave_out : sequence of str
        Names of columns that are not to be features.

    Returns
    -------
    Dataset
        X of float64. An empty cell, or NA, N/A, NaN, null or a question mark, is NaN. A column of
        at most 20 different words becomes as many columns of 0 and 1, called ``colour = red``; a
        gap is NaN in all of them. y is of int64 if all labels are whole numbers, else of strings.

    Notes
    -----
    Cells are separated by commas, semicolons or tabs, whichever the first lines agree on; numbers
    between the latter two may be written 3,14. A column is one of words if more than half of its
    cells are. A word among numbers, a column of dates or times, and a row without a label are
    refused. A column without a name is called "column 1" by its place, and left out if it is empty
    or counts the rows: programs that number their rows write one.
    """
    file = as_path(path)
    return parse_mixed_csv(file, read_text(file), label, leave_out)[0]


def parse_mixed_csv(
    file: Path, text: str, label: str | int = -1, leave_out: Sequence[str] = ()
) -> tuple[Dataset, list[Column]]:
    """Do what ``read_mixed_csv`` does with a text; say of each column what became of it."""
    separator = _separator(text)
    rows = csv_rows(file, text, separator)
    line, first = first_row(file, rows)
    place = label_column(file, first, label)
    numbered = [f"column {j}" for j in range(1, len(first) + 1)]
    given = [cell.strip() or number for cell, number in zip(first, numbered, strict=True)]
    names = column_names(file, line, given)
    table = [_checked(file, row, len(names), separator) for row in rows]
    if not table:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)
    features = [
        j
        for j, cell in enumerate(first)
        if j != place and (cell.strip() or not _is_index([cells[j] for _, cells in table]))
    ]
    kept = _kept(file, names, features, leave_out)
    y = _labels(file, names[place], place, table)
    encoded: dict[str, list[float]] = {}
    columns: list[Column] = []
    bad: dict[str, str] = {}
    for j, name in enumerate(names):
        if j == place:
            continue
        if j not in kept:
            columns.append(Column(name, "left out", (), 0))
            continue
        most = 8 * len(table) * (len(encoded) + MOST_WORDS)
        remedy = f"column {name!r} is too many: name it in leave_out (kernelkit run --leave-out)"
        check_size(most, f"the features of {file}", remedy)
        try:
            kind, made = _encoded(file, name, j, table, separator != ",")
        except BadColumnError as error:
            bad[name] = str(error)
            continue
        missing = sum(np.isnan(x) for x in next(iter(made.values())))
        columns.append(Column(name, kind, tuple(made), int(missing)))
        encoded |= made
    if bad:
        told = ", and ".join(f"{what} in column {name!r}" for name, what in bad.items())
        message = (
            f"{file}: expected numbers or at most {MOST_WORDS} different words in each column, got "
            f"{told}; make numbers of them, or name "
            f"{'it' if len(bad) == 1 else 'them'} in leave_out (kernelkit run --leave-out "
            f"{' '.join(map(shlex.quote, bad))}) to go on without"
        )
        raise InputError(message)
    classes = tuple(str(c) for c in np.unique(y))
    X = np.array(list(encoded.values())).T.copy()
    return Dataset(X, y, tuple(encoded), classes, f"CSV file {file.name}"), columns


def _separator(text: str) -> str:
    """Find what separates cells: what cuts the first two lines into the same number, most of all.

    The comma, if nothing cuts them.
    """

    def cells(separator: str) -> int:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            lengths = [len(row) for row, _ in zip(filter(None, reader), range(2), strict=False)]
        except csv.Error:
            return 0
        return lengths[0] if len(set(lengths)) == 1 else 0

    return max(SEPARATORS, key=cells)


def _is_index(cells: list[str]) -> bool:
    """Whether a column without a name is empty, or goes up by one from row to row."""
    if all(cell.lower() in MISSING for cell in cells):
        return True
    numbers = [as_number(cell) for cell in cells]
    first = numbers[0]
    return first is not None and numbers == [first + i for i in range(len(cells))]


def _kept(file: Path, names: list[str], features: list[int], leave_out: Any) -> list[int]:
    """Number the columns that become features."""
    if isinstance(leave_out, str) or not isinstance(leave_out, Sequence):
        raise InputTypeError("leave_out", f"must be a list of column names, got {shown(leave_out)}")
    there = [names[j] for j in features]
    unknown = [f"{shown(name)}{meant(str(name), there)}" for name in leave_out if name not in there]
    if unknown:
        raise InputError(
            "leave_out",
            f"must name features of {file} ({', '.join(there)}), got {' and '.join(unknown)}",
        )
    kept = [j for j in features if names[j] not in leave_out]
    if not kept and leave_out:
        raise InputError(
            "leave_out", f"must leave at least one feature of {file}, got {list(leave_out)}"
        )
    if not kept:
        message = f"{file}: expected a column of features beside the labels, got none"
        raise InputError(message)
    return kept


def _checked(file: Path, row: NumberedRow, width: int, separator: str) -> NumberedRow:
    line, cells = row
    if len(cells) != width:
        refuse(file, f"line {line}", f"{width} cells", separator.join(cells))
    return line, [cell.strip() for cell in cells]


def _labels(file: Path, name: str, place: int, table: list[NumberedRow]) -> npt.NDArray[Any]:
    texts = []
    for line, cells in table:
        if cells[place].lower() in MISSING:
            refuse(file, f"line {line}, column {name!r}", "a label", cells[place])
        texts.append(cells[place])
    numbers = [as_number(text) for text in texts]
    if all(x is not None and x == round(x) and abs(x) <= LARGEST_LABEL for x in numbers):
        return np.array(numbers, dtype=np.int64)
    return np.array(texts)


def _encoded(
    file: Path, name: str, j: int, table: list[NumberedRow], commas: bool
) -> tuple[str, dict[str, list[float]]]:
    """Make one column of numbers, or several of 0 and 1, of a column of the table.

    ``commas`` allows numbers to be written with decimal commas.
    """
    cells = [(line, row[j]) for line, row in table]
    present = [cell for _, cell in cells if cell.lower() not in MISSING]
    if not present:
        message = "nothing"
        raise BadColumnError(message)
    n_words = sum(_number(cell, commas) is None for cell in present)
    if 2 * n_words <= len(present):
        return "numbers", {
            name: [_number_or_gap(file, name, line, cell, commas) for line, cell in cells]
        }
    if 2 * sum(DATE.fullmatch(cell) is not None for cell in present) > len(present):
        message = f"dates or times such as {present[0]!r}"
        raise BadColumnError(message)
    values = sorted(set(present))
    if len(values) > MOST_WORDS:
        message = f"{len(values)} different words such as {values[0]!r}"
        raise BadColumnError(message)
    return "words", {
        f"{name} = {value}": [
            np.nan if cell.lower() in MISSING else float(cell == value) for _, cell in cells
        ]
        for value in values
    }


def _number(cell: str, commas: bool) -> float | None:
    if commas and DECIMAL_COMMA.fullmatch(cell):
        cell = cell.replace(",", ".")
    return as_number(cell)


def _number_or_gap(file: Path, name: str, line: int, cell: str, commas: bool) -> float:
    if cell.lower() in MISSING:
        return np.nan
    number = _number(cell, commas)
    if number is None:
        refuse(file, f"line {line}, column {name!r}", "a number, as in the other rows", cell)
    return number
