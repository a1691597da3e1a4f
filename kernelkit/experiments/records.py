"""Results kept in a file as they come, so that an interruption loses nothing finished.

The first line says what was asked for, in fingerprints of the arguments; each further line is one
finished task and its checksum. A line that was cut short or damaged does not count: its task is
computed again. A file of anything else, or of another experiment, is refused and left as it is.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from pickle import PicklingError
from typing import Any

import joblib
import numpy as np
from sklearn.base import BaseEstimator

from kernelkit.experiments.tasks import Record
from kernelkit.validation import InputError, is_frame
from kernelkit.writing import check_place, write_whole

__all__ = ["fingerprint", "kept_records"]

KIND = "records of kernelkit's repeated_holdout, fourth form"
LONGEST_HEADER = 10_000  # bytes


@contextmanager
def kept_records(
    path: Path | None, asked: Mapping[str, Any]
) -> Iterator[tuple[list[Record], Callable[[Record], None]]]:
    """Give what earlier calls finished, and a function that keeps one more record.

    Meanwhile the file is locked: another call that wants it waits, and then finds all of this one's
    work. Without a path there is nothing to begin with, and nothing is kept.
    """
    if path is None:
        yield [], lambda record: None
        return
    from filelock import FileLock

    with FileLock(check_place(path.with_name(f".{path.name}.lock"))):
        yield _load(path, {"file": KIND, **asked}), partial(_append, path)


def fingerprint(value: Any, name: str) -> str:
    """Give 32 letters for all that a value holds, or refuse what cannot be looked into.

    They are equal for equal contents, in every process and on every day. Neither ``==`` nor ``str``
    will do: a class may compare less than it holds, and long arrays are printed with dots in their
    middle.
    """
    try:
        return str(joblib.hash(_parts(value)))
    except (PicklingError, TypeError, AttributeError) as error:
        raise InputError(
            name,
            f"must be made of what can be pickled, to be told from others: {error}; "
            "functions and classes can if they stand at the top of a module",
        ) from error


def _parts(value: Any) -> Any:
    """Take a classifier as its class and parameters: what it learnt before does not matter."""
    if isinstance(value, BaseEstimator):
        kind = type(value)
        return [kind.__module__, kind.__qualname__, _parts(value.get_params(deep=False))]
    if isinstance(value, dict):
        return {str(key): _parts(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_parts(item) for item in value]
    if is_frame(value):
        return [_parts(list(value.columns)), _parts(np.asarray(value))]
    # Strings of an object array are elsewhere in memory, and wherever they please.
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return joblib.hash(value.tolist())
    return joblib.hash(value)


def _load(path: Path, asked: Mapping[str, Any]) -> list[Record]:
    if not path.exists() or path.stat().st_size == 0:
        write_whole(path, json.dumps(asked))
        return []
    with path.open("rb") as file:
        found = _json(file.readline(LONGEST_HEADER))
        if not isinstance(found, dict) or found.get("file") != KIND:
            why = "which is something else"
        elif others := [name for name, value in asked.items() if found.get(name) != value]:
            why = f"which was made with another {' and another '.join(others)}"
        else:
            return [record for line in file if (record := _record(line)) is not None]
    raise InputError(
        "path",
        "must be a new file or the records of this very experiment, "
        f"got {str(path)!r}, {why}; it was left as it is: give another path, or move it away",
    )


def _record(line: bytes) -> Record | None:
    """Read a record; None if it is none, or not as it was written."""
    fields = _json(line)
    if not isinstance(fields, dict) or fields.pop("checksum", None) != _checksum(fields):
        return None
    fields["mistaken"] = {int(i): guess for i, guess in fields["mistaken"].items()}
    return Record(**fields)


def _checksum(fields: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(fields).encode())


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _append(path: Path, record: Record) -> None:
    """Begin a new line, so that one that was cut short spoils nothing after it."""
    fields = record._asdict()
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + json.dumps({**fields, "checksum": _checksum(fields)}))
