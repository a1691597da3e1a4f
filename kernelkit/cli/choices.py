"""What ``run``, ``list`` and ``data`` have to choose from: classifiers, data sets, and own files.

A classifier joins by a line in ``kernelkit.estimators.CLASSIFIERS``. Its parameters are those of
its constructor, with the fields of a kernel among them (``kernel__sigma``). A data set joins by a
line in ``SOURCES``.
"""

import inspect
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

from kernelkit.cli.text import check_known, stop
from kernelkit.datasets import (
    Dataset,
    load_a4a,
    load_adult,
    load_iris,
    load_mnist,
    load_sms,
    load_usps,
)
from kernelkit.datasets.csv_reader import Column, parse_csv, parse_mixed_csv
from kernelkit.datasets.files import as_number, read_text, shipped_file
from kernelkit.datasets.libsvm_reader import parse_libsvm
from kernelkit.estimators import CLASSIFIERS
from kernelkit.kernels import KERNELS, Gaussian
from kernelkit.validation import InputError, meant, naming, natural

__all__ = [
    "SOURCES",
    "Source",
    "as_counted",
    "described",
    "files_of",
    "given_names",
    "load_table",
    "make_classifier",
    "make_grid",
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
    "mnist-42000": Source(
        42_000, 784, 10, (*MNIST, "mnist_42000_rows.gz"), partial(load_mnist, "42000")
    ),
    "adult": Source(32_561, 123, 2, ("adult.libsvm.gz",), load_adult),
    "sms": Source(5_574, 0, 2, ("sms_spam.tsv.gz",), load_sms),
    "a4a": Source(4_781, 123, 2, ("adult.libsvm.gz", "a4a_rows.gz"), load_a4a),
}


