"""The samples that ``kernelkit run`` uses: loaded, put in two classes or drawn from if asked for.

Nobody has looked at a table of the reader's own yet. A column that counts its rows would give the
answer away where the rows are sorted; a column of measurements is no label.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sklearn.utils import resample, shuffle

from kernelkit.cli.choices import load_table
from kernelkit.cli.text import check_known, field, plural, short, show, stop
from kernelkit.datasets import Dataset, indicator
from kernelkit.datasets.csv_reader import Column
from kernelkit.validation import Integers, Labels, check_whole

MOST_ROWS = 10_000  # more take long to compare
LARGEST_CELL = 1e150  # squares of larger numbers are infinite
FEW = 10  # rows that may count up by chance
NAMED = 12  # columns of numbers that are listed


def samples_of(args: argparse.Namespace, compared: bool) -> tuple[Dataset, Integers, list[str]]:
    """Load the samples, say how many there are, and give those to use.

    With them come the row of each in the data as they came, counted from 0, and notes that say what
    became of the columns of a table.
    """
    data, columns = load_table(args.data, args.label, args.leave_out)
    data, notes = _examined(args, data, columns) if columns else (data, [])
    if args.positive:
        data = _in_two(data, args.positive)
    n, k = len(data), len(data.class_names)
    kind = plural(len(data.feature_names), "feature") if data.feature_names else "texts"
    show(field("data", f"{args.data}: {plural(n, 'sample')}, {kind}, {plural(k, 'class')}"))
    if columns and not (compared or args.scale):
        notes.append("columns are used as they are; --scale brings them to one scale")
    wanted = args.subsample
    if wanted is None and compared and n > MOST_ROWS:
        wanted = MOST_ROWS
        notes.append(
            f"{wanted:,} of the {n:,} samples are drawn at random and used; --subsample takes more"
        )
    if wanted is None:
        return data, np.arange(n), notes
    rows, _ = draw(data.y, check_whole(wanted, "--subsample", at_most=n), args.seed)
    if len(np.unique(data.y[rows])) < k:
        stop(f"--subsample: expected enough samples for {k} classes, got {wanted}")
    return replace(data, X=data.X[rows], y=data.y[rows]), rows, notes


def draw(y: Labels, n: int, seed: int) -> tuple[Integers, Integers]:
    """Draw n samples at random, of each class its share, and give the others too.

    Unlike scikit-learn's ``train_test_split`` this takes any n, fewer than there are classes too.
    """
    rows = np.arange(len(y))
    drawn = resample(rows, replace=False, n_samples=n, stratify=y, random_state=seed)
    return drawn, shuffle(np.setdiff1d(rows, drawn), random_state=seed)


def _in_two(data: Dataset, positive: Sequence[str]) -> Dataset:
    """Make two classes: those named, and the others."""
    names = dict(zip(data.class_names, np.unique(data.y).tolist(), strict=True))
    check_known("--positive", positive, names)
    others = [name for name in names if name not in positive]
    if not others:
        stop("--positive: expected some of the classes, got all of them")
    y = indicator(data.y, [names[name] for name in positive])
    return replace(data, y=y, class_names=(", ".join(others), ", ".join(positive)))


def _examined(
    args: argparse.Namespace, data: Dataset, columns: Sequence[Column]
) -> tuple[Dataset, list[str]]:
    """Refuse what cannot be learnt from, leave out what counts the rows, and say what is used."""
    n, k = len(data), len(data.class_names)
    if k > max(2, n / 2):
        which = f"column {args.label!r}" if args.label else "the last column (--label names others)"
        stop(
            f"{args.data}: expected classes in {which}, got {k:,} different labels for "
            f"{plural(n, 'sample')}, such as {short(data.class_names[0])!r}"
        )
    if np.nanmax(np.abs(data.X)) > LARGEST_CELL:
        stop(f"{args.data}: expected numbers up to {LARGEST_CELL:g}, got larger ones")
    notes = _column_notes(columns)
    counts = (np.diff(data.X, axis=0) == 1).all(axis=0)
    if counts.any() and n >= FEW:
        names = np.array(data.feature_names)[counts]
        if counts.all():
            stop(f"{args.data}: expected a feature that does not count the rows, got none")
        notes += [f"{name} counts the rows: left out" for name in names]
        data = data.select(features=np.flatnonzero(~counts).tolist())
    return data, notes


def _column_notes(columns: Sequence[Column]) -> list[str]:
    """Say what became of each column; those of plain numbers together."""
    plain = [column.name for column in columns if column.kind == "numbers" and not column.missing]
    notes = []
    if plain:
        more = len(plain) - NAMED
        listed = ", ".join(map(short, plain[:NAMED])) + f" and {more:,} more" * (more > 0)
        notes.append(f"{plural(len(plain), 'column')} of numbers: {listed}")
    return notes + [_column_words(column) for column in columns if column.name not in plain]


def _column_words(column: Column) -> str:
    """What became of a column that is not of numbers alone."""
    gaps = f", {plural(column.missing, 'gap')} filled with medians" * bool(column.missing)
    if column.kind == "words":
        values = ", ".join(short(f.removeprefix(f"{column.name} = ")) for f in column.features)
        made = f"{plural(len(column.features), 'column')} of 0 and 1"
        return f"{column.name}: words ({values}), made {made}{gaps}"
    return f"{column.name}: {column.kind}{gaps}"
