"""Results kept in a file as they come, so that an interruption loses nothing finished.

The first line says what was asked for; each further line is one finished task.
"""

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kernelkit.experiments.tasks import Record

__all__ = ["RecordFile"]


class RecordFile:
    """A file of records, or none at all (``path`` is None)."""

    def __init__(self, path: str | os.PathLike[str] | None, asked: Mapping[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self.header = json.dumps(asked, sort_keys=True)

    def load(self) -> list[Record]:
        """Read what an earlier call finished; what does not fit is left out, with a warning."""
        if self.path is None:
            return []
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        if lines and lines[0] != self.header:
            self._warn("was made with other arguments; it is made anew")
            lines = []
        records = []
        for line in lines[1:]:
            try:
                fields = json.loads(line)
                taken_for = {int(i): guess for i, guess in fields.pop("mistaken").items()}
                records.append(Record(**fields, mistaken=taken_for))
            except (ValueError, TypeError, KeyError, AttributeError):
                self._warn("holds a line that was cut short; that part is computed again")
        self._rewrite(records)
        return records

    def append(self, record: Record) -> None:
        """Add one finished task."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(record))

    def _rewrite(self, records: list[Record]) -> None:
        assert self.path is not None
        part = self.path.with_name(self.path.name + ".part")
        text = self.header + "\n" + "".join(map(_line, records))
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(self.path)

    def _warn(self, words: str) -> None:
        warnings.warn(f"the file {self.path} {words}", UserWarning, stacklevel=4)


def _line(record: Record) -> str:
    return json.dumps(record._asdict()) + "\n"
