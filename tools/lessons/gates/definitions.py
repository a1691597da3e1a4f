"""A gate on the words of the field: each is defined, in bold, in one lesson."""

import functools
import re
from pathlib import Path

from tools.lessons.gates import course
from tools.lessons.notebook import Notebook, prose, read

BOLD = re.compile(r"(?:\*\*|\b__)([^*_]+?)(?:\*\*|__\b)")
PLURAL = re.compile(r"(?<![aisu])s$")  # not of bias, analysis, loss


def defined_once(notebook: Notebook) -> list[str]:
    """No term stands in bold here that an earlier lesson has in bold, too."""
    earlier = [x.path for x in course.COURSE if x.path.name < notebook.path.name]
    before = {term: path.stem for path in reversed(earlier) for term in _terms_of(path)}
    return [
        notebook.complain(f"**{term}** is defined in {before[term]}; link to it", n)
        for term, n in _terms(notebook).items()
        if term in before
    ]


@functools.cache
def _terms_of(path: Path) -> dict[str, int]:
    return _terms(read(path))


def _terms(notebook: Notebook) -> dict[str, int]:
    """Terms in bold, in the singular, with their cells; not the box, nor whole sentences."""
    found: dict[str, int] = {}
    for n, text in prose(notebook):
        for term in BOLD.findall(text) if n > 1 else []:
            if term[-1] not in ".:?!":
                found.setdefault(PLURAL.sub("", " ".join(term.lower().split())), n)
    return found
