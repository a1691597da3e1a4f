"""``kernelkit list``: what there is to choose from."""

import argparse

from kernelkit.cli.text import field, show, table

__all__ = ["HELP", "add_arguments", "execute"]

HELP = """List the classifiers and the data sets.

examples:
  kernelkit list
"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def execute(_: argparse.Namespace) -> int:
    """Print the classifiers with their parameters and the data sets with their sizes."""
    import inspect

    from kernelkit.cli.choices import described, size_rows
    from kernelkit.estimators import CLASSIFIERS

    indent = 2 + max(map(len, CLASSIFIERS))
    for name, kind in CLASSIFIERS.items():
        show(
            field(name, str(inspect.getdoc(kind)).partition("\n")[0], indent),
            field("", described(kind()), indent),
            "",
        )
    show(*table(size_rows()))
    return 0
