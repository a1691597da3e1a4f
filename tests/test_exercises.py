"""Every outcome of a self-check, sentence by sentence, with example exercises of a lesson 99."""

import inspect
import itertools
import time
from collections import Counter

import numba
import numpy as np
import pytest

from kernelkit.exercises import Attempt, Card, examine, exercise, guard, hint, registry

X = np.arange(20.0).reshape(10, 2)
NOT_ATTEMPTED = "99.1 · not attempted yet: replace the dots with your code and run the cell again."


def sign_of(attempt):
    for x in [(3.0, -1.0), (-2.0, 0.5)]:
        attempt.label(1 if sum(x) > 0 else -1, x)
    attempt.label(1, (0, 0), rule="the rule sgn(0) = +1")


def middle(attempt):
    attempt.number(2.5, [1.0, 4.0], hint="Divide by how many there are.")


def column_means(attempt):
    attempt.array(X.mean(axis=0), X)


@pytest.fixture(autouse=True)
def lesson_99(monkeypatch):
    """Three exercises that no other test sees; students get half a second instead of ten."""
    monkeypatch.setattr(registry, "REGISTRY", {})
    monkeypatch.setattr(Attempt.__init__, "__defaults__", (0.5,))
    exercise("99.1", shows="The boundary belongs to the positive side.")(sign_of)
    monkeypatch.setattr(registry, "HINTS_GIVEN", Counter())
    exercise("99.2", "A mean is a sum, divided.", ["Add them up.", "Divide."])(middle)
    exercise("99.3", shows="Means go down the columns.")(column_means)


def sign(x):
    return 1 if x[0] + x[1] >= 0 else -1


def test_a_right_answer_is_told_what_it_shows():
    card = examine("99.1", sign)
    assert card.status == "correct"
    assert card.line == "99.1 · correct. The boundary belongs to the positive side."


def test_a_wrong_label_names_input_answer_and_rule():
    card = examine("99.1", lambda x: 1 if x[0] + x[1] > 0 else -1)
    assert card.status == "wrong"
    told = "for x = (0, 0) you returned \N{MINUS SIGN}1; the rule sgn(0) = +1 gives +1."
    assert card.line == f"99.1 · not quite: {told}"


def stub(x):
    """The sign of a point."""
    ...


def stub_with_a_start(x):
    x = x[0] + x[1]
    ...


def stub_that_returns_dots(x):
    return ...


@pytest.mark.parametrize("function", [stub, stub_with_a_start, stub_that_returns_dots])
def test_a_stub_is_not_attempted(function):
    card = examine("99.1", function)
    assert (card.status, card.line) == ("unattempted", NOT_ATTEMPTED)


def test_a_stub_without_source_is_seen_from_its_bytecode():
    namespace = {}
    exec("def stub(x):\n    'Doc.'\n    ...", namespace)
    with pytest.raises(OSError, match="source"):
        inspect.getsource(namespace["stub"])
    assert examine("99.1", namespace["stub"]).line == NOT_ATTEMPTED


def message(exercise_id, function, status="wrong"):
    card = examine(exercise_id, function)
    assert card.status == status
    assert "\n" not in card.line
    assert card.head == f"{exercise_id} · {'not quite' if status == 'wrong' else status}:"
    return card.text.replace("\N{MINUS SIGN}", "-")


def forgets_return(x):
    x = x[0] + x[1]


def test_a_forgotten_return_is_a_mistake():
    told = "for x = (3, -1) you returned None; does each way through your code reach a return?"
    assert message("99.1", forgets_return) == told


def crashes(x):
    total = sum(x)
    return 1 / (total - total)


def test_a_crash_names_the_exception_and_the_line():
    line = inspect.getsourcelines(crashes)[1] + 2
    told = "for x = (3, -1) your code stopped with ZeroDivisionError (float division by zero)"
    assert (
        message("99.1", crashes, "error") == f"{told} in line {line}: return 1 / (total - total)."
    )


def test_a_crash_inside_a_library_names_the_students_line():
    def solve(X):
        return np.linalg.inv(X)

    line = inspect.getsourcelines(solve)[1] + 1
    assert "LinAlgError (" in message("99.3", solve, "error")
    assert f"in line {line}: return np.linalg.inv(X)." in message("99.3", solve, "error")


def loops(x):
    while True:
        x = x[::-1]


def stubborn(x):
    while True:
        try:
            loops(x)
        except Exception:
            x = x[::-1]


def sleeps(x):
    time.sleep(3600)


def loops_in_c(x):
    return sum(itertools.repeat(1))


