"""Strict nbval with the options of pyproject.toml: what it catches, and what it leaves to gates."""

import os
import re
import subprocess
import sys

import example_lesson as example
import pytest
from conftest import ROOT
from nbformat.v4 import new_code_cell, new_output

from tools.lessons.gates import outputs

pytestmark = pytest.mark.storm

WARN = "import warnings\n\nwarnings.warn('careful')"
DRAW = "import matplotlib.pyplot as plt\n\nplt.plot([0, 1])\nplt.show()"
IGNORED = {"tags": ["nbval-ignore-output"]}


def drawing(text):
    data = {"image/png": "aGVsbG8=", "text/plain": text}
    return new_code_cell(DRAW, outputs=[new_output("display_data", data)])


CASES = {
    "same number": (example.code("print(6)", "6\n"), "PASSED"),
    "changed number": (example.code("print(6)", "7\n"), "FAILED"),
    "output that was removed": (example.code("print(6)"), "FAILED"),
    "never run": (example.code("print(6)"), "PASSED"),
    "ignored": (example.code("print(6)", "7\n", **IGNORED), "PASSED"),
    "ignored crash": (example.code("1 / 0", "7\n", **IGNORED), "FAILED"),
    "warns now": (example.code(WARN), "FAILED"),
    "other picture": (drawing("<Figure size 640x480 with 1 Axes>"), "PASSED"),
    "picture with more axes": (drawing("<Figure size 640x480 with 2 Axes>"), "FAILED"),
}


def validate(path, **environment):
    """What a run of pytest, configured as for the lessons, says of each cell."""
    command = [sys.executable, "-m", "pytest", "-rA", "--color=no", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), str(path)]
    env = {**os.environ, **environment}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    found = re.findall(r"(?m)^(PASSED|FAILED|ERROR) .*::Cell (\d+)", run.stdout)
    return [outcome for outcome, _ in sorted(found, key=lambda each: int(each[1]))]


def test_nbval_compares_strictly_and_gates_see_what_it_misses(tmp_path):
    cells = [cell for cell, _ in CASES.values()]
    for number, (name, cell) in enumerate(zip(CASES, cells, strict=True), start=1):
        cell.execution_count = None if name == "never run" else number
    notebook = example.store(cells, tmp_path / "lessons" / "cases.ipynb", count=False)
    outcomes = validate(notebook.path)
    assert dict(zip(CASES, outcomes, strict=True)) == {
        name: out for name, (_, out) in CASES.items()
    }
    assert "cell 4: was never run" in outputs.ran_in_order(notebook)[0]
    assert "cell 8: draws a figure" in outputs.figures_print_their_number(notebook)[0]
