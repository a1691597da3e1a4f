"""Exercises that ask for a compiled loop: what numba refuses is said in a sentence, with its line.

A student's function is compiled for the arguments of the first task before it is asked anything, so
that a refusal, which is a page of numba's, never comes out of an answer.
"""

import functools
import linecache
import re
from typing import Any

from kernelkit.exercises import guard
from kernelkit.exercises.attempt import Attempt, StoppedError

__all__ = ["refusal", "require_compiled"]

COMPILING = 60.0  # seconds that numba gets for it
# numba's names of types, in words.
TYPES = {
    r"(?:readonly )?array\([^()]*\)": "an array",
    r"(?:reflected )?list\([^()]*\)(?:<iv=[^>]*>)?": "a list",
    r"Literal\[str\]\([^()]*\)|\bunicode_type\b": "a string",
    r"Literal\[int\]\([^()]*\)|\bu?int\d+\b": "a whole number",
    r"\bfloat\d+\b": "a number with a fraction",
    r"\bnone\b": "None",
    r"Module\(<module '(\w+)'[^()]*(?:\([^()]*\))?>\)": r"\1",
}
# How numba's reason begins, and what it means to whoever wrote the line; the last fits everything.
REFUSALS = {
    r"Untyped global name '(Gaussian|Polynomial|Linear|Laplacian)'": (
        "{} makes an object of Python, and compiled code calls compiled functions only; take the "
        "function of two rows, such as gaussian(x, z, sigma)"
    ),
    r"Untyped global name '(\w+)'": (
        "compiled code calls compiled functions only, and {} is plain Python; write @njit above "
        "its def, too, or write that step as a loop over numbers"
    ),
    r"Unknown attribute '(\w+)' of type (.+)": (
        "it has no .{} of {}; write that step as a loop over numbers"
    ),
    r"Use of unsupported NumPy function '(?:numpy\.)?([\w.]+)'": (
        "np.{} has no compiled form; write that step as a loop over numbers"
    ),
    r"(?s)No implementation of function Function\(<.*?>>> \w+\(.*<class 'bool'>": (
        "it knows NumPy's np.bool_, not Python's bool, as the type of an array's entries"
    ),
    r"No implementation of function Function\(<built-in function (?:static_)?getitem>": (
        "it cannot read an entry in this way; use whole numbers as indices, in a loop"
    ),
    r"No implementation of function Function\(<built-in function (?:static_)?setitem>": (
        "it cannot write an entry in this way; one number at a time goes into an array of numbers"
    ),
    r"No implementation of function Function\(<(?:built-in )?(?:function|method|ufunc) '?(\w+)": (
        "it has no {} for arguments of these types; are they what you expect? If so, write that "
        "step as a loop over numbers"
    ),
    r"The use of yield in a closure": (
        "it cannot run an expression with for inside a call; write the loop out, line by line"
    ),
    r"Cannot unify (.+?) and (.+?) for '([^'.]+)": (
        "a variable keeps one type, and {2} would be {0} here and {1} there; let it start as what "
        "it is to become, 0.0 for a number and np.zeros(...) for an array"
    ),
    r"Cannot infer the type of variable '([^'.]+)": (
        "it cannot tell what {} will hold; an empty list has no type, an array has one"
    ),
    r"Can't unify return type from the following types: (.+)": (
        "a compiled function returns one type of value, and yours returns {}"
    ),
    r"Signature mismatch: (\d+) argument types given, but function takes (\d+)": (
        "the exercise calls it with {} arguments and it takes {}; keep the first line of the stub "
        "as it was"
    ),
    r"NameError: name '(\w+)' is not defined": "there is no {}; is it misspelt?",
    r"The compiler failed to analyze the bytecode. Variable '(\w+)' is not defined": (
        "the variable {} is used before it has a value"
    ),
    r"(\S[^\n]*?)\.*(?: Raised from .*)?(?:\n|$)": (
        "it says: {}. Compiled code is made of loops over numbers and arrays"
    ),
    r"": "it has no translation for one of your lines; use loops over numbers and arrays",
}


def require_compiled(attempt: Attempt, *args: Any) -> None:
    """Expect a function under @njit that numba compiles for these arguments."""
    function = attempt.function
    plain = "your function is plain Python: write @njit in the line above def, and run it again"
    attempt.require(hasattr(function, "py_func"), otherwise=plain)
    crash = guard.call(_Translation(function), args, COMPILING).crash
    if crash is not None:
        place = re.findall(r"\bline (\d+):|\.py \((\d+)\)", crash.message)
        number = int("".join(place[0])) if place else 0
        line = linecache.getline(function.__code__.co_filename, number).strip()
        where = f" at the line {line}" if line else ""
        told = f"numba refused your function{where}: {refusal(crash.message)}"
        raise StoppedError(told)


class _Translation:
    """A compiled function that is translated for its arguments, and not run."""

    def __init__(self, function: Any) -> None:
        self.function = function
        # Its names alone: what else a compiled function holds cannot be sent to the worker.
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *args: Any) -> bool:
        """Raise whatever keeps numba from compiling it."""
        self.function.compile(tuple(map(self.function.typeof_pyval, args)))
        return True


def refusal(message: str) -> str:
    r"""The reason in numba's message, in words and without its pages of candidates.

    >>> refusal("Failed in nopython mode pipeline (step: frontend)\nUntyped global name 'count'")
    'compiled code calls compiled functions only, and count is plain Python; write @njit above ...
    >>> refusal("Cannot infer the type of variable '$6build_list.0'")
    'it cannot tell what a value of this line will hold; an empty list has no type, an array ...
    """
    reason = re.sub(r"Failed in nopython mode pipeline \(.*\)\s*", "", message).strip()
    reason = re.sub(r"\$\w+", "a value of this line", reason)  # numba's names for steps
    for pattern, words in TYPES.items():
        reason = re.sub(pattern, words, reason)
    fitting = (pattern for pattern in REFUSALS if re.match(pattern, reason))
    pattern = next(fitting)
    found = re.match(pattern, reason)
    return REFUSALS[pattern].format(*(found.groups() if found else ()))
