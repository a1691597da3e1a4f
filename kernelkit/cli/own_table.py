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
    from kernelkit.datasets.mixed_reader import Column

__all__ = ["examined"]

LARGEST_CELL = 1e150  # squares of larger numbers are infinite
FEW = 10  # rows that may count up by chance
NAMED = 12  # columns of numbers that are listed


def examined(
    args: argparse.Namespace, data: Dataset, columns: Sequence[Column]
) -> tuple[Dataset, list[str]]:
    """Refuse what cannot be learnt from, leave out what counts the rows, and say what is used."""
    import numpy as np

    n, k = len(data), len(data.class_names)
    if k > max(2, n / 2):
        which = f"column {args.label!r}" if args.label else "the last column (--label names others)"
        stop(
            f"{args.data}: expected classes in {which}, got {k:,} different labels for "
            f"{plural(n, 'sample')}, such as {short(data.class_names[0])!r}"
        )
    if np.nanmax(np.abs(data.X)) > LARGEST_CELL:
        stop(f"{args.data}: expected numbers up to {LARGEST_CELL:g}, got larger ones")
    notes = _column_notes(columns, data)
    counts = (np.diff(data.X, axis=0) == 1).all(axis=0)
    if counts.any() and n >= FEW and not args.features:
        names = np.array(data.feature_names)[counts]
        if counts.all():
            stop(f"{args.data}: expected a feature that does not count the rows, got none")
        notes += [
            f"{name} counts the rows: left out (--features with its name takes it)"
            for name in names
        ]
        data = data.select(features=np.flatnonzero(~counts).tolist())
    return data, notes


def _column_notes(columns: Sequence[Column], data: Dataset) -> list[str]:
    """Say what became of each column that is used; those of plain numbers together."""
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
