"""Self-checks of the exercises: ``check("01.2", fn)`` answers in a line that a student can act on.

``hint("01.2")`` helps a student on, a little more with each call; ``progress()`` shows which
exercises have been answered.

``lesson_NN.py`` holds the checks of lesson NN. A check is a function decorated with ``@exercise``
that gets an ``Attempt``, the student's function under guard, and says what the function should
return for inputs the student has not seen.
"""

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.cards import Card
from kernelkit.exercises.registry import check, examine, exercise, exercise_ids, hint
from kernelkit.exercises.standing import progress
from kernelkit.exercises.words import say

__all__ = [
    "Attempt",
    "Card",
    "check",
    "examine",
    "exercise",
    "exercise_ids",
    "hint",
    "progress",
    "say",
]
