"""The addresses of lessons that got another name lead to where they are now."""

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

MOVED = {"15_fast_kernels": "16_compiled_loops", "16_capstone": "18_capstone"}


def redirects(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page at each old address, if the lesson is part of this course."""
    for folder in ("lessons/", "lessons/solutions/"):
        for old, new in MOVED.items():
            if f"{folder}{new}" in app.env.all_docs:
                yield f"{folder}{old}", {"target": f"{new}.html"}, "moved.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the pages when those of the course are collected."""
    app.connect("html-collect-pages", redirects)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
