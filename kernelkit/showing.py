"""Words for whoever watches: in a notebook a box below the cell, in a terminal a line; tables."""

import html
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["clip", "counting_order", "in_notebook", "line_in_place", "plural", "show", "table"]

LINE = '<pre style="margin: 0.3em 0; line-height: 1.4; overflow-x: auto">{}</pre>'


def in_notebook() -> bool:
    """Whether a notebook's kernel runs this code, which is then inside IPython already."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")


def show(line: str, markup: str) -> None:
    """Show HTML in a notebook, and a line of text anywhere else."""
    if in_notebook():
        _display(line, markup)
    else:
        sys.stdout.write(line + "\n")


def line_in_place() -> Callable[[str], object]:
    """A function that shows a line in the place of the one before, called from any thread.

    In a notebook that place is below the cell that asked for it, whatever cell runs by then. In a
    terminal a line that is shorter than the one before is filled up with blanks.
    """
    if in_notebook():
        handle = _display(" ", LINE.format(" "), display_id=True)
        return lambda line: handle.update(_both(line, LINE.format(html.escape(line))), raw=True)
    longest = 0

    def write(line: str) -> None:
        nonlocal longest
        longest = max(longest, len(line))
        sys.stdout.write("\r" + line.ljust(longest))
        sys.stdout.flush()

    return write


def table(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Line up columns: the first ``left`` to the left, the others, numbers, to the right.

    >>> table([["name", "size"], ["iris", "150"]])
    ['name  size', 'iris   150']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.ljust(w) for cell, w in zip(row[:left], widths, strict=False)]
        cells += [cell.rjust(w) for cell, w in zip(row[left:], widths[left:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines


def clip(name: str, limit: int = 20) -> str:
    """Give a name in one line that is not too long for a table.

    >>> clip("Outlying-US(Guam-USVI-etc)")
    'Outlying-US(Guam-U..'
    """
    line = " ".join(name.split())
    return line if len(line) <= limit else line[: limit - 2] + ".."


def counting_order(names: Sequence[str]) -> list[int]:
    """The places of names as people count them, where only the alphabet has put them in order.

    >>> counting_order(["k1", "k10", "k2"]), counting_order(["others", "a"])
    ([0, 2, 1], [0, 1])
    """
    from kernelkit.validation import natural

    places = list(range(len(names)))
    sorted_by_letters = list(names) == sorted(names)
    return sorted(places, key=lambda k: natural(names[k])) if sorted_by_letters else places


def plural(count: int, noun: str) -> str:
    """Count things.

    >>> plural(1, "class"), plural(2000, "class"), plural(2, "sample")
    ('1 class', '2,000 classes', '2 samples')
    """
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count:,} {noun}{ending}"


def _display(line: str, markup: str, **options: Any) -> Any:
    display = importlib.import_module("IPython.display").display
    return display(_both(line, markup), raw=True, **options)


def _both(line: str, markup: str) -> dict[str, str]:
    return {"text/plain": line, "text/html": markup}
