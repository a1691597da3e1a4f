"""Tell whether a function is still the stub it was given as, its body three dots."""

import ast
import dis
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

__all__ = ["has_dots", "is_stub"]


def is_stub(function: Callable[..., Any]) -> bool:
    """Whether the function does nothing but return None, seen from its bytecode.

    Examples
    --------
    >>> def distance(w, b, x):
    ...     "How far x is from the boundary."
    ...     ...
    >>> is_stub(distance)
    True
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in {"RESUME", "NOP"}]
    names = [step.opname for step in steps]
    returns_constant = names in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"])
    return returns_constant and steps[0].argval is None


def has_dots(function: Callable[..., Any]) -> bool:
    """Whether three dots still stand as a line of the function, seen from its source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):  # there is no source to look at
        return False
    lines = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return any(isinstance(line, ast.Constant) and line.value is Ellipsis for line in lines)
