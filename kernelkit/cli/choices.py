"""What ``run``, ``list`` and ``data`` have to choose from: classifiers, data sets, and own files.

A classifier joins by a line in ``kernelkit.estimators.CLASSIFIERS``. Its parameters are those of
its constructor, with the fields of a kernel among them (``kernel__sigma``). A data set joins by a
line in ``SOURCES``.

Nobody has looked at a table of the reader's own yet. A column that counts its rows would give the
answer away where the rows are sorted; a column of measurements is no label.
"""

import argparse
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kernelkit.cli.text import check_known, field, show, stop
from kernelkit.datasets import (
    Dataset,
    indicator,
    load_a4a,
    load_adult,
    load_iris,
    load_mnist,
    load_penguins,
    load_sms,
    load_usps,
)
from kernelkit.datasets.csv_reader import Column, parse_csv
from kernelkit.datasets.files import as_number, read_text
from kernelkit.datasets.libsvm_reader import parse_libsvm
from kernelkit.estimators import CLASSIFIERS
from kernelkit.experiments.candidates import draw
from kernelkit.kernels import KERNELS, Gaussian
from kernelkit.showing import clip, plural
from kernelkit.validation import Integers, check_whole, meant

MOST_ROWS = 10_000  # that are compared unless asked for more, which takes long
LARGEST_CELL = 1e150  # squares of larger numbers are infinite
COUNTING_ROWS = 10  # so many rows do not count up by chance
MOST_NAMED = 12  # columns of numbers that are listed

VALUE_OF_WORD = {"none": None, "true": True, "yes": True, "false": False, "no": False}


class Source(NamedTuple):
    """A data set: its size, known without loading it, and how it is loaded."""

    samples: int
    features: int  # 0: the samples are texts
    classes: int
    load: Callable[[], Dataset]


SOURCES = {
    "iris": Source(150, 4, 3, load_iris),
    "penguins": Source(342, 4, 3, load_penguins),
    "usps": Source(9_298, 256, 10, load_usps),
    "mnist": Source(70_000, 784, 10, partial(load_mnist, "all")),
    "mnist-42000": Source(42_000, 784, 10, partial(load_mnist, "42000")),
    "adult": Source(32_561, 123, 2, load_adult),
    "sms": Source(5_574, 0, 2, load_sms),
    "a4a": Source(4_781, 123, 2, load_a4a),
}


def size_rows() -> list[list[str]]:
    """Give the head and the lines of a table of all data sets and their sizes."""
    head = ["data sets", "samples", "features", "classes"]
    rows = [
        [name, f"{source.samples:,}", f"{source.features or 'texts'}", str(source.classes)]
        for name, source in SOURCES.items()
    ]
    return [head, *rows]


def make_classifier(name: str, kernel: str | None, seed: int) -> Any:
    """Make a classifier by its name, with a kernel by its name in small letters.

    The seed is the ``random_state`` of those that have one.
    """
    check_known("--classifier", [name], CLASSIFIERS)
    model = CLASSIFIERS[name]()
    if kernel is not None:
        if "kernel" not in model.get_params():
            having = [key for key, each in CLASSIFIERS.items() if "kernel" in each().get_params()]
            stop(f"--kernel is for classifiers with one, {', '.join(having)}, got {name}")
        kernels = {each.__name__.lower(): each for each in KERNELS}
        check_known("--kernel", [kernel], kernels)
        model.set_params(kernel=kernels[kernel]())
    if "random_state" in model.get_params():
        model.set_params(random_state=seed)
    return model


def read_settings(model: Any, option: str, settings: Sequence[str]) -> dict[str, list[Any]]:
    """Read ``parameter=value,value``, the values of each parameter; of ``--set`` a single one.

    A field of the kernel may be named alone: ``sigma`` for ``kernel__sigma``; ``gamma`` gives a
    Gaussian kernel another scale.
    """
    there = model.get_params()
    found: dict[str, list[Any]] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            stop(f"{option}: expected PARAMETER=VALUE, got {setting!r}")
        texts = [text] if option == "--set" else [each.strip() for each in text.split(",")]
        if f"kernel__{name}" in there:
            name = f"kernel__{name}"
        if name == "gamma" and isinstance(there.get("kernel"), Gaussian):
            name = "kernel__sigma"
            values = [Gaussian.from_gamma(_value(each, 0.0)).sigma for each in texts]
        else:
            check_known(f"{option}: the parameter", [name], there)
            values = [_value(each, there[name]) for each in texts]
        if name in found:
            stop(f"{option}: expected each parameter once, got {name!r} twice")
        found[name] = values
    return found


def parameter_list(model: Any) -> str:
    """List the parameters of a classifier: ``n_neighbors=5, metric=euclidean``."""
    # In the order of the constructor; get_params sorts them.
    names = inspect.signature(type(model)).parameters
    return ", ".join(f"{name}={getattr(model, name)}" for name in names)


