"""Read tables as people keep them, with one column of labels: numbers, words, and gaps.

pandas cuts the text into cells; what a cell means is decided here, once for each different text of
a column. A column of words becomes several of 0 and 1. What is missing is marked, for a step that
learns from the training samples how to fill it. All that is wrong with a table is told at once.
"""

import csv
import io
import os
import re
import shlex
from collections.abc import Sequence
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import as_number, read_text
from kernelkit.validation import (
    LARGEST_WHOLE,
    InputError,
    InputTypeError,
    Integers,
    Matrix,
    as_path,
    check_choice,
    check_flag,
    check_size,
    check_whole,
    meant,
    shown,
)

MISSING = {"", "?", "na", "n/a", "nan", "null"}
MOST_WORDS = 20  # in a column; with more it rather names its samples
MANY_ROWS = 10  # so many that a word of its own in each is a name, too
MOST_LINES = 5  # that are listed where the same is wrong on many
SEPARATORS = ";\t,"  # of those that cut the most cells, the first
HEAD = 2**20  # characters in which the first two rows are looked for
DECIMAL_COMMA = r"[+-]?\d+,\d+"
# Such a number beside a semicolon or a tab: its comma separates no cells.
BESIDE = rf'(?<=[;\t])"?{DECIMAL_COMMA}"?(?=[;\t]|$)|^"?{DECIMAL_COMMA}"?(?=[;\t])'
SIGN = r"[$\u00a3\u00a5\u20a0-\u20cf]"  # dollar, pound, yen, and Unicode's block of currencies
AMOUNT = re.compile(rf"([+-]?)\s*{SIGN}?\s*(.*?)\s*{SIGN}?")


class Column(NamedTuple):
    """A column of a table, and what became of it."""

    name: str
    #: "numbers", "words" or "left out".
    kind: str
    #: The features it became.
    features: tuple[str, ...]
    #: How many cells nobody filled in.
    missing: int


class NumberForm(NamedTuple):
    """How numbers are written: with which decimal mark, with or without a currency sign."""

    decimal: str  # ".", "," or ".,", where both are taken
    currency: bool

    def read(self, text: str) -> float | None:
        """The number in a cell; None if it is a word or a gap."""
        amount = AMOUNT.fullmatch(text) if self.currency else None
        if amount:
            text = amount[1] + amount[2]
        if "," in self.decimal and re.fullmatch(DECIMAL_COMMA, text):
            text = text.replace(",", ".")
        elif "." in text and "." not in self.decimal:
            return None
        return as_number(text)


OTHER_FORMS = {
    "decimal=','": NumberForm(",", False),
    "decimal='.'": NumberForm(".", False),
    "currency=True": NumberForm(".", True),
    "currency=True and decimal=','": NumberForm(",", True),
}


