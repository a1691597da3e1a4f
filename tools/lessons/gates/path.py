"""Gates on the path that everyone reads: it is short, and needs nothing of what goes deeper."""

import ast
import re

from tools.lessons.gates.links import slug
from tools.lessons.gates.shape import CLOSING
from tools.lessons.minutes import paragraphs, size, visible_lines, words
from tools.lessons.notebook import (
    COLLAPSED,
    DEEPER,
    Notebook,
    code_cells,
    figures,
    headings,
    is_live,
    parts,
    section_text,
    tree,
)

MOST = {"lesson": (2700, 220), "start": (1200, 220)}  # words and lines of the path
CELL = 20  # visible lines
PARAGRAPH = 140  # words; aim at 120
SECTIONS = 4  # that go deeper
INNER = re.compile(r"\]\(#([^)]+)\)")  # a link to a heading of the same lesson


def short(notebook: Notebook) -> list[str]:
    """Path, paragraphs and cells are within their limits; the sources alone have none."""
    read = [(part, block) for part, block in parts(notebook) if part != "sources"]
    path = size(block for part, block in read if part == "path")
    found = []
    most_words, most_lines = MOST[notebook.kind]
    if path.words > most_words:
        found.append(notebook.complain(f"the path may have {most_words} words, got {path.words}"))
    if path.lines > most_lines:
        message = f"the path may show {most_lines} lines of code, got {path.lines}"
        found.append(notebook.complain(message))
    for _, block in read:
        if block.code is not None and (lines := visible_lines(block.code)) > CELL:
            found.append(notebook.complain(f"may show {CELL} lines, got {lines}", block.cell))
        longest = max(map(words, paragraphs(block.text))) if block.code is None else 0
        if longest > PARAGRAPH:
            message = f"a paragraph may have {PARAGRAPH} words, got {longest}"
            found.append(notebook.complain(message, block.cell))
    return found


def deeper_in_place(notebook: Notebook) -> list[str]:
    """At most four sections go deeper, each after the first picture; no heading is closed."""
    deeper = [block.cell for block in headings(notebook) if block.text.startswith(DEEPER)]
    cells = notebook.node.cells
    pictures = [n for n, c in code_cells(notebook) if figures(c) or any(map(is_live, c.outputs))]
    first = min(pictures, default=len(cells))
    found = []
    if len(deeper) > SECTIONS:
        found.append(notebook.complain(f"may go deeper {SECTIONS} times, got {len(deeper)}"))
    early, closed = "goes deeper before the first picture", f"has {COLLAPSED}; run make execute"
    found += [notebook.complain(early, n) for n in deeper if n < first]
    found += [
        notebook.complain(closed, n) for n, c in enumerate(cells, 1) if COLLAPSED in c.metadata
    ]
    return found


def deeper_at_the_end(notebook: Notebook) -> list[str]:
    """Sections that go deeper stand between quiz and sources, linked from the path and back."""
    titles = [block.text for block in headings(notebook) if block.level == 2]
    deeper = [title for title in titles if title.startswith(DEEPER)]
    wanted = [*CLOSING[:-1], *deeper, CLOSING[-1]]
    found = []
    if titles[-len(wanted) :] != wanted:
        message = f"must close with {', '.join(wanted)}, got {', '.join(titles[-len(wanted) :])}"
        found.append(notebook.complain(message))
    for title in deeper:
        inside = section_text(notebook, title)
        outside = [t for other in titles if other != title for t in [section_text(notebook, other)]]
        if slug(title) not in {slug(link) for text in outside for link in INNER.findall(text)}:
            found.append(notebook.complain(f"no sentence of the path links to {title}"))
        if not INNER.search(inside):
            found.append(notebook.complain(f"{title} does not link back to the path"))
    return found


def deeper_not_needed(notebook: Notebook) -> list[str]:
    """No other cell uses a name that a cell going deeper gave a value last: readers may skip it."""
    found = []
    last: dict[str, str] = {}
    for part, block in parts(notebook):
        if block.code is None:
            continue
        nodes = list(ast.walk(tree(block.text)))
        bound = {name for node in nodes for name in _bound(node)}
        used = {node.id for node in nodes if isinstance(node, ast.Name)} - bound
        if part != "deeper":
            found += [
                notebook.complain(f"needs {name}, which a section going deeper sets", block.cell)
                for name in sorted(used)
                if last.get(name) == "deeper"
            ]
        last |= dict.fromkeys(bound, part)
    return found


def _bound(node: ast.AST) -> list[str]:
    """The names that a piece of code gives a value; those of arguments, too."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.alias):
        return [node.asname or node.name.partition(".")[0]]
    return []
