"""Find the command that was given, execute it, and end as programs of a shell do.

A command is a module of this package with the same name. It holds ``HELP`` (a sentence, then what
stands below the options, with examples that run), ``add_arguments(parser)`` and ``execute(args)``,
which returns the exit code. All of them are imported for ``kernelkit --help``, so they import
NumPy and everything else that is slow to load where they use it.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from kernelkit import __version__
from kernelkit.cli.text import missing_package, one_line, printable, suggest

COMMANDS = ("run", "list", "data", "warmup", "doctor", "progress")
EXAMPLES = """
examples:
  kernelkit run iris --classifier knn
  kernelkit list
  kernelkit doctor

kernelkit COMMAND --help shows the options of a command and more examples.
"""

# What other programs call it.
OPTION_OF_WORD = {"help": "--help", "version": "--version", "-v": "--version", "-V": "--version"}

BAD_INPUT = 2
INTERRUPTED = 130  # 128 and the number of the signal, as shells count
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 is success, 1 a doctor who found something, 2 bad input (one line on standard error), 130
    Ctrl-C, 141 a reader of the output who left. A bug raises its exception.

    Parameters
    ----------
    argv : sequence of str or None
        The words after ``kernelkit``; None takes those of the process.

    Examples
    --------
    >>> main(["run", "iris", "--classifier", "knn", "--test-size", "2"])
    2
    """
    if argv is None:
        _set_up_process()
    try:
        code = _execute(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError:  # a full disk, of which a line was written already
        _drop_output()
        return BAD_INPUT
    return code


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line, and takes no option by half its name."""

    commands = False  # whether this is the parser of all commands

    def __init__(self, **options: Any) -> None:
        raw = argparse.RawDescriptionHelpFormatter
        super().__init__(formatter_class=raw, allow_abbrev=False, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown words here; a command would leave them to the parser of all commands."""
        words = sys.argv[1:] if args is None else list(args)
        if self.commands and words and words[0] in OPTION_OF_WORD:
            self.error(f"{words[0]!r} is no command; did you mean {OPTION_OF_WORD[words[0]]!r}?")
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            options = list(self._option_string_actions)
            hints = [
                suggest(word.partition("=")[0] if word.startswith("-") else word, options)
                for word in unknown
                if word.startswith("-") or "=" in word
            ]
            self.error(f"unrecognized arguments: {' '.join(unknown)}{''.join(hints)}")
        return found, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += suggest(value, action.choices or ())
            raise

    def error(self, message: str) -> NoReturn:
        """End with one line; argparse would print the usage above it."""
        words = printable(" ".join(message.removeprefix("argument ").split()))
        self.exit(2, f"{self.prog}: {words} ({self.prog} --help shows what is allowed)\n")


def make_parser() -> Parser:
    """Make the parser of all commands."""
    about = "Classifiers and kernel methods from the command line."
    parser = Parser(prog="kernelkit", description=about, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"kernelkit {__version__}")
    parser.commands = True
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        command = _module(name)
        about, _, below = command.HELP.strip().partition("\n")
        command.add_arguments(
            commands.add_parser(name, help=about.rstrip("."), description=about, epilog=below)
        )
    return parser


def is_about_input(error: Exception) -> bool:
    """Whether the error says what is wrong with what was given or installed, not with the code."""
    from kernelkit.validation import InputError

    return isinstance(error, InputError | OSError | MemoryError) or bool(missing_package(error))


def _module(command: str) -> ModuleType:
    return import_module(f"kernelkit.cli.{command}")


def _execute(argv: Sequence[str] | None) -> int:
    try:
        args = make_parser().parse_args(argv)
    except SystemExit as stop:  # --help, --version, or a line about an option that was printed
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    try:
        code: int = _module(args.command).execute(args)
    except BrokenPipeError:
        raise
    except Exception as error:
        if not is_about_input(error):
            raise
        sys.stderr.write(f"kernelkit {args.command}: {one_line(error)}\n")
        return BAD_INPUT
    return code


def _drop_output() -> None:
    """Send the rest to nowhere: Python writes it once more when it ends, and would complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _set_up_process() -> None:
    """Make pictures without a screen, and print names in any script on any terminal.

    Not for callers inside another program: they would inherit both.
    """
    os.environ.setdefault("MPLBACKEND", "Agg")
    if sys.stdout is None:  # closed by whoever started this
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
