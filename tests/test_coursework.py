"""The coursework template: its example is reproducible, and it takes tables unlike its example."""

import importlib.util
import re
import sys

import joblib
import numpy as np
import pytest
from conftest import ROOT

from tools.lessons.notebook import code_cells, read

EXAMPLES = ROOT / "examples"
TEMPLATE = EXAMPLES / "coursework_template.ipynb"
PICTURES = [
    "comparison.pdf",
    "confusion.pdf",
    "differences.pdf",
    "learning_curve.pdf",
    "regions.pdf",
]
SETTINGS = 1  # the code cell that a student changes


def test_the_apples_are_those_of_the_script():
    spec = importlib.util.spec_from_file_location("make_apples", EXAMPLES / "make_apples.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert (EXAMPLES / "apples.csv").read_text(encoding="utf-8") == made.table()


def source_with(words):
    """The code cell of the template that holds these words."""
    return next(cell.source for _, cell in code_cells(read(TEMPLATE)) if words in cell.source)


def own_table(path):
    """Two classes in numbers, words with gaps, a number for each row."""
    rng = np.random.default_rng(3)
    rows = [",height,smokes,passed"]
    for i in range(80):
        passed = int(rng.integers(2))
        height = "" if i % 9 == 0 else f"{rng.normal(160 + 10 * passed, 5):.1f}"
        smokes = "NA" if i % 8 == 0 else rng.choice(["yes", "no"])
        rows.append(f"{i},{height},{smokes},{passed}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def run_on_own_table(folder):
    """Run the template as a student would who changed its first two lines, and fewer runs."""
    own_table(folder / "own.csv")
    space = {}
    with joblib.parallel_config(backend="sequential"):
        for place, (_, cell) in enumerate(code_cells(read(TEMPLATE))):
            exec(cell.source, space)
            if place == SETTINGS:
                space |= {"DATA": "own.csv", "LABEL": "passed", "RUNS": 3}
    return space


@pytest.mark.storm
@pytest.mark.compiled
def test_a_table_of_ones_own_goes_through_to_the_figures(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for package in ("anywidget", "ipywidgets", "psutil"):  # a plain installation has none
        monkeypatch.setitem(sys.modules, package, None)
    space = run_on_own_table(tmp_path)
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == PICTURES
    printed = capsys.readouterr().out
    assert "80 samples of 2 classes" in printed
    assert "height                     9" in printed
    assert "smokes                    10" in printed
    assert re.search(r"taken in  \d of 3 splits", printed)
    assert " of 16 test samples are wrong" in printed
    tested = {name: result.times_tested.tolist() for name, result in space["found"].items()}
    assert len(tested) == len(space["candidates"])
    assert all(times == tested["kernel SVM"] for times in tested.values())  # on the same splits
    space["leader"], space["usual"]["nearest neighbours"] = (
        "nearest neighbours",
        {"model__n_neighbors": 35},
    )
    exec(source_with("def beginning"), space)
    assert len(space["shares"]) == 3
    assert space["size"].min() >= 35  # smaller parts are left out


def test_the_interval_is_students_with_overlap_counted():
    space = {}
    exec(source_with("import platform"), space)
    exec(source_with("def interval").partition("\n\n\nrivals")[0], space)
    d = np.array([1.0, 2.0, 4.0, 3.0, 5.0])
    mean, half = space["interval"](d, 0.2)
    assert mean == 3
    assert half == pytest.approx(2.776445 * np.sqrt(2.5 * (1 / 5 + 1 / 4)))


@pytest.mark.parametrize(
    ("slack", "wanted"), [(0.0, "middling"), (1.0, "middling"), (2.0, "plain")]
)
def test_cross_validation_takes_the_first_that_is_good_enough(slack, wanted):
    space = {"SLACK": slack, "candidates": dict.fromkeys(["plain", "middling", "involved"])}
    exec(source_with("import platform"), space)
    exec(source_with("def first_good").partition("\n\n\ninner")[0], space)
    assert space["first_good"](np.array([0.12, 0.1, 0.1])) == wanted


@pytest.mark.parametrize("run", range(10))
def test_a_learning_curve_has_a_rare_class_in_every_part(run):
    y = np.repeat([0, 1], [152, 8])
    space = {"y": y, "SEED": 0}
    exec(source_with("import platform"), space)
    exec(source_with("def beginning").partition("\n\n\nmodel")[0], space)
    parts = [set(space["beginning"](np.arange(160), share, run)) for share in (0.2, 0.4, 1.0)]
    assert [len(part) for part in parts] == [32, 64, 160]
    assert parts[0] < parts[1] < parts[2]
    assert all(y[list(part)].sum() >= 2 for part in parts)
