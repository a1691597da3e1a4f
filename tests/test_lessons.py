"""Every lesson passes every gate, and every self-check accepts its solution and nothing else."""

from itertools import chain
from pathlib import Path

import pytest

from kernelkit.exercises import exercise_ids
from tools.lessons.course import lessons
from tools.lessons.gates import GATES, LESSON
from tools.lessons.guard import notebooks
from tools.lessons.notebook import read
from tools.lessons.trials import solution_of, stub_of, trial, wrong_answers

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
NOTEBOOKS = notebooks(LESSONS.parent)
COMPILED = ("15.3", "16.5")  # a loop over millions of pairs, a kernel machine: in seconds


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


def complaints(ids):
    """What is wrong with the checks of these exercises."""
    found = []
    for exercise_id in ids:
        solution, stub = solution_of(exercise_id, LESSONS), stub_of(exercise_id, LESSONS)
        found += trial(exercise_id, solution, stub, wrong_answers(exercise_id))
    return found


def test_every_check_accepts_the_solution_and_nothing_else(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert complaints(each for each in exercise_ids() if each not in COMPILED) == []


@pytest.mark.compiled
@pytest.mark.parametrize("exercise_id", COMPILED)
def test_so_does_a_check_that_asks_for_speed(exercise_id, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    assert complaints([exercise_id]) == []
