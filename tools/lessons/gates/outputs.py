"""Gates on what a notebook stores: that it ran, in order, cleanly, with outputs alike everywhere.

nbval compares outputs but not everything: it takes an unrun cell for granted, ignores pictures and
widgets, accepts a warning that was stored, and does not honour a closing semicolon.
"""

import re

from tools.lessons.guard import FOLDED, UNSEEN, half_folded
from tools.lessons.notebook import (
    IGNORED,
    UNKEPT,
    WIDGET,
    Notebook,
    alt_text,
    code_cells,
    figures,
    is_live,
    output_texts,
    tags,
)

TAGS = {IGNORED, FOLDED, UNKEPT, UNSEEN, "hide-output"}
MARKER = re.compile(r"(?m)^\s*#\s*(NBVAL_|PYTEST_VALIDATE)\w+")
VOLATILE = {
    "a time": r"\b\d+([.,]\d+)?\s?(ns|µs|us|ms|s|secs?|seconds?|min|minutes?)\b|\b\d\d?:\d\d\b",
    "a path": r"(?<![\w/.)])(~|/\w[\w.-]*)(/[\w.-]+)+|\b[A-Z]:\\|site-packages",
    "an address in memory": r"\b0x[0-9a-f]{5,}",
    "more than four decimals": r"\.\d{5,}",
    # not what a printed source calls: np.arange(n), np.float64(x[j])
    "a bare array or NumPy scalar": r"(?<!np\.)\barray\(|\bnp\.\w+\((?:[-\d'\"]|nan|inf)",
}
BYTES = 1_000_000


def ran_in_order(notebook: Notebook) -> list[str]:
    """Every code cell was run once, from top to bottom."""
    found = []
    for count, (n, cell) in enumerate(code_cells(notebook), start=1):
        if cell.execution_count is None:
            found.append(notebook.complain("was never run", n))
        elif cell.execution_count != count:
            words = f"was run as number {cell.execution_count}, but is code cell {count}"
            found.append(notebook.complain(words, n))
    return found


def no_stderr(notebook: Notebook) -> list[str]:
    """No cell left a warning or anything else on standard error."""
    return [
        notebook.complain(f"wrote to stderr: {output.text.strip()[:80]}", n)
        for n, cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "stream" and output.name == "stderr"
    ]


def no_errors(notebook: Notebook) -> list[str]:
    """No cell ended with an error."""
    return [
        notebook.complain(f"ended with {output.ename}: {output.evalue}", n)
        for n, cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "error"
    ]


def no_bare_results(notebook: Notebook) -> list[str]:
    """Values are printed in a sentence, never left as the last line; only pictures to touch are."""
    found = []
    for n, cell in code_cells(notebook):
        for output in cell.outputs:
            data = output.get("data", {})
            bare = output.output_type == "execute_result" or set(data) == {"text/plain"}
            if bare and not is_live(output):
                words = f"shows a bare value, {str(data.get('text/plain', ''))[:60]}; print it"
                found.append(notebook.complain(words, n))
    return found


def no_semicolons(notebook: Notebook) -> list[str]:
    """A closing semicolon hides a value from people, but not from nbval."""
    words = "ends with a semicolon; give the value a name instead"
    cells = code_cells(notebook)
    return [notebook.complain(words, n) for n, cell in cells if cell.source.rstrip().endswith(";")]


def nothing_volatile(notebook: Notebook) -> list[str]:
    """What is printed and compared is alike on every machine."""
    return [
        notebook.complain(f"prints {name}: {match[0].strip()}; reword it or tag it {IGNORED}", n)
        for n, cell in code_cells(notebook)
        if IGNORED not in tags(cell)
        for text in output_texts(cell)
        for name, pattern in VOLATILE.items()
        if (match := re.search(pattern, text))
    ]


def known_tags(notebook: Notebook) -> list[str]:
    """No way around the comparison but the one tag, which is seen in JupyterLab."""
    found = []
    for n, cell in code_cells(notebook):
        found += [
            notebook.complain(f"has the tag {tag}; allowed are {', '.join(sorted(TAGS))}", n)
            for tag in tags(cell)
            if tag not in TAGS
        ]
        if marker := MARKER.search(cell.source):
            found.append(
                notebook.complain(f"has the comment {marker[0]}; use the tag {IGNORED}", n)
            )
    return found


def folded_everywhere(notebook: Notebook) -> list[str]:
    """Code that is folded on the pages is folded in JupyterLab, too, and the other way round."""
    return [
        notebook.complain(f"is folded in one place only (tag {FOLDED}); run make execute", n)
        for n, cell in code_cells(notebook)
        if half_folded(cell)
    ]


def live_pictures_are_ignored(notebook: Notebook) -> list[str]:
    """Nbval's kernel shows a picture to touch with its widget, the stored notebook without."""
    return [
        notebook.complain(f"shows a live picture and lacks the tag {IGNORED}", n)
        for n, cell in code_cells(notebook)
        if any(map(is_live, cell.outputs)) and IGNORED not in tags(cell)
    ]


def nothing_needs_a_kernel(notebook: Notebook) -> list[str]:
    """Other widgets are empty before a lesson runs and on the web pages."""
    found = [
        notebook.complain("shows a widget that needs a kernel; use kernelkit.live", n)
        for n, cell in code_cells(notebook)
        for output in cell.outputs
        if WIDGET in output.get("data", {})
    ]
    if "widgets" in notebook.node.metadata:
        found.append(notebook.complain("keeps the state of widgets; run make execute"))
    return found


def figures_have_alt_text(notebook: Notebook) -> list[str]:
    """One figure to a cell, described in its metadata: {"mystnb": {"image": {"alt": "..."}}}.

    The output has the same words, for readers who know nothing of that.
    """
    found = []
    for n, cell in code_cells(notebook):
        alt, drawn = alt_text(cell), figures(cell)
        carried = {output.metadata.get("image/png", {}).get("alt") for output in drawn}
        if alt and carried != {alt}:
            words = "must carry its alt text" if drawn else "is not stored"
            found.append(notebook.complain(f"its figure {words}; run make execute", n))
        if drawn and len(alt.split()) < 5:
            found.append(notebook.complain("draws a figure without alt text of five words", n))
        if len(drawn) > 1:
            found.append(notebook.complain("draws two figures, but has one alt text; split it", n))
    return found


def figures_print_their_number(notebook: Notebook) -> list[str]:
    """Nbval does not look at pictures, so the number a figure is about stands beside it."""
    return [
        notebook.complain("draws a figure, but prints no number for nbval to compare", n)
        for n, cell in code_cells(notebook)
        if figures(cell) and not any(re.search(r"\d", text) for text in output_texts(cell))
    ]


def stored_as_agreed(notebook: Notebook) -> list[str]:
    """Kernel, format and size fit, and nothing says when it was run."""
    found = []
    node = notebook.node
    kernel = node.metadata.get("kernelspec", {}).get("name")
    if kernel != "python3":
        found.append(notebook.complain(f"the kernel must be python3, got {kernel}"))
    if (node.nbformat, node.nbformat_minor) < (4, 5):
        words = f"the format must be 4.5, got {node.nbformat}.{node.nbformat_minor}"
        found.append(notebook.complain(words))
    size = notebook.path.stat().st_size
    if size >= BYTES:
        found.append(notebook.complain(f"must be smaller than {BYTES} bytes, got {size}"))
    found += [
        notebook.complain("stores when it was run; run make execute", n)
        for n, cell in code_cells(notebook)
        if "execution" in cell.metadata
    ]
    return found
