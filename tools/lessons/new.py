"""Begin a lesson from one that works: ``make new-lesson NAME=boosting``.

Writes the notebook, its solutions, the checks of its exercises, wrong answers for the tests and an
entry of lessons/course.toml, then runs the notebooks, so that every gate is passed from the start.
Lesson 00 runs once more as well, because its map shows every lesson.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from kernelkit.writing import write_whole
from tools.lessons import course, execute, minutes
from tools.lessons.guard import GUARD, fold

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write the files of a new lesson and run it; 2 and a sentence if its name does not fit."""
    name = " ".join(sys.argv[1:] if arguments is None else arguments)
    try:
        stem = begin(name, root)
    except course.CourseError as error:
        print(error, file=sys.stderr)
        return 2
    start = root / "lessons" / "00_start_here.ipynb"
    code = course.main(root) or execute.main([stem, str(start)], root / "lessons")
    code = code or minutes.main([stem[:2]], root)
    if code == 0:
        print(f"make lessons, open {stem}, and replace the method by yours.")
    return code


def begin(name: str, root: Path = ROOT) -> str:
    """Write the files of a lesson, and return its number and name."""
    stem = _stem(name, root)
    number = stem[:2]
    title = name.replace("_", " ").capitalize()
    words = {"number": number, "name": stem, "title": title, "guard": GUARD}
    made = {
        f"lessons/{stem}.ipynb": _notebook("lesson.md", words),
        f"lessons/solutions/{stem}.ipynb": _notebook("solutions.md", words),
        f"kernelkit/exercises/lesson_{number}.py": _text("checks.py.txt", words),
        f"tests/wrong_answers/lesson_{number}.py": _text("wrong_answers.py.txt", words),
    }
    for place in made:
        if (root / place).exists():
            message = f"{place} is there already, from another lesson {number}: remove it first"
            raise course.CourseError(message)
    for place, text in made.items():
        write_whole(root / place, text)
        print(f"wrote {place}")
    _add_to_course(root / "lessons" / "course.toml", stem, title)
    print("added the lesson to lessons/course.toml")
    return stem


def _stem(name: str, root: Path) -> str:
    """The next number and the name, or a sentence on what is wrong with the name."""
    if not NAME.fullmatch(name):
        message = (
            "NAME must be small letters, digits and underscores, as in make new-lesson "
            f"NAME=boosting (the number is put before it), got {name!r}"
        )
        raise course.CourseError(message)
    stems = [lesson.path.stem for lesson in course.lessons(root)]
    for stem in stems:
        if stem[3:] == name:
            message = f"NAME must be new, and lessons/{stem}.ipynb is there already"
            raise course.CourseError(message)
    following = 1 + max(int(stem[:2]) for stem in stems)
    return f"{following:02d}_{name}"


def _text(template: str, words: dict[str, str]) -> str:
    text = (TEMPLATE / template).read_text(encoding="utf-8")
    for key, word in words.items():
        text = text.replace(f"<<{key}>>", word)
    return text


def _notebook(template: str, words: dict[str, str]) -> str:
    """Turn Markdown into a notebook: what is fenced as Python becomes a cell of code."""
    parts = re.split(r"(?ms)^```python\n(.*?)^```\n", _text(template, words))
    cells = [
        _code(part) if place % 2 else new_markdown_cell(part.strip("\n"))
        for place, part in enumerate(parts)
        if part.strip()
    ]
    for place, cell in enumerate(cells):
        cell.id = f"cell-{place}"
    made = new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    return nbformat.writes(made) + "\n"


def _code(text: str) -> NotebookNode:
    """A cell of code; lines that start with #| are about it: its tags, the words for its figure."""
    about = dict(re.findall(r"(?m)^#\| (\w+): (.*)\n", text))
    metadata: dict[str, Any] = {}
    if "alt" in about:
        metadata["mystnb"] = {"image": {"alt": about["alt"]}}
    if "tags" in about:
        metadata["tags"] = about["tags"].split()
    source = re.sub(r"(?m)^#\| .*\n", "", text).strip("\n")
    cell = new_code_cell(source, metadata=metadata)
    if "hide-input" in about.get("tags", ""):
        fold(cell)
    return cell


def _add_to_course(path: Path, stem: str, title: str) -> None:
    """Put the lesson at the end of the list, as the box of the template describes it."""
    entry = {
        "file": stem,
        "title": title,
        "meet": "what one meets in it",
        "needs": ["00"],
    }
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in entry.items()]
    lines.append(f"minutes = {course.Minutes(0, 0, 0).toml}\n")  # until the lesson has run
    text = path.read_text(encoding="utf-8")
    write_whole(path, "".join([text, "\n[[lesson]]\n", *lines]))


if __name__ == "__main__":
    sys.exit(main())
