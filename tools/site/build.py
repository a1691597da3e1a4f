"""Build the web pages of the course from the stored outputs: ``make site``.

Nothing is executed and nothing is fetched. The pages of docs/ and the notebooks are laid out in
build/source, Sphinx makes build/html from them, and every link of the result is followed. Any
warning ends the build, with the lesson and the cell it is about.
"""

import argparse
import os
import re
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernelkit.writing import write_whole
from tools.lessons.course import CourseError, lessons
from tools.site import links
from tools.site.formulas import set_formulas
from tools.site.gallery import write_gallery
from tools.site.live_pictures import write_script
from tools.site.notebooks import (
    handed_out,
    lesson_page,
    read,
    unlink_solutions,
    with_live_pictures,
    write,
)
from tools.site.pages import write_pages
from tools.site.typeface import write_typeface
from tools.site.weight import as_webp, lighten

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CELL = re.compile(r"(\S+?/)?((?:solutions/)?\w+\.ipynb):(\d+)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay out, build, follow the links; 0 if all went well."""
    parser = argparse.ArgumentParser(description="Build the web pages of the course.")
    parser.add_argument("--to", type=Path, default=ROOT / "build", help="folder (default: build)")
    parser.add_argument("--without-solutions", action="store_true", help="leave the answers out")
    options = parser.parse_args(arguments)
    source, html = options.to / "source", options.to / "html"
    try:
        lay_out(source, solutions=not options.without_solutions)
    except CourseError as error:
        print(error, file=sys.stderr)
        return 1
    found = build(source, html) or links.complaints(html)
    for line in found:
        print(line, file=sys.stderr)
    if found:
        print(f"The site was not built: {len(found)} complaints, see above.", file=sys.stderr)
        return 1
    shutil.rmtree(html / ".doctrees", ignore_errors=True)
    print(f"The course is in {html / 'index.html'}")
    return 0


def lay_out(source: Path, root: Path = ROOT, *, solutions: bool = True) -> None:
    """Put everything Sphinx needs into one folder, fresh."""
    shutil.rmtree(source, ignore_errors=True)
    for name in ("_static", "_templates"):
        shutil.copytree(DOCS / name, source / name)
    for path in DOCS.glob("*.py"):
        shutil.copy(path, source)
    for picture in ("cover.png", "large.png"):
        shutil.copy(DOCS / picture, source / "_static")
    write_script(source / "_static")
    write_typeface(source / "_static" / "typeface")
    listed = lessons(root)
    write_pages(source, listed, root, solutions=solutions)
    (source / "extra" / "live").mkdir(parents=True)
    write_gallery(source / "extra", listed)
    for lesson in listed:
        answers = lesson.path.parent / "solutions" / lesson.path.name
        page = lesson_page(lesson.path, answers if solutions else None)
        if not solutions:
            unlink_solutions(page)
        write(page, source / "lessons" / lesson.path.name)
    for path in sorted((root / "examples").glob("*.ipynb")):
        write(with_live_pictures(read(path)), source / "examples" / path.name)
    if solutions:
        for path in sorted((root / "lessons" / "solutions").glob("*.ipynb")):
            write(with_live_pictures(read(path)), source / "lessons" / "solutions" / path.name)
    for path in sorted(source.rglob("*.ipynb")):  # each page's notebook, for readers to take along
        place = path.relative_to(source)
        kept = source / "extra" / "notebooks" / place
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, handed_out(root / place, solutions=solutions))


def build(source: Path, html: Path) -> list[str]:
    """Run Sphinx; return its warnings and errors in words that name the lesson and the cell."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled functions hide their signatures
    from sphinx.cmd.build import build_main

    shutil.rmtree(html, ignore_errors=True)
    log = source.parent / "warnings.log"
    log.unlink(missing_ok=True)
    doctrees = html / ".doctrees"
    words = ["-q", "-W", "--keep-going", "-w", str(log), "-d", str(doctrees), "-b", "html"]
    words += ["-j", "auto"]
    code = build_main([*words, str(source), str(html)])
    said = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    if code and not said:
        said = [f"Sphinx ended with code {code}"]
    return [in_words(line, source) for line in said if line.strip()] + finish(html)


def in_words(line: str, source: Path) -> str:
    """Name the cell: myst-nb counts the lines of cell 3 from 30000."""
    line = re.sub(r"\x1b\[[0-9;]*m", "", line).replace(f"{source}{os.sep}", "")

    def cell(match: re.Match[str]) -> str:
        return f"{match[1] or ''}{match[2]}, cell {max(1, int(match[3]) // 10000)}"

    return CELL.sub(cell, line)


def finish(html: Path) -> list[str]:
    """Set the formulas of the pages and make them light; what is wrong with a formula, in words."""
    paths = [path for path in sorted(html.rglob("*.html")) if "_static" not in path.parts]
    pages = {p.relative_to(html).as_posix(): p.read_text(encoding="utf-8") for p in paths}
    figures = sorted((html / "_images").glob("*.png"))
    with ThreadPoolExecutor() as aside:  # while MathJax runs in a process of its own
        sizes = {path.stem: aside.submit(as_webp, path) for path in figures}
        told = set_formulas(pages, html / "_static")
    lighten(pages, {name: size.result() for name, size in sizes.items()}, html / "_static")
    for name, text in pages.items():
        write_whole(html / name, text)
    return told


if __name__ == "__main__":
    sys.exit(main())
