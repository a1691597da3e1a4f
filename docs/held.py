"""A full stop behind a formula stays on its line; a narrow page would begin the next with it."""

import re

from docutils import nodes
from sphinx.application import Sphinx

MARKS = re.compile(r"[.,;:!?)]+")


def hold(app: Sphinx, document: nodes.document) -> None:
    """Put each formula and the marks behind it into one piece that does not break."""
    for formula in list(document.findall(nodes.math)):
        parent, place = formula.parent, formula.parent.index(formula)
        behind = parent[place + 1] if place + 1 < len(parent) else None
        found = MARKS.match(str(behind)) if isinstance(behind, nodes.Text) else None
        if found:
            marks, rest = found.group(), str(behind)[found.end() :]
            held = nodes.inline("", "", formula.deepcopy(), nodes.Text(marks), classes=["kk-held"])
            parent[place : place + 2] = [held, nodes.Text(rest)]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-read", hold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
