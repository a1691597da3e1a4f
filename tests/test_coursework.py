"""The coursework template: its example is reproducible, and it takes tables unlike its example."""

import importlib.util

import numpy as np
import pytest
from conftest import ROOT

from tools.lessons.notebook import code_cells, read

EXAMPLES = ROOT / "examples"
PICTURES = ["comparison.pdf", "confusion.pdf", "learning_curve.pdf", "regions.pdf"]
SETTINGS = 1  # the code cell that a student changes


def test_the_apples_are_those_of_the_script():
    spec = importlib.util.spec_from_file_location("make_apples", EXAMPLES / "make_apples.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert (EXAMPLES / "apples.csv").read_text(encoding="utf-8") == made.table()


def test_everything_to_change_stands_in_one_cell():
    cells = [cell.source for _, cell in code_cells(read(EXAMPLES / "coursework_template.ipynb"))]
    names = ("DATA", "LABEL", "LEAVE_OUT", "TEST_SIZE", "FOLDS", "SEED", "FIGURES")
    assert [line.split(" = ")[0] for line in cells[SETTINGS].splitlines()] == list(names)
    others = "\n".join(cells[:SETTINGS] + cells[SETTINGS + 1 :])
    assert "apples" not in others
    assert all(f"{name} =" not in others for name in names)


def own_table(path):
    """Two classes in numbers, words with gaps, a number for each row."""
    rng = np.random.default_rng(3)
    rows = [",height,smokes,passed"]
    for i in range(80):
        passed = int(rng.integers(2))
        height = "" if i % 9 == 0 else f"{rng.normal(160 + 10 * passed, 5):.1f}"
        rows.append(f"{i},{height},{rng.choice(['yes', 'no', 'NA'])},{passed}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def run_on_own_table(folder):
    """Run the template as a student would who changed its first two settings."""
    own_table(folder / "own.csv")
    space = {}
    for place, (_, cell) in enumerate(code_cells(read(EXAMPLES / "coursework_template.ipynb"))):
        exec(cell.source, space)
        if place == SETTINGS:
            space |= {"DATA": "own.csv", "LABEL": "passed"}


@pytest.mark.compiled
def test_a_table_of_ones_own_goes_through_to_the_figures(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_on_own_table(tmp_path)
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == PICTURES
    printed = capsys.readouterr().out
    assert "80 samples of 2 classes" in printed
    assert "height                     9" in printed
    assert " of 20 test samples are wrong" in printed


@pytest.mark.filterwarnings("ignore")  # of what scikit-learn says instead of the error
def test_a_classifier_that_fails_is_not_passed_over(tmp_path, monkeypatch):
    """scikit-learn would go on with an error of NaN, which sorts anywhere."""

    def fail(model, X, y):
        message = "out of order"
        raise RuntimeError(message)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kernelkit.KNN.fit", fail)
    with pytest.raises(RuntimeError, match="out of order"):
        run_on_own_table(tmp_path)
