"""Pages written from what the repository holds: lists, works cited, times, results, API."""

import inspect
import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import kernelkit
from edition.bibliography import bibliography
from edition.course import Lesson
from edition.course_map import course_map

MORE_MODULES = ("compilation", "kernels.gram")
LATER = "is being written"
NONE = "\N{EN DASH}"


def table_of_lessons(lessons: Sequence[Lesson]) -> str:
    """A Markdown table of all lessons."""
    rows = ["| lesson | you meet | needs | minutes |", "|---|---|---|---|"]
    for lesson in lessons:
        name = f"{lesson.number} {lesson.title}"
        link = f"[{name}](lessons/{lesson.path.name})" if lesson.path else f"{name} ({LATER})"
        needs = ", ".join(lesson.needs) or NONE
        rows.append(f"| {link} | {lesson.meets} | {needs} | {lesson.minutes or NONE} |")
    return "\n".join(rows)


def list_of_pages(lessons: Sequence[Lesson], folder: str = "lessons") -> str:
    """The lines of a table of contents."""
    return "\n".join(f"{folder}/{lesson.path.stem}" for lesson in lessons if lesson.path)


def times_page(lessons: Sequence[Lesson], root: Path) -> str:
    """How long each lesson took when its outputs were stored."""
    kept = root / "lessons" / "times.json"
    times = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    rows = [
        "| lesson | seconds | slowest cell | a slider redraws in |",
        "|---|---:|---|---|",
    ]
    for lesson in lessons:
        if lesson.path is None:
            continue
        link = f"[{lesson.number} {lesson.title}](lessons/{lesson.path.name})"
        took = times.get(lesson.path.stem)
        if took is None:
            rows.append(f"| {link} | not measured | {NONE} | {NONE} |")
            continue
        slowest = f"cell {took['slowest_cell']}, {took['slowest_seconds']} s"
        redraw = ", ".join(f"{ms} ms" for ms in took["redraw_milliseconds"]) or NONE
        rows.append(f"| {link} | {took['seconds']} | {slowest} | {redraw} |")
    machines = {f"Python {took['python']}, {took['cores']} cores" for took in times.values()}
    where = f"Measured with {' and '.join(sorted(machines))}." if machines else ""
    return "\n".join(rows) + f"\n\n{where}\n"


def benchmarks_page(root: Path) -> str:
    """The stored results of the benchmarks, or a calm sentence while there are none."""
    kept = root / "benchmarks" / "RESULTS.md"
    if not kept.exists():
        return "No results are stored yet. `make bench` measures on your machine.\n"
    text = re.sub(r"^# .*\n", "", kept.read_text(encoding="utf-8"))
    text = text.replace("](../docs/speed.png)", "](speed.png)")  # which is put beside the page
    # Links to files of the repository lead nowhere from here; their words stay.
    return re.sub(r"(?<!!)\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", text)


def reference_pages() -> dict[str, str]:
    """A page of reStructuredText for each public module, by name, in order."""
    names = sorted({*kernelkit.MODULES, *MORE_MODULES})
    return {name: _reference_page(f"kernelkit.{name}") for name in names}


def reference_index(names: Sequence[str]) -> str:
    """The overview: modules and what is in them."""
    rows = ["| module | what is in it |", "|---|---|"]
    for name in names:
        about = str(inspect.getdoc(import_module(f"kernelkit.{name}"))).partition("\n")[0]
        rows.append(f"| [kernelkit.{name}](api/{name}.rst) | {_plain(about)} |")
    return "\n".join(rows)


def contents(lessons: Sequence[Lesson], root: Path) -> dict[str, str]:
    """What the pages of docs/ ask for by {{ name }}."""
    modules = list(reference_pages())
    return {
        "course_map": course_map(lessons),
        "table_of_lessons": table_of_lessons(lessons),
        "list_of_lessons": list_of_pages(lessons),
        "list_of_solutions": "\n".join(
            f"lessons/solutions/{path.stem}"
            for path in sorted((root / "lessons" / "solutions").glob("*.ipynb"))
        ),
        "bibliography": bibliography(lessons),
        "times": times_page(lessons, root),
        "benchmarks": benchmarks_page(root),
        "modules": reference_index(modules),
        "list_of_modules": "\n".join(f"api/{name}" for name in modules),
        "version": kernelkit.__version__,
    }


def _reference_page(name: str) -> str:
    title = name.replace("_", r"\_")
    return "\n".join([title, "=" * len(title), "", f".. automodule:: {name}", "   :members:", ""])


def _plain(words: str) -> str:
    """A docstring's words in Markdown."""
    return words.replace("``", "`").replace("|", r"\|")
