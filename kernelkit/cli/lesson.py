"""``kernelkit new-lesson``: begin a lesson from one that works.

Writes the notebook, its solutions, the checks of its exercises, wrong answers for the tests and a
line of README's table, then runs the notebooks, so that every gate is passed from the first minute.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from kernelkit.cli.text import field, show
from kernelkit.validation import InputError
from kernelkit.writing import write_whole

__all__ = ["execute"]

TEMPLATE = Path(__file__).resolve().parent / "template"
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
NAME = re.compile(r"(?:(\d\d)_)?([a-z][a-z0-9]*(?:_[a-z0-9]+)*)")
ROW = re.compile(r"(?m)^\| (?:\[)?(\d\d) .*\|\n")


def execute(args: argparse.Namespace) -> int:
    """Write the files of a new lesson and run it."""
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
            message = f"NAME must be new, and {path.relative_to(root)} is there already"
            raise InputError(message)
    for path, text in made.items():
        write_whole(path, text)
        show(field("wrote", path.relative_to(root).as_posix()))
    _add_to_readme(root / "README.md", number, stem, title)
    show(field("changed", "README.md: a line in the table of the course"))
    if args.unrun:
        show(field("next", f"make execute LESSONS={stem}"))
        return 0
    return _run(root, stem)


def _root(folder: Path) -> Path:
    for candidate in (folder, *folder.parents):
        if all((candidate / name).exists() for name in ("lessons", "kernelkit/exercises", "tools")):
            return candidate
    message = f"new-lesson works in a checkout of the course, and {folder} is in none"
    raise InputError(message)


def _name(name: str, root: Path) -> tuple[str, str]:
    """The number and the full name, or a sentence on what is wrong with it."""
    match = NAME.fullmatch(name)
    if match is None:
        message = (
            "NAME must be small letters, digits and underscores, such as boosting or "
            f"17_boosting, got {name!r}"
        )
        raise InputError(message)
    there = sorted(path.stem for path in (root / "lessons").glob("[0-9][0-9]_*.ipynb"))
    announced = ROW.findall((root / "README.md").read_text(encoding="utf-8"))
    for stem in there:
        if stem[3:] == match[2]:
            message = f"NAME must be new, and lessons/{stem}.ipynb is there already"
            raise InputError(message)
    following = 1 + max((int(stem[:2]) for stem in [*there, *announced]), default=-1)
    if not announced:
        message = "README.md must hold the table of the course, and no line of it was found"
        raise InputError(message)
    if following > 99:
        message = "NAME must have a number of two digits, and 99 is taken"
        raise InputError(message)
    if match[1] and int(match[1]) != following:
        message = (
            f"NAME must go on with lesson {following:02d}, so that the course has no gaps: "
            f"{following:02d}_{match[2]}, got {name!r}"
        )
        raise InputError(message)
    return f"{following:02d}", f"{following:02d}_{match[2]}"


def _title(title: str) -> str:
    """Refuse what would end a heading, a cell of README's table or the words of a link."""
    if not title.strip() or not title.isprintable() or set(title) & set("|[]<>`\\"):
        message = (
            "--title must be one line of words without any of | [ ] < > ` \\, "
            f"which mean something in a table or a link, got {title!r}"
        )
        raise InputError(message)
    return title.strip()


def _text(template: str, words: dict[str, str]) -> str:
    text = (TEMPLATE / template).read_text(encoding="utf-8")
    for key, word in words.items():
        text = text.replace(f"<<{key}>>", word)
    return text


def _notebook(template: str, words: dict[str, str]) -> str:
    """Turn Markdown into a notebook: what is fenced as Python becomes a cell of code."""
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
    source = re.sub(r"(?m)^#\| .*\n", "", text)
    return {**_cell("code", source, metadata), "execution_count": None, "outputs": []}


def _cell(kind: str, text: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    lines = text.strip("\n").splitlines(keepends=True)
    return {"cell_type": kind, "metadata": metadata or {}, "source": lines}


def _add_to_readme(path: Path, number: str, stem: str, title: str) -> None:
    """Put the lesson into the table of the course, at its end."""
    text = path.read_text(encoding="utf-8")
    row = f"| [{number} {title}](lessons/{stem}.ipynb) | what one meets in it | 00 |\n"
    *_, last = ROW.finditer(text)
    write_whole(path, text[: last.end()] + row + text[last.end() :])


def _run(root: Path, stem: str) -> int:
    show(field("runs", f"both notebooks of {stem}, to store what they print and draw"))
    command = [sys.executable, str(root / "tools" / "execute.py"), stem]
    # The command line draws without a screen; a notebook draws into its page.
    environment = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
    code = subprocess.run(command, cwd=root, env=environment, check=False).returncode
    if code == 0:
        show(field("next", f"make lessons, open {stem}, and replace the method by yours"))
    return code
