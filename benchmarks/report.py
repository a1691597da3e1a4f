"""The measurements: lines on a terminal, a JSON file for each processor, and RESULTS.md of all.

``python -m benchmarks.report`` writes RESULTS.md anew from the files there are.
"""

import json
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.growth import Grown
from benchmarks.side_by_side import Quartiles, Row
from benchmarks.start import Waited
from kernelkit.writing import write_whole

HERE = Path(__file__).parent
HEADER = (
    f"{'job':<62}{'kernelkit':>11}{'peer':>11}{'ratio':>9}{'quartiles':>18}{'goal':>10}"
    f"{'to limit':>10}{'goal':>9}{'memory':>16}  peer"
)
SENTENCE = """How many times as fast as its peers, other programs for the same job, kernelkit is:
each runs beside it on the same data, and a ratio counts only if both reach the same answer, ties in
the last digits aside."""
ABOUT = """`make bench` measures on your processor and adds its section. kernelkit and the peer take
turns in one process, after a first run that compiles, on the same arrays and the same number of
threads, each when the threads of the other sleep; short ones are repeated for a tenth of a second,
and the last run counts. Given are medians, and in brackets the
quartiles over the turns. *Ratio* says how many times as long the peer takes; *goal* is what we want
it to be at least.

In a program that takes turns between NumPy and kernelkit on ARM, that wait is worth knowing: after
a product NumPy's threads stay awake for half a second and keep one of two cores from whoever comes
next. Least squares on USPS, 34 ms, then take 50 ms. `OPENBLAS_THREAD_TIMEOUT=4` in the environment
sends them to sleep at once.

The *limit* is a part of the job that is timed by itself, such as NumPy's product of the same
matrices, one read of the numbers, or the check of the input, and *times the limit* says how many
times as long kernelkit takes. Below 1 kernelkit is faster than that call. *Goal for that* is what
we want it to be at most.

Memory is the peak above what was held before (kernelkit / peer). The verdict *below* marks a ratio
that misses its goal, *far* one that reaches it and yet misses the goal for the limit; *why* says
what holds kernelkit back, where we know it."""
PICTURE = (
    "![How many times as fast as its peers kernelkit is, one point for each job, a row for each "
    "peer, a colour for each processor, on a logarithmic axis.](../docs/speed.png)"
)
PACKAGES = ("numpy", "numba", "scipy", "scikit-learn", "faiss-cpu")


class Results(NamedTuple):
    """All that a run on one processor measures."""

    machine: dict[str, Any]
    rows: list[Row]
    growth: list[Grown]
    start: list[Waited]
    note: str = ""  # what a reader must know of how it was measured


def line(row: Row) -> str:
    """One line of the table on a terminal."""
    quartiles = f"{times(row.ratio.low)} to {times(row.ratio.high)}"
    memory = f"{row.our_memory:.0f} / {row.their_memory:.0f} MB"
    words = f"{row.name:<62}{seconds(row.ours.median):>11}{seconds(row.theirs.median):>11}"
    words += f"{times(row.ratio.median):>9}{quartiles:>18}{times(row.target):>10}"
    words += f"{_middle(row.limit_ratio, times):>10}{times(row.limit_goal):>9}{memory:>16}"
    words += f"  {row.peer}"
    return words if row.verdict == "ok" else f"{words}  [{row.verdict}]"


def growth_line(grown: Grown) -> str:
    """One line on how a cost grows."""
    sizes = f"n = {grown.sizes[0]:,} to {grown.sizes[-1]:,}"
    ends = f"{seconds(grown.seconds[0])} to {seconds(grown.seconds[-1])}"
    return f"{grown.name:<50} n^{grown.exponent:.2f} (theory {grown.theory}), {sizes}, {ends}"


def start_line(waited: Waited) -> str:
    """One line on how long people wait."""
    most = f"most of it {waited.largest}, {seconds(waited.share)}"
    return f"{waited.name:<50}{seconds(waited.seconds.median):>9}, {most}"


def write_json(path: Path, results: Results) -> None:
    """Everything, for other programs to read; the file appears whole or not at all."""
    content = {
        **results._asdict(),
        "rows": [{**row._asdict(), "verdict": row.verdict} for row in results.rows],
        "growth": [{**one._asdict(), "exponent": one.exponent} for one in results.growth],
        "start": [one._asdict() for one in results.start],
    }
    write_whole(path, json.dumps(content, indent=1) + "\n")


def read_json(path: Path) -> Results:
    """What ``write_json`` wrote."""
    content = json.loads(path.read_text(encoding="utf-8"))
    for name, kind in {"rows": Row, "growth": Grown, "start": Waited}.items():
        content[name] = [_made(kind, values) for values in content[name]]
    return Results(**content)


def _made(kind: Any, values: dict[str, Any]) -> Any:
    fields = {name: values[name] for name in kind._fields}  # without what is computed from them
    for name, value in fields.items():
        if "Quartiles" in str(kind.__annotations__[name]) and value:
            fields[name] = Quartiles(*value)
    return kind(**fields)


