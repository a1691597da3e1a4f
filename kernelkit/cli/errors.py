"""Tell bad input from bugs: the first ends in one line, the second keeps its traceback.

What people give is checked at the border, which raises ``InputError`` and nothing else does. Errors
of the system (no such file, no right to write, no memory) are about the input too, and a package
that is missing is about the installation: nothing in kernelkit would mend it.
"""

from kernelkit.cli.text import printable

__all__ = ["is_about_input", "one_line"]


def is_about_input(error: Exception) -> bool:
    """Whether the error says what is wrong with what was given, and not with the code."""
    from kernelkit.validation import InputError  # which loads NumPy, and --help waits for nothing

    return isinstance(error, InputError | OSError | MemoryError) or bool(_missing_package(error))


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
    return printable(" ".join(words.split()))


def _missing_package(error: Exception) -> str:
    """Name the package of somebody else that was not found; empty for any other error."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return ""
    package = error.name.partition(".")[0]
    return "" if package == "kernelkit" else package
