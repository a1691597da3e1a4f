"""Sections whose heading begins with "Going deeper" are folded, under that heading.

They stay sections, so that the list of contents and links find them.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

OPENING = '<details class="kk-deeper"><summary>'
CLOSED = '<span class="kk-optional">optional</span></summary>'


class Deeper(SphinxPostTransform):
    """Puts the heading into the summary of a ``<details>``, and what is below it inside."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Go through the sections of a page."""
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title)
            own = title is not None and title.parent is section
            if own and is_deeper(title.astext()) and not _inside_another(section):
                rest = [child for child in section.children if child is not title]
                section.children = []
                section += [_html(OPENING), title, _html(CLOSED), *rest, _html("</details>")]


def is_deeper(title: str) -> bool:
    """Whether a section of this title is optional."""
    return title.startswith("Going deeper")


def _inside_another(section: nodes.section) -> bool:
    """Whether a section around this one is folded, as if "Going deeper" had parts of that name."""
    around = section.parent
    while isinstance(around, nodes.section):
        if isinstance(around[0], nodes.raw):  # the opening of its fold
            return True
        around = around.parent
    return False


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_post_transform(Deeper)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
