"""Gates on what a lesson claims: numbers of the prose are printed, and no time is asserted."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from tools.lessons.gates import course
from tools.lessons.gates.shape import CLOSING
from tools.lessons.guard import folded
from tools.lessons.notebook import (
    IGNORED,
    Block,
    Notebook,
    alt_text,
    blocks,
    code_cells,
    output_texts,
    tags,
    tree,
)

DIGITS = r"(?<![\w.])(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
NUMBER = re.compile(rf"{DIGITS}(?!\w|[.,]\d)")
UNITS = {
    "ns": 1e-9,
    "µs": 1e-6,
    "us": 1e-6,
    "ms": 1e-3,
    "s": 1,
    "second": 1,
    "seconds": 1,
    "min": 60,
    "minutes": 60,
    "times": 1,  # as fast: a factor between two times
    "\N{MULTIPLICATION SIGN}": 1,
}
TIME = re.compile(rf"({DIGITS})\s?({'|'.join(UNITS)})(?!\w)")
ROOM = 1.5  # a factor that a time may be off after "about"
CLOCKS = {"race", "perf_counter", "perf_counter_ns", "monotonic", "process_time", "timeit"}
DATA = Path(__file__).resolve().parents[3] / "datasets" / "README.md"
UNREAD = re.compile(  # formulas, code, tags, addresses, the box's last line, minutes of an exercise
    r"(?s)```.*?```|\$\$.*?\$\$|\$[^$\n]+\$|`[^`]*`|<[^>]+>|(?<=\])\([^)]*\)"
    r"|\*\*Before this\*\*[^\n]*|\(\d+ minutes\)"
)


class Section(NamedTuple):
    """What stands between two headings of the second level: its texts, and what its code prints."""

    title: str
    texts: list[tuple[int, str]]  # with the number of the cell
    cells: list[NotebookNode]


def numbers_printed(notebook: Notebook) -> list[str]:
    """Every number of two digits or more in text and alt texts is printed in the same section.

    Outputs of cells that nbval ignores count, and so do visible code of the lesson, what is written
    of the data, and the exceptions of course.toml, each with its reason; formulas do not. The first
    and the closing sections speak of the whole lesson. A time after "about" may be off by half.
    """
    known = _values(_visible_code(notebook)) | _of_the_data() | _exceptions(notebook)
    everything = [cell for _, cell in code_cells(notebook)]
    found = []
    for section in _sections(notebook):
        whole = section.title in {"", *CLOSING}
        printed = _outputs(everything if whole else section.cells)
        for cell, text in section.texts:
            for sentence in _sentences(text):
                for number in _missing(sentence, known | _values(printed), printed):
                    words = f"{number} is printed nowhere in its section: {sentence!r}"
                    found.append(notebook.complain(words, cell))
    return found


def ignored_numbers_bounded(notebook: Notebook) -> list[str]:
    """Where the text names a number of a cell that nbval ignores, an assertion bounds it.

    It is in the same section and compares a variable of that cell; a folded cell hides it.
    """
    known = _values(_visible_code(notebook)) | _of_the_data() | _exceptions(notebook)
    variables = {
        name for _, cell in code_cells(notebook) for name in _names(tree(cell.source), ast.Store)
    }
    found = []
    for section in _sections(notebook):
        asserted = [
            _names(each.test)
            for cell in section.cells
            for each in ast.walk(tree(cell.source))
            if isinstance(each, ast.Assert)
        ]
        bounded = set().union(*asserted) & variables
        ignored = [
            cell
            for cell in section.cells
            if IGNORED in tags(cell) and not _names(tree(cell.source)) & bounded
        ]
        printed = _outputs([cell for cell in section.cells if cell not in ignored])
        loose = _values(TIME.sub(" ", _outputs(ignored))) - _values(printed) - known
        for cell, text in section.texts:
            used = [n for n in NUMBER.findall(text) if _counts(n) and _value(n) in loose]
            words = "comes from a cell that nbval ignores; bound it by an assertion"
            found += [notebook.complain(f"{number} {words}", cell) for number in used]
    return found


def no_time_asserted(notebook: Notebook) -> list[str]:
    """No assertion depends on a clock: on a busy machine it would fail."""
    clocked = set(CLOCKS)
    found = []
    for n, cell in code_cells(notebook):
        _spread(tree(cell.source).body, clocked)
        asserted = [x for x in ast.walk(tree(cell.source)) if isinstance(x, ast.Assert)]
        if any(_names(each.test) & clocked for each in asserted):
            found.append(notebook.complain("asserts a time; print it in a cell nbval ignores", n))
    return found


def _sections(notebook: Notebook) -> Iterator[Section]:
    section = Section("", [], [])
    for block in blocks(notebook):
        if block.level == 2:
            yield section
            section = Section(block.text, [], [])
        # The title begins with the lesson's number; sources have years and pages.
        if block.level != 1 and section.title != CLOSING[-1]:
            _add(section, block)
    yield section


def _add(section: Section, block: Block) -> None:
    if block.code is None:
        section.texts.append((block.cell, course.MENTION.sub("…", UNREAD.sub("…", block.text))))
    else:
        section.texts.append((block.cell, alt_text(block.code)))
        section.cells.append(block.code)


def _sentences(text: str) -> list[str]:
    pieces = re.split(r"(?<=[.?!])\s+|\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\|) )", text)
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


def _missing(sentence: str, known: set[float], printed: str) -> Iterator[str]:
    times = [_seconds(match) for match in TIME.finditer(printed)]
    for match in NUMBER.finditer(sentence):
        if not _counts(match[0]) or _value(match[0]) in known:
            continue
        time = TIME.match(sentence, match.start())
        if time and re.search(r"\b[Aa]bout $", sentence[: match.start()]):
            said = _seconds(time)
            if any(said <= ROOM * each and each <= ROOM * said for each in times):
                continue
        yield match[0]


def _counts(number: str) -> bool:
    return sum(letter.isdigit() for letter in number) > 1


def _value(number: str) -> float:
    return float(re.sub("[,_]", "", number))


def _values(text: str) -> set[float]:
    return {_value(number) for number in NUMBER.findall(text)}


def _seconds(match: re.Match[str]) -> float:
    return _value(match[1]) * UNITS[match[2]]


def _outputs(cells: list[NotebookNode]) -> str:
    return "\n".join(text for cell in cells for text in output_texts(cell))


def _visible_code(notebook: Notebook) -> str:
    return "\n".join(cell.source for _, cell in code_cells(notebook) if not folded(cell))


@functools.cache
def _of_the_data() -> set[float]:
    """Numbers of samples and features; smaller ones could stand there by chance."""
    return {value for value in _values(DATA.read_text(encoding="utf-8")) if value >= 100}


def _exceptions(notebook: Notebook) -> set[float]:
    listed = [lesson.numbers for lesson in course.COURSE if lesson.path.name == notebook.path.name]
    return {_value(number) for numbers in listed for number in numbers}


def _spread(statements: list[ast.stmt], clocked: set[str]) -> None:
    """Add the names that statements make depend on a clock, and take away those set anew."""
    for each in statements:
        made: set[str] = set()
        of: set[str] = set()
        if isinstance(each, ast.FunctionDef):
            made, of = {each.name}, _names(each) - _names(each, ast.Store)
        elif isinstance(each, ast.Assign):
            made, of = set().union(*map(_made, each.targets)), _names(each.value)
        elif isinstance(each, ast.For):
            made, of = _made(each.target), _names(each.iter)
        elif isinstance(each, ast.Expr) and ast.unparse(each).partition("(")[0].endswith(".append"):
            made, of = _made(each.value.func), _names(each.value)
        if of & clocked:
            clocked |= made
        elif isinstance(each, ast.FunctionDef | ast.Assign | ast.For):
            clocked -= made
        if not isinstance(each, ast.FunctionDef):
            _spread(getattr(each, "body", []), clocked)


def _made(target: ast.AST) -> set[str]:
    """The names that get a value: of ns["loop"] and times.append the first."""
    if isinstance(target, ast.Subscript | ast.Attribute):
        return _made(target.value)
    return _names(target)


def _names(node: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    nodes = list(ast.walk(node))
    attributes = {each.attr for each in nodes if isinstance(each, ast.Attribute)} & CLOCKS
    named = {
        each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, context)
    }
    return named | attributes if context is ast.expr_context else named