def write_results(folder: Path = HERE) -> None:
    """RESULTS.md, from the files of all processors."""
    parts = ["# Benchmark results", SENTENCE, PICTURE, _folded("How it was measured", ABOUT)]
    for path in sorted((folder / "results").glob("*.json")):
        parts += _section(read_json(path))
    write_whole(folder / "RESULTS.md", "\n\n".join(parts) + "\n")


def _section(results: Results) -> Iterator[str]:
    """The paragraphs about one processor."""
    yield f"## {title(results.machine)}"
    yield "; ".join(f"{name} {value}" for name, value in results.machine.items() if value)
    if results.note:
        yield results.note
    columns = "job|peer|kernelkit|peer takes|ratio|goal|limit|times the limit|goal for that"
    missed = sum(row.verdict != "ok" for row in results.rows)
    yield _folded(
        f"{len(results.rows)} jobs, of which {missed} miss a goal",
        _table(f"{columns}|memory, MB|verdict|why", map(_cells, results.rows)),
    )
    if results.start:
        waits = _table("work|time|most of it|which takes", map(_wait, results.start))
        yield _folded("Until a first result, in a fresh process", waits)
    grown = _table("job|theory|measured|from n|to n", map(_growth, results.growth))
    yield _folded("How cost grows", grown)


def _folded(summary: str, text: str) -> str:
    return f"<details>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"


def _cells(row: Row) -> Iterable[str]:
    yield row.name
    yield row.peer
    yield _spread(row.ours, seconds)
    yield _spread(row.theirs, seconds)
    yield _spread(row.ratio, times, "**")
    yield times(row.target)
    yield f"{row.limit}, {_middle(row.limit_seconds, seconds)}" if row.limit else ""
    yield _middle(row.limit_ratio, times)
    yield times(row.limit_goal)
    yield f"{row.our_memory:.0f} / {row.their_memory:.0f}"
    yield row.verdict
    yield row.why if row.verdict != "ok" else ""


def _wait(one: Waited) -> Iterable[str]:
    yield one.name
    yield _spread(one.seconds, seconds)
    yield one.largest
    yield seconds(one.share)


def _growth(one: Grown) -> Iterable[str]:
    yield one.name
    yield one.theory
    yield f"n^{one.exponent:.2f}"
    for end in (0, -1):
        yield f"{one.sizes[end]:,}: {seconds(one.seconds[end])}"


def _table(columns: str, rows: Iterable[Iterable[str]]) -> str:
    names = columns.split("|")
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def machine(threads: int) -> dict[str, Any]:
    """What the numbers depend on. Nothing that names the computer or its owner."""
    return {
        "processor": _processor(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "threads": threads,
        "system": platform.system(),
        "Python": platform.python_version(),
        **{name: version(name) for name in PACKAGES},
    }


def title(machine: dict[str, Any]) -> str:
    """A processor in words: its model where the system knows it, its kind, how many cores."""
    words = [machine["processor"], machine["architecture"], f"{machine['cores']} cores"]
    if machine["threads"] != machine["cores"]:
        words.append(f"{machine['threads']} threads")
    return ", ".join(word for word in words if word)


def results_file(machine: dict[str, Any]) -> str:
    """The file of a processor: x86_64-intel-xeon-2-cores.json."""
    kind, *rest = title({**machine, "processor": ""}).split(", ")
    words = "-".join([kind, machine["processor"], *rest])
    return re.sub(r"[^a-z0-9_]+", "-", words.lower()).strip("-") + ".json"


def _processor() -> str:
    """The model, without trade marks and clock rates; empty where the system does not tell."""
    model = platform.processor()
    if platform.system() == "Linux":  # where that is a kind, not a model, or nothing
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M)
        model = found[1] if found else ""
    model = re.sub(r"\((R|TM)\)|@.*|\b(CPU|Processor)\b", " ", model, flags=re.I)
    return " ".join(model.split())


def seconds(time: float | None) -> str:
    """A time in three digits and a fitting unit."""
    if time is None:
        return ""
    if time >= 3600:
        return f"{time / 3600:.3g} h"
    if time >= 1:
        return f"{time:.3g} s"
    return f"{1000 * time:.3g} ms"


def times(ratio: float | None) -> str:
    """How many times, in two or three digits."""
    if ratio is None:
        return ""
    return f"{ratio:,.0f}x" if ratio >= 20 else f"{ratio:.2f}x"


def _spread(value: Quartiles, show: Callable[[float], str], mark: str = "") -> str:
    middle = f"{mark}{show(value.median)}{mark}"
    if value.low is None or value.high is None:
        return middle
    return f"{middle} ({show(value.low)} to {show(value.high)})"


def _middle(value: Quartiles | None, show: Callable[[float], str]) -> str:
    return show(value.median) if value else ""


if __name__ == "__main__":
    write_results()
