"""Read tables with one column of labels.

``read_csv`` takes numbers alone and refuses the rest. Tables of nothing but numbers take NumPy's
fast reader; the others, those with text labels and those with a mistake somewhere, are read cell by
cell, which tells the place of a wrong one.

``read_mixed_csv`` takes tables as people keep them: numbers, words, and cells that nobody filled
in. Cells may be separated by commas, semicolons or tabs; with the latter two, numbers may have
decimal commas. A column of words becomes several of 0 and 1. What is missing is marked, for a step
that learns from the training samples how to fill it.
"""

import csv
import io
import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

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

__all__ = ["Column", "parse_csv", "parse_mixed_csv", "read_csv", "read_mixed_csv"]

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
SEPARATORS = ",;\t"
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
DATE = re.compile(
    r"(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./])\d{1,2}\2\d{2,4})([ T]\d{1,2}:\d{2}.*)?"
    r"|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}:\d{2}(:\d{2})?"
)

Row: TypeAlias = tuple[int, list[str]]  # the number of its (last) line, and its cells


class Column(NamedTuple):
    """A column of a table, and what became of it."""

    name: str
    #: "numbers", "words" or "left out".
    kind: str
    #: The features it became.
    features: tuple[str, ...]
    #: How many cells nobody filled in.
    missing: int


def read_csv(path: str | os.PathLike[str], label: str | int = -1) -> Dataset:
    """Read a comma-separated table of numbers, packed (.gz, .xz) or not.

    Words among the features and gaps are for :func:`kernelkit.datasets.read_mixed_csv`.

    Parameters
    ----------
    path : str or path
        The file. Its first line holds names if all its features are words, or if ``label`` is one.
    label : str or int, default -1
        Which column holds the labels: its name, or its number from 0 (from -1 backwards).

    Returns
    -------
    Dataset
        X of float64; y of int64 if all labels are whole numbers, else of strings. Without names in
        the file the features are called x1, x2, ...
    """
    file = as_path(path)
    return parse_csv(file, read_text(file), label)


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


def parse_csv(file: Path, text: str, label: str | int = -1) -> Dataset:
    """Do what ``read_csv`` does with the text of a file that was read already."""
    (line, first), *more = _rows(file, text, ",", most=2)
    place = _place(file, first, label)
    features = [j for j in range(len(first)) if j != place]
    named = isinstance(label, str) or all(as_number(first[j]) is None for j in features)
    if named:
        _check_not_empty(file, line, more)
        names = _column_names(file, line, first)
        titles = [names[j] for j in features]
    else:
        names, titles = [], [f"x{j}" for j in range(1, len(first))]
    found = _read_fast(text, line if named else 0, place, len(first))
    if found is None:
        table = _Table(file, names, _rows(file, text, ",")[named:])
        expected = "a number (words and gaps are for read_mixed_csv)"
        numbers = [table.numbers(j, as_number, expected) for j in features]
        found = np.array(numbers).T.copy(), table.labels(place)
    X, y = found
    return Dataset(X, y, tuple(titles), tuple(map(str, np.unique(y))), f"CSV file {file.name}")


def parse_mixed_csv(
    file: Path, text: str, label: str | int = -1, leave_out: Sequence[str] = ()
) -> tuple[Dataset, list[Column]]:
    """Do what ``read_mixed_csv`` does with a text; say of each column what became of it."""
    separator = _separator(text)
    (line, first), *rows = _rows(file, text, separator)
    place = _place(file, first, label)
    names = _column_names(file, line, [c or f"column {j}" for j, c in enumerate(first, start=1)])
    _check_not_empty(file, line, rows)
    table = _Table(file, names, rows)
    y = table.labels(place)
    others = [j for j in range(len(names)) if j != place]
    features = [j for j in others if first[j] or not _is_index(table.cells(j))]
    _check_leave_out(file, [names[j] for j in features], leave_out)
    read = partial(_number_or_gap, commas=separator != ",")
    words: dict[int, list[str]] = {}  # the different words of a column, none of one of numbers
    bad: dict[str, str] = {}
    for j in features:
        if names[j] in leave_out:
            continue
        present = [cell for cell in table.cells(j) if not _is_gap(cell)]
        n_words = sum(read(cell) is None for cell in present)
        words[j] = sorted(set(present)) if 2 * n_words > len(present) else []
        if trouble := _trouble(present, words[j]):
            bad[names[j]] = trouble
    if bad:
        _refuse_columns(file, bad)
    width = sum(max(1, len(each)) for each in words.values())
    remedy = "name columns of many words in leave_out (kernelkit run --leave-out)"
    check_size(8 * len(rows) * width, f"the features of {file}", remedy)
    encoded: dict[str, list[float]] = {}
    columns: list[Column] = []
    for j in others:
        if j not in words:
            columns.append(Column(names[j], "left out", (), 0))
            continue
        cells = table.cells(j)
        if words[j]:
            made = {f"{names[j]} = {word}": _is_word(word, cells) for word in words[j]}
        else:
            made = {names[j]: table.numbers(j, read, "a number, as in the other rows")}
        kind = "words" if words[j] else "numbers"
        columns.append(Column(names[j], kind, tuple(made), sum(map(_is_gap, cells))))
        encoded |= made
    X = np.array(list(encoded.values())).T.copy()
    classes = tuple(map(str, np.unique(y)))
    return Dataset(X, y, tuple(encoded), classes, f"CSV file {file.name}"), columns


