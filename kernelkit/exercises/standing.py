"""Which exercises have been answered: what the saved notebooks of a folder and this session say."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kernelkit import showing
from kernelkit.exercises.registry import SESSION
from kernelkit.validation import InputError, as_path

__all__ = ["progress"]

CALL = re.compile(r"^check\(\s*[\"'](\d\d\.[1-9])[\"']", re.M)
MARKS = {"correct": "\N{CHECK MARK}", "tried": "\N{BALLOT X}", "open": "\N{MIDDLE DOT}"}
TABLE = (
    '<table style="text-align: left"><thead><tr><th style="text-align: left">lesson</th>'
    "<th>exercises</th><th>correct</th></tr></thead><tbody>{}</tbody></table><p>{}</p>"
)
ROW = (
    '<tr><td style="text-align: left">{}</td>'
    '<td style="text-align: left; letter-spacing: 0.4em">{}</td><td>{}</td></tr>'
)


class Lesson(NamedTuple):
    """The title of a notebook, and how its exercises stand."""

    title: str
    standing: dict[str, str]  # of each exercise: correct, tried or open


def progress(folder: Any = ".") -> None:
    """Show which exercises of a course were answered correctly, lesson by lesson.

    An answer counts if its card stands in a saved notebook (Ctrl + S saves), or if it was given in
    this session. A tick is a correct answer, a cross one that was tried, a dot one that was not.

    Parameters
    ----------
    folder : path, default "."
        The folder of the lessons; a notebook runs in the folder it lies in.
    """
    lessons = list(_lessons(folder))
    if not lessons:
        raise InputError(
            "folder", f"must hold the lessons (01_name.ipynb and so on), got {str(folder)!r}"
        )
    every = [each for lesson in lessons for each in lesson.standing.values()]
    words = f"{every.count('correct')} of {len(every)} exercises answered correctly."
    lines, rows = [], []
    for title, standing in lessons:
        marks = "".join(MARKS[each] for each in standing.values())
        share = f"{list(standing.values()).count('correct')} of {len(standing)}"
        lines.append(f"{title:<32} {marks:<5} {share}")
        rows.append(ROW.format(html.escape(title), marks, share))
    showing.show("\n".join([*lines, words]), TABLE.format("".join(rows), words))


def _lessons(folder: Any) -> Iterator[Lesson]:
    for path in sorted(as_path(folder, "folder").glob("[0-9][0-9]_*.ipynb")):
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (ValueError, KeyError, TypeError):  # not a notebook, or one that is being saved
            continue
        standing: dict[str, str] = {}
        for cell in cells:
            said = json.dumps(cell.get("outputs", []), ensure_ascii=False)
            for exercise_id in CALL.findall("".join(cell["source"])):
                standing[exercise_id] = _standing(exercise_id, said)
        if standing:
            yield Lesson(_title(path, "".join(cells[0]["source"])), standing)


def _standing(exercise_id: str, said: str) -> str:
    here = SESSION.get(exercise_id, "unattempted")
    if here == "correct" or f"{exercise_id} \N{MIDDLE DOT} correct." in said:
        return "correct"
    tried = [f"{exercise_id} \N{MIDDLE DOT} {word}:" in said for word in ("not quite", "error")]
    return "tried" if here != "unattempted" or any(tried) else "open"


def _title(path: Path, text: str) -> str:
    found = re.search(r"^# (\d\d) \N{MIDDLE DOT} (.+)$", text, re.M)
    return f"{found[1]} {found[2]}" if found else path.stem
