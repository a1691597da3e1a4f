"""Show a function of the core as it is in its file: its formula, then its loop."""

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from kernelkit.validation import InputTypeError, shown


class Source:
    """A function's formula and loop: rendered in a notebook, plain in a terminal.

    What a terminal shows can be pasted as it is, because the formula is a comment there.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.formula = _formula(inspect.getdoc(function) or "")
        text = textwrap.dedent(inspect.getsource(function)).rstrip()
        self.loop = re.sub(r'\n +r?""".*?"""', "", text, count=1, flags=re.DOTALL)

    def __repr__(self) -> str:
        lines = [line for line in self.formula.replace("$", "").splitlines() if line]
        return "\n".join([*(f"# {line}" for line in lines), self.loop])

    def _repr_markdown_(self) -> str:
        return f"{self.formula}\n\n```python\n{self.loop}\n```"


def source(function: Callable[..., Any]) -> Source:
    r"""The formula and the loop of a function of the core, or of any function in Python.

    >>> from kernelkit.core import polynomial
    >>> source(polynomial)
    # Polynomial kernel, (\langle x, z \rangle + \text{offset})^{\text{degree}}.
    @njit
    def polynomial(x: np.ndarray, z: np.ndarray, degree: int = 2, offset: float = 0.0) -> float:
        return (linear(x, z) + offset) ** degree
    """
    function = inspect.unwrap(getattr(function, "py_func", function))
    if not inspect.isfunction(function):
        raise InputTypeError("function", f"must be written in Python, got {shown(function)}")
    return Source(function)


def _formula(doc: str) -> str:
    """The first sentence of a docstring and its displayed formulas, in Markdown."""
    first = " ".join(doc.partition("\n\n")[0].split())
    found = re.findall(r"(?ms)^\.\. math::(.*?)(?=^\S|\Z)", doc)
    displayed = [f"$$\n{textwrap.dedent(formula).strip()}\n$$" for formula in found]
    return "\n\n".join([re.sub(r":math:`(.+?)`", r"$\1$", first), *displayed])
