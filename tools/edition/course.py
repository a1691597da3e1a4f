"""What the course consists of: README's table for all lessons, the notebooks for those written."""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

ROW = re.compile(r"\| \[?(\d\d) ([^]|]+?)(?:\]\([^)]*\))? \| ([^|]+) \| ([^|]+) \|")


class Lesson(NamedTuple):
    """A lesson: its number, its title, what one meets in it, the numbers of those needed first."""

    number: str
    title: str
    meets: str
    needs: tuple[str, ...]
    minutes: int | None
    path: Path | None

    @property
    def page(self) -> str | None:
        """Where its page is, seen from the top; None while it is not written."""
        return f"lessons/{self.path.stem}" if self.path else None


class BrokenLessonError(Exception):
    """A lesson that cannot become a page: says which one, which cell, and why."""


def course(root: Path) -> list[Lesson]:
    """All lessons in order; a notebook's own box wins over README's table."""
    table = (root / "README.md").read_text(encoding="utf-8")
    rows = ROW.findall(table)
    paths = {path.name[:2]: path for path in sorted((root / "lessons").glob("*.ipynb"))}
    lessons = []
    for number, name, meets, needs in rows:
        earlier = [lesson.number for lesson in lessons]
        listed = tuple(re.findall(r"\d\d", needs)) or _ends(lessons, "all" in needs)
        path = paths.pop(number, None)
        title, minutes = name, None
        if path is not None:
            box = read(path).cells[0].source
            title = _found(r"# \d\d · (.+)", box, name)
            minutes = int(_found(r"\*\*Takes\*\*:? (\d+) minutes", box, "0")) or None
            before = _found(r"(?s)\*\*Before this\*\*(.*?)\*\*Takes\*\*", box, "")
            own = tuple(n for n in re.findall(r"\b\d\d\b", before) if n in earlier)
            listed = own or listed
        lessons.append(Lesson(number, title.strip(), meets.strip(), listed, minutes, path))
    for path in paths.values():  # written, but README does not know it yet
        title = _found(r"# \d\d · (.+)", read(path).cells[0].source, path.stem)
        lessons.append(Lesson(path.name[:2], title, "", (), None, path))
    return sorted(lessons)


def read(path: Path) -> NotebookNode:
    """Read a notebook, or say which file is none."""
    try:
        notebook = nbformat.read(path, as_version=4)
    except Exception as error:
        words = " ".join(str(error).split())[:200]
        message = f"{path.parent.name}/{path.name} is no notebook that can be read: {words}"
        raise BrokenLessonError(message) from error
    if not notebook.cells:
        message = f"{path.parent.name}/{path.name} has no cells"
        raise BrokenLessonError(message)
    return notebook


def _ends(lessons: list[Lesson], everything: bool) -> tuple[str, ...]:
    """The lessons on which no other builds: who needs all needs these."""
    needed = {number for lesson in lessons for number in lesson.needs}
    return tuple(x.number for x in lessons if x.number not in needed) if everything else ()


def _found(pattern: str, text: str, otherwise: str) -> str:
    match = re.search(pattern, text)
    return match[1] if match else otherwise
