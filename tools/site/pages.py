"""The pages of docs/pages, filled with what the repository holds, and the API reference."""

import inspect
import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import kernelkit
from kernelkit import core, datasets, live
from kernelkit.live.picture import Picture
from kernelkit.writing import write_whole
from tools.lessons.course import Lesson, table
from tools.site.bibliography import bibliography
from tools.site.course_map import course_map
from tools.site.repository import repository
from tools.site.speed import readable, with_fitting_tables
from tools.site.templating import PAGES, ROOT, render

MORE_MODULES = ("compilation", "kernels.gram")


def write_pages(source: Path, lessons: Sequence[Lesson], root: Path, *, solutions: bool) -> None:
    """Write every page but the notebooks to the folder that Sphinx reads."""
    words = contents(lessons, root)
    if not solutions:
        words["solutions"] = []
    for path in sorted(PAGES.glob("*.md")):
        write_whole(source / path.name, render(path.name, **words))
    (source / "api").mkdir()
    for name in modules():
        write_whole(source / "api" / f"{name}.rst", reference_page(f"kernelkit.{name}"))


def contents(lessons: Sequence[Lesson], root: Path) -> dict[str, Any]:
    """What the pages ask for."""
    times = stored_times(root)
    return {
        "lessons": lessons,
        "course_map": course_map(lessons),
        "ways": render("ways.md"),
        "table_of_lessons": table(lessons),
        "solutions": sorted(path.stem for path in (root / "lessons/solutions").glob("*.ipynb")),
        "works": bibliography(lessons),
        "times": times,
        "machines": sorted({f"Python {t['python']}, {t['cores']} cores" for t in times.values()}),
        "benchmarks": stored_benchmarks(root),
        "growth": stored_growth(root),
        "large": stored_large(root),
        "live_pictures": live_pictures(),
        "repository": repository(),
        "terms_of_data": terms_of_data(),
        "modules": {name: _first_line(name) for name in modules()},
    }


def terms_of_data() -> str:
    """The section of datasets/README.md that lists the terms of each set."""
    text = (ROOT / "datasets" / "README.md").read_text(encoding="utf-8")
    return text.partition("\n## Licences\n")[2].partition("\n## ")[0].strip()


def stored_times(root: Path) -> dict[str, Any]:
    """How long each lesson took when its outputs were stored, by the name of its file."""
    kept = root / "lessons" / "times.json"
    return json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}


def stored_benchmarks(root: Path) -> str:
    """The results of the benchmarks, or a sentence while there are none."""
    kept = root / "benchmarks" / "RESULTS.md"
    if not kept.exists():
        return "No results are stored yet. `make bench` measures on your machine.\n"
    text = re.sub(r"^# .*\n", "", kept.read_text(encoding="utf-8"))
    # Links to files of the repository lead nowhere from here; their words stay.
    text = re.sub(r"(?<!!)\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", text)
    return readable(text, kept.parent / "results")


