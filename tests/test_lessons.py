"""Every lesson passes every gate, and every self-check refuses what is no solution."""

from copy import deepcopy
from itertools import chain
from pathlib import Path

import pytest

from kernelkit.exercises import exercise_ids
from tools.lessons.course import lessons
from tools.lessons.gates import GATES, LESSON
from tools.lessons.guard import notebooks
from tools.lessons.notebook import read
from tools.lessons.sources import update
from tools.lessons.trials import stub_of, trial, wrong_answers

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
NOTEBOOKS = notebooks(LESSONS.parent)


@pytest.mark.parametrize("gate", LESSON, ids=lambda gate: gate.__name__)
def test_every_notebook_passes(gate):
    read_all = [read(path) for path in NOTEBOOKS]
    found = [gate(notebook) for notebook in read_all if gate in GATES[notebook.kind]]
    assert list(chain(*found)) == []


def test_the_notebooks_are_those_of_the_list():
    assert [path for path in NOTEBOOKS if path.parent == LESSONS] == [x.path for x in lessons()]


def test_every_solution_has_a_lesson():
    for path in LESSONS.glob("solutions/*.ipynb"):
        assert (LESSONS / path.name).exists()


@pytest.mark.parametrize("exercise_id", exercise_ids())
def test_every_check_refuses_the_stub_and_wrong_answers(exercise_id, monkeypatch):
    """That it accepts the solution, a gate and nbval hold."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert trial(exercise_id, stub_of(exercise_id, LESSONS), wrong_answers(exercise_id)) == []


def test_a_printed_function_that_has_changed_is_printed_anew_and_nothing_else():
    notebook = read(LESSONS / "03_perceptron.ipynb").node
    now = [cell.get("outputs") for cell in notebook.cells]
    before = deepcopy(now)
    printed = (output.get("data", {}) for output in chain.from_iterable(filter(None, now)))
    (shown,) = (data for data in printed if "@njit" in data.get("text/plain", ""))
    shown["text/plain"] = shown["text/plain"].replace("return", "give back")
    assert update(notebook) == ["perceptron_epoch"]
    assert now == before
