"""The data that commands know by name, and files of people's own.

A new data set joins by a line in ``SOURCES``.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kernelkit.datasets import (
    Dataset,
    load_a4a,
    load_adult,
    load_iris,
    load_mnist,
    load_sms,
    load_usps,
)
from kernelkit.datasets.cells import as_number
from kernelkit.datasets.csv_reader import parse_csv
from kernelkit.datasets.files import data_file, read_text, shipped_file
from kernelkit.datasets.libsvm_reader import parse_libsvm
from kernelkit.validation import InputError

__all__ = ["SOURCES", "Source", "files_of", "load", "paths_of", "size_rows"]


class Source(NamedTuple):
    """A data set: its size, known without loading it, its files, and how it is loaded."""

    samples: int
    features: int  # 0: the samples are texts
    classes: int
    files: tuple[str, ...]
    load: Callable[[], Dataset]
    shipped: bool = True


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
    "a4a": Source(4_781, 123, 2, ("a4a",), load_a4a, shipped=False),
}


def load(data: str, label: str | None = None, features: Sequence[str] | None = None) -> Dataset:
    """Load a data set by its name, or a CSV or LIBSVM file.

    Parameters
    ----------
    data : a name of ``SOURCES`` or a file
    label : the column of the labels, for CSV files only: a name, or a number from 0
    features : keep these only: names, or numbers from 0
    """
    file = Path(data)
    if data in SOURCES:
        _no_label(data, label)
        found = SOURCES[data].load()
    elif not file.exists():
        message = f"expected a file or one of {', '.join(SOURCES)}, got {data!r}: no such file"
        raise InputError(message)
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
    if source.shipped:
        return [shipped_file(name) for name in source.files]
    return [data_file(name, "kernelkit data --fetch brings it") for name in source.files]


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
        message = (
            f"{file}: expected a CSV file (5.1,3.5,setosa) or a LIBSVM file (+1 3:1 11:0.5), "
            f"got a file that begins {begin!r}"
        )
        raise InputError(message)
    return False


def _name_or_number(text: str) -> str | int:
    try:
        return int(text)
    except ValueError:
        return text


def _no_label(data: str, label: str | None) -> None:
    if label is not None:
        message = f"--label is for CSV files; {data} has its labels in a place of its own"
        raise InputError(message)
