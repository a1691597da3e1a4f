"""Show a function of the core as it stands in its file: its formula, then its loop."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from kernelkit.validation import InputTypeError, shown

__all__ = ["source"]


class Source:
    """A function's formula and loop: rendered in a notebook, plain in a terminal."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.formula = _formula(inspect.getdoc(function) or "")
        self.loop = _without_docstring(inspect.getsource(function))

    def __repr__(self) -> str:
        return self.loop

    def _repr_markdown_(self) -> str:
        return f"{self.formula}\n\n```python\n{self.loop}\n```"


def source(function: Callable[..., Any]) -> Source:
    """The formula and the loop of a function of the core, or of any function in Python.

    >>> from kernelkit.core import linear
    >>> source(linear)
    @njit
    def linear(x: Row, z: Row) -> float:
        total = 0.0
        for i in range(same(len(x), len(z))):
            total += float(x[i]) * float(z[i])
        return total
    """
    function = inspect.unwrap(getattr(function, "py_func", function))
    if not inspect.isfunction(function):
        raise InputTypeError("function", f"must be written in Python, got {shown(function)}")
    return Source(function)


def _formula(doc: str) -> str:
    """The first sentence of a docstring and its displayed formulas, in Markdown."""
    first, *others = doc.split("\n\n")
    blocks = [re.sub(r":math:`(.+?)`", r"$\1$", " ".join(first.split()), flags=re.DOTALL)]
    displayed = "\n\n".join(others)
    found = re.findall(r"(?m)^\.\. math::((?:.*\n)(?:[ \t]+.*\n?|\n(?=[ \t]))*)", displayed)
    blocks += [f"$$\n{textwrap.dedent(block).strip()}\n$$" for block in found]
    return "\n\n".join(blocks)


def _without_docstring(text: str) -> str:
    lines = textwrap.dedent(text).splitlines()
    (function,) = ast.parse("\n".join(lines)).body
    first = function.body[0] if isinstance(function, ast.FunctionDef) else function
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines)
