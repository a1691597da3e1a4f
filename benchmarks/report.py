"""The measurements as a table, as a figure, as JSON, and as RESULTS.md."""

import io
import json
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

from benchmarks.growth import Grown
from benchmarks.side_by_side import Row
from kernelkit.plotting.style import use_style
from kernelkit.writing import write_whole

HEADER = f"{'job':<62}{'kernelkit':>11}{'peer':>11}{'ratio':>9}{'at least':>10}{'memory':>16}  peer"
ABOUT = """Written by `make bench`. Both ways run alternately in one process on the same arrays,
warm, on the same number of threads. Times are medians; a ratio says how many times as long the peer
takes, and how far it strayed over the repeats; memory is the peak above what was held before
(kernelkit / peer). A ratio counts only if both answers agree; *below* marks one that misses what we
set out to reach."""
PACKAGES = ("numpy", "numba", "scipy", "scikit-learn", "faiss-cpu")


def line(row: Row) -> str:
    """One line of the table on a terminal."""
    memory = f"{row.our_memory:.0f} / {row.their_memory:.0f} MB"
    words = f"{row.name:<62}{seconds(row.ours):>11}{seconds(row.theirs):>11}"
    words += f"{times(row.ratio):>9}{times(row.target):>10}{memory:>16}  {row.peer}"
    return words if row.verdict == "ok" else f"{words}  [{row.verdict}]"


def growth_line(grown: Grown) -> str:
    """One line on how a cost grows."""
    ends = f"{seconds(grown.seconds[0])} to {seconds(grown.seconds[-1])}"
    sizes = f"n = {grown.sizes[0]:,} to {grown.sizes[-1]:,}"
    return f"{grown.name:<50} n^{grown.exponent:.2f} (theory {grown.theory}), {sizes}, {ends}"


def write_json(path: Path, rows: list[Row], grown: list[Grown], threads: int) -> None:
    """Everything, for other programs to read; the file appears whole or not at all."""
    content = {
        "machine": machine(threads),
        "rows": [{**row._asdict(), "ratio": row.ratio, "verdict": row.verdict} for row in rows],
        "growth": [{**one._asdict(), "exponent": one.exponent} for one in grown],
    }
    write_whole(path, json.dumps(content, indent=1) + "\n")


def write_results(folder: Path, rows: list[Row], grown: list[Grown], threads: int) -> None:
    """RESULTS.md and its figure."""
    _figure(folder / "results.png", rows, grown)
    about = "; ".join(f"{name} {value}" for name, value in machine(threads).items())
    table = [
        "| job | peer | kernelkit | peer takes | ratio | at least | memory, MB | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    table += [
        f"| {row.name} | {row.peer} | {seconds(row.ours)} | {seconds(row.theirs)} "
        f"| **{times(row.ratio)}** ± {row.spread:.0%} | {times(row.target)} "
        f"| {row.our_memory:.0f} / {row.their_memory:.0f} | {row.verdict} |"
        for row in rows
    ]
    missed = [f"- {row.name}: {row.limit or 'not yet explained'}" for row in _below(rows)]
    growth = ["| job | theory | measured | from n | to n |", "|---|---|---|---|---|"]
    growth += [
        f"| {one.name} | {one.theory} | n^{one.exponent:.2f} "
        f"| {one.sizes[0]:,}: {seconds(one.seconds[0])} "
        f"| {one.sizes[-1]:,}: {seconds(one.seconds[-1])} |"
        for one in grown
    ]
    parts = [
        "# Benchmark results",
        ABOUT,
        about,
        "![How many times faster kernelkit is, for every row of the table; how cost grows with n.]"
        "(results.png)",
        "\n".join(table),
        *(["## Below their target, and why", "\n".join(missed)] if missed else []),
        "## How cost grows",
        "\n".join(growth),
    ]
    write_whole(folder / "RESULTS.md", "\n\n".join(parts) + "\n")


def machine(threads: int) -> dict[str, Any]:
    """What the numbers depend on."""
    packages = {name: version(name) for name in PACKAGES}
    about = {"processor": platform.machine(), "cores": os.cpu_count(), "threads": threads}
    return {**about, "system": platform.system(), "Python": platform.python_version(), **packages}


def seconds(time: float) -> str:
    """A time in three digits and a fitting unit."""
    if time >= 3600:
        return f"{time / 3600:.3g} h"
    if time >= 1:
        return f"{time:.3g} s"
    return f"{1000 * time:.3g} ms"


def times(ratio: float) -> str:
    """How many times, in two or three digits."""
    return f"{ratio:,.0f}x" if ratio >= 20 else f"{ratio:.2f}x"


def _below(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.verdict != "ok"]


def _figure(path: Path, rows: list[Row], grown: list[Grown]) -> None:
    use_style()
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(13, 1.5 + 0.28 * len(rows)), width_ratios=(3, 2), layout="constrained"
    )
    place = range(len(rows), 0, -1)
    left.hlines(place, 1, [row.ratio for row in rows], color="0.75", zorder=1)
    left.scatter(
        [row.target for row in rows], place, marker="|", s=120, color="0.3", label="target"
    )
    left.scatter([row.ratio for row in rows], place, s=36, zorder=2, label="measured")
    left.axvline(1, color="0.3", linewidth=1)
    left.set(xscale="log", xlabel="times as fast as the peer", yticks=list(place))
    left.set_yticklabels([f"{row.name}  ({row.peer})" for row in rows], fontsize=8)
    left.legend(loc="lower right")
    for one in grown:
        label = f"{one.name}: $n^{{{one.exponent:.2f}}}$"
        right.plot(one.sizes, one.seconds, marker="o", label=label)
    right.set(xscale="log", yscale="log", xlabel="number of samples n", ylabel="seconds")
    handles, labels = right.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower right", ncols=3, fontsize=8)
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=110)
    write_whole(path, drawn.getvalue())
    plt.close(figure)
