"""Gates on links and cross-references: what a lesson points at is there."""

import re
from pathlib import Path
from urllib.parse import unquote

from lesson_notebook import Notebook, headings, read, text_cells

SEVENTEEN = (
    "00_start_here",
    "01_linear_machines",
    "02_nearest_neighbours",
    "03_perceptron",
    "04_dual_perceptron",
    "05_kernels",
    "06_kernel_perceptron_digits",
    "07_least_squares_and_fisher",
    "08_gaussian_classifiers",
    "09_naive_bayes",
    "10_logistic_regression",
    "11_maximum_margin",
    "12_hinge_subgradient",
    "13_dual_svm",
    "14_losses",
    "15_fast_kernels",
    "16_capstone",
)
LESSONS_FOLDER = Path(__file__).resolve().parent.parent / "lessons"
# A course may go on: lessons that kernelkit new-lesson began have higher numbers.
COURSE = (
    *SEVENTEEN,
    *sorted(path.stem for path in LESSONS_FOLDER.glob("*.ipynb") if path.stem[:2] > "16"),
)
NUMBERS = {name[:2] for name in COURSE}
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:href|src)=[\"']([^\"']+)[\"']")
LESSONS = re.compile(r"\b[Ll]essons?\s+(\d+(?:(?:,|,? and|,? or| to|\u2013|-)\s*\d+)*)\b")


def links(notebook: Notebook) -> list[str]:
    """Links to files and headings lead somewhere; those to the web are well formed."""
    found = []
    for n, text in _prose(notebook):
        for match in LINK.finditer(text):
            target = match[1] or match[2]
            if not _resolves(notebook, target):
                found.append(notebook.complain(f"the link to {target} leads nowhere", n))
    return found


def images(notebook: Notebook) -> list[str]:
    """Images in the text have alt text too."""
    return [
        notebook.complain("has an image without alt text", n)
        for n, text in _prose(notebook)
        if re.search(r"!\[\s*\]\(", text) or re.search(r"<img(?![^>]*alt=[\"'][^\"']+)", text)
    ]


def mentions(notebook: Notebook) -> list[str]:
    """Lessons are named by two digits (lesson 03) or by file (03_perceptron), and exist."""
    found = []
    for n, text in _prose(notebook):
        numbers = [
            number for match in LESSONS.finditer(text) for number in re.findall(r"\d+", match[1])
        ]
        unknown = [f"lesson {number}" for number in numbers if number not in NUMBERS]
        unknown += [name for name in re.findall(r"\b\d\d_[a-z_]+", text) if name not in COURSE]
        found += [
            notebook.complain(f"mentions {name}, which is not in the course", n) for name in unknown
        ]
    return found


def before_this(notebook: Notebook) -> list[str]:
    """The lessons needed come earlier and are called by their titles: ``01 Linear machines``."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", notebook.node.cells[0].source)
    if len(notebook.node.cells) > 1:
        text += notebook.node.cells[1].source
    needed = re.search(r"(?s)\*\*Before this\*\*(.*?)\*\*Takes\*\*", text)
    found = []
    for number, name in re.findall(r"\b(\d\d)\b([^\d]*)", needed[1]) if needed else []:
        known = [stem for stem in COURSE if stem[:2] == number]
        wanted = _title(notebook.path.parent, known[0]) if known else ""
        if not known or number >= notebook.number:
            found.append(notebook.complain(f"needs lesson {number}, which does not come before", 1))
        elif _slug(re.sub(r"\band\s*$", "", name.strip(" ·,;.\n"))) != _slug(wanted):
            found.append(
                notebook.complain(f"calls {number} {name.strip()}; its title is {wanted}", 1)
            )
    return found


def _prose(notebook: Notebook) -> list[tuple[int, str]]:
    """Text without code and formulas, in which brackets mean other things."""
    code = re.compile(r"(?s)```.*?```|\$\$.*?\$\$|\$[^$\n]+\$")
    return [(n, code.sub(" ", text)) for n, text in text_cells(notebook)]


def _resolves(notebook: Notebook, target: str) -> bool:
    if re.match(r"https?:", target):
        return bool(re.match(r"https?://[\w-]+(\.[\w-]+)+(/|$)", target))
    if target.startswith("attachment:"):
        named = [cell.get("attachments", {}) for cell in notebook.node.cells]
        return any(target.removeprefix("attachment:") in names for names in named)
    name, _, heading = unquote(target).partition("#")
    path = notebook.path.parent / name if name else notebook.path
    if not path.exists():
        return False
    if heading and path.suffix == ".ipynb":
        there = notebook if path == notebook.path else read(path)
        return _slug(heading) in {_slug(block.text) for block in headings(there)}
    return True


def _title(folder: Path, stem: str) -> str:
    path = folder / f"{stem}.ipynb"
    if path.exists():
        return headings(read(path))[0].text.partition("·")[2].strip()
    return stem[3:].replace("_", " ")


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-")
