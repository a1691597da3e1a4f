"""The bibliography: every work the lessons cite, once, with what they say about it."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools.lessons.course import Lesson
from tools.site.notebooks import read

ADDRESSES = Path(__file__).with_name("addresses.toml")
REFERENCE = re.compile(r"(?s)(.*?\*([^*]+)\*.*?)(?::\s+(.*))?$")


class Work(NamedTuple):
    """A work that is cited, and what each lesson says about it."""

    citation: str
    notes: list[str]
    link: str = ""  # in Markdown


def bibliography(lessons: Sequence[Lesson]) -> list[Work]:
    """Every work, by author, in the fullest form in which it is cited."""
    works: dict[str, Work] = {}
    known = links()
    for lesson in lessons:
        for citation, title, why in references(lesson):
            key = _key(title)
            before = works.get(key, Work("", []))
            note = f"lesson {lesson.number}: {why}".rstrip(": ")
            fullest = max(before.citation, citation.rstrip(" .,"), key=len)
            works[key] = Work(fullest, [*before.notes, note], known.get(key, ""))
    return sorted(works.values(), key=lambda work: (_author(work.citation), work.citation))


def links() -> dict[str, str]:
    """The link to each work that has a lasting address, in Markdown."""
    kept = tomllib.loads(ADDRESSES.read_text(encoding="utf-8"))
    found = {
        _key(title): f"[doi:{doi}](https://doi.org/{doi})" for title, doi in kept["doi"].items()
    }
    return found | {_key(title): f"[free to read]({url})" for title, url in kept["free"].items()}


def _key(title: str) -> str:
    """What two ways to write a title have in common."""
    return re.sub(r"\W+", " ", title).lower().strip()


def references(lesson: Lesson) -> list[tuple[str, str, str]]:
    """Citation, title and remark of each work a lesson names; the course's own documents apart."""
    text = "\n\n".join(c.source for c in read(lesson.path).cells if c.cell_type == "markdown")
    _, _, section = text.partition("## Sources and further reading")
    found = []
    for bullet in re.findall(r"(?ms)^[-*] (.*?)(?=^[-*] |\n\n|\Z)", section):
        item = " ".join(bullet.split())
        match = None if item.startswith("Document") else REFERENCE.match(item)
        if match:
            title = match[2]
            citation, why = _split(item, match.start(2) + len(title))
            found.append((citation, title, why))
    return found


def _split(item: str, after: int) -> tuple[str, str]:
    """Cut at the colon that ends the citation: the first one behind the title."""
    place = item.find(": ", after)
    return (item, "") if place < 0 else (item[:place], item[place + 2 :])


def _author(citation: str) -> str:
    """The family name of the first author: the last word before the first comma or "and"."""
    first = re.split(r",| and ", citation.partition("*")[0])[0]
    return first.split()[-1].lower() if first.split() else citation.lower()
