"""Read comma-separated tables with one column of labels.

``read_csv`` takes numbers alone and refuses the rest. Tables of nothing but numbers take NumPy's
fast reader; the others, those with text labels and those with a mistake somewhere, are read line by
line, which knows where it is when a cell is wrong. Words among the features, gaps, semicolons:
``mixed_reader.py``.
"""

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import LARGEST_LABEL, as_number, read_text, refuse
from kernelkit.validation import (
    InputError,
    InputTypeError,
    as_path,
    check_size,
    check_whole,
    meant,
    shown,
)

__all__ = [
    "NumberedRow",
    "column_names",
    "csv_rows",
    "first_row",
    "label_column",
    "parse_csv",
    "read_csv",
]

NUMBER = "a number (words and gaps are for read_mixed_csv)"

Table: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[Any]]
NumberedRow: TypeAlias = tuple[int, list[str]]  # the number of its line, and its cells


def read_csv(
    path: str | os.PathLike[str], label: str | int = -1, header: bool | None = None
) -> Dataset:
    """Read a comma-separated table of numbers, packed (.gz, .xz) or not.

    Words among the features and gaps are for :func:`kernelkit.datasets.read_mixed_csv`.

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
    rows = csv_rows(file, text)
    line, first = first_row(file, rows)
    column = label_column(file, first, label)
    if not _has_header(first, column, label, header):
        names, line = [f"x{j + 1}" for j in range(len(first) - 1)], 0
    elif next(rows, None) is None:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)
    else:
        names = column_names(file, line, first)
        names.pop(column)
    X, y = _read_fast(text, line, column, len(first)) or _read_slowly(
        file, text, line, column, first
    )
    classes = tuple(str(c) for c in np.unique(y))
    return Dataset(X, y, tuple(names), classes, f"CSV file {file.name}")


def csv_rows(file: Path, text: str, separator: str = ",") -> Iterator[NumberedRow]:
    """Yield every row that is not blank, with the number of its (last) line."""
    n_cells = text.count(separator) + text.count("\n") + 1
    check_size(8 * n_cells, f"the numbers of {file}", "cut the table into parts")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        message = (
            f"{file}, line {reader.line_num}: expected cells separated by commas, got: {error}"
        )
        raise InputError(message) from error


def first_row(file: Path, rows: Iterator[NumberedRow]) -> NumberedRow:
    """Take the first row with its line, which shows how many columns there are."""
    line, first = next(rows, (0, []))
    if len(first) < 2:
        message = (
            f"{file}: expected a label and at least one feature, separated by commas, got {first}"
        )
        raise InputError(message)
    return line, first


def label_column(file: Path, first: list[str], label: Any) -> int:
    """Find the column of the labels by its name or its number."""
    names = [cell.strip() for cell in first]
    if not isinstance(label, str):
        return check_whole(label, "label", at_least=-len(names), at_most=len(names) - 1) % len(
            names
        )
    if label not in names:
        some = ", ".join(names[:10]) + " ..." * (len(names) > 10)
        hint = meant(label, names)
        raise InputError("label", f"must be a column of {file} ({some}), got {shown(label)}{hint}")
    return names.index(label)


def _has_header(first: list[str], column: int, label: Any, told: Any) -> bool:
    if told is None:
        features = first[:column] + first[column + 1 :]
        return isinstance(label, str) or all(as_number(cell) is None for cell in features)
    if not isinstance(told, bool):
        raise InputTypeError("header", f"must be True, False or None, got {shown(told)}")
    if not told and isinstance(label, str):
        raise InputError(
            "label", f"must be a column number when there is no header, got {shown(label)}"
        )
    return told


def column_names(file: Path, line: int, first: list[str]) -> list[str]:
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
    for line, row in csv_rows(file, text):
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
                refuse(file, f"line {line}, column {j + 1}", NUMBER, cell)
                if number is None
                else number
            )
        X.append(numbers)
    return np.array(X), np.array(labels)
