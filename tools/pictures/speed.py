"""Draw the speed picture of README.md: ``python -m tools.pictures.speed`` writes docs/speed.png.

It shows every measurement of ``make bench`` on every processor: one point each, in a row for each
peer, in a colour for each processor.
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from benchmarks.report import Row, read_json, title
from kernelkit.plotting import save_figure, use_style
from kernelkit.plotting.style import INK, class_style

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
PICTURE = ROOT / "docs" / "speed.png"

Ratios = dict[str, list[float]]  # by peer


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what the files of measurements hold."""
    parser = argparse.ArgumentParser(description="Draw the speed picture of README.md.")
    parser.add_argument("--results", type=Path, default=RESULTS, help="as make bench fills it")
    parser.add_argument("--to", type=Path, default=PICTURE, help="the picture")
    options = parser.parse_args(arguments)
    files = sorted(options.results.glob("*.json"))
    if not files:
        parser.error(f"--results must hold what make bench writes, and {options.results} is empty")
    mpl.use("Agg")
    use_style()
    measured = [read_json(file) for file in files]
    figure = draw({title(one.machine): by_peer(one.rows) for one in measured})
    save_figure(figure.axes[0], options.to)
    print(f"The picture is in {options.to}")
    return 0


def by_peer(rows: Sequence[Row]) -> Ratios:
    """How many times as long each peer takes, job by job.

    Rows that sum others up are left out: their members are there.
    """
    sums = {row.group for row in rows}
    found: Ratios = {}
    for row in rows:
        if row.name not in sums:
            name = row.peer.partition(", one epoch times")[0]
            found.setdefault(name, []).append(row.ratio.median)
    return found


def peers(processors: dict[str, Ratios]) -> list[str]:
    """All of them, the slowest first."""
    found: Ratios = {}
    for ratios in processors.values():
        for name, values in ratios.items():
            found.setdefault(name, []).extend(values)
    return sorted(found, key=lambda name: -statistics.median(found[name]))


def draw(processors: dict[str, Ratios]) -> Figure:
    """One row per peer, within it a line of points for each processor."""
    names = peers(processors)
    figure, ax = plt.subplots(figsize=(8, 1.2 + 0.27 * len(names)), dpi=150)
    apart = 0.4 / len(processors)
    for number, (processor, ratios) in enumerate(processors.items()):
        colour, marker, scale = class_style(number)
        shift = apart * (number - (len(processors) - 1) / 2)
        points = [(x, names.index(name) + shift) for name in ratios for x in ratios[name]]
        look = {"color": colour, "marker": marker, "s": 26 * scale**2, "linewidths": 0}
        ax.scatter(*zip(*points, strict=True), alpha=0.65, label=processor, zorder=2, **look)
    ax.axvline(1, color=INK, linewidth=1, zorder=1)
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.set_ylim(len(names) - 0.5, -0.5)
    for place in range(0, len(names), 2):
        ax.axhspan(place - 0.5, place + 0.5, color="0.96", zorder=0)
    ax.set(xscale="log", xlabel="kernelkit is so many times as fast; left of the line, slower")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    figure.legend(loc="outside upper left", ncols=2, fontsize=9, handletextpad=0.2)
    return figure


if __name__ == "__main__":
    sys.exit(main())
