"""The API reference says of each function whether compiled code can call it, and shows its loop."""

from typing import Any

from sphinx.application import Sphinx

from kernelkit.core import source

MARK = "*Compiled by numba:* call it from Python or from compiled functions of your own."


def mark(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Say it below the first sentence of a function of the core.

    >>> from kernelkit.core.losses import hinge
    >>> mark(None, "function", "hinge", hinge, None, lines := ["A loss.", "", "More."])
    >>> lines[:5] == ["A loss.", "", MARK, "", "More."], lines[-2]
    (True, '       return np.maximum(0.0, 1.0 - t)')
    """
    if what == "function" and hasattr(obj, "py_func"):
        end = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
        lines[end:end] = ["", MARK]
        loop = [f"   {line}" for line in source(obj).loop.splitlines()]
        lines += ["", ".. code-block:: python", "", *loop, ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, before napoleon."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", mark, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
