"""Which exercises there are, and the verdict on an answer to one of them."""

import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import kernelkit.exercises
from kernelkit.exercises import stubs
from kernelkit.exercises.attempt import Attempt, NotAttemptedError, WrongAnswerError
from kernelkit.validation import InputError, InputTypeError

__all__ = ["Verdict", "check", "examine", "exercise", "exercise_ids"]

Check: TypeAlias = Callable[[Attempt], None]


class Verdict(NamedTuple):
    """What a check found."""

    #: How the answer stands.
    status: Literal["unattempted", "wrong", "correct"]
    #: The line that is printed.
    message: str


class Exercise(NamedTuple):
    """One exercise: its check, and what a right answer shows."""

    check: Check
    shows: str


REGISTRY: dict[str, Exercise] = {}


def exercise(exercise_id: str, shows: str) -> Callable[[Check], Check]:
    """Register the function below as the check of an exercise.

    Parameters
    ----------
    exercise_id : str
        Lesson and number, as in ``"01.2"``.
    shows : str
        One short sentence that follows "correct.": what the right answer shows.

    Examples
    --------
    ::

        @exercise("01.2", shows="Scaling w and b together moves no point.")
        def distance(attempt: Attempt) -> None:
            attempt.number(1.0, np.array([3.0, 4.0]), -5.0, np.array([2.0, 1.0]))
    """
    if not re.fullmatch(r"\d\d\.[1-9]", exercise_id):
        message = f"exercise_id must be a lesson and a number such as 01.2, got {exercise_id!r}"
        raise InputError(message)

    def register(function: Check) -> Check:
        other = REGISTRY.get(exercise_id)
        # The same file may register again: an author reloads it while writing.
        if other is not None and _file(other.check) != _file(function):
            message = f"exercise_id must be new, got {exercise_id!r} of {other.check.__module__}"
            raise InputError(message)
        REGISTRY[exercise_id] = Exercise(function, shows)
        return function

    return register


def check(exercise_id: str, function: Callable[..., Any]) -> None:
    """Print one line on a student's function: not attempted yet, not quite and why, or correct.

    Parameters
    ----------
    exercise_id : str
        Lesson and number of the exercise, as in ``"01.2"``.
    function : callable
        The function the exercise asks for: the function itself, not what it returns.
    """
    sys.stdout.write(examine(exercise_id, function).message + "\n")


def examine(exercise_id: str, function: Callable[..., Any]) -> Verdict:
    """Return the verdict whose message ``check`` prints."""
    found = _find(exercise_id)
    if not callable(function):
        message = (
            f"function must be a function, as in check({exercise_id!r}, my_function), "
            f"got {kernelkit.exercises.say(function)}"
        )
        raise InputTypeError(message)
    attempt = Attempt(function)
    try:
        if stubs.is_stub(function):
            raise NotAttemptedError
        found.check(attempt)
    except NotAttemptedError:
        todo = "replace the dots with your code and run the cell again."
        return Verdict("unattempted", f"{exercise_id} · not attempted yet: {todo}")
    except WrongAnswerError as mistake:
        return Verdict("wrong", f"{exercise_id} · not quite: {_sentence(mistake)}")
    except Exception as error:
        if attempt.last_args is None:  # the check failed before it asked: not the student's fault
            raise
        inputs = attempt.inputs(*attempt.last_args)
        words = f"what you returned for {inputs} cannot be compared with the answer: {error}"
        return Verdict("wrong", f"{exercise_id} · not quite: {_sentence(words)}")
    return Verdict("correct", f"{exercise_id} · correct. {found.shows}")


def exercise_ids() -> list[str]:
    """Every exercise there is, in order; this loads the checks of all lessons."""
    for module in pkgutil.iter_modules(kernelkit.exercises.__path__):
        if module.name.startswith("lesson_"):
            importlib.import_module(f"kernelkit.exercises.{module.name}")
    return sorted(REGISTRY)


def _find(exercise_id: str) -> Exercise:
    if not isinstance(exercise_id, str):
        message = f'exercise_id must be a string such as "01.2", got {exercise_id!r}'
        raise InputTypeError(message)
    if exercise_id not in REGISTRY:
        lesson = f"kernelkit.exercises.lesson_{exercise_id[:2]}"
        if re.match(r"\d\d\.", exercise_id) and importlib.util.find_spec(lesson):
            importlib.import_module(lesson)
    if exercise_id not in REGISTRY:
        ids = exercise_ids()
        of_lesson = [known for known in ids if known[:3] == exercise_id[:3]]
        there_are = ", ".join(of_lesson or ids) or "none so far"
        message = f"exercise_id must be one of the exercises ({there_are}), got {exercise_id!r}"
        raise InputError(message)
    return REGISTRY[exercise_id]


def _file(function: Check) -> str:
    return function.__code__.co_filename


def _sentence(words: object) -> str:
    text = " ".join(str(words).split())
    return text if text.endswith((".", "?", "!")) else text + "."