@numba.njit
def compiled(total):
    while total > 0:
        total += 1.0
    return total


def loops_compiled(x):
    return compiled(x[0])


@pytest.mark.parametrize("function", [loops, stubborn, sleeps, loops_in_c, loops_compiled])
def test_an_endless_loop_is_told_and_ended(function):
    assert examine("99.1", sign).status == "correct"
    worker = guard._worker().process
    told = "for x = (3, -1) your code gave no answer within 0.5 seconds; is there a loop"
    assert message("99.1", function, "error").startswith(told)
    assert worker.poll() is not None


def test_a_wrong_number_shows_the_digits_that_differ_and_the_hint():
    told = "for values = [1, 4] you returned 2.50001; 2.5 is right. Divide by how many there are."
    assert message("99.2", lambda values: 2.50001) == told


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (np.array([1.0, 2.0]), "an array of shape (2,)"),
        ([2.5], "a list of 1 item"),
        ("2.5", "the string '2.5'"),
        (True, "the truth value True"),
        ({}, "an object of type dict"),
    ],
)
def test_what_is_no_number_is_named(answer, words):
    told = f"for values = [1, 4] you returned {words}; a number is wanted."
    assert message("99.2", lambda values: answer) == told


@pytest.mark.parametrize("answer", [True, "positive", np.ones(2), 1j])
def test_a_label_of_the_wrong_type_is_named(answer):
    told = "a label such as +1 is wanted."
    assert message("99.1", lambda x: answer).endswith(told)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda X: X.mean(axis=1), "an array of shape (10,); an array of shape (2,) is wanted"),
        (lambda X: X[0].astype(str), "an array of strings; an array of numbers is wanted"),
        (lambda X: X[0] > 0, "an array of truth values; an array of numbers is wanted"),
        (lambda X: X[0].astype(object), "an array of dtype object; an array of numbers is wanted"),
        (lambda X: X.mean(axis=0) + np.array([0, 1]), "11 in entry [1]; 10 is right"),
        (
            lambda X: [[1], []],
            "a list of 2 items of unequal lengths; an array of shape (2,) is wanted",
        ),
    ],
)
def test_array_answers_are_judged_by_shape_type_and_entries(function, words):
    assert message("99.3", function) == f"for X of shape (10, 2) you returned {words}."


def test_the_wrong_number_of_arguments_is_told():
    told = (
        "your function takes (x, w), the exercise calls it with 1 argument; "
        "keep the first line of the stub as it was."
    )
    assert message("99.1", lambda x, w: 1) == told


def test_a_student_cannot_change_the_questions():
    def spoils(X):
        means = X.mean(axis=0)
        X[:] = 0
        return means

    assert examine("99.3", spoils).status == "correct"
    assert X[9, 1] == 19


def test_an_answer_the_check_cannot_work_with_is_wrong():
    exercise("99.4", shows="Nothing.")(lambda attempt: attempt(1.0) + 1.0)
    told = "what you returned for x = 1 cannot be compared with the answer: can only concatenate"
    assert message("99.4", lambda x: "a").startswith(told)


def test_a_broken_check_is_not_blamed_on_the_student():
    exercise("99.4", shows="Nothing.")(lambda attempt: attempt.no_such_method())
    with pytest.raises(AttributeError):
        examine("99.4", lambda x: x)


def test_hints_come_one_by_one_and_then_from_the_first_again(capsys):
    for _ in range(3):
        hint("99.2")
    first = "99.2 · hint 1 of 2: Add them up. Run the cell again for the next hint."
    assert capsys.readouterr().out.splitlines() == [first, "99.2 · hint 2 of 2: Divide.", first]


def test_a_card_shows_what_a_student_wrote_as_text():
    card = Card("wrong", "99.1 · not quite:", "you returned <b>1</b>.")
    assert "you returned &lt;b&gt;1&lt;/b&gt;." in card.html


def test_right_wrong_stopped_and_untried_cards_differ_in_colour_and_sign():
    looks = {
        (card.html.split(";")[0], card.html.split("<strong>")[1][0])
        for card in (examine("99.1", answer) for answer in (sign, stub, crashes, lambda x: 1))
    }
    assert len({colour for colour, _ in looks}) == len({mark for _, mark in looks}) == 4


def test_a_number_without_its_zero_is_told_the_exercise(monkeypatch):
    monkeypatch.setattr(registry, "exercise_ids", lambda: ["05.1", "05.2"])
    with pytest.raises(ValueError, match=r"got '5\.1'; did you mean '05\.1'\?"):
        examine("5.1", None)
