"""Tables and times that lessons print, and lines for people who watch a program work."""

import html
import importlib
import math
import numbers
import sys
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Any

__all__ = ["race", "table"]

SECONDS = 2.0  # for a race, about
RUNS = 100  # of each way, at most
LINE = '<pre style="margin: 0.3em 0; line-height: 1.4; overflow-x: auto">{}</pre>'


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows below their heads, in columns: the first to the left, the others to the right.

    Whole numbers get commas and other numbers three significant digits; text, such as
    ``f"{rate:.1%}"``, stays as it is.

    Parameters
    ----------
    heads : strings
        The names of the columns.
    rows : rows of text and numbers
        As many entries in each as there are heads.

    Examples
    --------
    >>> table(["k", "samples", "error"], [(1, 1500, 0.04), (15, 1500, 2 / 75)])
    k   samples   error
    1     1,500    0.04
    15    1,500  0.0267
    """
    from kernelkit.validation import InputError

    names = [str(head) for head in _several(heads, "heads")]
    lines = [[_entry(each) for each in _several(row, "rows")] for row in _several(rows, "rows")]
    for line in lines:
        if len(line) != len(names):
            words = f"must have one entry for each of the {plural(len(names), 'head')}"
            raise InputError("rows", f"{words}, got {len(line)}")
    sys.stdout.write("\n".join(aligned([names, *lines])) + "\n")


def race(**ways: Callable[[], object]) -> None:
    """Time ways to the same result: print the shortest time of each, and how it compares.

    They run in turns, so that a busy moment hits all of them, for about two seconds together, and
    once more before that, because a first call may have to compile.

    Parameters
    ----------
    **ways : functions without arguments
        Each under its name, in which ``_`` stands for a blank; the last is what the others are
        compared with.

    Examples
    --------
    >>> race(Python=slow, NumPy=better, compiled=best)  # doctest: +SKIP
    Python     140 ms  1,100 times as long
    NumPy      3.1 ms     24 times as long
    compiled  0.13 ms
    """
    from kernelkit.validation import InputError, InputTypeError, shown

    if not ways:
        raise InputError("ways", "must be at least one function, got none")
    for name, way in ways.items():
        if not callable(way):
            raise InputTypeError(name, f"must be a function without arguments, got {shown(way)}")
    for way in ways.values():
        way()
    times: dict[str, list[float]] = {name: [] for name in ways}
    running = list(ways)
    while running:
        for name in running:
            times[name].append(_seconds(ways[name]))
        running = [name for name in running if _has_time(times[name], SECONDS / len(ways))]
    sys.stdout.write(_times({name: min(times[name]) for name in ways}) + "\n")


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


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Line up columns: the first ``left`` to the left, the others, numbers, to the right.

    >>> aligned([["name", "size"], ["iris", "150"]])
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


def _several(values: Any, name: str) -> Iterable[Any]:
    from kernelkit.validation import InputTypeError, shown

    if isinstance(values, str) or not isinstance(values, Iterable):
        what = "a list of strings" if name == "heads" else "rows of text and numbers"
        raise InputTypeError(name, f"must be {what}, got {shown(values)}")
    return values


def _entry(value: Any) -> str:
    """What a table shows of a value."""
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        number = float(value)
        return f"{number:.3g}" if abs(number) < 1000 else f"{number:,.0f}"
    return str(value)


def _seconds(way: Callable[[], object]) -> float:
    begun = perf_counter()
    way()
    return max(perf_counter() - begun, 1e-9)  # some clocks take steps of 100 ns


def _has_time(times: list[float], seconds: float) -> bool:
    return len(times) < RUNS and sum(times) + min(times) < seconds


def _times(best: dict[str, float]) -> str:
    """A line for each time: all in one unit, and how many times as long as the last."""
    *others, last = best.values()
    unit, size = ("ms", 1e-3) if min(best.values()) > 1e-5 else ("µs", 1e-6)
    factors = [f"{_two_digits(time / last)} times as long" for time in others]
    rows = [
        [name.replace("_", " "), f"{_two_digits(time / size)} {unit}", factor]
        for (name, time), factor in zip(best.items(), [*factors, ""], strict=True)
    ]
    return "\n".join(aligned(rows))


def _two_digits(value: float) -> str:
    """A number to two significant digits, whole from 10 on.

    >>> _two_digits(1118.0), _two_digits(23.8), _two_digits(1.04), _two_digits(0.128)
    ('1,100', '24', '1.0', '0.13')
    """
    digits = 1 - math.floor(math.log10(value))
    return f"{round(value, digits):,.{max(digits, 0)}f}"


def _display(line: str, markup: str, **options: Any) -> Any:
    display = importlib.import_module("IPython.display").display
    return display(_both(line, markup), raw=True, **options)


def _both(line: str, markup: str) -> dict[str, str]:
    return {"text/plain": line, "text/html": markup}
