"""Read files in LIBSVM's format: a label, then ``index:value`` for each nonzero feature."""

import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from kernelkit.datasets.dataset import Dataset
from kernelkit.datasets.files import read_text
from kernelkit.validation import InputError, as_path, check_size, check_whole, shown

LARGEST_LABEL = 2**53 - 1  # beyond it float64, which scikit-learn reads, merges whole numbers
LARGEST_INDEX = 2**31 - 1  # that scikit-learn reads
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
    if n_features is not None:
        n_features = check_whole(n_features, "n_features")
    lines = text.split("\n")
    try:
        X, y = _sparse(lines, n_features)
    except (ValueError, OverflowError) as error:
        raise InputError(_first_fault(file, lines, n_features)) from error
    n, width = X.shape
    if n == 0 or (n_features is None and X.nnz == 0):
        message = f"{file}: expected at least one line such as '+1 3:1 11:0.5', got none"
        raise InputError(message)
    what = f"{file}: {n:,} x {width:,} numbers and their names"
    check_size((8 * n + BYTES_OF_NAME) * width, what, REMEDY)
    names = tuple(f"x{j}" for j in range(1, width + 1))
    classes = tuple(map(str, np.unique(y)))
    return Dataset(X.toarray(), y, names, classes, f"LIBSVM file {file.name}")


def _sparse(lines: list[str], n_features: int | None) -> tuple[Any, Any]:
    """Read lines by scikit-learn; a ValueError if it cannot, or if a number is not in range."""
    from sklearn.datasets import load_svmlight_file

    content = io.BytesIO("\n".join(lines).encode())
    X, y = load_svmlight_file(content, n_features=n_features, zero_based=False)
    if not (
        np.isfinite(X.data).all() and (np.abs(y) <= LARGEST_LABEL).all() and (y % 1 == 0).all()
    ):
        raise ValueError
    return X, y.astype(np.int64)


def _first_fault(file: Path, lines: list[str], n_features: int | None) -> str:
    """Say which word of which line is the first that cannot be read."""

    def is_bad(part: list[str]) -> bool:
        try:
            _sparse(part, n_features)
        except (ValueError, OverflowError):
            return True
        return False

    good, bad = 0, len(lines)  # so many lines can be read, so many cannot
    while bad - good > 1:
        middle = (good + bad) // 2
        if is_bad(lines[good:middle]):
            bad = middle
        else:
            good = middle
    words = lines[good].split()
    k = next(k for k in range(len(words)) if is_bad([" ".join(words[: k + 1])]))
    indices = f"indices that rise from 1 to {n_features or LARGEST_INDEX}"
    return (
        f"{file}, line {bad}: expected a whole-number label and pairs index:value of finite "
        f"numbers with {indices}, got {shown(words[k])}"
    )
