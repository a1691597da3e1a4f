"""How much there is to read in a lesson, and how long it takes: ``make minutes``.

Computed, not felt: 120 words a minute, one minute for each displayed formula, 8 seconds for a line
of code that is neither blank nor folded, one minute and a half for a figure. An exercise takes what
its words and the lines of its stub take, and the minutes of work that its heading states (10 if it
states none); the quiz is read with its answers. The sources are not counted.

Each of the three parts is rounded to 5 minutes. The command writes them into the boxes, into
lessons/course.toml and into README's table; a gate holds that they are as computed.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from kernelkit.writing import write_whole
from tools.lessons import course
from tools.lessons.guard import folded
from tools.lessons.notebook import Block, Notebook, figures, is_live, parts, read

DISPLAYED = re.compile(r"(?s)\$\$.*?\$\$")
TAKES = re.compile(r"(\*\*Takes\*\*:? ).*")
WORK = 10  # minutes of an exercise that states none


class Size(NamedTuple):
    """How much of each there is."""

    words: int = 0
    formulas: int = 0
    lines: int = 0
    figures: int = 0
    work: int = 0

    @property
    def minutes(self) -> float:
        """How long it takes, not rounded."""
        reading = self.words / 120 + self.formulas + 1.5 * self.figures
        return reading + self.lines * 8 / 60 + self.work


def main(arguments: Sequence[str] | None = None, root: Path = course.ROOT) -> int:
    """Write the minutes of these lessons (03 11), or of all, wherever they stand."""
    numbers = sys.argv[1:] if arguments is None else arguments
    listed = root / "lessons" / "course.toml"
    text = listed.read_text(encoding="utf-8")
    for lesson in course.lessons(root):
        if numbers and lesson.number not in numbers:
            continue
        notebook = read(lesson.path)
        taken = minutes(notebook)
        entry = rf'(file = "{lesson.path.stem}"\n(?:.+\n)*?minutes = ).*'
        text = re.sub(entry, rf"\g<1>{taken.toml}", text)
        box = notebook.node.cells[0]
        box.source = TAKES.sub(rf"\g<1>{taken}", box.source, count=1)
        write_whole(lesson.path, nbformat.writes(notebook.node) + "\n")
    write_whole(listed, text)
    return course.main(root)


def minutes(notebook: Notebook) -> course.Minutes:
    """How long each part of a lesson takes."""
    found = list(parts(notebook))
    wanted = course.Minutes._fields
    sizes = [size(block for part, block in found if part == name) for name in wanted]
    return course.Minutes(*(_rounded(each.minutes) for each in sizes))


def size(blocks: Iterable[Block]) -> Size:
    """How much there is in some blocks of a notebook together."""
    sizes = [_of_code(b.code) if b.code is not None else _of_text(b) for b in blocks]
    return Size(*map(sum, zip(*sizes, strict=True))) if sizes else Size()


def words(text: str) -> int:
    """The words that a reader reads: a formula is one, addresses and tags are none."""
    text = TAKES.sub("", text)  # else the minutes would depend on themselves
    text = re.sub(r"\$[^$]+\$", "formula", DISPLAYED.sub(" formula ", text))
    text = re.sub(r"!\[[^]]*\]\([^)]*\)|</?[a-zA-Z][^>]*>", " ", text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, the items of its lists and the rows of its tables."""
    return re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\|) )", text)


def visible_lines(cell: NotebookNode) -> int:
    """The lines of code that a reader sees without unfolding any."""
    return 0 if folded(cell) else sum(bool(line.strip()) for line in cell.source.splitlines())


def _of_code(cell: NotebookNode) -> Size:
    drawn = len(figures(cell)) + sum(map(is_live, cell.outputs))
    return Size(lines=visible_lines(cell), figures=drawn)


def _of_text(block: Block) -> Size:
    work = 0
    if block.level and re.match(r"Exercise \d", block.text):
        stated = re.search(r"\((\d+) minutes\)", block.text)
        work = int(stated[1]) if stated else WORK
    return Size(words(block.text), len(DISPLAYED.findall(block.text)), work=work)


def _rounded(taken: float) -> int:
    return 5 * max(1, round(taken / 5)) if taken else 0


if __name__ == "__main__":
    sys.exit(main())
