"""Print the loops of the core in the lessons anew, after one has changed, and run nothing else.

A cell that shows ``source(...)`` stores the text of the function. Running a whole lesson again for
that would store other times and figures; this replaces the stored text by what the function is now:
``python -m tools.lessons.sources`` for all notebooks, or with the paths of some.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from kernelkit import core
from kernelkit.writing import write_whole
from tools.lessons.execute import ROOT, written
from tools.lessons.notebook import read


def update(notebook: NotebookNode) -> list[str]:
    """Put the present text of each function of the core in the place of a stored one; its names."""
    changed = []
    for data in _shown(notebook):
        name = data["text/plain"].partition("@njit\ndef ")[2].partition("(")[0]
        home = core if name in core.__all__ else core.losses
        if not hasattr(home, name):  # a reader's own function
            continue
        now = core.source(getattr(home, name))
        new = {"text/plain": repr(now), "text/markdown": now._repr_markdown_()}
        if any(data[kind] != text for kind, text in new.items()):
            data.update(new)
            changed.append(name)
    return changed


def _shown(notebook: NotebookNode) -> Iterator[Any]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "\n@njit\n" in "\n" + data.get("text/plain", "") and "text/markdown" in data:
                yield data


def main(arguments: list[str]) -> None:
    """Update the notebooks that are named, or all."""
    for path in map(Path, arguments or map(str, sorted(ROOT.glob("lessons/**/*.ipynb")))):
        notebook = read(path).node
        if names := update(notebook):
            write_whole(path, written(notebook))
            sys.stdout.write(f"{path.name}: {', '.join(names)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
