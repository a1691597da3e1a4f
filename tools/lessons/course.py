"""The list of lessons, lessons/course.toml, and the table of README.md made from it.

``make table`` writes the table anew. The map of the course and the web pages read the same list.
"""

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from jinja2 import Template

from kernelkit.writing import write_whole

ROOT = Path(__file__).resolve().parents[2]
TABLE = Template(
    """\
| lesson | you meet | needs | minutes: path + deeper + exercises |
|---|---|---|---:|
{% for lesson in lessons -%}
| [{{ lesson.number }} {{ lesson.title }}](lessons/{{ lesson.path.name }}) | {{ lesson.meet }} \
| {{ lesson.needs | join(", ") or "\N{EN DASH}" }} \
| {{ lesson.minutes | join(" + ") }} |
{% endfor %}"""
)
IN_README = re.compile(r"\| lesson \|.*\n(?:\|.*\n)+")


class Minutes(NamedTuple):
    """How long a lesson takes: the path that everyone reads, what goes deeper, the exercises."""

    path: int
    deeper: int
    exercises: int

    def __str__(self) -> str:
        """The words of the lesson's box."""
        named = zip(self, ("the path", "going deeper", "the exercises"), strict=True)
        words = [f"{number} for {name}" for number, name in named if number]
        return ", ".join(words).replace(" for", " minutes for", 1)

    @property
    def toml(self) -> str:
        """What stands in course.toml."""
        return "{" + ", ".join(f"{name} = {value}" for name, value in self._asdict().items()) + "}"


class Lesson(NamedTuple):
    """A lesson: its notebook, what one meets in it, the numbers of those to read before.

    Each of the ``numbers`` of its text that nothing prints has a reason.
    """

    path: Path
    title: str
    meet: str
    needs: tuple[str, ...]
    minutes: Minutes
    numbers: Mapping[str, str] = MappingProxyType({})

    @property
    def number(self) -> str:
        """The two digits that its file begins with."""
        return self.path.name[:2]


class CourseError(Exception):
    """A list or a notebook that cannot be used: says which one, and why."""


def lessons(root: Path = ROOT) -> list[Lesson]:
    """All lessons, in the order of the list."""
    folder = root / "lessons"
    with (folder / "course.toml").open("rb") as file:
        entries = tomllib.load(file)["lesson"]
    listed: list[Lesson] = []
    for entry in entries:
        lesson = _lesson(entry, folder)
        later = set(lesson.needs) - {earlier.number for earlier in listed}
        if later:
            name, number = lesson.path.stem, min(later)
            message = f"course.toml: {name} needs lesson {number}, which does not come before it"
            raise CourseError(message)
        listed.append(lesson)
    return listed


def table(listed: Sequence[Lesson]) -> str:
    """A table in Markdown, for README.md and for the page of the map."""
    return TABLE.render(lessons=listed)


def main(root: Path = ROOT) -> int:
    """Write README's table."""
    readme = root / "README.md"
    text = readme.read_text(encoding="utf-8")
    if not IN_README.search(text):
        message = "README.md must hold the table of lessons, and no line of it was found"
        print(message, file=sys.stderr)
        return 1
    made = table(lessons(root))
    write_whole(readme, IN_README.sub(lambda _: made, text))
    return 0


def _lesson(entry: dict[str, Any], folder: Path) -> Lesson:
    optional = set(Lesson._field_defaults)
    keys = {"file", *Lesson._fields[1:]} - optional
    if set(entry) - optional != keys:
        message = f"course.toml: a lesson must have {', '.join(sorted(keys))}, got {entry}"
        raise CourseError(message)
    path = folder / f"{entry['file']}.ipynb"
    needs = tuple(entry["needs"])
    minutes = Minutes(**entry["minutes"])
    more = {key: entry[key] for key in optional & set(entry)}
    return Lesson(path, entry["title"], entry["meet"], needs, minutes, **more)


if __name__ == "__main__":
    sys.exit(main())
