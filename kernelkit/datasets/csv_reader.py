"""Read comma-separated tables with one column of labels.

``read_csv`` takes numbers alone and refuses the rest. Tables of nothing but numbers take NumPy's
fast reader; the others, those with text labels and those with a mistake somewhere, are read line by
line, which knows where it is when a cell is wrong.

``read_mixed_csv`` takes tables as people keep them: numbers, words, and cells that nobody filled
in. It makes columns of 0 and 1 from words and marks what is missing, for a step that learns from
the training samples how to fill it.
"""

import csv
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import LARGEST_LABEL, as_number, read_text, refuse
from kernelkit.validation import InputError, InputTypeError, as_path, check_size, check_whole

__all__ = ["parse_csv", "read_csv", "read_mixed_csv"]

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
REMEDY = "name it in leave_out to go on without it"

Table: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[Any]]
Row: TypeAlias = tuple[int, list[str]]  # the number of its line, and its cells


def read_csv(
    path: str | os.PathLike[str], label: str | int = -1, header: bool | None = None
) -> Dataset:
    """Read a comma-separated table, packed (.gz, .xz) or not.

    Parameters
    ----------
    path : str or path
        The file.
    label : str or int, default -1
        Which column holds the labels: its name, or its number from 0 (from -1 backwards).
    header : bool, optional
        Whether the first line holds column names; None looks whether its features are words.

    Returns
    -------
    Dataset
        X of float64; y of int64 if all labels are whole numbers, else of strings. Without a header
        the features are called x1, x2, ...
    """
    file = as_path(path)
    return parse_csv(file, read_text(file), label, header)


def parse_csv(file: Path, text: str, label: str | int = -1, header: bool | None = None) -> Dataset:
    """Do what ``read_csv`` does with the text of a file that was read already."""
    rows = _csv_rows(file, text)
    line, first = _first_row(file, rows)
    column = _label_column(file, first, label)
    if not _has_header(first, column, label, header):
        names, line = [f"x{j + 1}" for j in range(len(first) - 1)], 0
    elif next(rows, None) is None:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)
    else:
        names = _column_names(file, line, first)
        names.pop(column)
    X, y = _read_fast(text, line, column, len(first)) or _read_slowly(
        file, text, line, column, first
    )
    classes = tuple(str(c) for c in np.unique(y))
    return Dataset(X, y, tuple(names), classes, f"CSV file {file.name}")


def read_mixed_csv(
    path: str | os.PathLike[str], label: str | int = -1, leave_out: Sequence[str] = ()
) -> Dataset:
    """Read a comma-separated table of numbers and words with gaps; names are in its first line.

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
    rows = _csv_rows(file, read_text(file))
    line, first = _first_row(file, rows)
    place = _label_column(file, first, label)
    numbered = [f"column {j}" for j in range(1, len(first) + 1)]
    given = [cell.strip() or number for cell, number in zip(first, numbered, strict=True)]
    names = _column_names(file, line, given)
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


def _csv_rows(file: Path, text: str) -> Iterator[Row]:
    """Yield every row that is not blank, with the number of its (last) line."""
    n_cells = text.count(",") + text.count("\n") + 1
    check_size(8 * n_cells, f"the numbers of {file}", "cut the table into parts")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        message = (
            f"{file}, line {reader.line_num}: expected cells separated by commas, got: {error}"
        )
        raise InputError(message) from error


def _first_row(file: Path, rows: Iterator[Row]) -> Row:
    """Take the first row with its line, which shows how many columns there are."""
    line, first = next(rows, (0, []))
    if len(first) < 2:
        message = (
            f"{file}: expected a label and at least one feature, separated by commas, got {first}"
        )
        raise InputError(message)
    return line, first


def _label_column(file: Path, first: list[str], label: Any) -> int:
    """Find the column of the labels by its name or its number."""
    names = [cell.strip() for cell in first]
    if not isinstance(label, str):
        return check_whole(label, "label", at_least=-len(names), at_most=len(names) - 1) % len(
            names
        )
    if label not in names:
        shown = ", ".join(names[:10]) + " ..." * (len(names) > 10)
        message = f"label must be a column of {file} ({shown}), got {label!r}"
        raise InputError(message)
    return names.index(label)


def _has_header(first: list[str], column: int, label: Any, told: Any) -> bool:
    if told is None:
        features = first[:column] + first[column + 1 :]
        return isinstance(label, str) or all(as_number(cell) is None for cell in features)
    if not isinstance(told, bool):
        message = f"header must be True, False or None, got {told!r}"
        raise InputTypeError(message)
    if not told and isinstance(label, str):
        message = f"label must be a column number when there is no header, got {label!r}"
        raise InputError(message)
    return told


def _column_names(file: Path, line: int, first: list[str]) -> list[str]:
    """Take the names of the columns, all different and none empty."""
    names: dict[str, None] = {}  # in their order, and quick to look up
    for j, name in enumerate(cell.strip() for cell in first):
        if not name or name in names:
            refuse(file, f"line {line}, column {j + 1}", "a column name of its own", name)
        names[name] = None
    return list(names)


def _read_fast(text: str, skip: int, column: int, width: int) -> Table | None:
    """Read a table of finite numbers with whole labels; None if it is not one."""
    lines = io.StringIO(text)
    try:
        table = np.loadtxt(
            lines, delimiter=",", quotechar='"', comments=None, skiprows=skip, ndmin=2
        )
    except ValueError:
        return None
    labels = table[:, column]
    whole = np.array_equal(labels, np.rint(labels)) and np.abs(labels).max() <= LARGEST_LABEL
    if not (whole and table.shape[1] == width and np.isfinite(table).all()):
        return None
    return np.delete(table, column, axis=1), labels.astype(np.int64)


def _read_slowly(file: Path, text: str, skip: int, column: int, first: list[str]) -> Table:
    X: list[list[float]] = []
    labels: list[str] = []
    for line, row in _csv_rows(file, text):
        if line <= skip:
            continue
        if len(row) != len(first):
            refuse(file, f"line {line}", f"{len(first)} cells", ",".join(row))
        numbers: list[float] = []
        for j, cell in enumerate(row):
            if j == column:
                labels.append(
                    cell.strip() or refuse(file, f"line {line}, column {j + 1}", "a label", cell)
                )
                continue
            number = as_number(cell)
            numbers.append(
                refuse(file, f"line {line}, column {j + 1}", "a number", cell)
                if number is None
                else number
            )
        X.append(numbers)
    return np.array(X), np.array(labels)


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
