"""``kernelkit warmup``: compile everything now, so that nothing waits later."""

import argparse
import sys

from kernelkit.cli.text import show

HELP = """Compile everything now, so that nothing waits later.

examples:
  kernelkit warmup
"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def execute(_: argparse.Namespace) -> int:
    """Compile every function, with a progress bar where somebody watches."""
    from kernelkit import compilation

    compilation.warmup(progress=sys.stdout.isatty())
    show("ready: everything that the lessons use is compiled")
    return 0
