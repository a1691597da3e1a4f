"""``kernelkit warmup``: compile everything now, so that nothing waits later."""

import argparse
import sys

from kernelkit import compilation
from kernelkit.cli.text import show

__all__ = ["execute"]


def execute(_: argparse.Namespace) -> int:
    """Compile every function, with a progress bar where somebody watches."""
    compilation.warmup(progress=sys.stdout.isatty())
    show(f"ready: {len(compilation.steps())} functions are compiled")
    return 0
