"""The command line: ``kernelkit run``, ``list``, ``data``, ``warmup``, ``doctor``, ``new-lesson``.

Each command is a module with a function ``execute``, which is imported when the command is given:
``kernelkit --help`` waits for nothing. Here is only what all of them share: how a command ends.
"""

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from kernelkit.cli.errors import is_about_input, one_line
from kernelkit.cli.parser import make_parser
from kernelkit.cli.text import OutputError, show

__all__ = ["main"]

BAD_INPUT = 2
INTERRUPTED = 130  # 128 and the number of the signal, as shells count
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 is success, 1 a doctor who found something, 2 bad input (one line on standard error), 130
    Ctrl-C, 141 a reader of the output who left. A bug raises its exception.

    Parameters
    ----------
    argv : the words after ``kernelkit``; None takes those of the process

    Examples
    --------
    >>> main(["run", "--classifier", "knn", "--data", "iris", "--test-size", "1"])
    2
    """
    if argv is None:
        _set_up_process()
    try:
        try:
            return _execute(argv)
        finally:
            show()
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OutputError as error:
        _drop_output()
        sys.stderr.write(f"kernelkit: {one_line(error)}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _execute(argv: Sequence[str] | None) -> int:
    try:
        args = make_parser().parse_args(argv)
    except SystemExit as stop:  # --help, --version, or a line about an option that was printed
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    try:
        code: int = import_module(f"kernelkit.cli.{args.home}").execute(args)
    except (BrokenPipeError, OutputError):
        raise
    except SystemExit as stop:  # a line about an option of the benchmarks
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
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
    for name in ("stdout", "stderr"):  # closed by whoever started this
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
