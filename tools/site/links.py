"""Follow every link of the built pages: all lead somewhere, and nothing comes from outside."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What leads or loads; formulas have a hundred times as many tags, which do neither.
TAG = re.compile(r"<(a|script|img|iframe|source|audio|video|link)\s([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
NAMED = re.compile(r'\s(?:id|name)="([^"]*)"')


class Page:
    """The ids of a page, where it leads, and what it loads."""

    def __init__(self, text: str) -> None:
        self.ids = set(map(unescape, NAMED.findall(text)))
        self.links: list[str] = []
        self.loads: list[str] = []
        for tag, inside in TAG.findall(text):
            given = {name: unescape(value) for name, value in ATTRIBUTE.findall(inside)}
            if tag == "a":
                self.links += [given["href"]] if "href" in given else []
            elif given.get("rel") not in {"canonical", "search"}:
                name = "href" if tag == "link" else "src"
                self.loads += [given[name]] if name in given else []


def complaints(folder: Path) -> list[str]:
    """What is wrong with the links of all pages under a folder, in words."""
    paths = [p for p in folder.rglob("*.html") if p.relative_to(folder).parts[0] != "_static"]
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in paths}
    found = []
    for path, page in sorted(pages.items()):
        name = path.relative_to(folder).as_posix()
        found += [f"{name} loads {url} from outside" for url in page.loads if _outside(url)]
        found += [
            f"{name}: the link to {url} leads nowhere"
            for url in dict.fromkeys(page.links + page.loads)
            if not _outside(url) and not _leads(path, url, pages)
        ]
    found += _styles(folder)
    return found


def _outside(url: str) -> bool:
    return bool(re.match(r"(?:[a-z]+:)?//", url)) or url.startswith("mailto:")


def _leads(path: Path, url: str, pages: dict[Path, Page]) -> bool:
    if url.startswith("data:"):
        return True
    parts = urlsplit(url)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    if not target.is_file():
        return False
    page = pages.get(target)
    return page is None or not parts.fragment or unquote(parts.fragment) in page.ids


def _styles(folder: Path) -> Iterator[str]:
    """Style sheets can load too: fonts, other sheets."""
    for path in sorted(folder.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        for url in re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)", text):
            yield f"{path.relative_to(folder).as_posix()} loads {url} from outside"
