"""Draw the speed picture of README.md: ``python tools/speed.py`` writes docs/speed.png.

It shows every measurement of ``make bench``, one point each, in a row for each peer.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from kernelkit.plotting import save_figure, use_style
from kernelkit.plotting.style import INK, PALETTE

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results.json"
PICTURE = ROOT / "docs" / "speed.png"


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what the file of measurements holds."""
    parser = argparse.ArgumentParser(description="Draw the speed picture of README.md.")
    parser.add_argument("--json", type=Path, default=RESULTS, help="as make bench writes it")
    parser.add_argument("--to", type=Path, default=PICTURE, help="the picture")
    options = parser.parse_args(arguments)
    if not options.json.exists():
        parser.error(f"--json must be what make bench writes, and {options.json} is not there")
    mpl.use("Agg")
    use_style()
    measured = json.loads(options.json.read_text(encoding="utf-8"))
    figure = draw(by_peer(measured["rows"]))
    save_figure(figure.axes[0], options.to)
    print(f"The picture is in {options.to}")
    return 0


def by_peer(rows: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    """How many times as long each peer takes, job by job; the slowest peer first.

    Rows that sum others up are left out: their members are there.
    """
    sums = {row["group"] for row in rows}
    found: dict[str, list[float]] = {}
    for row in rows:
        if row["name"] not in sums:
            name = row["peer"].partition(", one epoch times")[0]
            found.setdefault(name, []).append(row["ratio"])
    return dict(sorted(found.items(), key=lambda item: -statistics.median(item[1])))


def draw(peers: dict[str, list[float]]) -> Figure:
    """One line per peer, one point per job."""
    figure, ax = plt.subplots(figsize=(8, 0.9 + 0.23 * len(peers)), dpi=150)
    for place, ratios in enumerate(peers.values()):
        ax.plot(ratios, [place] * len(ratios), "o", color=PALETTE[0], alpha=0.6, markersize=6)
    ax.axvline(1, color=INK, linewidth=1)
    ax.set_yticks(range(len(peers)), list(peers), fontsize=9)
    ax.invert_yaxis()
    ax.set(xscale="log", xlabel="kernelkit is so many times as fast; left of the line, slower")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return figure


if __name__ == "__main__":
    sys.exit(main())
