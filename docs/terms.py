"""Let the search know which lesson introduces a word of the glossary, and in which section.

The glossary ends each entry with its lesson, the last if there are more. That lesson gets an entry
of the index for the word, in one and in many, at the first section that uses it: there the search
leads first.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

ENTRY = re.compile(r"(?ms)^(\S[^\n]*)\n  (.+?)(?=\n\n|\Z)")
LESSON = re.compile(r"\b[Ll]esson (\d\d)\.\s*$")


def introduced(glossary: str) -> Iterator[tuple[str, str]]:
    r"""The words of a glossary, each with the number of its lesson.

    >>> list(introduced("bias\n  The constant\n  $b$. Lesson 01.\n\nclass\n  A name.\n"))
    [('bias', '01')]
    """
    for word, about in ENTRY.findall(glossary):
        if found := LESSON.search(about):
            yield word, found[1]


class Terms(SphinxTransform):
    """Adds the entries, before Sphinx collects those of a page."""

    default_priority = 800

    def apply(self, **_: Any) -> None:
        """Look for the words of this lesson in its sections."""
        number = re.match(r"lessons/(\d\d)_", self.env.docname)
        glossary = Path(self.env.srcdir) / "glossary.md"
        if number is None or not glossary.exists():
            return
        sections = list(self.document.findall(nodes.section))
        texts = [section.astext().lower() for section in sections]
        for word, lesson in introduced(glossary.read_text(encoding="utf-8")):
            if lesson != number[1]:
                continue
            using = [place for place, text in enumerate(texts) if word.lower() in text]
            # The whole page is a section too, and the first: rather one inside it.
            section = sections[([p for p in using if p] or using or [0])[0]]
            forms = [word] if word.endswith("s") else [word, f"{word}s"]
            entries = [("single", form, section["ids"][0], "main", None) for form in forms]
            section.insert(1, addnodes.index(entries=entries))


def add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Put what mends Sphinx's own search on its page."""
    if page == "search":
        app.add_js_file("search.js", loading_method="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_transform(Terms)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
