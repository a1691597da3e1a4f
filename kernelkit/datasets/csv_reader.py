"""Read tables as people keep them, with one column of labels: numbers, words, and gaps.

A table of nothing but numbers takes NumPy's fast reader; the others are read cell by cell, which
tells the place of a wrong one. A column of words becomes several of 0 and 1. What is missing is
marked, for a step that learns from the training samples how to fill it.
"""

import csv
import io
import os
import re
import shlex
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

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

__all__ = ["Column", "parse_csv", "read_csv"]

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
SEPARATORS = ",;\t"
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")

Number = Callable[[str], float | None]  # reads a cell; None for a word
Row = tuple[int, list[str]]  # the number of its (last) line, and its cells


class Column(NamedTuple):
    """A column of a table, and what became of it."""

    name: str
    #: "numbers", "words" or "left out".
    kind: str
    #: The features it became.
    features: tuple[str, ...]
    #: How many cells nobody filled in.
    missing: int


class Cells(NamedTuple):
    """The cells of a column below its name, and where they stand."""

    file: Path
    column: str  # its name in quotes, or its number
    lines: Sequence[int]
    texts: Sequence[str]

    def numbers(self, number: Number) -> list[float]:
        """The number in each cell, NaN in a gap."""
        found = []
        for i, text in enumerate(self.texts):
            x = np.nan if _is_gap(text) else number(text)
            found.append(self.refuse(i, "a number, as in the other rows") if x is None else x)
        return found

    def labels(self) -> npt.NDArray[Any]:
        """Whole numbers if all labels are, else strings."""
        for i, text in enumerate(self.texts):
            if _is_gap(text):
                self.refuse(i, "a label")
        numbers = [as_number(text) for text in self.texts]
        if all(x is not None and x == round(x) and abs(x) <= LARGEST_LABEL for x in numbers):
            return np.array(numbers, dtype=np.int64)
        return np.array(self.texts)

    def refuse(self, i: int, expected: str) -> NoReturn:
        refuse(self.file, f"line {self.lines[i]}, column {self.column}", expected, self.texts[i])


def read_csv(
    path: str | os.PathLike[str], label: str | int = -1, leave_out: Sequence[str] = ()
) -> Dataset:
    """Read a table of numbers and words with gaps, packed (.gz, .xz) or not.

    Parameters
    ----------
    path : str or path
        The file. Its first line holds names if none of its features is a number, or if ``label``
        is a name.
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
        Without names in the file the columns are called x1, x2, ...

    Notes
    -----
    Cells are separated by commas, semicolons or tabs, whichever the first lines agree on; numbers
    between the latter two may be written 3,14. A column is one of words if more than half of its
    cells are. A word among numbers and a row without a label are refused. A column without a name
    is called "column 1" by its place, and left out if it is empty or counts the rows: programs that
    number their rows write one.
    """
    file = as_path(path)
    return parse_csv(file, read_text(file), label, leave_out)[0]


def parse_csv(
    file: Path, text: str, label: str | int = -1, leave_out: Sequence[str] = ()
) -> tuple[Dataset, list[Column]]:
    """Do what ``read_csv`` does with a text; say of each column what became of it."""
    if isinstance(leave_out, str) or not isinstance(leave_out, Sequence):
        raise InputTypeError("leave_out", f"must be a list of column names, got {shown(leave_out)}")
    separator = _separator(text)
    number = partial(_number, commas=separator != ",")
    (line, first), *more = _rows(file, text, separator, most=2)
    place = _place(file, first, label)
    others = [j for j in range(len(first)) if j != place]
    named = isinstance(label, str) or all(number(first[j]) is None for j in others)
    if not named:
        names = [f"x{j}" for j in range(1, len(first))]
        names.insert(place, "label")
    elif more:
        names = _column_names(file, line, first)
    else:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)
    found = None
    if separator == "," and all(first) and not leave_out:
        found = _read_fast(text, line if named else 0, place, len(first))
    if found is not None:
        X, y = found
        columns = [Column(names[j], "numbers", (names[j],), 0) for j in others]
    else:
        lines, rows = zip(*_rows(file, text, separator)[named:], strict=True)
        table: list[Cells] = []
        for j, texts in enumerate(zip(*rows, strict=True)):
            table.append(Cells(file, repr(names[j]) if named else str(j + 1), lines, texts))
        y = table[place].labels()
        unnamed = [j for j in others if named and not first[j]]
        index = {names[j] for j in unnamed if _is_index(table[j].texts)}
        features = {names[j]: table[j] for j in others}
        _check_leave_out(file, [name for name in features if name not in index], leave_out)
        X, columns = _encoded(file, features, index | set(leave_out), number)
    feature_names = tuple(name for column in columns for name in column.features)
    classes = tuple(map(str, np.unique(y)))
    return Dataset(X, y, feature_names, classes, f"CSV file {file.name}"), columns


