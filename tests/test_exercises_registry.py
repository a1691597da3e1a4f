"""Which exercises there are, how their checks load, and how inputs are written."""

import sys

import numpy as np
import pytest

import kernelkit.exercises
from kernelkit.exercises import check, examine, exercise, exercise_ids, registry
from kernelkit.exercises.words import say_input


def sign_of(attempt):
    attempt.label(1, 2.0)


def sign(x):
    return 1 if x >= 0 else -1


@pytest.fixture(autouse=True)
def lesson_99(monkeypatch):
    """Three exercises that no other test sees, and no lessons."""
    monkeypatch.setattr(registry, "REGISTRY", {})
    monkeypatch.setattr(kernelkit.exercises, "__path__", [])
    for exercise_id in ("99.1", "99.2", "99.3"):
        exercise(exercise_id, shows="It is found.")(sign_of)


def test_unknown_ids_list_what_there_is():
    with pytest.raises(ValueError, match=r"one of the exercises \(99.1, 99.2, 99.3\), got '99.7'"):
        check("99.7", sign)
    with pytest.raises(ValueError, match=r"\(99.1 to 99.3\), got 'the first'"):
        check("the first", sign)
    with pytest.raises(TypeError, match=r'exercise_id must be a string such as "01.2", got 99.1'):
        check(99.1, sign)


def test_the_checks_of_a_lesson_load_when_asked_for(monkeypatch, tmp_path):
    source = "from kernelkit.exercises import exercise\n"
    source += "exercise('98.1', shows='It loads.')(lambda attempt: attempt.number(1.0, 2.0))\n"
    (tmp_path / "lesson_98.py").write_text(source)
    monkeypatch.setattr(kernelkit.exercises, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "kernelkit.exercises.lesson_98", raising=False)
    assert examine("98.1", lambda x: x - 1).line == "98.1 · correct. It loads."
    assert exercise_ids() == ["98.1", "99.1", "99.2", "99.3"]
    del sys.modules["kernelkit.exercises.lesson_98"]


def test_an_id_is_given_once_and_well_formed():
    with pytest.raises(ValueError, match=r"such as 01.2, got '1.2'"):
        exercise("1.2", shows="")
    namespace = {}
    exec(compile("def other(attempt): pass", "elsewhere.py", "exec"), namespace)
    with pytest.raises(ValueError, match=r"must be new, got '99.1'"):
        exercise("99.1", shows="")(namespace["other"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ((0, 0), "x = (0, 0)"),
        (-0.0, "x = 0"),
        (12345678, "x = 12345678"),
        (np.array([[1, 0], [0, 1]]), "x = ((1, 0), (0, 1))"),
        (np.array(["a"]), "x = ('a',)"),
        (np.zeros(9), "x of shape (9,)"),
        (list(range(9)), "x = a list of 9 items"),
        (len, "x = the function len"),
        (None, "x = None"),
    ],
)
def test_inputs_are_written_briefly(value, words):
    assert say_input("x", value) == words
