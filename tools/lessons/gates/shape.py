"""Gates on the shape of a lesson: title, box, closing sections."""

import re
from itertools import pairwise

from tools.lessons.guard import folded, guard_of
from tools.lessons.notebook import (
    Notebook,
    blocks,
    code_cells,
    headings,
    section_text,
    text_cells,
)

BOX = '<div class="alert alert-info">'
BOX_PARTS = ("You will", "Afterwards you can", "Before this", "Takes")
CLOSING = ["What we saw", "Exercises", "Quiz", "Sources and further reading"]


def title(notebook: Notebook) -> list[str]:
    """One first-level heading, in the first cell: ``# 01 · Linear machines``."""
    titles = [block for block in headings(notebook) if block.level == 1]
    if len(titles) != 1 or titles[0].cell != 1:
        return [notebook.complain(f"needs one title, in its first cell, got {len(titles)}", 1)]
    if not re.fullmatch(rf"{notebook.number} · \S.+", titles[0].text):
        words = f"the title must read # {notebook.number} · Name, got # {titles[0].text}"
        return [notebook.complain(words, 1)]
    return []


def box(notebook: Notebook) -> list[str]:
    """The box after the title says what, what for, what is needed and how long."""
    after = [b for b in blocks(notebook) if b.level != 1 and (b.level or b.text.strip())]
    if not after or not after[0].text.strip().startswith(BOX):
        return [notebook.complain(f"the title must be followed by the box {BOX}", 1)]
    text = after[0].text.split("</div>")[0]
    places = [text.find(f"**{part}**") for part in BOX_PARTS]
    missing = [part for part, place in zip(BOX_PARTS, places, strict=True) if place < 0]
    if missing:
        return [notebook.complain(f"the box lacks **{part}**", 1) for part in missing]
    if places != sorted(places):
        return [notebook.complain(f"the box must hold, in order, {', '.join(BOX_PARTS)}", 1)]
    if not re.search(r"\*\*Takes\*\*:? \d+ minutes", text):
        return [notebook.complain("the box must say **Takes** and a number of minutes", 1)]
    return []


def boxes(notebook: Notebook) -> list[str]:
    """At most two asides; every box is closed, with the blank lines that Markdown needs in it."""
    found = []
    asides = 0
    for n, text in text_cells(notebook):
        asides += sum("The document says" not in part for part in text.split(BOX)[1:])
        if text.count("<div") != text.count("</div>"):
            found.append(notebook.complain("has a box that is not closed in its cell", n))
        if re.search(r"<div[^>]*>\n?[^\n]|[^\n]\n?</div>", text):
            found.append(notebook.complain("has a box without blank lines inside its tags", n))
    asides -= 1  # the box after the title
    if asides > 2:
        found.append(notebook.complain(f"may have two asides, got {asides}"))
    return found


def guarded(notebook: Notebook) -> list[str]:
    """The first cell of code says what to run without kernelkit in the agreed words, folded."""
    if not code_cells(notebook):
        return []
    n, first = code_cells(notebook)[0]
    if first.source.startswith(guard_of(notebook.path)) and folded(first):
        return []
    return [notebook.complain("must begin with the guard and be folded; run make guard", n)]


def what_we_saw(notebook: Notebook) -> list[str]:
    """Three to five bullets sum the lesson up, and it has sources."""
    found = []
    bullets = len(re.findall(r"(?m)^[-*] ", section_text(notebook, CLOSING[0])))
    if not 3 <= bullets <= 5:
        found.append(notebook.complain(f"{CLOSING[0]} needs three to five bullets, got {bullets}"))
    if not section_text(notebook, CLOSING[3]).strip():
        found.append(notebook.complain(f"{CLOSING[3]} is empty"))
    return found


def heading_levels(notebook: Notebook) -> list[str]:
    """No level is skipped on the way down: readers of the outline would miss a step."""
    levels = headings(notebook)
    return [
        notebook.complain(f"the heading {below.text} skips a level", below.cell)
        for above, below in pairwise(levels)
        if below.level > above.level + 1
    ]


def no_empty_cells(notebook: Notebook) -> list[str]:
    """No code cell is empty."""
    cells = code_cells(notebook)
    return [notebook.complain("is empty", n) for n, cell in cells if not cell.source.strip()]


def quiz(notebook: Notebook) -> list[str]:
    """The quiz has five answers, each folded."""
    text = section_text(notebook, "Quiz")
    folded = re.findall(r"(?s)<details>\s*<summary>.+?</summary>\s*\S.*?</details>", text)
    if len(folded) == text.count("<details") == 5:
        return []
    words = "needs five answers folded in <details><summary>…</summary>…</details>"
    return [notebook.complain(f"the quiz {words}, got {len(folded)}")]