def _encoded(
    file: Path, table: dict[str, Cells], left_out: set[str], number: Number
) -> tuple[npt.NDArray[np.float64], list[Column]]:
    """Make features of the columns that are not left out."""
    words: dict[str, list[str]] = {}  # the different words of a column, none of one of numbers
    bad: dict[str, str] = {}
    for name in [name for name in table if name not in left_out]:
        present = [text for text in table[name].texts if not _is_gap(text)]
        n_words = sum(number(text) is None for text in present)
        words[name] = sorted(set(present)) if 2 * n_words > len(present) else []
        if not present:
            bad[name] = "nothing"
        elif len(words[name]) > MOST_WORDS:
            bad[name] = f"{len(words[name])} different words such as {words[name][0]!r}"
    if bad:
        told = ", and ".join(f"{what} in column {name!r}" for name, what in bad.items())
        message = (
            f"{file}: expected numbers or at most {MOST_WORDS} different words in each column, "
            f"got {told}; make numbers of them, or go on without by leave_out "
            f"(kernelkit run --leave-out {' '.join(map(shlex.quote, bad))})"
        )
        raise InputError(message)
    n = len(next(iter(table.values())).lines)
    width = sum(max(1, len(each)) for each in words.values())
    remedy = "name columns of many words in leave_out (kernelkit run --leave-out)"
    check_size(8 * n * width, f"the features of {file}", remedy)
    encoded: list[Any] = []
    columns: list[Column] = []
    for name, cells in table.items():
        gaps = np.array([_is_gap(text) for text in cells.texts])
        if name in left_out:
            columns.append(Column(name, "left out", (), 0))
        elif words[name]:
            texts = np.array(cells.texts, dtype=object)
            encoded += [np.where(gaps, np.nan, texts == word) for word in words[name]]
            made = tuple(f"{name} = {word}" for word in words[name])
            columns.append(Column(name, "words", made, int(gaps.sum())))
        else:
            encoded.append(cells.numbers(number))
            columns.append(Column(name, "numbers", (name,), int(gaps.sum())))
    return np.array(encoded, dtype=np.float64).T.copy(), columns


def _rows(file: Path, text: str, separator: str, most: int | None = None) -> list[Row]:
    """The rows that are not blank, all as long as the first, without blanks around their cells."""
    n_cells = text.count(separator) + text.count("\n") + 1
    check_size(8 * n_cells, f"the numbers of {file}", "cut the table into parts")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    try:
        for cells in islice(filter(None, reader), most):
            if rows and len(cells) != len(rows[0][1]):
                wanted = f"{len(rows[0][1])} cells"
                refuse(file, f"line {reader.line_num}", wanted, separator.join(cells))
            rows.append((reader.line_num, [cell.strip() for cell in cells]))
    except csv.Error as error:
        message = (
            f"{file}, line {reader.line_num}: expected cells separated by commas, got: {error}"
        )
        raise InputError(message) from error
    first = rows[0][1] if rows else []
    if len(first) < 2:
        got = shown(first) if first else "an empty file"
        message = (
            f"{file}: expected a label and at least one feature, separated by commas, got {got}"
        )
        raise InputError(message)
    return rows


def _place(file: Path, names: list[str], label: Any) -> int:
    """Find the column of the labels by its name or its number."""
    n = len(names)
    if not isinstance(label, str):
        return check_whole(label, "label", at_least=-n, at_most=n - 1) % n
    if label not in names:
        some = ", ".join(names[:10]) + " ..." * (n > 10)
        hint = meant(label, names)
        raise InputError("label", f"must be a column of {file} ({some}), got {shown(label)}{hint}")
    return names.index(label)


def _column_names(file: Path, line: int, first: list[str]) -> list[str]:
    """Take the names of the columns, all different; one without a name is called by its place."""
    names: list[str] = []
    for j, name in enumerate(first, start=1):
        if name in names:
            refuse(file, f"line {line}, column {j}", "a column name of its own", name)
        names.append(name or f"column {j}")
    return names


def _read_fast(
    text: str, skip: int, place: int, width: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any]] | None:
    """Read a table of finite numbers with whole labels; None if it is not one."""
    options: dict[str, Any] = {"delimiter": ",", "quotechar": '"', "comments": None, "ndmin": 2}
    try:
        table = np.loadtxt(io.StringIO(text), skiprows=skip, **options)
    except ValueError:
        return None
    labels = table[:, place]
    whole = np.array_equal(labels, np.rint(labels)) and np.abs(labels).max() <= LARGEST_LABEL
    if not (whole and table.shape[1] == width and np.isfinite(table).all()):
        return None
    return np.delete(table, place, axis=1), labels.astype(np.int64)


def _separator(text: str) -> str:
    """What cuts each of the first two lines into the most cells; else a comma."""

    def cells(separator: str) -> int:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            return min((len(row) for row in islice(filter(None, reader), 2)), default=0)
        except csv.Error:
            return 0

    return max(SEPARATORS, key=cells)


def _is_gap(cell: str) -> bool:
    return cell.lower() in MISSING


def _is_index(cells: Sequence[str]) -> bool:
    """Whether a column is empty, or goes up by one from row to row."""
    numbers = [as_number(cell) for cell in cells]
    first = numbers[0]
    counts = first is not None and numbers == [first + i for i in range(len(cells))]
    return counts or all(map(_is_gap, cells))


def _check_leave_out(file: Path, features: list[str], leave_out: Sequence[str]) -> None:
    unknown = [f"{shown(n)}{meant(str(n), features)}" for n in leave_out if n not in features]
    if unknown:
        listed = ", ".join(features)
        raise InputError(
            "leave_out", f"must name features of {file} ({listed}), got {' and '.join(unknown)}"
        )
    if set(features) <= set(leave_out):
        message = f"{file}: expected a feature that is not left out, got {list(leave_out)}"
        raise InputError(message)


def _number(cell: str, commas: bool) -> float | None:
    """A number, None for a word; ``commas`` allows decimal commas."""
    return as_number(cell.replace(",", ".") if commas and DECIMAL_COMMA.fullmatch(cell) else cell)
