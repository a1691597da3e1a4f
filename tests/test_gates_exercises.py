"""A good lesson passes every gate; broken exercises and careless checks are caught."""

import example_lesson as example
import pytest
from example_lesson import NAME, broken, caught

from kernelkit.exercises import exercise, registry
from tools.lessons import trials
from tools.lessons.gates import complaints, course, exercises


@pytest.fixture(autouse=True)
def lesson_98(monkeypatch):
    """Three exercises that no other test sees."""
    monkeypatch.setattr(registry, "REGISTRY", {})
    monkeypatch.setattr(registry.kernelkit.exercises, "__path__", [])
    for i in (1, 2, 3):
        exercise(f"98.{i}", shows="Twice.")(doubles)


def doubles(attempt):
    attempt.number(6.0, 3.0)
    attempt.number(-2.0, -1.0)


def test_a_good_lesson_passes_every_gate(tmp_path, monkeypatch):
    monkeypatch.setattr(course, "COURSE", example.COURSE)
    lessons = example.folder(tmp_path)
    for path in [lessons / "00_start_here.ipynb", lessons / NAME, lessons / "solutions" / NAME]:
        assert complaints(example.read(path)) == []


@pytest.mark.parametrize(
    ("place", "old", "new", "words"),
    [
        (
            13,
            "Exercise 1",
            "Exercise 2",
            "must read ### Exercise 1 · Title (5 minutes), got ### Exercise 2",
        ),
        (
            13,
            "(5 minutes)",
            "",
            "must read ### Exercise 1 · Title (5 minutes), got ### Exercise 1 · Double",
        ),
        (14, "98.1", "98.3", "exercise 1 must call check(\"98.1\", …) once, got ['98.3']"),
        (14, "...", "return x", "exercise 1 needs the stub of double_1"),
        (14, '"""Twice x."""', "", "exercise 1 needs the stub of double_1"),
        (14, "def double_1", "def double", "exercise 1 needs the stub of double_1"),
    ],
)
def test_exercises_out_of_shape_are_caught(tmp_path, place, old, new, words):
    cell = example.lesson()[place]
    assert old in cell.source
    cell.source = cell.source.replace(old, new)
    caught(exercises.exercises_in_place, broken(tmp_path, (place, cell)), words)


def test_an_exercise_that_was_stored_solved_or_unrun_is_caught(tmp_path):
    cell = example.lesson()[14]
    cell.outputs = []
    words = "exercise 1 must have stored the line 98.1 · not attempted yet"
    caught(exercises.exercises_in_place, broken(tmp_path, (14, cell)), words)


def test_too_few_exercises_are_caught(tmp_path):
    notebook = broken(tmp_path, (17, None), (18, None))
    caught(exercises.exercises_in_place, notebook, "must have three to five exercises, got 2")


def test_exercises_and_registry_must_match(tmp_path):
    exercise("98.4", shows="More.")(doubles)
    caught(exercises.exercises_registered, broken(tmp_path), "never checks 98.4 of kernelkit")
    del registry.REGISTRY["98.4"], registry.REGISTRY["98.2"]
    caught(exercises.exercises_registered, broken(tmp_path), "checks 98.2, which kernelkit")


def test_missing_and_failed_solutions_are_caught(tmp_path):
    notebook = broken(tmp_path)
    path = tmp_path / "solutions" / NAME
    for change in ("print", "98.2 · not quite: no.", "def other"):
        cells = example.solutions()
        if change == "print":
            del cells[3]
        elif change == "def other":
            cells[3].source = cells[3].source.replace("def double_2", change)
        else:
            cells[3].outputs = [example.card(change)]
        example.store(cells, path)
        caught(exercises.exercises_solved, notebook, "98.2 has no correct solution")
    path.unlink()
    caught(exercises.exercises_solved, notebook, f"has no solutions/{NAME}")


def test_a_solution_nobody_asked_for_is_caught(tmp_path):
    extra = example.code('def d(x):\n    return x\n\ncheck("98.4", d)', "98.4 · correct. Yes.\n")
    notebook = broken(tmp_path)
    example.store([*example.solutions(), extra], tmp_path / "solutions" / NAME)
    caught(exercises.exercises_solved, notebook, "98.4 is solved, but not asked")


def test_a_trial_catches_a_check_that_is_too_kind():
    def twice(x):
        return 2 * x

    def stub(x): ...

    wrong = trials.wrong_answers("98.1")
    exercise("98.1", shows="Twice.")(lambda attempt: attempt.number(6.0, 3.0))
    [complaint] = trials.trial("98.1", stub, wrong)
    assert complaint.startswith("forgets_the_sign should be wrong or error, but: 98.1 · correct.")
    assert "twice should be unattempted" in trials.trial("98.1", twice, wrong)[0]
