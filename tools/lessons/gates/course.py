"""Gates on what a notebook says of the course: all of it agrees with lessons/course.toml."""

import re

from tools.lessons.course import lessons
from tools.lessons.minutes import minutes
from tools.lessons.notebook import Notebook, prose

COURSE = lessons()
MENTION = re.compile(r"\b[Ll]essons?\s+(\d+(?:(?:,|,? and|,? or| to|\u2013|-)\s*\d+)*)\b")


def listed(notebook: Notebook) -> list[str]:
    """Title, lessons needed and minutes in the first cell are those of the list."""
    wanted = {lesson.path.name: lesson for lesson in COURSE}.get(notebook.path.name)
    if wanted is None:
        return [notebook.complain("is not in lessons/course.toml")]
    titles = {lesson.number: lesson.title for lesson in COURSE}
    said = _first_words(notebook)
    listed = {
        "title": wanted.title,
        "Before this": ", ".join(f"{number} {titles[number]}" for number in wanted.needs),
        "Takes": str(wanted.minutes),
    }
    return [
        notebook.complain(f"{part} must be {words!r}, as in course.toml, got {said[part]!r}", 1)
        for part, words in listed.items()
        if words != said[part]
    ]


def minutes_as_computed(notebook: Notebook) -> list[str]:
    """The minutes of the list are those that the notebook's words, code and figures take."""
    listed = [lesson.minutes for lesson in COURSE if lesson.path.name == notebook.path.name]
    computed = minutes(notebook)
    if not listed or listed[0] == computed:
        return []
    words = f"takes {computed}, and course.toml says {listed[0]}; run make minutes"
    return [notebook.complain(words)]


def mentions(notebook: Notebook) -> list[str]:
    """Lessons are named by two digits (lesson 03) or by file (03_perceptron), and exist."""
    numbers = {lesson.number for lesson in COURSE}
    names = {lesson.path.stem for lesson in COURSE}
    found = []
    for n, text in prose(notebook):
        named = [x for match in MENTION.finditer(text) for x in re.findall(r"\d+", match[1])]
        unknown = [f"lesson {number}" for number in named if number not in numbers]
        unknown += [name for name in re.findall(r"\b\d\d_[a-z_]+", text) if name not in names]
        found += [
            notebook.complain(f"mentions {name}, which is not in the course", n) for name in unknown
        ]
    return found


def _first_words(notebook: Notebook) -> dict[str, str]:
    """What the title and the box say, each empty where it is missing."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", notebook.node.cells[0].source)
    patterns = {
        "title": r"# \d\d · (.+)",
        "Before this": r"(?s)\*\*Before this\*\*(.*?)· \*\*Takes\*\*",
        "Takes": r"\*\*Takes\*\*:? (.+)",
    }
    matches = {part: re.search(pattern, text) for part, pattern in patterns.items()}
    said = {part: match[1].strip() if match else "" for part, match in matches.items()}
    needed = re.findall(r"\b\d\d [^·,;\d]*[^·,;\d\s]", said["Before this"])
    said["Before this"] = ", ".join(needed)
    return said
