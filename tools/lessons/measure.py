"""Where a lesson stands: ``python -m tools.lessons.measure 03`` (more numbers, or none for all).

Prints words, formulas, visible lines, figures and minutes of the path, of each section that goes
deeper and of the exercises; then the longest paragraphs and cells, and what the gate complains of.
"""

import sys
from collections.abc import Sequence
from heapq import nlargest

from tools.lessons.course import lessons
from tools.lessons.gates.path import short
from tools.lessons.minutes import paragraphs, size, visible_lines, words
from tools.lessons.notebook import DEEPER, Block, Notebook, parts, read


def main(arguments: Sequence[str] | None = None) -> int:
    """Print it for the lessons of these numbers."""
    numbers = sys.argv[1:] if arguments is None else arguments
    for lesson in lessons():
        if not numbers or lesson.number in numbers:
            print(report(read(lesson.path)))
    return 0


def report(notebook: Notebook) -> str:
    """The measures of a lesson, a line each."""
    groups: dict[str, list[Block]] = {"path": [], "exercises": []}
    texts, cells, name = [], [], "path"
    for part, block in parts(notebook):
        if part == "sources":
            continue
        if part != "deeper" or block.text.startswith(DEEPER):
            name = block.text if part == "deeper" else part
        groups.setdefault(name, []).append(block)
        if block.code is not None:
            first = block.text.partition("\n")[0]
            cells.append((visible_lines(block.code), block.cell, first))
        else:
            texts += [(words(each), block.cell, each.strip()) for each in paragraphs(block.text)]
    lines = [f"{notebook.path.stem}\n{'words formulas lines figures minutes':>37}"]
    for name, blocks in groups.items():
        of = size(blocks)
        numbers = f"{of.words:5d} {of.formulas:8d} {of.lines:5d} {of.figures:7d} {of.minutes:7.0f}"
        lines.append(f"{numbers}  {name}")
    for unit, found in {"words": texts, "lines": cells}.items():
        longest = nlargest(5, found)
        lines += [f"{n:5d} {unit}, cell {cell}: {text[:60]!r}" for n, cell, text in longest]
    return "\n".join([*lines, *short(notebook), ""])


if __name__ == "__main__":
    sys.exit(main())
