"""The page of benchmarks: a chart of all ratios, and tables that a phone can show too.

Both are made of what ``make bench`` stored: the chart of the measurements, the tables of
``benchmarks/RESULTS.md``.
"""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import read_json, times, title
from tools.pictures.speed import Ratios, by_peer, peers
from tools.site.templating import render

PICTURE = re.compile(r"!\[[^]]*\]\(\.\./docs/speed\.png\)")
TABLE = re.compile(r"(?m)(?:^\|.*\|\n)+")
BRACKET = re.compile(r"^(.*\S) \((.+)\)$")
# Columns of RESULTS.md that stand below another in small letters, with a word before them.
BELOW = {"peer": ("job", "beside"), "why": ("job", "why it misses:")}
BELOW |= {"goal": ("ratio", "goal: at least")}
BELOW |= {"limit": ("times the limit", ""), "goal for that": ("times the limit", "goal: at most")}
VERDICTS = {"below": "below its goal", "far": "far from its limit"}


class Cell(NamedTuple):
    """A number or words, and what stands below in small letters."""

    column: str
    text: str
    below: list[str]


class Peer(NamedTuple):
    """A row of the chart: for each point the processor, its place in percent, and its ratio."""

    name: str
    points: list[tuple[int, float, str]]


def readable(text: str, results: Path) -> str:
    """The text of RESULTS.md with the chart for its picture and tables that fit."""
    files = sorted(results.glob("*.json"))
    if files:
        measured = [read_json(path) for path in files]
        drawn = chart({title(one.machine): by_peer(one.rows) for one in measured})
        text = PICTURE.sub(lambda _: drawn, text)
    return with_fitting_tables(text)


def with_fitting_tables(text: str) -> str:
    """The text with all its Markdown tables made to fit."""
    return TABLE.sub(lambda table: f"{fitting(table[0])}\n", text)


def chart(processors: dict[str, Ratios]) -> str:
    """A row for each peer, a point for each job, on a logarithmic axis; HTML."""
    every = [x for ratios in processors.values() for values in ratios.values() for x in values]
    low, high = math.log10(min(every)) - 0.1, math.log10(max(every)) + 0.15

    def place(ratio: float) -> float:
        return round(100 * (math.log10(ratio) - low) / (high - low), 2)

    rows = [
        Peer(
            name,
            [
                (number, place(ratio), times(ratio))
                for number, ratios in enumerate(processors.values())
                for ratio in ratios.get(name, [])
            ],
        )
        for name in peers(processors)
    ]
    ticks = [(place(10**k), f"{10**k:,}") for k in range(math.ceil(low), math.floor(high) + 1)]
    return render("speed_chart.html", processors=list(processors), rows=rows, ticks=ticks)


def fitting(table: str) -> str:
    """A Markdown table as HTML whose rows become cards where they would not fit."""
    head, _, *rows = [_cells(line) for line in table.splitlines()]
    columns = [name for name in head if name not in BELOW or BELOW[name][0] not in head]
    return render(
        "fitting_table.html",
        columns=columns,
        rows=[_row(columns, dict(zip(head, row, strict=True))) for row in rows],
    )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(columns: Sequence[str], row: dict[str, str]) -> list[Cell]:
    cells = []
    for name in columns:
        text, below = row[name].replace("**", ""), []
        if found := BRACKET.match(text) if name != columns[0] else None:
            text, below = found[1], [found[2]]
        for other, (above, word) in BELOW.items():
            if above == name and row.get(other):
                below.append(f"{word} {row[other]}".strip())
        if name == "verdict":
            text = VERDICTS.get(text, text)
        cells.append(Cell(name, text, below))
    return cells