class _Table(NamedTuple):
    """Rows of a file, all of one length, which knows where a wrong cell stands."""

    file: Path
    names: list[str]  # of the columns; none if the file has none
    rows: list[Row]

    def cells(self, j: int) -> list[str]:
        return [cells[j] for _, cells in self.rows]

    def numbers(self, j: int, read: Callable[[str], float | None], expected: str) -> list[float]:
        numbers = []
        for i, cell in enumerate(self.cells(j)):
            number = read(cell)
            numbers.append(self.refuse(i, j, expected) if number is None else number)
        return numbers

    def labels(self, j: int) -> npt.NDArray[Any]:
        """Whole numbers if all labels are, else strings."""
        texts = self.cells(j)
        for i, text in enumerate(texts):
            if _is_gap(text):
                self.refuse(i, j, "a label")
        numbers = [as_number(text) for text in texts]
        if all(x is not None and x == round(x) and abs(x) <= LARGEST_LABEL for x in numbers):
            return np.array(numbers, dtype=np.int64)
        return np.array(texts)

    def refuse(self, i: int, j: int, expected: str) -> NoReturn:
        line, cells = self.rows[i]
        column = repr(self.names[j]) if self.names else j + 1
        refuse(self.file, f"line {line}, column {column}", expected, cells[j])


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
        place = f"{file}, line {reader.line_num}"
        message = f"{place}: expected cells separated by commas, got: {error}"
        raise InputError(message) from error
    first = rows[0][1] if rows else []
    if len(first) < 2:
        message = (
            f"{file}: expected a label and at least one feature, separated by commas, got {first}"
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


def _column_names(file: Path, line: int, names: list[str]) -> list[str]:
    """Take the names of the columns, all different and none empty."""
    seen: set[str] = set()
    for j, name in enumerate(names, start=1):
        if not name or name in seen:
            refuse(file, f"line {line}, column {j}", "a column name of its own", name)
        seen.add(name)
    return names


def _check_not_empty(file: Path, line: int, rows: list[Row]) -> None:
    if not rows:
        message = f"{file}: expected rows below the column names of line {line}, got none"
        raise InputError(message)


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
    """Find what separates cells: what cuts the first two lines into the same number, most of all.

    The comma, if nothing cuts them.
    """

    def cells(separator: str) -> int:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            lengths = [len(row) for row in islice(filter(None, reader), 2)]
        except csv.Error:
            return 0
        return lengths[0] if len(set(lengths)) == 1 else 0

    return max(SEPARATORS, key=cells)


def _is_gap(cell: str) -> bool:
    return cell.lower() in MISSING


def _is_index(cells: list[str]) -> bool:
    """Whether a column without a name is empty, or goes up by one from row to row."""
    if all(map(_is_gap, cells)):
        return True
    numbers = [as_number(cell) for cell in cells]
    first = numbers[0]
    return first is not None and numbers == [first + i for i in range(len(cells))]


def _check_leave_out(file: Path, features: list[str], leave_out: Any) -> None:
    if isinstance(leave_out, str) or not isinstance(leave_out, Sequence):
        raise InputTypeError("leave_out", f"must be a list of column names, got {shown(leave_out)}")
    unknown = [f"{shown(n)}{meant(str(n), features)}" for n in leave_out if n not in features]
    if unknown:
        raise InputError(
            "leave_out",
            f"must name features of {file} ({', '.join(features)}), got {' and '.join(unknown)}",
        )
    if not features:
        message = f"{file}: expected a column of features beside the labels, got none"
        raise InputError(message)
    if set(features) <= set(leave_out):
        raise InputError(
            "leave_out", f"must leave at least one feature of {file}, got {list(leave_out)}"
        )


def _trouble(present: list[str], words: list[str]) -> str:
    """What is in a column that cannot become features; nothing if it can."""
    if not present:
        return "nothing"
    if words and 2 * sum(DATE.fullmatch(cell) is not None for cell in present) > len(present):
        return f"dates or times such as {present[0]!r}"
    if len(words) > MOST_WORDS:
        return f"{len(words)} different words such as {words[0]!r}"
    return ""


def _refuse_columns(file: Path, bad: Mapping[str, str]) -> None:
    told = ", and ".join(f"{what} in column {name!r}" for name, what in bad.items())
    message = (
        f"{file}: expected numbers or at most {MOST_WORDS} different words in each column, got "
        f"{told}; make numbers of them, or name {'it' if len(bad) == 1 else 'them'} in leave_out "
        f"(kernelkit run --leave-out {' '.join(map(shlex.quote, bad))}) to go on without"
    )
    raise InputError(message)


def _is_word(word: str, cells: list[str]) -> list[float]:
    """1 where a cell is this word, 0 where it is another, NaN where it is missing."""
    return [np.nan if _is_gap(cell) else float(cell == word) for cell in cells]


def _number_or_gap(cell: str, commas: bool) -> float | None:
    """A number, NaN for a gap, None for a word; ``commas`` allows decimal commas."""
    if _is_gap(cell):
        return np.nan
    return as_number(cell.replace(",", ".") if commas and DECIMAL_COMMA.fullmatch(cell) else cell)
