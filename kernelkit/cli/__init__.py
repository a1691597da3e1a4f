"""The command line: ``main.py``, and one file per command, named after the command."""

from kernelkit.cli.main import main

__all__ = ["main"]
