"""Call a student's function so that nothing it does can hurt: a crash or an endless loop is told.

The function runs in a thread, because that works in a Jupyter kernel and on every system. A loop
that does not end gets an exception thrown into it, so that it does not keep a core busy for ever.
"""

import contextvars
import ctypes
import linecache
import textwrap
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple

__all__ = ["SECONDS", "Outcome", "call", "crash_in_words"]

SECONDS = 5.0


class Outcome(NamedTuple):
    """What became of a call: a value, or the exception that ended it, or neither: time was up."""

    value: Any = None
    error: BaseException | None = None
    returned: bool = False


class TimeUp(BaseException):
    """Thrown into a call that takes too long; not an Exception, which student code may catch."""


def call(function: Callable[..., Any], args: Sequence[Any], seconds: float) -> Outcome:
    """Call ``function(*args)`` and wait for it, but no longer than ``seconds``."""
    outcomes: list[Outcome] = []

    def run() -> None:
        with suppress(TimeUp):
            try:
                outcomes.append(Outcome(value=function(*args), returned=True))
            except TimeUp:
                raise
            except BaseException as error:  # sys.exit() in an exercise is a crash like any other
                outcomes.append(Outcome(error=error))

    # The context tells a Jupyter kernel under which cell to show what the function prints.
    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=(run,), daemon=True)
    thread.start()
    try:
        thread.join(seconds)
    finally:
        _stop(thread)
    return outcomes[0] if outcomes else Outcome()


def crash_in_words(error: BaseException, function: Callable[..., Any]) -> str:
    """Name the exception and the line of the student's code that it came from."""
    text = textwrap.shorten(str(error), 120, placeholder=" ...")
    words = type(error).__name__ + (f" ({text})" if text else "")
    file = function.__code__.co_filename if hasattr(function, "__code__") else ""
    lines = _lines_in(error.__traceback__, file)
    if not lines:
        return words
    source = linecache.getline(file, lines[-1]).strip()
    return f"{words} in line {lines[-1]}" + (f": {source}" if source else "")


def _lines_in(traceback: TracebackType | None, file: str) -> list[int]:
    lines = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines


def _stop(thread: threading.Thread) -> None:
    # More than once: a bare "except:" inside the loop may swallow a throw.
    for _ in range(10):
        if not thread.is_alive():
            return
        ident = ctypes.c_ulong(thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(TimeUp))
        thread.join(0.1)