def stored_growth(root: Path) -> list[dict[str, Any]]:
    """How costs grow on each processor, and what a billion samples would take on paper."""
    found = []
    for path in sorted((root / "benchmarks" / "results").glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        about = content["machine"]
        rows = [
            {
                "name": grown["name"],
                "theory": grown["theory"].replace(" to ", r"\text{ to }"),
                "exponent": grown["exponent"],
                "largest": grown["sizes"][-1],
                "seconds": grown["seconds"][-1],
                "billion": _on_paper(grown, 1e9),
            }
            for grown in content["growth"]
        ]
        name = about["processor"] or about["architecture"]
        found.append({"machine": f"{name}, {about['cores']} cores", "rows": rows})
    return found


def _on_paper(grown: dict[str, Any], n: float) -> str:
    """The time that n samples would take by the theory, if that knows one exponent."""
    exponent = {"n": 1, "n^2": 2}.get(grown["theory"])
    if exponent is None:
        return "unknown"
    return _long(grown["seconds"][-1] * (n / grown["sizes"][-1]) ** exponent)


def _long(seconds: float) -> str:
    """A time as people say it."""
    for unit, length in {"years": 3.156e7, "days": 86400, "hours": 3600, "minutes": 60}.items():
        if seconds >= 2 * length:
            return f"{float(f'{seconds / length:.2g}'):,.0f} {unit}"
    return f"{seconds:.2g} seconds"


def stored_large(root: Path) -> str:
    """The results on millions of digits as a section, or nothing while there are none."""
    kept = root / "benchmarks" / "LARGE.md"
    if not kept.exists():
        return ""
    text = f"#{kept.read_text(encoding='utf-8')}".replace("\n## ", "\n### ")
    return with_fitting_tables(text.replace("](../docs/", "](_static/"))


def live_pictures() -> dict[str, str]:
    """The pictures of the front page and of docs/pages/live.md, as HTML."""
    moons, iris = datasets.make_moons(60, noise=0.2, seed=0), datasets.load_iris()
    machine = {"C": (0.01, 100), "kernel__sigma": (0.05, 5)}
    names = ["petal length", "petal width"]
    shown = {
        "front": threes_and_fives(),
        "machine": live.playground(kernelkit.KernelSVM(), *moons, machine),
        "neighbours": live.playground(
            kernelkit.KNN(), iris.X[:, 2:], iris.y, {"n_neighbors": (1, 30)}, feature_names=names
        ),
    }
    return {name: live.html(picture) for name, picture in shown.items()}


def threes_and_fives() -> Picture:
    """Digits from envelopes, by the ink in their upper corners, as in lessons 06 and 18."""
    X, y = datasets.load_usps()
    shown = np.concatenate([np.flatnonzero(y == digit)[:60] for digit in (3, 5)])
    ink = 50 * (X[shown].reshape(-1, 16, 16)[:, 3:8] + 1)  # per cent of black
    sides = np.column_stack([ink[:, :, :8].mean(axis=(1, 2)), ink[:, :, 8:].mean(axis=(1, 2))])
    return live.playground(
        kernelkit.KernelSVM(1.0, kernelkit.Gaussian(10.0)),
        sides,
        np.where(y[shown] == 3, "a three", "a five"),
        {"C": (0.01, 1000), "kernel__sigma": (1, 50)},
        feature_names=["ink in the upper left (%)", "ink in the upper right (%)"],
    )


def modules() -> list[str]:
    """The modules that have a page of reference; the core, which explains the others, first."""
    return ["core", *sorted({*kernelkit.MODULES, *MORE_MODULES} - {"core"})]


def reference_page(name: str) -> str:
    """A module's page, in reStructuredText; that of the core has a section for each file."""
    files = core_files() if name == "kernelkit.core" else {}
    return render("reference.rst", name=name, title=name.replace("_", r"\_"), files=files)


def core_files() -> dict[str, list[str]]:
    """The functions of each file of the core: lesson by lesson, then the checks of all lessons."""
    folder = Path(str(core.__file__)).parent
    files = [import_module(f"kernelkit.core.{x.stem}") for x in sorted(folder.glob("[!_]*.py"))]
    files.sort(key=lambda file: str(file.__doc__).partition("Lesson ")[2][:2] or "99")
    return {
        file.__name__.removeprefix("kernelkit.core."): [
            f"{'kernelkit.core' if name in core.__all__ else file.__name__}.{name}"
            for name in vars(file)  # in the order of the file
            if name in file.__all__
        ]
        for file in files
    }


def _first_line(name: str) -> str:
    """The first line of a module's docstring, in Markdown."""
    about = str(inspect.getdoc(import_module(f"kernelkit.{name}"))).partition("\n")[0]
    about = re.sub(r":math:`(.+?)`", r"$\1$", about)
    return about.replace("``", "`").replace("|", r"\|")
