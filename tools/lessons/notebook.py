"""A notebook as the gates see it: numbered cells, headings, sections, texts and figures."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from kernelkit.live.picture import MIME as LIVE

WIDGET = "application/vnd.jupyter.widget-view+json"
IGNORED = "nbval-ignore-output"
DEEPER = "Going deeper:"
COLLAPSED = "jp-MarkdownHeadingCollapsed"  # of a heading: JupyterLab hides the cells below it
UNKEPT = "remove-output"  # of a cell: what it shows is for those who run it, and not stored
PARTS = {
    "deeper": re.compile(f"{DEEPER} "),
    "exercises": re.compile(r"Exercises$|Exercise \d|Quiz$"),
    "sources": re.compile(r"Sources and further reading$"),
}


class Notebook(NamedTuple):
    """A notebook and where it is kept."""

    path: Path
    node: NotebookNode

    @property
    def number(self) -> str:
        """The two digits that its file begins with."""
        return self.path.name[:2]

    @property
    def kind(self) -> str:
        """Which set of gates it must pass."""
        if self.path.parent.name in {"solutions", "examples"}:
            return self.path.parent.name
        return "start" if self.number == "00" else "lesson"

    def complain(self, words: str, cell: int | None = None) -> str:
        """A complaint in words, with the notebook and the cell that it is about."""
        where = f", cell {cell}" if cell else ""
        return f"{self.path.parent.name}/{self.path.name}{where}: {words}"


class Block(NamedTuple):
    """A heading (level 1 to 6), a stretch of text (level 0) or a code cell (with its node)."""

    cell: int
    level: int
    text: str
    code: NotebookNode | None = None


def read(path: Path) -> Notebook:
    """Read a notebook."""
    return Notebook(path, nbformat.read(path, as_version=4))


def code_cells(notebook: Notebook) -> list[tuple[int, NotebookNode]]:
    """Every cell of code, with its place from 1 on."""
    return [(n, cell) for n, cell in _numbered(notebook) if cell.cell_type == "code"]


def text_cells(notebook: Notebook) -> list[tuple[int, str]]:
    """The text of every cell of Markdown, with its place from 1 on."""
    return [(n, cell.source) for n, cell in _numbered(notebook) if cell.cell_type == "markdown"]


def prose(notebook: Notebook) -> list[tuple[int, str]]:
    """Text without code and formulas, in which brackets mean other things."""
    code = re.compile(r"(?s)```.*?```|\$\$.*?\$\$|\$[^$\n]+\$")
    return [(n, code.sub(" ", text)) for n, text in text_cells(notebook)]


def blocks(notebook: Notebook) -> Iterator[Block]:
    """Headings, stretches of text and cells of code, from top to bottom."""
    for n, cell in _numbered(notebook):
        if cell.cell_type == "code":
            yield Block(n, 0, cell.source, cell)
        elif cell.cell_type == "markdown":
            yield from _split(n, cell.source)


def headings(notebook: Notebook) -> list[Block]:
    """All headings."""
    return [block for block in blocks(notebook) if block.level]


def parts(notebook: Notebook) -> Iterator[tuple[str, Block]]:
    """Every block, with the part of the lesson that it belongs to.

    ``deeper`` is what stands below a heading ``Going deeper: ...``, ``exercises`` below those of
    exercises and of the quiz, ``sources`` below that of the sources, each up to the next heading of
    the same or a higher level. All else is the ``path``, which everyone reads.
    """
    part, level = "path", 7
    for block in blocks(notebook):
        if block.level and block.level <= level:
            opened = [name for name, pattern in PARTS.items() if pattern.match(block.text)]
            part, level = (opened[0], block.level) if opened else ("path", 7)
        yield part, block


def section(notebook: Notebook, title: str) -> list[Block]:
    """What stands under a second-level heading, up to the next."""
    found, inside = [], False
    for block in blocks(notebook):
        if block.level in {1, 2}:
            inside = block.level == 2 and block.text == title
        elif inside:
            found.append(block)
    return found


def section_text(notebook: Notebook, title: str) -> str:
    """The text under a second-level heading, without the code."""
    return "\n".join(block.text for block in section(notebook, title) if block.code is None)


def tags(cell: NotebookNode) -> list[str]:
    """The tags of a cell."""
    return cell.metadata.get("tags", [])


def output_texts(cell: NotebookNode) -> list[str]:
    """Every text a cell printed or displayed, but not the words that stand in for a picture."""
    texts = [output.text for output in cell.outputs if output.output_type == "stream"]
    for output in cell.outputs:
        data = output.get("data", {})
        if not is_live(output) and not _is_picture(data):
            texts += [str(value) for mime, value in data.items() if mime.startswith("text/")]
    return texts


def is_live(output: NotebookNode) -> bool:
    """Whether an output is a picture to touch."""
    return LIVE in output.get("data", {})


def alt_text(cell: NotebookNode) -> str:
    """The words for those who cannot see a cell's figure."""
    return cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")


def figures(cell: NotebookNode) -> list[NotebookNode]:
    """The outputs of a cell that are pictures; stills of interactive ones do not count."""
    return [
        output
        for output in cell.outputs
        if _is_picture(output.get("data", {})) and not is_live(output)
    ]


def tree(cell_source: str) -> ast.Module:
    """The syntax of a cell; lines for IPython alone (``%time``) count as ``pass``."""
    return ast.parse(re.sub(r"(?m)^([ \t]*)[%!].*$", r"\1pass", cell_source))


def checks(cell_source: str) -> list[tuple[str, str]]:
    """The calls ``check("01.2", distance)`` of a cell, as ("01.2", "distance")."""
    return [
        (ast.literal_eval(node.args[0]), node.args[1].id)
        for node in ast.walk(tree(cell_source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "check"
        and len(node.args) == 2
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[1], ast.Name)
    ]


def functions(cell_source: str) -> dict[str, ast.FunctionDef]:
    """The functions that a cell defines at its top level, by name."""
    found = [node for node in tree(cell_source).body if isinstance(node, ast.FunctionDef)]
    return {node.name: node for node in found}


def _numbered(notebook: Notebook) -> Iterator[tuple[int, NotebookNode]]:
    return enumerate(notebook.node.cells, start=1)


def _is_picture(data: dict) -> bool:
    html = str(data.get("text/html", ""))
    return any(mime.startswith("image/") for mime in data) or bool(re.search("<(img|video)", html))


def _split(n: int, source: str) -> Iterator[Block]:
    text: list[str] = []
    fenced = False
    for line in source.splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else re.match(r"(#{1,6}) +(.+)", line)
        if heading:
            yield Block(n, 0, "\n".join(text))
            yield Block(n, len(heading[1]), heading[2].strip())
            text = []
        else:
            text.append(line)
    yield Block(n, 0, "\n".join(text))