def load_table(
    data: str, label: str | None = None, leave_out: Sequence[str] = ()
) -> tuple[Dataset, list[Column]]:
    """Load a data set by its name, or a file, and say what became of each column of a table.

    ``label`` is a name or a number from 0; None takes the last column of a table.
    """
    columns: list[Column] = []
    if data in SOURCES:
        found = SOURCES[data].load()
    elif Path(data).exists():
        found, columns = _read(Path(data), label, leave_out)
    else:
        known = f"expected a file or one of {', '.join(SOURCES)}"
        stop(f"{known}, got {data!r}: no such file{meant(data, SOURCES)}")
    if not columns and (label is not None or leave_out):
        stop(f"--label and --leave-out are for CSV files, and {data} is none")
    return found, columns


def _read(file: Path, label: str | None, leave_out: Sequence[str]) -> tuple[Dataset, list[Column]]:
    """Read a file once, whatever it is: a pipe gives its text only once."""
    text = read_text(file)
    first = text.strip().partition("\n")[0]
    if not re.search("[,;\t]", first):
        if as_number(first.partition(" ")[0]) is None:
            stop(
                f"{file}: expected a CSV file (5.1,3.5,setosa) or a LIBSVM file (+1 3:1 11:0.5), "
                f"got a file that begins {first[:40]!r}"
            )
        return parse_libsvm(file, text), []
    column = -1 if label is None else _name_or_number(label)
    return parse_csv(file, text, column, leave_out)


def _name_or_number(text: str) -> str | int:
    try:
        return int(text)
    except ValueError:
        return text


def _value(text: str, default: Any) -> Any:
    """Read a number, yes or no, none, or a word; the border of the classifier checks which."""
    if text.lower() in VALUE_OF_WORD:
        return VALUE_OF_WORD[text.lower()]
    number = _name_or_number(text)
    if isinstance(number, int) and not isinstance(default, float):
        return number
    try:
        return float(text)
    except ValueError:
        return text


def load_samples(args: argparse.Namespace, compared: bool) -> tuple[Dataset, Integers, list[str]]:
    """Load the samples, say how many there are, and give those to use.

    With them come the row of each in the data as they came, counted from 0, and notes that say what
    became of the columns of a table.
    """
    data, columns = load_table(args.data, args.label, args.leave_out)
    notes: list[str] = []
    if columns:
        data, notes = _examine(args, data, columns)
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


def _in_two(data: Dataset, positive: Sequence[str]) -> Dataset:
    """Make two classes: those named, and the others."""
    names = dict(zip(data.class_names, np.unique(data.y).tolist(), strict=True))
    check_known("--positive", positive, names)
    others = [name for name in names if name not in positive]
    if not others:
        stop("--positive: expected some of the classes, got all of them")
    y = indicator(data.y, [names[name] for name in positive])
    return replace(data, y=y, class_names=(", ".join(others), ", ".join(positive)))


def _examine(
    args: argparse.Namespace, data: Dataset, columns: Sequence[Column]
) -> tuple[Dataset, list[str]]:
    """Refuse what cannot be learnt from, leave out what counts the rows, and say what is used."""
    n, k = len(data), len(data.class_names)
    if k > max(2, n / 2):
        which = f"column {args.label!r}" if args.label else "the last column (--label names others)"
        stop(
            f"{args.data}: expected classes in {which}, got {k:,} different labels for "
            f"{plural(n, 'sample')}, such as {clip(data.class_names[0])!r}"
        )
    if np.nanmax(np.abs(data.X)) > LARGEST_CELL:
        stop(f"{args.data}: expected numbers up to {LARGEST_CELL:g}, got larger ones")
    notes = _column_notes(columns)
    counts = (np.diff(data.X, axis=0) == 1).all(axis=0)
    if counts.any() and n >= COUNTING_ROWS:
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
        listed = ", ".join(map(clip, plain[:MOST_NAMED]))
        more = f" and {len(plain) - MOST_NAMED:,} more" if len(plain) > MOST_NAMED else ""
        notes.append(f"{plural(len(plain), 'column')} of numbers: {listed}{more}")
    return notes + [_column_words(column) for column in columns if column.name not in plain]


def _column_words(column: Column) -> str:
    """What became of a column that is not of numbers alone."""
    gaps = f", {plural(column.missing, 'gap')} filled with medians" if column.missing else ""
    if column.kind == "words":
        values = ", ".join(clip(f.removeprefix(f"{column.name} = ")) for f in column.features)
        made = f"{plural(len(column.features), 'column')} of 0 and 1"
        return f"{column.name}: words ({values}), made {made}{gaps}"
    return f"{column.name}: {column.kind}{gaps}"
