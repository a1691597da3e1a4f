"""Two ways of ``kernelkit run``: one classifier once, or many times; and what all ways share.

A way splits the samples, lets classifiers learn from one part and judges them on the other, prints
what came out and writes it as JSON. Several classifiers: ``compared.py``.
"""

import argparse
import json
import math
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.metrics import confusion_matrix
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

from kernelkit import BagOfWords, __version__
from kernelkit.cli.choices import described, make_classifier, read_settings
from kernelkit.cli.samples import draw
from kernelkit.cli.text import counted, field, plain, short, show, stop, width
from kernelkit.datasets import Dataset
from kernelkit.showing import table
from kernelkit.validation import Integers, Labels
from kernelkit.writing import write_whole

RUNS = 10
FOLDS = 5  # of cross-validation, if every class has samples for them
MOST_MISTAKES = 10  # that are listed
SMALL = 5_000  # numbers in a table that one worker takes


def run_once(args: argparse.Namespace, data: Dataset, rows: Integers) -> None:
    """Fit one classifier to some samples, test it with the others, and draw it if asked for."""
    name = args.classifier[0]
    model, _ = _asked_for(args)
    machine, _ = prepared(model, data, args.scale, {})
    if args.plot is not None and len(data.feature_names) < 2:
        stop(f"--plot: expected data of at least two features, got {len(data.feature_names)}")
    train, test = split_rows(data, args.test_size, args.seed)
    learnt = f"{len(train):,} to learn from, {len(test):,} to test with (seed {args.seed})"
    show(field("classifier", f"{name} ({described(model)})"), field("samples", learnt))
    found = tested(machine, data, train, test)
    seconds = found["seconds"]
    show(
        field("training", _per_cent(found["train"])),
        field("test", _per_cent(found["test"])),
        field("seconds", f"fit {seconds['fit']:.3f}, predict {seconds['predict']:.3f}"),
        *[field("note", note) for note in found["notes"]],
        "",
        *confusion_lines(found["test"]["confusion"], data.class_names),
    )
    if args.plot is not None:
        from kernelkit.cli.picture import draw_picture

        png, features = draw_picture(machine, name, data, train, test)
        write_whole(args.plot, png)
        show("", field("picture", f"{args.plot}: {' and '.join(features)}"))
    if args.json is not None:
        found["train"]["rows"], found["test"]["rows"] = rows[train], rows[test]
        write_numbers(args, data, {"classifier": name, "parameters": model.get_params(), **found})
        if args.plot is None:
            show("")
        show(field("results", str(args.json)))


def run_tuned(args: argparse.Namespace, data: Dataset, rows: Integers) -> None:
    """Judge a classifier by ``repeated_holdout``, print the table, and write the numbers."""
    from kernelkit.experiments import repeated_holdout

    name = args.classifier[0]
    model, grid = _asked_for(args)
    if not grid:  # a grid of one point, the model as it is, by which its row of the table is named
        first = next(iter(model.get_params(deep=False)))
        grid = {first: [getattr(model, first)]}
    machine, grid = prepared(model, data, args.scale, grid)
    runs, folds = args.runs or RUNS, folds_for(data.y, args.test_size)
    protocol = f"{runs} runs, {args.test_size:g} held out, {folds} folds (seed {args.seed})"
    show(field("classifier", f"{name} ({described(model)})"), field("protocol", protocol))
    how = {"runs": runs, "test_size": args.test_size, "folds": folds, "seed": args.seed}
    found = repeated_holdout(
        machine, grid, *data, n_jobs=jobs_for(data.X), progress=sys.stdout.isatty(), **how
    )
    pairs = [["true", "taken for", "% of the true class"]]
    for mean, i, j in _mistakes(found.confusion_mean):
        spread = 100 * found.confusion_std[i, j]
        names = [short(data.class_names[k]) for k in (i, j)]
        pairs.append([*names, f"{100 * mean:.2f} ± {spread:.2f}"])
    show("", found.table(), "")
    show("the commonest confusions, at the chosen points", *table(pairs, left=2))
    hardest = hardest_samples(found, data, rows, 5)
    if hardest:
        listed = [f"{each['row']} ({each['mistaken']} of {each['tested']})" for each in hardest]
        show("", field("hardest", f"rows {', '.join(listed)}"))
    if args.json is not None:
        told = {"classifier": name, "parameters": model.get_params(), **how}
        write_numbers(args, data, {**told, **found._asdict()})
        show(field("results", str(args.json)))


def _asked_for(args: argparse.Namespace) -> tuple[Any, dict[str, list[Any]]]:
    """Make the classifier of ``--classifier``, ``--kernel`` and ``--set``, and the grid to tune."""
    model = make_classifier(args.classifier[0], args.kernel, args.seed)
    values = read_settings(model, "--set", args.set)
    grid = read_settings(model, "--tune", args.tune)
    for name in values.keys() & grid.keys():
        stop(f"--tune: expected parameters that --set does not set, got {name!r} in both")
    return model.set_params(**{name: value for name, [value] in values.items()}), grid


def split_rows(data: Dataset, test_size: float, seed: int) -> tuple[Integers, Integers]:
    """Split the samples into those to learn from and those to test with, both in random order."""
    n_test = round(test_size * len(data))
    if not 0 < n_test < len(data):
        stop(f"--test-size {test_size} of {len(data):,} samples leaves one side empty")
    test, train = draw(data.y, n_test, seed)
    learnt = set(data.y[train].tolist())
    for name, label in zip(data.class_names, sorted(set(data.y.tolist())), strict=True):
        if label not in learnt:
            stop(f"--test-size {test_size} leaves no sample of {name!r} to learn from")
    return train, test


