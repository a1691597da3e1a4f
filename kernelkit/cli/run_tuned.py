"""``kernelkit run`` with one classifier in many runs: its parameters tuned, its errors with ±."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from kernelkit import __version__
from kernelkit.cli.run_once import draw, folds_for, plain, prepared
from kernelkit.cli.text import field, print_lines, shortened, stop, table

if TYPE_CHECKING:
    import argparse

    from kernelkit.datasets import Dataset
    from kernelkit.experiments import Holdout

__all__ = ["run_tuned"]

RUNS = 10


def run_tuned(args: argparse.Namespace, data: Dataset, model: Any) -> int:
    """Judge a classifier by ``repeated_holdout``, print the table, and write the numbers."""
    import json

    import numpy as np

    from kernelkit.cli.choices import described, given_names, make_grid
    from kernelkit.experiments import repeated_holdout
    from kernelkit.writing import write_whole

    grid = make_grid(model, args.classifier[0], args.tune)
    both = [name for name in grid if name in given_names(model, args.classifier[0], args.set)]
    if both:
        stop(f"--tune: expected parameters that --set does not set, got {both[0]!r} in both")
    if not grid:  # a grid of one point: the model as it is
        name = next(iter(model.get_params(deep=False)))
        grid = {name: [getattr(model, name)]}
    X, y = data
    if args.subsample is not None:
        if args.subsample > len(y):
            stop(f"--subsample: expected at most the {len(y):,} samples, got {args.subsample:,}")
        rows, _ = draw(np.unique(y, return_inverse=True)[1], args.subsample, args.seed)
        X, y = X[rows], y[rows]
    whole = prepared(model, data, args.scale)
    folds = folds_for(np.unique(y, return_inverse=True)[1], data.class_names, args.test_size)
    if whole is not model:
        grid = {f"{type(model).__name__.lower()}__{name}": v for name, v in grid.items()}
    runs = args.runs or RUNS
    print_lines(
        field("classifier", f"{args.classifier[0]} ({described(model)})"),
        field(
            "protocol",
            f"{runs} runs, {args.test_size:g} held out, {folds} folds (seed {args.seed})",
        ),
    )
    options: dict[str, Any] = {"runs": runs, "test_size": args.test_size, "folds": folds}
    options["seed"] = args.seed
    found = repeated_holdout(
        whole, grid, X, y, n_jobs=args.jobs, progress=sys.stdout.isatty(), **options
    )
    print_lines("", found.table(), "", *_confusion_lines(found, data.class_names))
    if found.times_mistaken.any():
        places = rows if args.subsample else np.arange(len(y))
        print_lines("", field("hardest", _hardest(found, places, found.hardest())))
    if args.json is not None:
        content = {
            "kernelkit": __version__,
            "classifier": args.classifier[0],
            "parameters": {k: plain(v) for k, v in model.get_params(deep=False).items()},
            "data": args.data,
            "subsample": args.subsample,
            **options,
            "points": [{k: plain(v) for k, v in point.items()} for point in found.points],
            "train_errors": found.train_errors.tolist(),
            "cv_errors": found.cv_errors.tolist(),
            "test_errors": found.test_errors.tolist(),
            "chosen": found.chosen.tolist(),
            "classes": list(data.class_names),
            "confusion_mean": found.confusion_mean.tolist(),
            "confusion_std": found.confusion_std.tolist(),
        }
        write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
        print_lines(field("results", str(args.json)))
    return 0


def _confusion_lines(found: Holdout, names: tuple[str, ...]) -> list[str]:
    """The confusions in per cent of the true class, mean ± standard deviation, largest first."""
    pairs = [
        (-mean, i, j)
        for i, row in enumerate(found.confusion_mean.tolist())
        for j, mean in enumerate(row)
        if i != j and mean > 0
    ]
    rows = [["true", "taken for", "% of the true class"]]
    for mean, i, j in sorted(pairs)[:10]:
        spread = 100 * found.confusion_std[i, j]
        rows.append([shortened(names[i]), shortened(names[j]), f"{-100 * mean:.2f} ± {spread:.2f}"])
    return ["the commonest confusions, at the chosen points", *table(rows, left=2)]


def _hardest(found: Holdout, rows: Any, hardest: Any) -> str:
    """Name the samples most often mistaken by their rows in the data, counted from 0."""
    mistaken = [i for i in hardest if found.times_mistaken[i]]
    return "rows " + ", ".join(
        f"{rows[i]} ({found.times_mistaken[i]} of {found.times_tested[i]})" for i in mistaken
    )
