"""Show a function of the core as it is in its file: its formula, then its loop."""

import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from kernelkit.validation import InputTypeError, shown


class Source:
    """A function's formula and loop: rendered in a notebook, plain in a terminal.

    What is shown can be pasted as it is: the imports of a loop of the core stand above it, and in a
    terminal the formula is a comment.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.formula = _formula(inspect.getdoc(function) or "")
        text = textwrap.dedent(inspect.getsource(function)).rstrip()
        loop = re.sub(r'\n +r?""".*?"""', "", text, count=1, flags=re.DOTALL)
        self.loop = _imports(function, loop) + loop

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
    import numpy as np
    from numba import njit
    from kernelkit.core.kernels import linear
    <BLANKLINE>
    @njit
    def polynomial(x: np.ndarray, z: np.ndarray, degree: int = 2, offset: float = 0.0) -> float:
        return (linear(x, z) + offset) ** degree
    """
    function = inspect.unwrap(getattr(function, "py_func", function))
    if not inspect.isfunction(function):
        raise InputTypeError("function", f"must be written in Python, got {shown(function)}")
    return Source(function)


def _imports(function: Callable[..., Any], loop: str) -> str:
    """What stands above a loop of the core where it can run alone."""
    if not function.__module__.startswith("kernelkit.core."):
        return ""
    modules = {"math.": "import math", "np.": "import numpy as np"}
    lines = [line for name, line in modules.items() if name in loop]
    names: dict[str, list[str]] = {"numba": ["njit"]}
    for name in function.__code__.co_names:
        file = str(getattr(function.__globals__.get(name), "__module__", ""))
        if file.startswith("kernelkit.core."):
            names.setdefault(file, []).append(name)
    lines += [f"from {file} import {', '.join(sorted(each))}" for file, each in names.items()]
    return "\n".join([*lines, "", ""])


def _formula(doc: str) -> str:
    """The first sentence of a docstring and its displayed formulas, in Markdown."""
    first = " ".join(doc.partition("\n\n")[0].split())
    found = re.findall(r"(?ms)^\.\. math::(.*?)(?=^\S|\Z)", doc)
    displayed = [f"$$\n{textwrap.dedent(formula).strip()}\n$$" for formula in found]
    return "\n\n".join([re.sub(r":math:`(.+?)`", r"$\1$", first), *displayed])
