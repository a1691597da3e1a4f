"""Tell bad input from bugs: the first ends in one line, the second keeps its traceback.

What people give is checked at the border, by kernelkit and, for estimators, by scikit-learn; what
is wrong with it is said by a ``raise`` statement there. NumPy refusing two shapes in the middle of
a formula, a missing argument, an index out of range: these come without such a statement, and are
bugs. Errors of the system (no such file, no right to write, no memory) are about the input too, and
a package that is missing is about the installation: nothing in kernelkit would mend it.
"""

import linecache
import traceback

__all__ = ["is_about_input", "one_line"]

BORDERS = ("kernelkit.", "sklearn.utils.")


def is_about_input(error: Exception) -> bool:
    """Whether the error says what is wrong with what was given, and not with the code."""
    if isinstance(error, OSError | MemoryError) or _missing_package(error):
        return True
    if not isinstance(error, ValueError | TypeError):
        return False
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    statement = linecache.getline(frame.f_code.co_filename, line).strip()
    module = str(frame.f_globals.get("__name__"))
    return statement.startswith("raise ") and module.startswith(BORDERS)


def one_line(error: Exception) -> str:
    """Give the message of an error in one line; an error of the system names its file first."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        words = f"{error.filename}: {error.strerror}"
    elif isinstance(error, MemoryError):
        words = f"not enough memory: {error}"
    elif package := _missing_package(error):
        words = f"the package {package} is missing; install kernelkit again"
    else:
        words = str(error)
    return " ".join(words.split())


def _missing_package(error: Exception) -> str:
    """Name the package of somebody else that was not found; empty for any other error."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return ""
    package = error.name.partition(".")[0]
    return "" if package == "kernelkit" else package