def folds_for(y: Labels, test_size: float) -> int:
    """As many folds as the smallest class allows if a share of it is held out; two to five."""
    fewest = int(np.unique(y, return_counts=True)[1].min())
    return max(2, min(FOLDS, fewest - math.ceil(fewest * test_size)))


def prepared(
    model: Any, data: Dataset, scale: bool, grid: dict[str, list[Any]]
) -> tuple[Any, dict[str, list[Any]]]:
    """Put in front of a model what its data need, and name the parameters of its grid anew.

    Texts are counted word by word, gaps are filled, and with ``scale`` columns are scaled.
    """
    steps: list[Any] = []
    if data.X.ndim == 1:
        if scale or not get_tags(model).input_tags.sparse:
            what = "--scale" if scale else f"--classifier: {type(model).__name__}"
            stop(f"{what} is for numbers, and these data are texts")
        steps = [("words", BagOfWords())]
    elif np.isnan(data.X).any():  # in every fit of many, a step that does nothing takes its time
        steps = [("fill", SimpleImputer(strategy="median"))]
    if scale:
        steps.append(("scale", StandardScaler()))
    if not steps:
        return model, grid
    machine = Pipeline([*steps, ("model", model)])
    return machine, {f"model__{name}": values for name, values in grid.items()}


def jobs_for(X: Any) -> int | None:
    """One worker for little work, else all.

    Two workers that load everything anew took 64 s of processor time for 72 samples of three
    features, this process alone 37 s, and no longer by the clock.
    """
    return 1 if X.ndim == 2 and X.size <= SMALL else None


def tested(model: Any, data: Dataset, train: Integers, test: Integers) -> dict[str, Any]:
    """Fit the model to the training samples and let it predict them and the test samples."""
    X, y = data
    notes: list[str] = []
    with noted(notes):
        start = time.perf_counter()
        model.fit(X[train], y[train])
        fit_seconds = time.perf_counter() - start
        # Untimed, so it comes first: the first prediction may have to compile.
        right = int((model.predict(X[train]) == y[train]).sum())
        start = time.perf_counter()
        predicted = model.predict(X[test])
        predict_seconds = time.perf_counter() - start
    return {
        "train": {"samples": len(train), "right": right},
        "test": {
            "samples": len(test),
            "right": int((predicted == y[test]).sum()),
            "true": y[test],
            "predicted": predicted,
            "confusion": confusion_matrix(y[test], predicted, labels=sorted(set(y.tolist()))),
        },
        "seconds": {"fit": fit_seconds, "predict": predict_seconds},
        "notes": notes,
    }


@contextmanager
def noted(notes: list[str]) -> Iterator[None]:
    """Collect the warnings of a classifier as sentences, each once, instead of printing them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    sentences = (" ".join(str(warning.message).split()) for warning in caught)
    notes += dict.fromkeys(sentences)


def _per_cent(part: dict[str, Any]) -> str:
    """Give a share in per cent and in numbers: 96.7 % right (29 of 30)."""
    right, n = part["right"], part["samples"]
    return f"{100 * right / n:.1f} % right ({right:,} of {n:,})"


def write_numbers(
    args: argparse.Namespace, data: Dataset, numbers: dict[str, Any]
) -> dict[str, Any]:
    """Write what came out, below what it came from, as JSON; give what was written."""
    content: dict[str, Any] = plain(
        {
            "kernelkit": __version__,
            "data": {
                "name": args.data,
                "samples": len(data),
                "features": data.feature_names,
                "classes": data.class_names,
            },
            "seed": args.seed,
            "test_size": args.test_size,
            "subsample": args.subsample,
            **numbers,
        }
    )
    write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
    return content


def confusion_lines(cells: Any, names: Sequence[str]) -> list[str]:
    """Draw a confusion matrix, or list the commonest mistakes where it is too wide to be read."""
    order = counted(names)
    words, cells = [short(names[k]) for k in order], np.asarray(cells)[np.ix_(order, order)]
    # A dot stands for 0, so that the others are seen.
    body = [
        [name, *(str(count) if count else "." for count in counts)]
        for name, counts in zip(words, cells, strict=True)
    ]
    lines = table([["true", *words], *body])
    if max(map(len, lines)) <= width():
        return ["test samples: true class in rows, predicted class in columns", *lines]
    pairs = [[words[i], words[j], f"{count:,}"] for count, i, j in _mistakes(cells)]
    head = ["true", "predicted", "samples"]
    return ["the commonest mistakes on test samples", *table([head, *pairs], left=2)]


def _mistakes(cells: Any) -> list[tuple[Any, int, int]]:
    """The largest entries beside the diagonal of a matrix, with their rows and columns."""
    found = [(cells[i, j], i, j) for i, j in np.argwhere(cells).tolist() if i != j]
    return sorted(found, key=lambda each: (-each[0], each[1:]))[:MOST_MISTAKES]


def hardest_samples(result: Any, data: Dataset, rows: Integers, count: int) -> list[dict[str, Any]]:
    """The samples most often mistaken, each with its row and what is in it."""
    names = dict(zip(result.classes.tolist(), data.class_names, strict=True))
    return [
        {
            "row": int(rows[i]),
            "class": names[data.y[i].item()],
            "mistaken": int(result.times_mistaken[i]),
            "tested": int(result.times_tested[i]),
            "cells": _cells(data, i),
        }
        for i in result.hardest(count)
        if result.times_mistaken[i]
    ]


def _cells(data: Dataset, i: int) -> dict[str, str]:
    if data.X.ndim == 1:
        return {"text": short(str(data.X[i]), 80)}
    values = zip(data.feature_names, data.X[i].tolist(), strict=True)
    return {name: "missing" if math.isnan(x) else f"{x:.6g}" for name, x in values}
