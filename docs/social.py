"""Say in each page's head what a link to it should show: a title, a sentence, the cover."""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

COVER = "_static/cover.png"
LENGTH = 200  # characters of a description; those who show it cut it about there


def add_tags(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Sphinx calls this for each page."""
    if tree is None:
        return
    # Whoever shows the card needs the whole address of the picture; without one, it is relative.
    address = app.config.html_baseurl
    cover = f"{address.rstrip('/')}/{COVER}" if address else context["pathto"](COVER, 1)
    tags = {
        "og:site_name": app.config.project,
        "og:type": "article" if page.startswith("lessons/") else "website",
        "og:title": tree.next_node(nodes.title).astext(),
        "og:description": description(tree),
        "og:image": cover,
        "og:image:alt": "A line, the nearest neighbour and a kernel machine between two spirals",
        "twitter:card": "summary_large_image",
    }
    lines = [
        f'<meta property="{name}" content="{escape(words, quote=True)}" />'
        for name, words in tags.items()
        if words
    ]
    about = escape(description(tree), quote=True)
    lines.append(f'<meta name="description" content="{about}" />')
    context["metatags"] = context.get("metatags", "") + "\n".join(lines)


def description(tree: Any) -> str:
    """The first sentences of a page, without formulas; its box counts as its first."""
    for paragraph in tree.findall(nodes.paragraph):
        if any(True for _ in paragraph.findall(nodes.math)):
            continue
        words = " ".join(paragraph.astext().split())
        if len(words) > LENGTH:
            words = words[:LENGTH].rsplit(" ", 1)[0] + "\N{HORIZONTAL ELLIPSIS}"
        if words:
            return words
    return ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add_tags)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
