"""Gates on links and images: what a notebook points at is there."""

import re
from urllib.parse import unquote

from tools.lessons.notebook import Notebook, headings, prose, read

LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:href|src)=[\"']([^\"']+)[\"']")


def links(notebook: Notebook) -> list[str]:
    """Links to files and headings lead somewhere; those to the web are well formed."""
    found = []
    for n, text in prose(notebook):
        for match in LINK.finditer(text):
            target = match[1] or match[2]
            if not _resolves(notebook, target):
                found.append(notebook.complain(f"the link to {target} leads nowhere", n))
    return found


def images(notebook: Notebook) -> list[str]:
    """Images in the text have alt text too."""
    return [
        notebook.complain("has an image without alt text", n)
        for n, text in prose(notebook)
        if re.search(r"!\[\s*\]\(", text) or re.search(r"<img(?![^>]*alt=[\"'][^\"']+)", text)
    ]


def _resolves(notebook: Notebook, target: str) -> bool:
    if re.match(r"https?:", target):
        return bool(re.match(r"https?://[\w-]+(\.[\w-]+)+(/|$)", target))
    if target.startswith("attachment:"):
        named = [cell.get("attachments", {}) for cell in notebook.node.cells]
        return any(target.removeprefix("attachment:") in names for names in named)
    name, _, heading = unquote(target).partition("#")
    path = notebook.path.parent / name if name else notebook.path
    if not path.exists():
        return False
    if heading and path.suffix == ".ipynb":
        there = notebook if path == notebook.path else read(path)
        return slug(heading) in {slug(block.text) for block in headings(there)}
    return True


def slug(text: str) -> str:
    """A heading as links name it, whatever stands between its words."""
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-")
