"""Docstrings of this library on their way into the API reference.

An entry ``name : words`` without lines below it is a description here, where napoleon would take
it for a type. Fields of results are described by the comments behind them.
"""

import inspect
import re
from typing import Any

from sphinx.application import Sphinx

ENTRIES = {"Parameters", "Attributes", "Returns", "Yields", "Raises", "Other Parameters"}
ALIAS = "Alias for field number"


def described(lines: list[str]) -> list[str]:
    """Turn ``name : words`` into a name with the words below it, and "a, b" into two names.

    >>> described(["Parameters", "----------", "K : Gram matrix", "", "Notes"])
    ['Parameters', '----------', 'K', '    Gram matrix', '', 'Notes']
    """
    made: list[str] = []
    inside = False
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if set(below.strip()) == {"-"}:
            inside = line.strip() in ENTRIES
        entry = re.fullmatch(r"([*\w]+(?:, [*\w]+)*)(?: : (.*))?", line)
        if inside and entry and set(below.strip()) != {"-"} and not below.startswith(" "):
            for name in entry[1].split(", "):
                made += [name, f"    {entry[2]}"] if entry[2] else [name]
        else:
            made.append(line)
    return made


def fields(result: type) -> list[str]:
    """The section on the fields of a named tuple, from the comments in its source."""
    source = inspect.getsource(result)
    lines = ["", "Attributes", "----------"]
    for name in result._fields:
        match = re.search(rf"(?m)^ +{name}:[^#\n]*(?:# (.*))?$", source)
        lines.append(name)
        if match and match[1]:
            lines.append(f"    {match[1]}")
    return lines


def process(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Prepare a docstring for napoleon."""
    if what == "class" and hasattr(obj, "_fields") and "Attributes" not in lines:
        lines += fields(obj)
    lines[:] = described(lines)


def skip(app: Sphinx, what: str, name: str, obj: Any, skipped: bool, options: Any) -> bool | None:
    """Leave out what this library did not write: scikit-learn's routing, fields of tuples."""
    if str(inspect.getdoc(obj)).startswith(ALIAS) or re.fullmatch(r"set_\w+_request", name):
        return True
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, before napoleon."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", process, priority=400)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