def read_csv(
    path: str | os.PathLike[str],
    label: str | int = -1,
    leave_out: Sequence[str] = (),
    *,
    decimal: str | None = None,
    currency: bool = False,
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
    decimal : {".", ","}, optional
        The decimal mark. None takes the point, and where cells are separated by semicolons or tabs
        the comma too.
    currency : bool, default False
        Whether numbers may have a currency sign before or after them, as in $27.70.

    Returns
    -------
    Dataset
        X of float64. An empty cell, or NA, N/A, NaN, null or a question mark, is NaN. A column of
        at most 20 different words becomes as many columns of 0 and 1, called ``colour = red``; a
        gap is NaN in all of them. y is of int64 if all labels are whole numbers, else of strings.
        Without names in the file the columns are called x1, x2, ...

    Notes
    -----
    Cells are separated by semicolons, tabs or commas, whichever cuts the first two rows into the
    most cells. A column is one of words if more than half of its cells are. A word among numbers
    and a row without a label are refused, and the error lists all that is wrong with the table. A
    column without a name is called "column 1" by its place, and left out if it is empty or counts
    the rows: programs that number their rows write one.
    """
    file = as_path(path)
    return parse_csv(file, read_text(file), label, leave_out, decimal, currency)[0]


def parse_csv(
    file: Path,
    text: str,
    label: str | int = -1,
    leave_out: Sequence[str] = (),
    decimal: str | None = None,
    currency: bool = False,
) -> tuple[Dataset, list[Column]]:
    """Do what ``read_csv`` does with a text; say of each column what became of it."""
    if isinstance(leave_out, str) or not isinstance(leave_out, Sequence):
        raise InputTypeError("leave_out", f"must be a list of column names, got {shown(leave_out)}")
    separator = _separator(text)
    if decimal is None:
        marks = "." if separator == "," else ".,"
    else:
        marks = check_choice(decimal, "decimal", (".", ","))
    form = NumberForm(marks, check_flag(currency, "currency"))
    first, rows = _rows(file, text, separator)
    place = _place(file, first, label)
    others = [j for j in range(len(first)) if j != place]
    named = isinstance(label, str) or not any(
        form.read(first[j]) is not None or _remedy(first[j]) for j in others
    )
    names = [f"x{j}" for j in range(1, len(first))]
    names.insert(place, "label")
    faults = []
    if named:
        names = [name or f"column {j}" for j, name in enumerate(first, start=1)]
        for name in sorted({name for name in first if name and first.count(name) > 1}):
            places = ", ".join(str(j) for j, each in enumerate(first, start=1) if each == name)
            faults.append(f"columns {places}: expected a name for each, got {shown(name)}")
    for n in sorted({n for _, n in rows} - {0, len(first)}):
        lines = [line for line, n_cells in rows if n_cells == n]
        faults.append(f"{_line_list(lines)}: expected {len(first)} cells, got {n}")
    table = _cut(text, separator, rows, names, named)
    if not len(table[place].lines):
        _refuse(file, faults or ["expected rows below the column names, got none"])
    y = _labels(table[place], faults)
    index = {j for j in others if named and not first[j] and _is_index(table[j])}
    _check_leave_out(file, [names[j] for j in others if j not in index], leave_out)
    index |= {j for j in others if names[j] in leave_out}
    encoded = [
        (Column(names[j], "left out", (), 0), np.empty((len(table[j].texts), 0)))
        if j in index
        else _encode(names[j], table[j], form, faults)
        for j in others
    ]
    if faults:
        _refuse(file, faults)
    columns = [column for column, _ in encoded]
    features = tuple(name for column in columns for name in column.features)
    remedy = "name columns of many words in leave_out (kernelkit run --leave-out)"
    check_size(8 * len(y) * len(features), f"the features of {file}", remedy)
    X = np.hstack([values[table[j].codes] for j, (_, values) in zip(others, encoded, strict=True)])
    classes = tuple(map(str, np.unique(y)))
    return Dataset(X, y, features, classes, f"CSV file {file.name}"), columns


def _rows(file: Path, text: str, separator: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The cells of the first row; of each row the line it ends on and its cells, 0 if blank."""
    n_cells = text.count(separator) + text.count("\n") + 1
    check_size(8 * n_cells, f"the numbers of {file}", "cut the table into parts")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    first: list[str] = []
    rows: list[tuple[int, int]] = []
    try:
        for cells in reader:
            blank = len(cells) < 2 and not "".join(cells).strip()
            rows.append((reader.line_num, 0 if blank else len(cells)))
            if not (first or blank):
                first = [cell.strip() for cell in cells]
    except csv.Error as error:
        _refuse(file, [f"line {reader.line_num}: expected cells and separators, got {error}"])
    if len(first) < 2:
        got = shown(first) if first else "an empty file"
        _refuse(
            file, [f"expected a label and at least one feature, separated by commas, got {got}"]
        )
    return first, rows


def _cut(
    text: str, separator: str, rows: list[tuple[int, int]], names: list[str], named: bool
) -> list["Cells"]:
    """The columns below their names, of all rows that have a cell for each."""
    import pandas

    frame = pandas.read_csv(
        io.StringIO(text),
        sep=separator,
        header=None,
        names=range(len(names)),
        dtype=object,
        na_filter=False,
        skip_blank_lines=False,
        on_bad_lines="skip",
    )
    # pandas left out the rows with too many cells, and filled up those with too few.
    read = [(line, n) for line, n in rows if n <= len(names)]
    whole = [i for i, (_, n) in enumerate(read) if n == len(names)][named:]
    lines = np.array([read[i][0] for i in whole], dtype=np.int64)
    table = []
    for j, name in enumerate(names):
        codes, texts = pandas.factorize(frame[j].to_numpy()[whole])
        where = f"column {name!r}" if named else f"column {j + 1}"
        table.append(Cells(where, lines, [text.strip() for text in texts], codes))
    return table


class Cells(NamedTuple):
    """A column: its different texts, which of them stands in each row, and on which lines."""

    where: str
    lines: Integers
    texts: list[str]
    codes: Integers

    def faults(self, bad: list[bool], expected: str, remedy: str = "") -> list[str]:
        """Say where the bad ones of the texts stand."""
        rows = np.flatnonzero(np.array(bad)[self.codes])
        if len(rows) == 0:
            return []
        got = shown(self.texts[self.codes[rows[0]]])
        where = f"{_line_list(self.lines[rows].tolist())}, {self.where}"
        return [f"{where}: expected {expected}, got {got}{remedy}"]


def _labels(cells: Cells, faults: list[str]) -> npt.NDArray[Any]:
    """Whole numbers if all labels are, else strings."""
    faults += cells.faults([_is_gap(text) for text in cells.texts], "a label")
    if all(as_number(text) is not None for text in cells.texts):
        # Not by way of floats, which have digits for whole numbers up to 2**53 only.
        exact = [Decimal(text) for text in cells.texts]
        if all(abs(x) <= LARGEST_WHOLE and x == x.to_integral_value() for x in exact):
            return np.array([int(x) for x in exact], dtype=np.int64)[cells.codes]
    return np.array(cells.texts)[cells.codes]


def _encode(name: str, cells: Cells, form: NumberForm, faults: list[str]) -> tuple[Column, Matrix]:
    """What becomes of a column, and the features that each of its texts becomes."""
    texts, counts = cells.texts, np.bincount(cells.codes)
    numbers = [np.nan if _is_gap(text) else form.read(text) for text in texts]
    # None for a number or a gap, the options for a number in another form, "" for a word
    remedies = [None if x is not None else _remedy(t) for t, x in zip(texts, numbers, strict=True)]
    n_gaps = int(counts[[_is_gap(text) for text in texts]].sum())
    n_words = int(counts[[remedy == "" for remedy in remedies]].sum())
    n_present = len(cells.codes) - n_gaps
    if n_present > 0 and 2 * n_words <= n_present:
        for remedy in sorted({remedy for remedy in remedies if remedy is not None}):
            reads = f"; {remedy} reads it" if remedy else ""
            bad = [each == remedy for each in remedies]
            faults += cells.faults(bad, "a number, as in the other rows", reads)
        values = np.array(numbers, dtype=np.float64)[:, np.newaxis]
        return Column(name, "numbers", (name,), n_gaps), values
    words = sorted({text for text in texts if not _is_gap(text)})
    names = len(words) == n_present >= MANY_ROWS  # each row has a word of its own
    if names or not 1 <= len(words) <= MOST_WORDS:
        got = f"{len(words)} such as {shown(words[0])}" if words else "nothing"
        rule = f"at most {MOST_WORDS} different words"
        if names and len(words) <= MOST_WORDS:
            rule = "words that several rows share"
        faults.append(
            f"{cells.where}: expected numbers or {rule}, got {got}; "
            f"leave_out (kernelkit run --leave-out {shlex.quote(name)}) goes on without it"
        )
        words = []
    values = np.array([[float(text == word) for word in words] for text in texts])
    values[[_is_gap(text) for text in texts]] = np.nan
    return Column(name, "words", tuple(f"{name} = {word}" for word in words), n_gaps), values


def _refuse(file: Path, faults: list[str]) -> NoReturn:
    """Raise one error for all that is wrong with a file."""
    between = ", " if faults[0].startswith(("line", "column")) else ": "
    message = f"{file}{between}{faults[0]}"
    if len(faults) > 1:
        numbered = [f"{k}. {fault}" for k, fault in enumerate(faults, start=1)]
        message = "\n  ".join([f"{file} has {len(faults)} faults:", *numbered])
    raise InputError(message)


def _separator(text: str) -> str:
    """What cuts each of the first two rows into the most cells, decimal commas aside."""
    head = re.sub(BESIDE, "0", text[:HEAD], flags=re.MULTILINE)

    def n_cells(separator: str) -> int:
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=separator)
        try:
            return min((len(row) for row in islice(filter(None, reader), 2)), default=0)
        except csv.Error:
            return 0

    return max(SEPARATORS, key=n_cells)


