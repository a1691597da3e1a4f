"""A table of the reader's own, before anything learns from it: what is refused, and what is said.

Nobody has looked at such a table yet. A column that counts its rows would give the answer away
where the rows are sorted; a column of measurements is no label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelkit.cli.text import plural, short, stop

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kernelkit.datasets import Dataset
    from kernelkit.datasets.csv_reader import Column

__all__ = ["examined", "scale_note"]

LARGEST_CELL = 1e150  # squares of larger numbers are infinite
FEW = 10  # rows that may count up by chance
NAMED = 12  # columns of numbers that are listed
APART = 10  # columns that vary by so many times more than others are not on one scale


def examined(
    args: argparse.Namespace, data: Dataset, columns: Sequence[Column]
) -> tuple[Dataset, list[str]]:
    """Refuse what cannot be learnt from, leave out what counts the rows, and say what is used."""
    _check_labels(args, data)
    _check_sizes(args, data)
    notes = _column_notes(columns, data)
    counting = [] if args.features else _counting(data)
    if counting:
        kept = [j for j in range(data.X.shape[1]) if j not in counting]
        if not kept:
            stop(f"{args.data}: expected a feature that does not count the rows, got none")
        notes += [
            f"{data.feature_names[j]} counts the rows: left out (--features with its name takes it)"
            for j in counting
        ]
        data = data.select(features=kept)
    return data, notes


def scale_note(data: Dataset) -> list[str]:
    """Say so if the columns are not on one scale, for classifiers that take them as they are."""
    import numpy as np

    spread = np.nanstd(data.X, axis=0, dtype=np.float64)
    if not (spread > 0).any():
        return []
    largest, smallest = spread.argmax(), np.where(spread > 0, spread, np.inf).argmin()
    times = spread[largest] / spread[smallest]
    if times < APART:
        return []
    names = data.feature_names
    return [
        f"columns are used as they are, and {names[largest]} varies {times:,.0f} times as much as "
        f"{names[smallest]}; --scale brings all to mean 0 and standard deviation 1"
    ]


def _check_labels(args: argparse.Namespace, data: Dataset) -> None:
    n, k = len(data), len(data.class_names)
    if k > max(2, n / 2):
        which = f"column {args.label!r}" if args.label else "the last column (--label names others)"
        stop(
            f"{args.data}: expected classes in {which}, got {k:,} different labels for "
            f"{plural(n, 'sample')}, such as {short(data.class_names[0])!r}"
        )


def _check_sizes(args: argparse.Namespace, data: Dataset) -> None:
    import numpy as np

    largest = np.nan_to_num(np.abs(data.X)).max(axis=0)
    if (largest > LARGEST_CELL).any():
        j = int(largest.argmax())
        stop(
            f"{args.data}, column {data.feature_names[j]!r}: "
            f"expected numbers up to {LARGEST_CELL:g}, got {largest[j]:.3g}"
        )


def _counting(data: Dataset) -> list[int]:
    """The columns that go up by one from row to row."""
    import numpy as np

    if len(data) < FEW:
        return []
    return np.flatnonzero((np.diff(data.X, axis=0) == 1).all(axis=0)).tolist()


def _column_notes(columns: Sequence[Column], data: Dataset) -> list[str]:
    """Say what became of each column; those of plain numbers together."""
    there = set(data.feature_names)
    used = [column for column in columns if not column.features or there & set(column.features)]
    plain = [column.name for column in used if column.kind == "numbers" and not column.missing]
    notes = []
    if plain:
        more = len(plain) - NAMED
        listed = ", ".join(map(short, plain[:NAMED])) + f" and {more:,} more" * (more > 0)
        notes.append(f"{plural(len(plain), 'column')} of numbers: {listed}")
    return notes + [_column_words(column) for column in used if column.name not in plain]


def _column_words(column: Column) -> str:
    """What became of a column that is not of numbers alone."""
    gaps = f", {plural(column.missing, 'gap')} filled with medians" * bool(column.missing)
    if column.kind == "words":
        values = ", ".join(short(f.removeprefix(f"{column.name} = ")) for f in column.features)
        made = f"{plural(len(column.features), 'column')} of 0 and 1"
        return f"{column.name}: words ({values}), made {made}{gaps}"
    return f"{column.name}: {column.kind}{gaps}"
