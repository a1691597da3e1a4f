"""Check of the trial exercise of lesson 00_start_here."""

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise


@exercise(
    "00.1",
    shows="That is all there is to it.",
    hints=[
        "An error rate is a share: between 0 (no mistake) and 1 (nothing but mistakes).",
        "Of 4 answers 1 is wrong: which of the two numbers do you divide by the other to get 1/4?",
    ],
)
def error_rate(attempt: Attempt) -> None:
    attempt.number(0.25, 1, 4, hint='hint("00.1") in a cell of its own says more.')
    attempt.number(0.0, 0, 7)
    attempt.number(1.0, 12, 12)
    attempt.number(0.03, 3, 100)
