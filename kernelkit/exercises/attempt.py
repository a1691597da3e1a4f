"""A student's function in the hands of a check: ask it, compare its answer, say what is wrong.

Every method ends quietly or raises ``WrongAnswerError`` with a sentence that names the first input
that fails.
"""

import inspect
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from kernelkit.exercises import guard, stubs
from kernelkit.exercises.words import apart, is_number, kind, say, say_input, say_label
from kernelkit.showing import plural

__all__ = ["Attempt", "NotAttemptedError", "StoppedError", "WrongAnswerError"]

KINDS = {"U": "strings", "b": "truth values", "i": "numbers", "u": "numbers", "f": "numbers"}


class WrongAnswerError(Exception):
    """What is wrong with an answer, in a sentence."""


class StoppedError(WrongAnswerError):
    """Why there is no answer: the code raised an exception, or took too long."""


class NotAttemptedError(Exception):
    """The dots of the stub are still there."""


class Attempt:
    """The student's function, called under guard.

    ``wanted`` is the right answer to the inputs ``args``. ``rule`` names what makes it right and
    ``hint`` is a sentence to end with: "for x = (0, 0) you returned -1; <rule> gives +1. <hint>"

    Parameters
    ----------
    function : callable
        What the student wrote.
    seconds : float
        How long one call may take.

    Examples
    --------
    >>> attempt = Attempt(lambda x: 2)
    >>> attempt.label(1, (0, 0), rule="the rule sgn(0) = +1")
    Traceback (most recent call last):
    kernelkit.exercises.attempt.WrongAnswerError: for x = (0, 0) you returned 2; the rule ...
    """

    def __init__(self, function: Callable[..., Any], seconds: float = guard.SECONDS) -> None:
        self.function = function
        self.seconds = seconds
        self.last_args: tuple[Any, ...] | None = None

    def __call__(self, *args: Any) -> Any:
        """Return the function's answer; a crash, a None or no answer in time is a wrong one."""
        self.last_args = args
        self._check_signature(args)
        outcome = guard.call(self.function, args, self.seconds)
        if outcome.crash is not None:
            crash = guard.crash_in_words(outcome.crash, self.function)
            raise StoppedError(self._about(args, f"your code stopped with {crash}"))
        if not outcome.returned:
            told = f"your code gave no answer within {self.seconds:g} seconds"
            raise StoppedError(self._about(args, f"{told}; is there a loop that never ends?"))
        if outcome.value is Ellipsis or (outcome.value is None and stubs.has_dots(self.function)):
            raise NotAttemptedError
        if outcome.value is None:
            self._reject(args, "you returned None; does each way through your code reach a return?")
        return outcome.value

    def number(
        self, wanted: float, *args: Any, rule: str = "", hint: str = "", tolerance: float = 1e-8
    ) -> None:
        """Expect a number that equals ``wanted`` within an absolute and relative tolerance."""
        got = self(*args)
        if not is_number(got):
            self._reject(args, f"you returned {kind(got)}; a number is wanted")
        if not np.isclose(got, wanted, rtol=tolerance, atol=tolerance):
            self._differs(args, apart(got, wanted), rule, hint)

    def label(self, wanted: int | str, *args: Any, rule: str = "", hint: str = "") -> None:
        """Expect exactly this label, a whole number or a string."""
        got = self(*args)
        if is_number(got) != is_number(wanted) or not (is_number(got) or isinstance(got, str)):
            label = say_label(wanted)
            self._reject(args, f"you returned {kind(got)}; a label such as {label} is wanted")
        if got != wanted:
            self._differs(args, (say_label(got), say_label(wanted)), rule, hint)

    def array(
        self,
        wanted: npt.ArrayLike,
        *args: Any,
        rule: str = "",
        hint: str = "",
        tolerance: float = 1e-8,
    ) -> None:
        """Expect an array of this shape with these numbers, truth values or strings."""
        right = np.asarray(wanted)
        numeric = KINDS[right.dtype.kind] == "numbers"
        got = self.shaped(right.shape, *args, of=KINDS[right.dtype.kind])
        same = np.isclose(got, right, rtol=tolerance, atol=tolerance) if numeric else got == right
        if not same.all():
            place = tuple(int(i) for i in np.argwhere(~same)[0])
            pair = got[place], right[place]
            ours, theirs = apart(*pair) if numeric else (say(pair[0]), say(pair[1]))
            self._differs(args, (f"{ours} in entry {list(place)}", theirs), rule, hint)

    def shaped(self, shape: tuple[int, ...], *args: Any, of: str = "numbers") -> np.ndarray:
        """Return the function's answer as an array of this shape, for a check of its properties."""
        got = self(*args)
        wanted = f"an array of shape {shape} is wanted"
        try:
            array = np.asarray(got)
        except ValueError:
            self._reject(args, f"you returned {kind(got)} of unequal lengths; {wanted}")
        if array.shape != shape:
            self._reject(args, f"you returned {kind(got)}; {wanted}")
        came = KINDS.get(array.dtype.kind, f"dtype {array.dtype}")
        if came != of:
            self._reject(args, f"you returned an array of {came}; an array of {of} is wanted")
        return array

    def require(self, fact: Any, *args: Any, otherwise: str) -> None:
        """Expect a property of the answer to ``args``; ``otherwise`` says what came instead."""
        if not fact:
            self._reject(args, otherwise)

    def inputs(self, *args: Any) -> str:
        """Write the inputs with the student's names for them: ``x = (0, 0), b = 1``."""
        named = self._signature().bind(*args).arguments
        return ", ".join(say_input(name, value) for name, value in named.items())

    def _signature(self) -> inspect.Signature:
        try:
            return inspect.signature(self.function)
        except ValueError:  # functions written in C may have none
            return inspect.signature(lambda *inputs: inputs)

    def _check_signature(self, args: tuple[Any, ...]) -> None:
        signature = self._signature()
        try:
            signature.bind(*args)
        except TypeError as error:
            count = plural(len(args), "argument")
            message = (
                f"your function takes {signature}, the exercise calls it with {count}; "
                "keep the first line of the stub as it was"
            )
            raise WrongAnswerError(message) from error

    def _differs(
        self, args: tuple[Any, ...], words: tuple[str, str], rule: str, hint: str
    ) -> NoReturn:
        got, wanted = words
        right = f"{rule} gives {wanted}" if rule else f"{wanted} is right"
        self._reject(args, f"you returned {got}; {right}" + (f". {hint}" if hint else ""))

    def _reject(self, args: tuple[Any, ...], words: str) -> NoReturn:
        raise WrongAnswerError(self._about(args, words))

    def _about(self, args: tuple[Any, ...], words: str) -> str:
        return f"for {self.inputs(*args)} {words}" if args else words
