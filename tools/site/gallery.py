"""A page for each interactive picture, and one that shows all of them as cards that live.

The pages hold a picture and a line of links, load one script and no style of the site, and so can
be embedded in a slide: ``<iframe src=".../live/lift.html">``. An address that ends in
``#live-1={...}`` (the button *Copy a link*) opens the picture as somebody left it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import nbformat

from kernelkit import live
from kernelkit.datasets import load_iris
from kernelkit.live.picture import MIME, Picture
from kernelkit.writing import write_whole
from tools.lessons.course import Lesson
from tools.site.templating import render


class Shown(NamedTuple):
    """A picture by its name, and the lesson that it belongs to if the course has that lesson."""

    name: str
    picture: Picture
    lesson: Lesson | None

    @property
    def html(self) -> str:
        """The picture, for a page that has the script."""
        return live.html(self.picture)

    @property
    def title(self) -> str:
        """Its question."""
        return str(self.picture.state["title"])


def write_gallery(extra: Path, lessons: Sequence[Lesson]) -> None:
    """Write live/index.html with all pictures, and live/<name>.html with each."""
    shown = pictures(lessons)
    for each in shown:
        write_whole(extra / "live" / f"{each.name}.html", render("picture.html", shown=each))
    write_whole(extra / "live" / "index.html", render("pictures.html", shown=shown))


def pictures(lessons: Sequence[Lesson]) -> list[Shown]:
    """One picture of each kind: that of the lesson it was made for, in the order of the course."""
    found: dict[str, Shown] = {}
    for lesson in lessons:
        for state in _states(lesson.path):
            name = state["picture"]
            if name not in found or lesson.path.stem == home(name):
                found[name] = Shown(name, Picture(state), lesson)
    by_stem = {lesson.path.stem: lesson for lesson in lessons}
    for name, picture in _not_yet_in_lessons().items():
        found.setdefault(name, Shown(name, picture, by_stem.get(home(name))))
    return sorted(found.values(), key=lambda each: each.lesson.path.stem if each.lesson else "~")


def home(name: str) -> str:
    """The lesson that the docstring of a picture names."""
    named = re.search(r"^\s*Lesson: (\w+)\.$", str(getattr(live, name).__doc__), re.MULTILINE)
    return named[1] if named else ""


def _states(path: Path) -> Iterator[dict[str, object]]:
    for cell in nbformat.read(path, as_version=4).cells:
        for output in cell.get("outputs", []):
            state = output.get("data", {}).get(MIME, {})
            if "picture" in state:
                yield dict(state)


def _not_yet_in_lessons() -> dict[str, Picture]:
    """Pictures that wait for their lessons: versicolor lies between the other two species."""
    iris = load_iris()
    few = slice(2, None, 6)
    is_versicolor = iris.y[few] == "versicolor"
    lengths = iris.X[few, 2]
    return {
        "bumps": live.bumps(
            lengths, 2 * is_versicolor - 1, 0.6, feature_name="petal length of an iris (cm)"
        ),
        "frequencies": live.frequencies(),
    }
