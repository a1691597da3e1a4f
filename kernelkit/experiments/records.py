"""Results kept in a file as they come, so that an interruption loses nothing finished.

The first line says what was asked for, in fingerprints of the arguments; each further line is one
finished task and its checksum. What is not such a file, or belongs to another experiment, or was
damaged, is refused and left as it is.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from pickle import PicklingError
from typing import Any, NoReturn

import joblib
import numpy as np
from sklearn.base import BaseEstimator

from kernelkit.experiments.tasks import Record
from kernelkit.validation import InputError, is_frame, warn
from kernelkit.writing import check_place, write_whole

__all__ = ["fingerprint", "kept_records"]

KIND = "records of kernelkit's repeated_holdout, third form"
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
    with _locked(path):
        yield _load(path, {"file": KIND, **asked}), lambda record: _append(path, record)


def fingerprint(value: Any, name: str) -> str:
    """Give 32 letters for all that a value holds, or refuse what cannot be looked into.

    They are equal for equal contents, in every process and on every day. Neither ``==`` nor ``str``
    will do: a class may compare less than it holds, and long arrays are printed with dots in their
    middle.
    """
    try:
        parts = json.dumps(_parts(value), sort_keys=True)
    except (PicklingError, TypeError, AttributeError) as error:
        raise InputError(
            name,
            f"must be made of what can be pickled, to be told from others: {error}; "
            "functions and classes can if they stand at the top of a module",
        ) from error
    return hashlib.blake2b(parts.encode(), digest_size=16).hexdigest()


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
        columns = getattr(value, "iloc", value)
        return [
            [str(name), _parts(np.asarray(columns[:, j]))] for j, name in enumerate(value.columns)
        ]
    # Strings of an object array are elsewhere in memory, and wherever they please.
    if isinstance(value, np.ndarray) and value.dtype.kind in "OU":
        return joblib.hash(value.tolist())
    return joblib.hash(value)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout

    lock = FileLock(check_place(path.with_name(f".{path.name}.lock")))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        message = f"another call works on {path}; this one waits until it is done"
        warn(message, UserWarning)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _load(path: Path, asked: Mapping[str, Any]) -> list[Record]:
    if not path.exists() or path.stat().st_size == 0:
        write_whole(path, json.dumps(asked) + "\n")
        return []
    with path.open("rb") as file:
        header = file.readline(LONGEST_HEADER)
        _check_header(path, header, asked)
        *lines, unfinished = file.read().split(b"\n")
    records = []
    for number, line in enumerate(lines, start=2):
        record = _record(line)
        if record is None:
            begin = line[:40].decode(errors="replace")
            _refuse(path, f"line {number} of which is no record: {begin!r}")
        records.append(record)
    if unfinished:  # the end of an interrupted call
        message = f"the last line of {path} was cut short; its task is computed again"
        warn(message, UserWarning)
        write_whole(path, header + b"".join(line + b"\n" for line in lines))
    return records


def _check_header(path: Path, header: bytes, asked: Mapping[str, Any]) -> None:
    found = _json(header)
    if not isinstance(found, dict) or found.get("file") != KIND:
        _refuse(path, "which is something else")
    others = [name for name, value in asked.items() if found.get(name) != value]
    if others:
        _refuse(path, f"which was made with another {' and another '.join(others)}")


def _record(line: bytes) -> Record | None:
    """Read a record; None if it is none, or not as it was written."""
    try:
        fields = _json(line)
        intact = fields.pop("checksum") == _checksum(fields)
        fields["mistaken"] = {int(i): guess for i, guess in fields["mistaken"].items()}
        return Record(**fields) if intact else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _checksum(fields: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(fields).encode())


def _json(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _append(path: Path, record: Record) -> None:
    fields = record._asdict()
    line = json.dumps({**fields, "checksum": _checksum(fields)}) + "\n"
    try:
        with open(path, "r+b", opener=_opened) as file:
            file.seek(0, os.SEEK_END)
            file.write(line.encode())
    except OSError as error:  # a full disk would name no file
        raise OSError(error.errno, error.strerror, str(path)) from error


def _opened(path: str, flags: int) -> int:
    """Open a file but no link, should somebody have put one there meanwhile."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _refuse(path: Path, why: str) -> NoReturn:
    raise InputError(
        "path",
        "must be a new file or the records of this very experiment, "
        f"got {str(path)!r}, {why}; it was left as it is: give another path, or move it away",
    )
