"""Read files in LIBSVM's format: a label, then ``index:value`` for each nonzero feature."""

import math
import os
import re
from pathlib import Path

import numpy as np

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import LARGEST_LABEL, as_number, read_text, refuse
from kernelkit.validation import InputError, as_path, check_size, check_whole, short

__all__ = ["parse_libsvm", "read_libsvm"]

PAIR = re.compile(r"([0-9]{1,18}):(.+)")
BYTES_OF_NAME = 64  # the string "x12345" and its place in a tuple
REMEDY = (
    "with n_features the reader names the line of an index that is too large, and "
    "sklearn.datasets.load_svmlight_file reads a sparse matrix"
)


def read_libsvm(path: str | os.PathLike[str], n_features: int | None = None) -> Dataset:
    """Read a LIBSVM file, packed (.gz, .xz) or not, into dense arrays.

    A line is a whole-number label and pairs ``index:value`` with indices from 1 upwards: ``-1 3:1
    11:0.5``. Features that a line does not name are 0.

    Parameters
    ----------
    path : str or path
        The file.
    n_features : int, optional
        How many features there are; None takes the largest index in the file.

    Returns
    -------
    Dataset
        X of float64, y of int64, features named x1, x2, ...
    """
    file = as_path(path)
    return parse_libsvm(file, read_text(file), n_features)


def parse_libsvm(file: Path, text: str, n_features: int | None = None) -> Dataset:
    """Do what ``read_libsvm`` does with the text of a file that was read already."""
    limit = math.inf if n_features is None else check_whole(n_features, "n_features")
    bound = "" if n_features is None else f" and at most {limit}"
    labels: list[int] = []
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words:
            continue
        label = as_number(words[0])
        if label is None or not label.is_integer() or abs(label) > LARGEST_LABEL:
            refuse(file, f"line {number}", "a whole-number label", words[0])
        labels.append(int(label))
        last = 0
        for pair in words[1:]:
            match = PAIR.fullmatch(pair)
            value = as_number(match[2]) if match else None
            if match is None or value is None:
                expected = "index:value, a whole number and a finite number"
                refuse(file, f"line {number}", expected, short(pair))
            index = int(match[1])
            if not last < index <= limit:
                refuse(file, f"line {number}", f"an index above {last}{bound}", pair)
            last = index
            columns.append(index - 1)
            values.append(value)
        rows += [len(labels) - 1] * (len(words) - 1)
    if not labels or not (columns or n_features):
        message = f"{file}: expected at least one line such as '+1 3:1 11:0.5', got none"
        raise InputError(message)
    width = int(limit) if n_features is not None else max(columns) + 1
    what = f"{file}: {len(labels):,} x {width:,} numbers and their names"
    check_size((8 * len(labels) + BYTES_OF_NAME) * width, what, REMEDY)
    X = np.zeros((len(labels), width))
    X[rows, columns] = values
    y = np.array(labels, dtype=np.int64)
    names = tuple(f"x{j}" for j in range(1, width + 1))
    return Dataset(X, y, names, tuple(map(str, np.unique(y))), f"LIBSVM file {file.name}")
