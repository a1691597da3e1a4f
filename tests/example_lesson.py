"""A lesson 98 that passes every gate, small enough to be broken on purpose."""

from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.lessons.course import Lesson, Minutes
from tools.lessons.guard import GUARD
from tools.lessons.notebook import Notebook, read

Gate = Callable[[Notebook], list[str]]
NAME = "98_example.ipynb"
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
FOLDED = {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}
ALT = {"mystnb": {"image": {"alt": "Two clouds of points that touch near the origin."}}}
BOX = """# 98 · Example

<div class="alert alert-info">

**You will** double numbers.
**Afterwards you can** halve them.
**Before this** 00 Start here · **Takes** 20 minutes for the path, 15 for the exercises

</div>"""
START, TAKES = Minutes(5, 0, 0), Minutes(20, 0, 15)
COURSE = [
    Lesson(Path("00_start_here.ipynb"), "Start here", "a first picture", (), START),
    Lesson(Path("01_linear_machines.ipynb"), "Linear machines", "rulers", ("00",), TAKES),
    Lesson(Path(NAME), "Example", "doubles", ("00",), TAKES),
]
QUIZ = "## Quiz\n" + "\n".join(
    f"\n{i}. Why?\n<details><summary>Answer</summary>\n\nBecause.\n\n</details>"
    for i in range(1, 6)
)


def code(source: str, printed: str = "", **metadata: object) -> nbformat.NotebookNode:
    outputs = [new_output("stream", text=printed)] if printed else []
    return new_code_cell(source, outputs=outputs, metadata=metadata)


def figure(source: str = "ax.plot(x, y)\nprint('1 crossing')") -> nbformat.NotebookNode:
    cell = code(source, "1 crossing\n", **ALT)
    data = {"image/png": "aGVsbG8=", "text/plain": "<Figure size 640x480 with 1 Axes>"}
    words = {"image/png": ALT["mystnb"]["image"]}
    cell.outputs.append(new_output("display_data", data, metadata=words))
    return cell


def card(line: str) -> nbformat.NotebookNode:
    return new_output("display_data", {"text/plain": line, "text/html": f"<div>{line}</div>"})


def exercise(number: int) -> list[nbformat.NotebookNode]:
    stub = f'def double_{number}(x):\n    """Twice x."""\n    ...\n\n\n'
    line = (
        f"98.{number} · not attempted yet: replace the dots with your code and run the cell again."
    )
    heading = f"### Exercise {number} · Double (5 minutes)\n\nPredict, then write."
    call = f'check("98.{number}", double_{number})'
    cell = code(stub + call)
    cell.outputs = [card(line)]
    return [new_markdown_cell(heading), cell]


def lesson() -> list[nbformat.NotebookNode]:
    prose = "## An idea\n\n" + "Half of a double is a single.\n\n" * 220 + "See [above](#An-idea)."
    return [
        new_markdown_cell(BOX),
        code(GUARD + "import numpy as np\n\nfrom kernelkit.exercises import check", **FOLDED),
        new_markdown_cell(prose + " Lessons 00 and 01 say more, `01_linear_machines` too."),
        *[code(f"x = {i}\nprint(x)", f"{i}\n") for i in range(6)],
        *[figure() for _ in range(3)],
        new_markdown_cell("## What we saw\n\n- one\n- two\n- three\n\n## Exercises"),
        *exercise(1),
        *exercise(2),
        *exercise(3),
        new_markdown_cell(QUIZ),
        new_markdown_cell("## Sources and further reading\n\n- [A page](https://example.org/page)"),
    ]


def solutions() -> list[nbformat.NotebookNode]:
    cells = [new_markdown_cell("# 98 · Example: solutions")]
    cells.append(code(GUARD + "from kernelkit.exercises import check", **FOLDED))
    for i in (1, 2, 3):
        source = f'def double_{i}(x):\n    return 2 * x\n\n\ncheck("98.{i}", double_{i})'
        cell = code(source)
        cell.outputs = [card(f"98.{i} · correct. Twice.")]
        cells.append(cell)
    return cells


def store(cells: list[nbformat.NotebookNode], path: Path, *, count: bool = True) -> Notebook:
    """Write a notebook, its code cells counted 1 to N as if they had run in order."""
    for number, cell in enumerate((c for c in cells if c.cell_type == "code"), start=1):
        cell.execution_count = number if count else cell.execution_count
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": KERNEL}), path)
    return read(path)


def folder(tmp_path: Path) -> Path:
    """A folder with a good lesson 00, the good lesson 98 and its solutions."""
    start = BOX.replace("00 Start here", "nothing").replace("98 · Example", "00 · Start here")
    start = start.replace(str(TAKES), str(START))
    store([new_markdown_cell(start)], tmp_path / "00_start_here.ipynb")
    store([new_markdown_cell("# 01 · Linear machines")], tmp_path / "01_linear_machines.ipynb")
    store(lesson(), tmp_path / NAME)
    store(solutions(), tmp_path / "solutions" / NAME)
    return tmp_path


def broken(tmp_path: Path, *changes: tuple[int, nbformat.NotebookNode | None]) -> Notebook:
    """The good lesson with cells replaced: (place, cell), or (place, None) to drop one."""
    cells = lesson()
    for place, cell in changes:
        cells[place] = cell
    return store([cell for cell in cells if cell is not None], folder(tmp_path) / NAME)


def caught(gate: Gate, notebook: Notebook, words: str) -> None:
    """The gate complains once, in these words, and names the file."""
    [complaint] = gate(notebook)
    assert complaint.startswith(f"{notebook.path.parent.name}/{NAME}")
    assert words in complaint