def make_classifier(
    name: str, settings: Sequence[str], seed: int, kernel: str | None = None
) -> Any:
    """Make a classifier by its name in ``CLASSIFIERS``.

    Parameters
    ----------
    name : str
        A key of ``CLASSIFIERS``.
    settings : sequence of str
        ``parameter=value``, each parameter at most once. A field of the kernel may be named alone:
        ``sigma`` for ``kernel__sigma``; ``gamma`` gives a Gaussian kernel another scale.
    seed : int
        The ``random_state`` of classifiers that have one, unless the settings say another.
    kernel : str or None
        A kernel of ``KERNELS`` by its name in small letters, for classifiers that have one.
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
    values: dict[str, Any] = {}
    for setting in settings:
        parameter, text = _setting(setting, "--set", "VALUE")
        parameter, text = _named(model, name, parameter, text, "--set")
        if parameter in values:
            stop(f"--set: expected each parameter once, got {parameter!r} twice")
        values[parameter] = _value(model, parameter, text, "--set")
    if "random_state" in model.get_params():
        values.setdefault("random_state", seed)
    return model.set_params(**values)


def make_grid(model: Any, name: str, settings: Sequence[str]) -> dict[str, list[Any]]:
    """Read ``parameter=value,value``, the values to be tried of each parameter."""
    grid: dict[str, list[Any]] = {}
    for setting in settings:
        given, texts = _setting(setting, "--tune", "VALUE,VALUE")
        for each in texts.split(","):
            parameter, text = _named(model, name, given, each.strip(), "--tune")
            grid.setdefault(parameter, []).append(_value(model, parameter, text, "--tune"))
        if len(set(map(repr, grid[parameter]))) < len(texts.split(",")):
            stop(f"--tune: expected each value of {given} once, got {texts!r}")
    return grid


def given_names(model: Any, name: str, settings: Sequence[str]) -> list[str]:
    """The parameters that ``--set`` names, in full."""
    pairs = [_setting(setting, "--set", "VALUE") for setting in settings]
    return [_named(model, name, parameter, text, "--set")[0] for parameter, text in pairs]


def described(model: Any) -> str:
    """List the parameters of a classifier: ``n_neighbors=5, metric=euclidean``."""
    # In the order of the constructor; get_params sorts them.
    names = inspect.signature(type(model)).parameters
    return ", ".join(f"{name}={getattr(model, name)}" for name in names)


def load_table(
    data: str,
    label: str | None = None,
    features: Sequence[str] | None = None,
    leave_out: Sequence[str] = (),
) -> tuple[Dataset, list[Column]]:
    """Load a data set by its name, or a file, and say what became of each column of a table.

    Parameters
    ----------
    data : str
        A name of ``SOURCES`` or a CSV or LIBSVM file.
    label : str or None
        The column of the labels, for CSV files only: a name, or a number from 0.
    features : sequence of str or None
        Keep these only: names, or numbers from 0.
    leave_out : sequence of str
        Columns of a CSV file that are not to be features.
    """
    file = Path(data)
    columns: list[Column] = []
    if data in SOURCES:
        _csv_only(data, label, leave_out)
        found = SOURCES[data].load()
    elif not file.exists():
        stop(
            f"expected a file or one of {', '.join(SOURCES)}, got {data!r}: no such file"
            f"{meant(data, SOURCES)}"
        )
    else:
        found, columns = _read(file, label, leave_out)
    if features is not None:
        names = found.feature_names
        kept = [name if name in names else _name_or_number(name) for name in features]
        check_known("--features", [name for name in kept if isinstance(name, str)], names)
        with naming({"features": "--features"}):
            found = found.select(features=kept)
    return found, columns


def files_of(data: str) -> list[Path]:
    """Name the files that ``load_table`` reads."""
    return paths_of(SOURCES[data]) if data in SOURCES else [Path(data)]


def paths_of(source: Source) -> list[Path]:
    """Find the files of a data set, or raise FileNotFoundError."""
    return [shipped_file(name) for name in source.files]


def as_counted(data: Dataset) -> list[int]:
    """The places of the classes as people count them: words by the numbers in them, k2 before k10.

    Numbers are sorted already.
    """
    names = data.class_names
    places = list(range(len(names)))
    return sorted(places, key=lambda j: natural(names[j])) if data.y.dtype.kind == "U" else places


def size_rows() -> list[list[str]]:
    """Give the head and the lines of a table of all data sets and their sizes."""
    head = ["data sets", "samples", "features", "classes"]
    rows = [
        [name, f"{source.samples:,}", f"{source.features or 'texts'}", str(source.classes)]
        for name, source in SOURCES.items()
    ]
    return [head, *rows]


def _read(file: Path, label: str | None, leave_out: Sequence[str]) -> tuple[Dataset, list[Column]]:
    """Read a file once, whatever it is: a pipe gives its text only once."""
    text = read_text(file)
    if not _is_csv(file, text):
        _csv_only(str(file), label, leave_out)
        return parse_libsvm(file, text), []
    column = -1 if label is None else _name_or_number(label)
    if leave_out:
        return parse_mixed_csv(file, text, column, leave_out)
    try:  # a table of numbers, which may be large, is read fast
        found = parse_csv(file, text, column)
        return found, [Column(name, "numbers", (name,), 0) for name in found.feature_names]
    except InputError:
        first = _first_line(text)
        if any(as_number(cell.strip()) is not None for cell in re.split("[,;\t]", first)):
            raise  # there are no names of columns, as a table of words and gaps needs
    return parse_mixed_csv(file, text, column)


def _is_csv(file: Path, text: str) -> bool:
    """Tell a CSV file from a LIBSVM file by its first line: one has commas, the other colons."""
    line = _first_line(text)
    if any(separator in line for separator in ",;\t"):
        return True
    label, *pairs = line.split() or [""]
    if as_number(label) is None or not all(":" in pair for pair in pairs):
        begin = line if len(line) <= 40 else line[:40] + "..."
        stop(
            f"{file}: expected a CSV file (5.1,3.5,setosa) or a LIBSVM file (+1 3:1 11:0.5), "
            f"got a file that begins {begin!r}"
        )
    return False


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n") if line.strip()), "")


def _name_or_number(text: str) -> str | int:
    try:
        return int(text)
    except ValueError:
        return text


def _csv_only(data: str, label: str | None, leave_out: Sequence[str]) -> None:
    for option, value in (("--label", label), ("--leave-out", leave_out or None)):
        if value is not None:
            stop(f"{option} is for CSV files; {data} has its labels in a place of its own")


def _setting(setting: str, option: str, wanted: str) -> tuple[str, str]:
    parameter, equals, text = setting.partition("=")
    if not equals:
        stop(f"{option}: expected PARAMETER={wanted}, got {setting!r}")
    return parameter, text


def _named(model: Any, name: str, parameter: str, text: str, option: str) -> tuple[str, str]:
    """Find a parameter, or a field of the kernel, and its value: gamma becomes a sigma."""
    there = model.get_params()
    if f"kernel__{parameter}" in there:
        return f"kernel__{parameter}", text
    if parameter == "gamma" and isinstance(there.get("kernel"), Gaussian):
        gamma = as_number(text)
        if gamma is None:
            stop(f"{option}: expected a number for gamma, got {text!r}")
        return "kernel__sigma", repr(Gaussian.from_gamma(gamma).sigma)
    check_known(f"{option}: the parameter of {name}", [parameter], there)
    return parameter, text


def _value(model: Any, parameter: str, text: str, option: str) -> Any:
    """Read a value of the parameter's type; one without a type is a whole number or none."""
    default = model.get_params()[parameter]
    optional = default is None
    if optional and text.lower() == "none":
        return None
    signature = inspect.signature(type(model)).parameters
    told = signature[parameter].annotation if parameter in signature else None
    # Not the type of the default first: that of "p: float = 2" is int.
    kinds = [told, *get_args(told), int] if optional else [told, type(default)]
    kind = next((each for each in kinds if each in WORDS), type(default))
    if kind not in WORDS:
        stop(
            f"{option}: {parameter} is a {kind.__name__} and cannot be set so; --kernel chooses one"
        )
    try:
        return YES_OR_NO[text.lower()] if kind is bool else kind(text)
    except (ValueError, KeyError):
        wanted = WORDS[kind] + " or none" * optional
        stop(f"{option}: expected {wanted} for {parameter}, got {text!r}")
