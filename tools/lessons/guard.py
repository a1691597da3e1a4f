"""Put the guard at the top of the first cell of every notebook, and fold it: ``make guard``.

The guard says in one sentence what to run where kernelkit is not installed. Its text is one file of
the template of ``make new-lesson``; change it there, and run this. Nothing has to be executed
again: what a notebook prints and draws does not depend on its guard. Examples have nothing to touch
and ask for kernelkit alone, so that they run after a plain ``pip install .``.
"""

import ast
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parents[2]
GUARD = (ROOT / "tools/lessons/template/guard.py.txt").read_text(encoding="utf-8")
PLAIN_GUARD = """\
from importlib.util import find_spec

from IPython.core.error import UsageError

if not find_spec("kernelkit"):
    raise UsageError(
        "this kernel lacks kernelkit: run `make lessons` in the course's folder, or here "
        '%pip install "FOLDER" with the path of that folder for FOLDER.'
    )

"""
FOLDED = "hide-input"  # the tag that myst-nb reads
UNSEEN = "remove-input"  # the same, for code that the web pages leave out: assertions on results


def main(root: Path = ROOT) -> int:
    """Renew the guards and say how many changed."""
    changed = 0
    for path in notebooks(root):
        notebook = nbformat.read(path, as_version=4)
        first = next(cell for cell in notebook.cells if cell.cell_type == "code")
        guarded = guard_of(path) + unguarded(first.source)
        if guarded != first.source or not folded(first):
            first.source = guarded
            fold(first)
            write_whole(path, nbformat.writes(notebook) + "\n")
            changed += 1
    print(f"{changed} notebooks have a new guard.")
    return 0


def guard_of(path: Path) -> str:
    """The guard of the notebook of this path."""
    return PLAIN_GUARD if path.parent.name == "examples" else GUARD


def notebooks(root: Path) -> list[Path]:
    """Every notebook that people open."""
    folders = ("lessons", "lessons/solutions", "examples")
    return [path for name in folders for path in sorted((root / name).glob("*.ipynb"))]


def folded(cell: NotebookNode) -> bool:
    """Whether JupyterLab and the web pages show a cell of code as one closed line."""
    return all(_marks(cell))


def half_folded(cell: NotebookNode) -> bool:
    """Whether only one of the two shows it closed."""
    return any(_marks(cell)) and not folded(cell)


def fold(cell: NotebookNode) -> None:
    """Let JupyterLab and the web pages show a cell of code as one closed line."""
    cell.metadata.setdefault("jupyter", {})["source_hidden"] = True
    tags = {*cell.metadata.get("tags", [])}
    cell.metadata["tags"] = sorted(tags if UNSEEN in tags else {*tags, FOLDED})


def unguarded(source: str) -> str:
    """A first cell below its guard, whatever the guard said."""
    opening, _, _ = GUARD.partition("\n")
    if not source.startswith(opening):
        return source
    guard = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
    return "\n".join(source.splitlines()[guard.end_lineno :]).lstrip("\n")


def _marks(cell: NotebookNode) -> tuple[bool, bool]:
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
    return hidden, bool({FOLDED, UNSEEN} & {*cell.metadata.get("tags", [])})


if __name__ == "__main__":
    sys.exit(main())
