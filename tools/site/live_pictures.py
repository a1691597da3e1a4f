"""Live pictures: what stands in a page where a notebook has a picture one can touch.

The notebook keeps what the picture starts from, and the page runs it by itself: ``_static/live.js``
finds its place and draws it. A picture that only Python can compute is shown as it starts.
"""

from collections.abc import Sequence
from pathlib import Path

from nbformat import NotebookNode

from kernelkit import live
from kernelkit.live.picture import MIME, Picture
from kernelkit.writing import write_whole
from tools.lessons.notebook import figures
from tools.site.templating import render

SCRIPT = "live.js"


def write_script(static: Path) -> None:
    """Write the script that docs/live_script.py puts on each page with a picture."""
    write_whole(static / SCRIPT, live.script())


def live_picture(cells: Sequence[NotebookNode], place: int, output: NotebookNode) -> str:
    """The picture of an output of the cell at a place, as HTML."""
    state = output["data"][MIME]
    if "still" in state:
        return render("still.html", **state)
    figure = where_its_figure_is(cells, place)
    return live.html(Picture(state), render("no_script.html", label=state["label"], figure=figure))


def where_its_figure_is(cells: Sequence[NotebookNode], place: int) -> str | None:
    """Above or below: where the next cell of code, under the same heading, draws a figure."""
    for word, others in (("above", reversed(cells[:place])), ("below", cells[place + 1 :])):
        for cell in others:
            if cell.cell_type == "code":
                if figures(cell):
                    return word
                break
            if any(line.startswith("#") for line in cell.source.splitlines()):
                break
    return None
