"""The bibliography: every work the lessons cite, once, with what they say about it."""

import re
from collections.abc import Sequence

from edition.course import Lesson, read

REFERENCE = re.compile(r"(?s)(.*?\*([^*]+)\*.*?)(?::\s+(.*))?$")


def bibliography(lessons: Sequence[Lesson]) -> str:
    """Markdown: one bullet for each work, by author, with the lessons that cite it."""
    works: dict[str, str] = {}
    notes: dict[str, list[str]] = {}
    for lesson in lessons:
        for citation, title, why in references(lesson):
            key = re.sub(r"\W+", " ", title).lower().strip()
            works[key] = max(works.get(key, ""), citation, key=len)
            notes.setdefault(key, []).append(f"lesson {lesson.number}: {why}".rstrip(": "))
    order = sorted(works, key=lambda key: (_author(works[key]), works[key]))
    return "\n".join(
        f"- {works[key].rstrip(' .,')}.\n" + "".join(f"  - {note}\n" for note in notes[key])
        for key in order
    )


def references(lesson: Lesson) -> list[tuple[str, str, str]]:
    """Citation, title and remark of each work a lesson names; the course's own documents apart."""
    if lesson.path is None:
        return []
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
