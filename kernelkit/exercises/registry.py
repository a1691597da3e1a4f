"""Which exercises there are, and the verdict on an answer to one of them."""

import importlib
import importlib.util
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import kernelkit.exercises
from kernelkit.exercises import stubs
from kernelkit.exercises.attempt import (
    Attempt,
    NotAttemptedError,
    StoppedError,
    WrongAnswerError,
)
from kernelkit.exercises.cards import Card, Status, show_card
from kernelkit.validation import InputError, InputTypeError, shown

__all__ = ["check", "examine", "exercise", "exercise_ids", "hint"]

Check: TypeAlias = Callable[[Attempt], None]


class Exercise(NamedTuple):
    """One exercise: its check, what a right answer shows, and hints from slight to strong."""

    check: Check
    shows: str
    hints: Sequence[str]


REGISTRY: dict[str, Exercise] = {}
HINTS_GIVEN: Counter[str] = Counter()
SESSION: dict[str, Status] = {}  # how the latest answer to each exercise stood


def exercise(exercise_id: str, shows: str, hints: Sequence[str] = ()) -> Callable[[Check], Check]:
    """Register the function below as the check of an exercise.

    Parameters
    ----------
    exercise_id : str
        Lesson and number, as in ``"01.2"``.
    shows : str
        One short sentence that follows "correct.": what the right answer shows.
    hints : list of str
        What ``hint`` says, call by call: first where to look, then how to begin.

    Examples
    --------
    ::

        @exercise("01.2", shows="Scaling w and b together moves no point.")
        def distance(attempt: Attempt) -> None:
            attempt.number(1.0, np.array([3.0, 4.0]), -5.0, np.array([2.0, 1.0]))
    """
    if not re.fullmatch(r"\d\d\.[1-9]", exercise_id):
        raise InputError(
            "exercise_id", f"must be a lesson and a number such as 01.2, got {shown(exercise_id)}"
        )
    if isinstance(hints, str) or not all(isinstance(words, str) for words in hints):
        raise InputTypeError("hints", f"must be a list of sentences, got {shown(hints)}")

    def register(function: Check) -> Check:
        other = REGISTRY.get(exercise_id)
        # The same file may register again: an author reloads it while writing.
        if other is not None and _file(other.check) != _file(function):
            raise InputError(
                "exercise_id", f"must be new, got {shown(exercise_id)} of {other.check.__module__}"
            )
        REGISTRY[exercise_id] = Exercise(function, shows, hints)
        return function

    return register


def check(exercise_id: str, function: Callable[..., Any]) -> None:
    """Say how a student's function stands: not attempted yet, correct, or what is wrong with it.

    A notebook shows a card; elsewhere it is one printed line.

    Parameters
    ----------
    exercise_id : str
        Lesson and number of the exercise, as in ``"01.2"``.
    function : callable
        The function the exercise asks for: the function itself, not what it returns.
    """
    card = examine(exercise_id, function)
    SESSION[exercise_id] = card.status
    show_card(card)


def hint(exercise_id: str) -> None:
    """Show a hint for an exercise; the same call again shows the next, then the first again.

    Parameters
    ----------
    exercise_id : str
        Lesson and number of the exercise, as in ``"01.2"``.
    """
    try:
        hints = _find(exercise_id).hints
    except InputError as error:  # a slip of a student, who needs no traceback
        show_card(Card("hint", "no hint:", f"{error}."))
        return
    if not hints:
        show_card(Card("hint", f"{exercise_id} · no hint:", "this exercise has none."))
        return
    k = HINTS_GIVEN[exercise_id] % len(hints)
    HINTS_GIVEN[exercise_id] += 1
    more = "" if k + 1 == len(hints) else " Run the cell again for the next hint."
    show_card(Card("hint", f"{exercise_id} · hint {k + 1} of {len(hints)}:", hints[k] + more))


def examine(exercise_id: str, function: Callable[..., Any]) -> Card:
    """Return the card that ``check`` shows."""
    found = _find(exercise_id)
    if not callable(function):
        raise InputTypeError(
            "function",
            f"must be a function, as in check({exercise_id!r}, my_function), "
            f"got {kernelkit.exercises.say(function)}",
        )
    attempt = Attempt(function)
    try:
        if stubs.is_stub(function):
            raise NotAttemptedError
        found.check(attempt)
    except NotAttemptedError:
        todo = "replace the dots with your code and run the cell again."
        return Card("unattempted", f"{exercise_id} · not attempted yet:", todo)
    except StoppedError as stop:
        return Card("error", f"{exercise_id} · error:", _sentence(stop))
    except WrongAnswerError as mistake:
        return Card("wrong", f"{exercise_id} · not quite:", _sentence(mistake))
    except Exception as error:
        if attempt.last_args is None:  # the check failed before it asked: not the student's fault
            raise
        inputs = attempt.inputs(*attempt.last_args)
        words = f"what you returned for {inputs} cannot be compared with the answer: {error}"
        return Card("wrong", f"{exercise_id} · not quite:", _sentence(words))
    return Card("correct", f"{exercise_id} · correct.", found.shows)


def exercise_ids() -> list[str]:
    """Every exercise there is, in order; this loads the checks of all lessons."""
    for module in pkgutil.iter_modules(kernelkit.exercises.__path__):
        if module.name.startswith("lesson_"):
            importlib.import_module(f"kernelkit.exercises.{module.name}")
    return sorted(REGISTRY)


def _find(exercise_id: str) -> Exercise:
    if not isinstance(exercise_id, str):
        raise InputTypeError(
            "exercise_id", f'must be a string such as "01.2", got {shown(exercise_id)}'
        )
    if exercise_id not in REGISTRY:
        lesson = f"kernelkit.exercises.lesson_{exercise_id[:2]}"
        if re.match(r"\d\d\.", exercise_id) and importlib.util.find_spec(lesson):
            importlib.import_module(lesson)
    if exercise_id not in REGISTRY:
        ids = exercise_ids()
        of_lesson = [known for known in ids if known[:3] == exercise_id[:3]]
        all_of_them = f"{ids[0]} to {ids[-1]}" if ids else "none so far"
        there_are = ", ".join(of_lesson) or all_of_them
        hint = f"; did you mean '0{exercise_id}'?" if f"0{exercise_id}" in ids else ""
        raise InputError(
            "exercise_id",
            f"must be one of the exercises ({there_are}), got {shown(exercise_id)}{hint}",
        )
    return REGISTRY[exercise_id]


def _file(function: Check) -> str:
    return function.__code__.co_filename


def _sentence(words: object) -> str:
    text = " ".join(str(words).split())
    return text if text.endswith((".", "?", "!")) else text + "."
