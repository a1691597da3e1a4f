"""Wherever a page says "lesson 05" or 05_kernels, make it a link, if that lesson is there."""

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

MENTION = re.compile(
    r"\b[Ll]essons?\s+\d\d(?:(?:,|,? and|,? or| to|\u2013|-)\s*\d\d)*\b|\b\d\d_[a-z]\w+"
)
LEAVE = (
    addnodes.pending_xref,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.title,
    nodes.raw,
)


class Mentions(SphinxTransform):
    """Replaces the words by references."""

    default_priority = 400

    def apply(self, **_: Any) -> None:
        """Go through the text of a page."""
        pages = {
            name[8:10]: name for name in self.env.found_docs if re.match(r"lessons/\d\d_", name)
        }
        for text in list(self.document.findall(nodes.Text)):
            if text.parent is None or _inside(text):
                continue
            parts = list(self._parts(text.astext(), pages))
            if len(parts) > 1:
                text.parent.replace(text, parts)

    def _parts(self, text: str, pages: dict[str, str]) -> Iterator[nodes.Node]:
        end = 0
        for mention in MENTION.finditer(text):
            single = len(re.findall(r"\d\d", mention[0])) == 1
            for match in re.finditer(r"\d\d", mention[0]):
                page = pages.get(match[0])
                if page is None or page == self.env.docname:
                    continue
                start = mention.start() if single else mention.start() + match.start()
                stop = mention.end() if single else mention.start() + match.end()
                yield nodes.Text(text[end:start])
                link = addnodes.pending_xref(
                    refdomain="std",
                    reftype="doc",
                    reftarget=f"/{page}",
                    refdoc=self.env.docname,
                    refexplicit=True,
                    refwarn=True,
                )
                link += nodes.inline(text=text[start:stop])
                yield link
                end = stop
        yield nodes.Text(text[end:])


def _inside(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, LEAVE):
            return True
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(Mentions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
