"""Plain text as wide as the terminal: lines, fields, tables, and errors in one line."""

import math
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Any, NoReturn

# Names of other books and libraries.
SHORT_FOR = {
    "--model": "--classifier",
    "k": "n_neighbors",
    "lda": "gaussian",
    "qda": "gaussian",
    "rbf": "gaussian",
}
INDENT = 12  # where the text of a field begins, if its name is not longer


def show(*lines: str) -> None:
    """Print lines at once, so that a reader sees how far a command is."""
    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))
    sys.stdout.flush()


def printable(text: str) -> str:
    r"""Write control characters as escapes: a name in a file must not command the terminal.

    >>> print(printable("setosa\x1b[2J"))
    setosa\x1b[2J
    """
    return "".join(
        repr(c)[1:-1] if unicodedata.category(c) == "Cc" and c != "\n" else c for c in text
    )


def width() -> int:
    """How many characters fit in a line; 80 where the output is no terminal."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def field(name: str, text: str, indent: int = INDENT) -> str:
    """Give a name and what it is about, wrapped beside it.

    >>> field("data", "iris")
    'data        iris'
    """
    return textwrap.fill(
        text,
        width(),
        initial_indent=name.ljust(indent - 1) + " ",
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def stop(message: str) -> NoReturn:
    """Raise the error of bad input. Its module loads NumPy, for which ``--help`` does not wait."""
    from kernelkit.validation import InputError

    raise InputError(message)


def check_known(option: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Refuse names that are none, all at once, each with the one it is like."""
    known = list(names)
    wrong = [f"{word!r}{suggest(word, known)}" for word in given if word not in known]
    if wrong:
        more = f" ... ({len(known):,} in all)" if len(known) > 20 else ""
        some = ", ".join(known[:20]) + more
        stop(f"{option} must be one of {some}, got {' and '.join(wrong)}")


def suggest(word: str, names: Iterable[str]) -> str:
    """The end of a message about a name that is none: those it is short for, or like.

    >>> suggest("svm", ["knn", "kernel-svm", "linear-svm"]), suggest("k", ["n_neighbors", "p"])
    ("; did you mean 'kernel-svm' or 'linear-svm'?", "; did you mean 'n_neighbors'?")
    """
    from kernelkit.validation import meant

    name, equals, value = word.partition("=")
    if equals:
        return f"; did you mean --set {SHORT_FOR.get(name, name)}={value}?"
    known = list(names)
    parts = [name for name in known if word.lower() in re.split("[-_]", name.lower())]
    near = parts or [name for name in known if name == SHORT_FOR.get(word.lower())]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else meant(word, known)


def plain(value: Any) -> Any:
    """Give what JSON has: arrays become lists; infinity and objects (a kernel) become words."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str | None) else repr(value)


def one_line(error: Exception) -> str:
    """Give the message of an error in one line; an error of the system names its file first."""
    if isinstance(error, OSError) and error.strerror:
        words = f"{error.filename or 'standard output'}: {error.strerror}"
    elif isinstance(error, MemoryError):
        words = f"not enough memory: {error}"
    elif package := missing_package(error):
        words = f"the package {package} is missing; install kernelkit again"
    else:
        words = str(error)
    return printable(" ".join(words.split()))


def missing_package(error: Exception) -> str:
    """Name the package of somebody else that was not found; empty for any other error."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return ""
    package = error.name.partition(".")[0]
    return "" if package == "kernelkit" else package
