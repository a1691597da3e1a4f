"""``kernelkit data``: where data are, and what is in them."""

import argparse

from kernelkit.cli.text import field, show, stop
from kernelkit.showing import aligned, clip

HELP = """Say where data are, and what is in them.

examples:
  kernelkit data
  kernelkit data iris
  kernelkit data flowers.csv --label species
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which data."""
    add = parser.add_argument
    add("data", nargs="?", metavar="NAME|FILE", help="a data set or a file (default: all sets)")
    add("--label", metavar="COLUMN", help="labels of a CSV FILE: name or number from 0 (else last)")


def execute(args: argparse.Namespace) -> int:
    """Print all data sets, or one of them."""
    from kernelkit.cli.choices import size_rows
    from kernelkit.datasets.files import shipped_file

    if args.data is not None:
        show_one(args.data, args.label)
    elif args.label is not None:
        stop("--label is for CSV files, and no file was given")
    else:
        place = shipped_file("iris.csv").parent
        show(*aligned(size_rows()), "")
        show(field("folder", f"{place} (files in the one KERNELKIT_DATA names go before them)"))
    return 0


def show_one(name: str, label: str | None) -> None:
    """Print what is in a data set or a file."""
    import numpy as np

    from kernelkit.cli.choices import load_table

    data, _ = load_table(name, label)
    more = ["..."] if len(data.feature_names) > 10 else []
    features = " ".join([", ".join(data.feature_names[:10]), *more])
    counts = np.unique(data.y, return_counts=True)[1]
    show(
        field("about", data.description),
        field("samples", f"{len(data):,}"),
        field("features", f"{len(data.feature_names):,}: {features}" if features else "texts"),
        field("classes", f"{len(counts):,}"),
    )
    pairs = [[clip(c), f"{n:,}"] for c, n in zip(data.class_names, counts, strict=True)]
    show(*[f"            {line}" for line in aligned(pairs[:20])])
    if len(pairs) > 20:
        show(f"            and {len(pairs) - 20:,} more")
