"""``kernelkit new-lesson``: begin a lesson from one that works.

Writes the notebook, its solutions, the checks of its exercises, wrong answers for the tests and an
entry of lessons/course.toml, then runs the notebooks, so that every gate is passed from the start.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING, Any

from kernelkit.cli.text import field, show, stop

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["HELP", "add_arguments", "execute"]

HELP = """Begin a new lesson of the course from one that works.

Works in a checkout of the course. Writes a lesson that runs and passes every
gate, with solutions, checks and wrong answers, for you to replace piece by
piece. NAME is small letters and underscores; the number is put before it.

examples:
  kernelkit new-lesson boosting
  kernelkit new-lesson random_forests --title "Forests that vote"
"""
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
NAME = re.compile(r"(?:(\d\d)_)?([a-z][a-z0-9]*(?:_[a-z0-9]+)*)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the name and the title of the lesson."""
    add = parser.add_argument
    add("name", metavar="NAME", help="such as boosting: the lesson becomes 17_boosting")
    add("--title", metavar="TITLE", help="its title (default: the name in words)")
    add("--unrun", action="store_true", help="write the files only; make execute runs them")


def execute(args: argparse.Namespace) -> int:
    """Write the files of a new lesson and run it."""
    from pathlib import Path

    from kernelkit.writing import write_whole

    root = _root(Path.cwd())
    number, stem = _name(args.name, root)
    title = _title(args.title or stem[3:].replace("_", " ").capitalize())
    guard = _text("guard.py.txt", {})
    words = {"number": number, "name": stem, "title": title, "guard": guard}
    made = {
        root / "lessons" / f"{stem}.ipynb": _notebook("lesson.md", words),
        root / "lessons" / "solutions" / f"{stem}.ipynb": _notebook("solutions.md", words),
        root / "kernelkit" / "exercises" / f"lesson_{number}.py": _text("checks.py.txt", words),
        root / "tests" / "wrong_answers" / f"lesson_{number}.py": _text(
            "wrong_answers.py.txt", words
        ),
    }
    for path in made:
        if path.exists():
            stop(f"NAME must be new, and {path.relative_to(root)} is there already")
    for path, text in made.items():
        write_whole(path, text)
        show(field("wrote", path.relative_to(root).as_posix()))
    _add_to_course(root / "lessons" / "course.toml", stem, title)
    show(field("changed", "lessons/course.toml, and README's table, which is made from it"))
    code = _tool(root, "course")
    if code:
        return code
    if args.unrun:
        show(field("next", f"make execute LESSONS={stem}"))
        return 0
    return _run(root, stem)


def _root(folder: Path) -> Path:
    for candidate in (folder, *folder.parents):
        if all(
            (candidate / name).exists()
            for name in ("lessons/course.toml", "kernelkit/exercises", "tools")
        ):
            return candidate
    stop(f"new-lesson works in a checkout of the course, and {folder} is in none")


def _name(name: str, root: Path) -> tuple[str, str]:
    """The number and the full name, or a sentence on what is wrong with it."""
    import tomllib

    match = NAME.fullmatch(name)
    if match is None:
        stop(
            "NAME must be small letters, digits and underscores, such as boosting or "
            f"17_boosting, got {name!r}"
        )
    there = sorted(path.stem for path in (root / "lessons").glob("[0-9][0-9]_*.ipynb"))
    course = tomllib.loads((root / "lessons" / "course.toml").read_text(encoding="utf-8"))
    listed = [entry["file"] for entry in course["lesson"]]
    for stem in there:
        if stem[3:] == match[2]:
            stop(f"NAME must be new, and lessons/{stem}.ipynb is there already")
    following = 1 + max((int(stem[:2]) for stem in [*there, *listed]), default=-1)
    if following > 99:
        stop("NAME must have a number of two digits, and 99 is taken")
    if match[1] and int(match[1]) != following:
        stop(
            f"NAME must go on with lesson {following:02d}, so that the course has no gaps: "
            f"{following:02d}_{match[2]}, got {name!r}"
        )
    return f"{following:02d}", f"{following:02d}_{match[2]}"


def _title(title: str) -> str:
    """Refuse what would end a heading, a cell of README's table or the words of a link."""
    if not title.strip() or not title.isprintable() or set(title) & set("|[]<>`\\"):
        stop(
            "--title must be one line of words without any of | [ ] < > ` \\, "
            f"which mean something in a table or a link, got {title!r}"
        )
    return title.strip()


def _text(template: str, words: dict[str, str]) -> str:
    from pathlib import Path

    text = (Path(__file__).parent / "template" / template).read_text(encoding="utf-8")
    for key, word in words.items():
        text = text.replace(f"<<{key}>>", word)
    return text


def _notebook(template: str, words: dict[str, str]) -> str:
    """Turn Markdown into a notebook: what is fenced as Python becomes a cell of code."""
    import json

    parts = re.split(r"(?ms)^```python\n(.*?)^```\n", _text(template, words))
    cells = [
        _code(part) if place % 2 else _cell("markdown", part)
        for place, part in enumerate(parts)
        if part.strip()
    ]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    made = {"cells": cells, "metadata": {"kernelspec": KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _code(text: str) -> dict[str, Any]:
    """A cell of code; lines that start with #| are about it: its tags, the words for its figure."""
    about = dict(re.findall(r"(?m)^#\| (\w+): (.*)\n", text))
    metadata: dict[str, Any] = {}
    if "alt" in about:
        metadata["mystnb"] = {"image": {"alt": about["alt"]}}
    if "tags" in about:
        metadata["tags"] = about["tags"].split()
    if "hide-input" in metadata.get("tags", []):
        metadata["jupyter"] = {"source_hidden": True}  # the same for JupyterLab
    source = re.sub(r"(?m)^#\| .*\n", "", text)
    return {**_cell("code", source, metadata), "execution_count": None, "outputs": []}


def _cell(kind: str, text: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    lines = text.strip("\n").splitlines(keepends=True)
    return {"cell_type": kind, "metadata": metadata or {}, "source": lines}


def _add_to_course(path: Path, stem: str, title: str) -> None:
    """Put the lesson at the end of the list, as the box of the template describes it."""
    import json

    from kernelkit.writing import write_whole

    entry = {
        "file": stem,
        "title": title,
        "meet": "what one meets in it",
        "needs": ["00"],
        "minutes": 40,
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in entry.items()]
    text = path.read_text(encoding="utf-8")
    write_whole(path, "".join([text, "\n[[lesson]]\n", *lines]))


def _run(root: Path, stem: str) -> int:
    show(field("runs", f"both notebooks of {stem}, to store what they print and draw"))
    code = _tool(root, "execute", stem)
    if code == 0:
        show(field("next", f"make lessons, open {stem}, and replace the method by yours"))
    return code


def _tool(root: Path, *words: str) -> int:
    """Call a tool of the checkout."""
    import subprocess

    command = [sys.executable, "-m", f"tools.lessons.{words[0]}", *words[1:]]
    # The command line draws without a screen; a notebook draws into its page.
    environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
    return subprocess.run(command, cwd=root, env=environment, check=False).returncode