def _place(file: Path, names: list[str], label: Any) -> int:
    """Find the column of the labels by its name or its number."""
    n = len(names)
    if not isinstance(label, str):
        return check_whole(label, "label", at_least=-n, at_most=n - 1) % n
    if label not in names:
        some = ", ".join(names[:10])
        more = " ..." if n > 10 else ""
        text = f"must be a column of {file} ({some}{more}), got {shown(label)}"
        raise InputError("label", text + meant(label, names))
    return names.index(label)


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


def _is_index(cells: Cells) -> bool:
    """Whether a column is empty, or goes up by one from row to row."""
    numbers = [as_number(cells.texts[code]) for code in cells.codes]
    first = numbers[0]
    counts = first is not None and numbers == [first + i for i in range(len(numbers))]
    return counts or all(map(_is_gap, cells.texts))


def _remedy(text: str) -> str:
    """The options with which a text would be a number; none for a word."""
    return next((name for name, form in OTHER_FORMS.items() if form.read(text) is not None), "")


def _is_gap(text: str) -> bool:
    return text.lower() in MISSING


def _line_list(lines: list[int]) -> str:
    """Name the first of some lines: "line 3", "lines 3, 4", "lines 3, 4, 7, 8, 9 and 2 more"."""
    some, more = ", ".join(map(str, lines[:MOST_LINES])), len(lines) - MOST_LINES
    if len(lines) == 1:
        return f"line {some}"
    return f"lines {some} and {more:,} more" if more > 0 else f"lines {some}"
