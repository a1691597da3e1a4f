"""Check of the trial exercise of lesson 00_start_here."""

from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise


@exercise("00.1", shows="That is all there is to it.")
def narrower(attempt: Attempt) -> None:
    attempt.number(0.5, 1.0, hint="Half of sigma is sigma divided by 2.")
    attempt.number(0.05, 0.1)
