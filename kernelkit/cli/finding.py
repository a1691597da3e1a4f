"""``kernelkit data``: where data are, what is in them, and how to get more."""

import argparse

import numpy as np

from kernelkit.cli.sources import SOURCES, Source, load, paths_of, size_rows
from kernelkit.cli.text import field, short, show, table
from kernelkit.datasets import fetch
from kernelkit.datasets.files import data_folder, shipped_file
from kernelkit.validation import InputError

__all__ = ["execute"]


def execute(args: argparse.Namespace) -> int:
    """Print all data sets, or one of them, or fetch one."""
    if args.fetch is not None:
        if args.data is not None or args.label is not None:
            message = "--fetch stands alone: it takes neither data nor --label"
            raise InputError(message)
        show(*[field("fetched", str(path)) for path in fetch(args.fetch)])
    elif args.data is not None:
        _show_one(args.data, args.label)
    elif args.label is not None:
        message = "--label is for CSV files, and no file was given"
        raise InputError(message)
    else:
        _show_all()
    return 0


def _show_all() -> None:
    head, *rows = size_rows()
    files = [_files(name, source) for name, source in SOURCES.items()]
    show(*table([[*head, "files"], *map(lambda row, cell: [*row, cell], rows, files)], right=1), "")
    show(
        field("shipped", str(shipped_file("iris.csv").parent)),
        field("others", f"{data_folder()} (KERNELKIT_DATA names another folder)"),
    )


def _files(name: str, source: Source) -> str:
    try:
        first, *more = [path.name for path in paths_of(source)]
    except FileNotFoundError:
        return "missing" if source.shipped else f"not here: kernelkit data --fetch {name}"
    return first + f" and {len(more)} more" * bool(more)


def _show_one(name: str, label: str | None) -> None:
    data = load(name, label)
    if name in SOURCES:
        show(*[field("file", str(path)) for path in paths_of(SOURCES[name])])
    features = ", ".join(data.feature_names[:10]) + " ..." * (len(data.feature_names) > 10)
    counts = np.unique(data.y, return_counts=True)[1]
    show(
        field("about", data.description),
        field("samples", f"{len(data):,}"),
        field("features", f"{len(data.feature_names):,}: {features}" if features else "texts"),
        field("classes", f"{len(counts):,}"),
    )
    pairs = [[short(n), f"{count:,}"] for n, count in zip(data.class_names, counts, strict=True)]
    show(*[f"            {line}" for line in table(pairs[:20])])
    if len(pairs) > 20:
        show(f"            and {len(pairs) - 20:,} more")
