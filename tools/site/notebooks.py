"""A notebook as it becomes a page: live pictures, solutions folded in, nothing executed."""

import re
from html import escape
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from kernelkit.exercises.registry import REGISTRY, exercise_ids
from kernelkit.live.picture import MIME as LIVE
from kernelkit.writing import write_whole
from tools.lessons.course import CourseError
from tools.lessons.guard import GUARD, PLAIN_GUARD
from tools.site.live_pictures import live_picture

TO_HEADING = re.compile(r"\]\(([\w./]*)#([^)\s]+)\)")
TO_SOLUTIONS = re.compile(r"\[([^]]+)\]\(solutions/[^)]+\)")
UNTRIED = "not attempted yet:"
CHECK = re.compile(r'\bcheck\("(\d\d\.\d)"')


def read(path: Path) -> NotebookNode:
    """Read a notebook, or say which file is none."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:
        words = " ".join(str(error).split())[:200]
        message = f"{path.parent.name}/{path.name} is no notebook that can be read: {words}"
        raise CourseError(message) from error
    if not notebook.cells:
        message = f"{path.parent.name}/{path.name} has no cells"
        raise CourseError(message)
    return notebook


def lesson_page(path: Path, solutions: Path | None) -> NotebookNode:
    """The lesson, ready for myst-nb."""
    notebook = with_live_pictures(read(path))
    link_needs(notebook, path.parent)
    link_headings(notebook)
    answers = worked(read(solutions)) if solutions is not None and solutions.exists() else {}
    fold_help(notebook, answers)
    return notebook


def with_live_pictures(notebook: NotebookNode) -> NotebookNode:
    """The notebook itself, with live pictures as HTML that runs without Python.

    Figures are drawn with more dots than the pixels they take; myst-nb learns from the cell how
    many these are.
    """
    for place, cell in enumerate(notebook.cells):
        drawn = [output for output in cell.get("outputs", []) if LIVE not in output.get("data", {})]
        sizes = [output.get("metadata", {}).get("image/png") for output in drawn]
        if widths := [size["width"] for size in sizes if size and "width" in size]:
            image = cell.metadata.setdefault("mystnb", {}).setdefault("image", {})
            image["width"] = f"{max(widths)}px"
        for n, output in enumerate(cell.get("outputs", [])):
            if LIVE in output.get("data", {}):
                html = live_picture(notebook.cells, place, output)
                cell.outputs[n] = new_output("display_data", {"text/html": html})
    return notebook


def link_needs(notebook: NotebookNode, lessons: Path) -> None:
    """Make the lessons that the box says are needed links."""
    pages = {path.name[:2]: path.name for path in lessons.glob("*.ipynb")}

    def link(match: re.Match[str]) -> str:
        page = pages.get(match[1])
        return f"[{match[0]}]({page})" if page else match[0]

    head, before, rest = notebook.cells[0].source.partition("**Before this**")
    needed, takes, rest = rest.partition(" · **Takes**")
    needed = re.sub(r"(?<!\[)\b(\d\d) [A-Z][^,;·\d]*?(?=,|;| ·| and \d\d| *$)", link, needed)
    notebook.cells[0].source = head + before + needed + takes + rest


def link_headings(notebook: NotebookNode) -> None:
    """Links to headings are written as JupyterLab names them; pages name them as GitHub does."""

    def link(match: re.Match[str]) -> str:
        name = re.sub(r"[^\w-]", "", match[2].lower())
        return f"]({match[1]}#{name})"

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = TO_HEADING.sub(link, cell.source)


def fold_help(notebook: NotebookNode, answers: dict[str, str]) -> None:
    """Put the hints and the solution, folded, after each exercise.

    They go to the top of the cell below, so that cells keep their numbers. The card that says of
    an exercise that nobody has tried it is left out: on a page nobody can.
    """
    cells = notebook.cells
    for n in reversed(range(len(cells))):
        asked = CHECK.search(cells[n].source) if cells[n].cell_type == "code" else None
        if asked is None:
            continue
        cells[n].outputs = [out for out in cells[n].outputs if UNTRIED not in str(out)]
        fold = folded_hints(asked[1])
        if asked[1] in answers:
            fold += (
                '<details class="kk-solution">\n<summary>Solution</summary>\n\n'
                f"{answers[asked[1]]}\n\n</details>\n\n"
            )
        if not fold:
            continue
        if n + 1 == len(cells):
            cells.append(new_markdown_cell(fold))
        elif cells[n + 1].cell_type == "markdown":
            cells[n + 1].source = fold + cells[n + 1].source


def folded_hints(exercise_id: str) -> str:
    """The hints of an exercise, each folded by itself."""
    exercise_ids()  # loads them all
    known = REGISTRY.get(exercise_id)
    return "".join(
        f'<details class="kk-hint"><summary>Hint {number}</summary><p>{escape(hint)}</p></details>'
        "\n\n"
        for number, hint in enumerate(known.hints if known else (), start=1)
    )


def worked(solutions: NotebookNode) -> dict[str, str]:
    """The text and the code of each solution, by the number of its exercise."""
    answers: dict[str, str] = {}
    parts: list[str] = []
    for cell in solutions.cells:
        if cell.cell_type == "markdown":
            if re.match(r"#{1,3} ", cell.source):
                parts = []
            parts.append(re.sub(r"(?m)^#{1,6} .*\n?", "", cell.source).strip())
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if asked := CHECK.search(cell.source):
            answers[asked[1]] = "\n\n".join(part for part in parts if part)
            parts = []
    return answers


def unlink_solutions(notebook: NotebookNode) -> None:
    """Replace links to solutions by words, for those who do not get them."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = TO_SOLUTIONS.sub("your instructor has them", cell.source)


def handed_out(path: Path, *, solutions: bool) -> str:
    """The text of a notebook for readers to take along; who gets no solutions, gets no links."""
    if solutions:
        return path.read_text(encoding="utf-8")
    notebook = read(path)
    unlink_solutions(notebook)
    return nbformat.writes(notebook) + "\n"


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a page's notebook, without its guard: nobody runs a page."""
    for cell in notebook.cells:
        cell.source = cell.source.removeprefix(GUARD).removeprefix(PLAIN_GUARD)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, nbformat.writes(notebook) + "\n")
