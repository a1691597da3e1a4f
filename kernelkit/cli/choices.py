"""What ``run``, ``list`` and ``data`` have to choose from: classifiers, data sets, and own files.

A classifier joins by a line in ``kernelkit.estimators.CLASSIFIERS``. Its parameters are those of
its constructor, with the fields of a kernel among them (``kernel__sigma``). A data set joins by a
line in ``SOURCES``.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

from kernelkit.cli.text import stop
from kernelkit.datasets import (
    Dataset,
    load_a4a,
    load_adult,
    load_iris,
    load_mnist,
    load_sms,
    load_usps,
)
from kernelkit.datasets.csv_reader import parse_csv
from kernelkit.datasets.files import as_number, read_text, shipped_file
from kernelkit.datasets.libsvm_reader import parse_libsvm
from kernelkit.estimators import CLASSIFIERS
from kernelkit.validation import InputError, check_choice

__all__ = [
    "SOURCES",
    "Source",
    "described",
    "files_of",
    "load",
    "make_classifier",
    "paths_of",
    "size_rows",
]

WORDS = {bool: "true or false", int: "a whole number", float: "a number or inf", str: "a word"}
YES_OR_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class Source(NamedTuple):
    """A data set: its size, known without loading it, its files, and how it is loaded."""

    samples: int
    features: int  # 0: the samples are texts
    classes: int
    files: tuple[str, ...]
    load: Callable[[], Dataset]


MNIST = tuple(
    f"{part}-{kind}-ubyte.gz"
    for part in ("train", "t10k")
    for kind in ("images-idx3", "labels-idx1")
)
SOURCES = {
    "iris": Source(150, 4, 3, ("iris.csv",), load_iris),
    "usps": Source(9_298, 256, 10, ("usps.npy.gz",), load_usps),
    "mnist": Source(70_000, 784, 10, MNIST, partial(load_mnist, "all")),
    "adult": Source(32_561, 123, 2, ("adult.libsvm.gz",), load_adult),
    "sms": Source(5_574, 0, 2, ("sms_spam.tsv.gz",), load_sms),
    "a4a": Source(4_781, 123, 2, ("adult.libsvm.gz", "a4a_rows.gz"), load_a4a),
}


def make_classifier(name: str, settings: Sequence[str], seed: int) -> Any:
    """Make a classifier by its name in ``CLASSIFIERS``.

    Parameters
    ----------
    name : str
        A key of ``CLASSIFIERS``.
    settings : sequence of str
        ``parameter=value``, each parameter at most once.
    seed : int
        The ``random_state`` of classifiers that have one, unless the settings say another.
    """
    kind = CLASSIFIERS[check_choice(name, "--classifier", tuple(CLASSIFIERS))]
    model = kind()
    defaults = model.get_params()
    values: dict[str, Any] = {}
    for setting in settings:
        parameter, equals, text = setting.partition("=")
        if not equals:
            stop(f"--set: expected PARAMETER=VALUE, got {setting!r}")
        if parameter not in defaults:
            stop(f"--set: expected one of {', '.join(defaults)} for {name}, got {parameter!r}")
        if parameter in values:
            stop(f"--set: expected each parameter once, got {parameter!r} twice")
        values[parameter] = _parse(
            parameter, text, defaults[parameter], _annotated(kind, parameter)
        )
    if "random_state" in defaults:
        values.setdefault("random_state", seed)
    return model.set_params(**values)


def described(model: Any) -> str:
    """List the parameters of a classifier: ``n_neighbors=5, metric=euclidean``."""
    # In the order of the constructor; get_params sorts them.
    names = inspect.signature(type(model)).parameters
    return ", ".join(f"{name}={getattr(model, name)}" for name in names)


def load(data: str, label: str | None = None, features: Sequence[str] | None = None) -> Dataset:
    """Load a data set by its name, or a CSV or LIBSVM file.

    Parameters
    ----------
    data : str
        A name of ``SOURCES`` or a file.
    label : str or None
        The column of the labels, for CSV files only: a name, or a number from 0.
    features : sequence of str or None
        Keep these only: names, or numbers from 0.
    """
    file = Path(data)
    if data in SOURCES:
        _no_label(data, label)
        found = SOURCES[data].load()
    elif not file.exists():
        stop(f"expected a file or one of {', '.join(SOURCES)}, got {data!r}: no such file")
    else:
        found = _read(file, label)
    if features is None:
        return found
    columns = [name if name in found.feature_names else _name_or_number(name) for name in features]
    return found.select(features=columns)


def files_of(data: str) -> list[Path]:
    """Name the files that ``load`` reads."""
    return paths_of(SOURCES[data]) if data in SOURCES else [Path(data)]


def paths_of(source: Source) -> list[Path]:
    """Find the files of a data set, or raise FileNotFoundError."""
    return [shipped_file(name) for name in source.files]


def size_rows() -> list[list[str]]:
    """Give the head and the lines of a table of all data sets and their sizes."""
    head = ["data sets", "samples", "features", "classes"]
    rows = [
        [name, f"{source.samples:,}", f"{source.features or 'texts'}", str(source.classes)]
        for name, source in SOURCES.items()
    ]
    return [head, *rows]


def _read(file: Path, label: str | None) -> Dataset:
    """Read a file once, whatever it is: a pipe gives its text only once."""
    text = read_text(file)
    if _is_csv(file, text):
        return parse_csv(file, text, -1 if label is None else _name_or_number(label))
    _no_label(str(file), label)
    return parse_libsvm(file, text)


def _is_csv(file: Path, text: str) -> bool:
    """Tell a CSV file from a LIBSVM file by its first line: one has commas, the other colons."""
    line = next((line for line in text.split("\n") if line.strip()), "")
    if "," in line:
        return True
    label, *pairs = line.split() or [""]
    if as_number(label) is None or not all(":" in pair for pair in pairs):
        begin = line if len(line) <= 40 else line[:40] + "..."
        stop(
            f"{file}: expected a CSV file (5.1,3.5,setosa) or a LIBSVM file (+1 3:1 11:0.5), "
            f"got a file that begins {begin!r}"
        )
    return False


def _name_or_number(text: str) -> str | int:
    try:
        return int(text)
    except ValueError:
        return text


def _no_label(data: str, label: str | None) -> None:
    if label is not None:
        stop(f"--label is for CSV files; {data} has its labels in a place of its own")


def _annotated(kind: type, parameter: str) -> Any:
    # Not the type of the default: that of "p: float = 2" is int.
    signature = inspect.signature(kind).parameters
    return signature[parameter].annotation if parameter in signature else None


def _parse(parameter: str, text: str, default: Any, annotation: Any) -> Any:
    """Read a value of the parameter's type; one without a type is a whole number or none."""
    optional = default is None
    if optional and text.lower() == "none":
        return None
    kind = _kind(default, annotation)
    if kind not in WORDS:
        stop(f"--set: {parameter} is a {kind.__name__} and cannot be set from here")
    try:
        return YES_OR_NO[text.lower()] if kind is bool else kind(text)
    except (ValueError, KeyError) as error:
        wanted = WORDS[kind] + " or none" * optional
        message = f"--set: expected {wanted} for {parameter}, got {text!r}"
        raise InputError(message) from error


def _kind(default: Any, annotation: Any) -> Any:
    """Find the type of a parameter: ``float`` for ``mu: float | None = None``."""
    if annotation in WORDS:
        return annotation
    if default is not None:
        return type(default)
    return next((kind for kind in get_args(annotation) if kind in WORDS), int)
