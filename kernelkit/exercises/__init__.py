"""Self-checks of the exercises: ``check("01.2", fn)`` answers in a line that a student can act on.

``lesson_NN.py`` holds the checks of lesson NN. A check is a function decorated with ``@exercise``
that gets an ``Attempt``, the student's function under guard, and says what the function should
return for inputs the student has not seen.
"""

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import Verdict, check, examine, exercise, exercise_ids
from kernelkit.exercises.words import say

__all__ = ["Attempt", "Verdict", "check", "examine", "exercise", "exercise_ids", "say"]
