"""Follow every link of the built pages: all lead somewhere, and nothing comes from outside."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("audio", "src")}
LOADED |= {("video", "src"), ("link", "href")}


class Page(HTMLParser):
    """The ids of a page, where it leads, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take what matters of one element."""
        given = {name: value for name, value in attributes if value is not None}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        for name, value in given.items():
            if (tag, name) in LOADED and given.get("rel") not in {"canonical", "search"}:
                self.loads.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)


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
