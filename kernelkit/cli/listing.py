"""``kernelkit list``: what there is to choose from."""

import argparse
import inspect

from kernelkit.cli.parameters import described
from kernelkit.cli.sources import size_rows
from kernelkit.cli.text import field, show, table
from kernelkit.estimators import CLASSIFIERS

__all__ = ["execute"]


def execute(_: argparse.Namespace) -> int:
    """Print the classifiers with their parameters and the data sets with their sizes."""
    indent = 2 + max(map(len, CLASSIFIERS))
    for name, kind in CLASSIFIERS.items():
        show(
            field(name, str(inspect.getdoc(kind)).partition("\n")[0], indent),
            field("", described(kind()), indent),
            "",
        )
    show(*table(size_rows()))
    return 0
