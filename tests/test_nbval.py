"""Strict nbval with the options of pyproject.toml: what it catches, and what it leaves to gates."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import example_lesson as example
import pytest
from nbformat.v4 import new_code_cell, new_output

from tools.lessons.gates import outputs

pytestmark = pytest.mark.storm

ROOT = Path(__file__).resolve().parent.parent
WARN = "import warnings\n\nwarnings.warn('careful')"
DRAW = "import matplotlib.pyplot as plt\n\nplt.plot([0, 1])\nplt.show()"
TOUCH = "from kernelkit import live\n\nlive.loss_prices()"
FIGURE = {"image/png": "aGVsbG8=", "text/plain": "<Figure size 640x480 with 1 Axes>"}
IGNORED = {"tags": ["nbval-ignore-output"]}


def drawing(text):
    figure = new_output("display_data", {**FIGURE, "text/plain": text})
    return new_code_cell(DRAW, outputs=[figure])


CASES = {
    "same_number": example.code("print(6)", "6\n"),
    "changed_number": example.code("print(6)", "7\n"),
    "output_was_removed": example.code("print(6)"),
    "never_run": example.code("print(6)"),
    "ignored": example.code("print(6)", "7\n", **IGNORED),
    "ignored_crash": example.code("1 / 0", "7\n", **IGNORED),
    "warns_now": example.code(WARN),
    "other_picture": drawing("<Figure size 640x480 with 1 Axes>"),
    "picture_with_more_axes": drawing("<Figure size 640x480 with 2 Axes>"),
    "live_picture": example.code(TOUCH, "", **IGNORED),
}


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A notebook with a cell for each case, in the order of CASES."""
    for number, (name, cell) in enumerate(CASES.items(), start=1):
        cell.execution_count = None if name == "never_run" else number
    path = tmp_path_factory.mktemp("lessons") / "cases.ipynb"
    return example.store([*CASES.values()], path, count=False)


def validate(path, **environment):
    """What a run of pytest, configured as for the lessons, says of each cell."""
    command = [sys.executable, "-m", "pytest", "-rA", "--color=no", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), str(path)]
    env = {**os.environ, **environment}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    found = re.findall(r"(?m)^(PASSED|FAILED|ERROR) .*::Cell (\d+)", run.stdout)
    return [outcome for outcome, _ in sorted(found, key=lambda each: int(each[1]))]


@pytest.fixture(scope="module")
def outcomes(notebook):
    return dict(zip(CASES, validate(notebook.path), strict=True))


@pytest.mark.parametrize(
    "name",
    [
        "changed_number",
        "output_was_removed",
        "ignored_crash",
        "warns_now",
        "picture_with_more_axes",
    ],
)
def test_nbval_catches(outcomes, name):
    assert outcomes[name] == "FAILED"


@pytest.mark.parametrize("name", ["same_number", "ignored", "live_picture"])
def test_nbval_lets_through(outcomes, name):
    assert outcomes[name] == "PASSED"


def test_kernels_start_in_the_environment_of_pytest(tmp_path):
    """Even where another kernel is installed under the name python3."""
    spec = {"argv": ["false"], "display_name": "Elsewhere", "language": "python"}
    (tmp_path / "kernels" / "python3").mkdir(parents=True)
    (tmp_path / "kernels" / "python3" / "kernel.json").write_text(json.dumps(spec))
    cell = example.code("import sys\n\nprint(sys.prefix)", f"{sys.prefix}\n")
    path = example.store([cell], tmp_path / "lessons" / "environment.ipynb").path
    assert validate(path.parent, JUPYTER_PATH=str(tmp_path)) == ["PASSED"]


def test_what_nbval_misses_the_gates_catch(notebook, outcomes):
    assert outcomes["never_run"] == outcomes["other_picture"] == "PASSED"
    (never_run,) = outputs.ran_in_order(notebook)
    assert f"cell {[*CASES].index('never_run') + 1}: was never run" in never_run
    no_number = " ".join(outputs.figures_print_their_number(notebook))
    assert f"cell {[*CASES].index('other_picture') + 1}: draws a figure" in no_number
