"""The three ways of ``kernelkit run``: one classifier once, one many times, or several compared.

A way splits the samples, lets classifiers learn from one part and judges them on the other, prints
what came out and writes it as JSON. A comparison is reported on, too: ``report.py``. All three are
given the samples to use and the row of each in the data as they came, counted from 0.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import TYPE_CHECKING, Any

from kernelkit import __version__
from kernelkit.cli.text import (
    check_known,
    field,
    plain,
    plural,
    point_words,
    short,
    show,
    stop,
    table,
    width,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from kernelkit.datasets import Dataset
    from kernelkit.experiments import Comparison, Holdout

    Rows = npt.NDArray[np.int64]

__all__ = ["draw", "run_compared", "run_once", "run_tuned"]

RUNS = 10
FOLDS = 5  # of cross-validation, if every class has samples for them
MOST_MISTAKES = 10  # that are listed
HELD_OUT = 0.2  # of the samples to compare on, in each run
SMALL = 5_000  # numbers in a table that one worker takes
BASELINE = "largest class"
SIZES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the learning curve, as shares
HARDEST = 10  # samples that a report tells of


def run_once(args: argparse.Namespace, data: Dataset, rows: Rows) -> None:
    """Fit one classifier to some samples, test it with the others, and draw it if asked for."""
    from kernelkit.cli.picture import draw_picture
    from kernelkit.writing import write_whole

    name = args.classifier[0]
    model, _ = _asked_for(args)
    machine, _ = _prepared(model, data, args.scale, {})
    if args.plot is not None and len(data.feature_names) < 2:
        stop(f"--plot: expected data of at least two features, got {len(data.feature_names)}")
    train, test = _split(data, args.test_size, args.seed)
    learnt = f"{len(train):,} to learn from, {len(test):,} to test with (seed {args.seed})"
    show(_model_line(name, model), field("samples", learnt))
    found = _tested(machine, data, train, test)
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
        png, features = draw_picture(machine, name, data, train, test)
        write_whole(args.plot, png)
        show("", field("picture", f"{args.plot}: {' and '.join(features)}"))
    if args.json is not None:
        found["train"]["rows"], found["test"]["rows"] = rows[train], rows[test]
        _write_numbers(args, data, {"classifier": name, "parameters": model.get_params(), **found})
        show(*[""] * (args.plot is None), field("results", str(args.json)))


def run_tuned(args: argparse.Namespace, data: Dataset, rows: Rows) -> None:
    """Judge a classifier by ``repeated_holdout``, print the table, and write the numbers."""
    from kernelkit.experiments import repeated_holdout

    model, grid = _asked_for(args)
    if not grid:  # a grid of one point: the model as it is
        name = next(iter(model.get_params(deep=False)))
        grid = {name: [getattr(model, name)]}
    machine, grid = _prepared(model, data, args.scale, grid)
    runs, folds = args.runs or RUNS, _folds_for(data.y, args.test_size)
    protocol = f"{runs} runs, {args.test_size:g} held out, {folds} folds (seed {args.seed})"
    show(_model_line(args.classifier[0], model), field("protocol", protocol))
    how = {"runs": runs, "test_size": args.test_size, "folds": folds, "seed": args.seed}
    found = repeated_holdout(
        machine, grid, *data, n_jobs=_jobs(data.X), progress=sys.stdout.isatty(), **how
    )
    pairs = [["true", "taken for", "% of the true class"]]
    for mean, i, j in _mistakes(found.confusion_mean):
        spread = 100 * found.confusion_std[i, j]
        names = [short(data.class_names[k]) for k in (i, j)]
        pairs.append([*names, f"{100 * mean:.2f} ± {spread:.2f}"])
    show("", found.table(), "")
    show("the commonest confusions, at the chosen points", *table(pairs, left=2))
    hardest = _hardest(found, data, rows, 5)
    if hardest:
        listed = [f"{each['row']} ({each['mistaken']} of {each['tested']})" for each in hardest]
        show("", field("hardest", f"rows {', '.join(listed)}"))
    if args.json is not None:
        told = {"classifier": args.classifier[0], "parameters": model.get_params(), **how}
        _write_numbers(args, data, {**told, **found._asdict()})
        show(field("results", str(args.json)))


def run_compared(args: argparse.Namespace, data: Dataset, rows: Rows, notes: Sequence[str]) -> None:
    """Compare, choose, test once, and report.

    Some samples are kept aside. On the others every candidate is tuned and judged by
    :func:`~kernelkit.experiments.compare`; the one with the smallest validation error learns from
    all of them, and is tested once on those kept aside.
    """
    from dataclasses import replace

    import numpy as np
    from scipy.stats import binomtest
    from sklearn.base import clone

    from kernelkit.cli.picture import draw_picture
    from kernelkit.cli.report import as_html
    from kernelkit.writing import write_whole

    train, test = _split(data, args.test_size, args.seed)
    learnt = replace(data, X=data.X[train], y=data.y[train])
    candidates = candidates_for(data, args.classifier, len(train))
    folds = _folds_for(learnt.y, HELD_OUT)
    show(
        field("candidates", ", ".join(candidates)),
        field("samples", f"{len(train):,} to compare on, {len(test):,} kept aside"),
    )
    found = _compared(args, learnt, candidates, folds)
    lines = comparison_rows(found)
    show("", *table([row[:-1] for row in lines]), "")
    name, result = found.best, found.results[found.best]
    point = result.points[int(result.cv_errors.mean(axis=0).argmin())]
    model = clone(candidates[name][0]).set_params(**point)
    tested = _tested(model, data, train, test)["test"]
    wrong = len(test) - tested["right"]
    low, high = binomtest(wrong, len(test)).proportion_ci(method="wilson")
    show(
        field("chosen", f"{name} ({point_words(point)}), by validation"),
        field(
            "test",
            f"{wrong:,} wrong of {plural(len(test), 'sample')} kept aside, "
            f"{100 * wrong / len(test):.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})",
        ),
    )
    largest = _tested(candidates[BASELINE][0], data, train, test)["test"]
    content = _write_numbers(
        args,
        data,
        {
            "label": args.label,
            "per_class": np.unique(data.y, return_counts=True)[1],
            "notes": notes,
            "protocol": {"runs": len(result.chosen), "held_out": HELD_OUT, "folds": folds},
            "classifiers": {key: _at_chosen(each) for key, each in found.results.items()},
            "differences": [each._asdict() for each in found.differences()],
            "verdict": {
                "classifier": name,
                "parameters": point,
                "settings": point_words(point),
                "wrong": wrong,
                "wrong_of_baseline": len(test) - largest["right"],
                "tested": len(test),
                "interval": [low, high],
                "confusion": tested["confusion"],
            },
            "confusion_mean": result.confusion_mean,
            "confusion_std": result.confusion_std,
            "hardest": _hardest(result, learnt, rows[train], HARDEST),
            "learning_curve": _learning_curve(model, learnt, folds, args.seed),
        },
    )
    regions = None
    if len(data.feature_names) > 1 and name != BASELINE:
        regions, _ = draw_picture(model, name, data, train, test)
    write_whole(args.report, as_html(content, lines, regions, BASELINE))
    show(field("report", str(args.report)), field("numbers", str(args.json)))


def draw(y: npt.NDArray[Any], n: int, seed: int) -> tuple[Rows, Rows]:
    """Draw n samples at random, of each class its share, and give the others too.

    Unlike scikit-learn's ``train_test_split`` this takes any n, fewer than there are classes too.
    """
    import numpy as np
    from sklearn.utils import resample, shuffle

    rows = np.arange(len(y))
    drawn = resample(rows, replace=False, n_samples=n, stratify=y, random_state=seed)
    return drawn, shuffle(np.setdiff1d(rows, drawn), random_state=seed)


def _split(data: Dataset, test_size: float, seed: int) -> tuple[Rows, Rows]:
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


def _folds_for(y: npt.NDArray[Any], test_size: float) -> int:
    """As many folds as the smallest class allows if a share of it is held out; two to five."""
    import numpy as np

    fewest = int(np.unique(y, return_counts=True)[1].min())
    return max(2, min(FOLDS, fewest - math.ceil(fewest * test_size)))


def _asked_for(args: argparse.Namespace) -> tuple[Any, dict[str, list[Any]]]:
    """Make the classifier of ``--classifier``, ``--kernel`` and ``--set``, and the grid to tune."""
    from kernelkit.cli.choices import make_classifier, read_settings

    model = make_classifier(args.classifier[0], args.kernel, args.seed)
    values = read_settings(model, "--set", args.set)
    grid = read_settings(model, "--tune", args.tune)
    for name in values.keys() & grid.keys():
        stop(f"--tune: expected parameters that --set does not set, got {name!r} in both")
    return model.set_params(**{name: value for name, [value] in values.items()}), grid


def _prepared(
    model: Any, data: Dataset, scale: bool, grid: dict[str, list[Any]]
) -> tuple[Any, dict[str, list[Any]]]:
    """Put in front of a model what its data need, and name the parameters of its grid anew.

    Texts are counted word by word, gaps are filled, and with ``scale`` columns are scaled.
    """
    import numpy as np
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.utils import get_tags

    from kernelkit import BagOfWords

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


def _model_line(name: str, model: Any) -> str:
    from kernelkit.cli.choices import described

    return field("classifier", f"{name} ({described(model)})")


def _jobs(X: npt.NDArray[Any]) -> int | None:
    """One worker for little work, else all.

    Two workers that load everything anew took 64 s of processor time for 72 samples of three
    features, this process alone 37 s, and no longer by the clock.
    """
    return 1 if X.ndim == 2 and X.size <= SMALL else None


def _tested(model: Any, data: Dataset, train: Rows, test: Rows) -> dict[str, Any]:
    """Fit the model to the training samples and let it predict them and the test samples."""
    from sklearn.metrics import confusion_matrix

    from kernelkit.cli.picture import noted

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


def _per_cent(part: dict[str, Any]) -> str:
    """Give a share in per cent and in numbers: 96.7 % right (29 of 30)."""
    right, n = part["right"], part["samples"]
    return f"{100 * right / n:.1f} % right ({right:,} of {n:,})"


def _write_numbers(
    args: argparse.Namespace, data: Dataset, numbers: dict[str, Any]
) -> dict[str, Any]:
    """Write what came out, below what it came from, as JSON; give what was written."""
    from kernelkit.writing import write_whole

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
    words = [short(name) for name in names]
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
    import numpy as np

    found = [(cells[i, j], i, j) for i, j in np.argwhere(cells).tolist() if i != j]
    return sorted(found, key=lambda each: (-each[0], each[1:]))[:MOST_MISTAKES]


def _hardest(result: Holdout, data: Dataset, rows: Rows, count: int) -> list[dict[str, Any]]:
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


def candidates_for(data: Dataset, names: Sequence[str], n: int) -> dict[str, Any]:
    """The classifiers to compare on n samples, each with a grid of at most four points.

    Of the registered ones all that can learn from such data, or those named; and the one that
    always answers with the largest class, below which nothing has been learnt.
    """
    import numpy as np
    from sklearn.dummy import DummyClassifier
    from sklearn.utils import get_tags

    from kernelkit.estimators import CLASSIFIERS

    check_known("--classifier", names, CLASSIFIERS)
    texts = data.X.ndim == 1
    counts = not texts and bool(((data.X >= 0) & (np.rint(data.X) == data.X)).all())
    able = [
        name
        for name, kind in CLASSIFIERS.items()
        if (get_tags(kind()).input_tags.sparse if texts else counts or name != "naive-bayes")
    ]
    grids = _grids(max(1, len(data.feature_names)), n)
    made: dict[str, Any] = {BASELINE: (DummyClassifier(), {"strategy": ["most_frequent"]})}
    for name in names or able:
        scale = name != "naive-bayes" and not texts
        made[name] = _prepared(CLASSIFIERS[name](), data, scale, grids[name])
    return made


def _grids(d: int, n: int) -> dict[str, dict[str, list[Any]]]:
    """Four points for each classifier, which every run tries in every fold; n samples, d features.

    The distance of two samples of d scaled features is about the square root of 2 d.
    """
    sigmas = [factor * math.sqrt(d) for factor in (0.5, 1.5)]
    most = n * (FOLDS - 1) // FOLDS * 4 // 5  # samples that a fold of a run learns from
    return {
        "gaussian": {"covariance": ["shared", "per-class"], "shrinkage": [0.01, 0.3]},
        "kernel-perceptron": {"kernel__sigma": sigmas, "average": [False, True]},
        "kernel-svm": {"C": [1.0, 10.0], "kernel__sigma": sigmas},
        "knn": {"n_neighbors": [k for k in (1, 5, 11, 25) if k <= max(1, most)]},
        "least-squares": {"ridge": [0.1, 1.0, 10.0, 100.0]},
        "linear-svm": {"C": [0.01, 0.1, 1.0, 10.0]},
        "logistic": {"prior_variance": [0.01, 0.1, 1.0, 10.0]},
        "naive-bayes": {"smoothing": [0.01, 0.1, 0.3, 1.0]},
        "perceptron": {"max_epochs": [5, 50], "average": [False, True]},
    }


def _compared(
    args: argparse.Namespace, data: Dataset, candidates: dict[str, Any], folds: int
) -> Comparison:
    """Compare; who watches sees the errors of a classifier when it is done, above the bar."""
    from tqdm import tqdm

    from kernelkit.experiments import compare
    from kernelkit.validation import naming

    seen = sys.stdout.isatty()

    def tell(name: str, result: Holdout) -> None:
        validation, error = _errors(result)
        line = f"{name:<17}  validation {validation}  test {error}"
        tqdm.write(line, file=sys.stdout)

    with naming({"test_size": "the share held out in each run"}):
        return compare(
            candidates,
            data.X,
            data.y,
            runs=args.runs or RUNS,
            test_size=HELD_OUT,
            folds=folds,
            seed=args.seed,
            n_jobs=_jobs(data.X),
            progress=seen,
            told=tell if seen else None,
        )


def _errors(result: Holdout) -> tuple[str, str]:
    """Validation and test error at the chosen points in per cent, the latter with its spread."""
    errors = 100 * result.chosen_errors
    validation = 100 * result.cv_errors.min(axis=1).mean()
    return f"{validation:.2f} %", f"{errors.mean():.2f} ± {errors.std():.2f} %"


def comparison_rows(found: Comparison) -> list[list[str]]:
    """The table of a comparison: errors, differences to the choice, and the point most chosen.

    The candidates stand in the order of their validation errors, by which one is chosen.
    """
    from kernelkit.experiments.comparison import signed

    apart = {each.name: each for each in found.differences()}
    rows = [["", "validation", "test error", "minus first", "95 % interval", "most chosen"]]
    ranked = sorted(found.results.items(), key=lambda item: item[1].cv_errors.min(axis=1).mean())
    for name, result in ranked:
        minus, interval = "", ""
        if name in apart:
            mean, low, high = (signed(share, 2) for share in apart[name][2:])
            minus, interval = mean, f"{low} to {high}"
        chosen = _at_chosen(result)["chosen"]
        rows.append([name, *_errors(result), minus, interval, max(chosen, key=chosen.count)])
    return rows


def _at_chosen(result: Holdout) -> dict[str, Any]:
    """What was chosen in each run, and its errors."""
    import numpy as np

    return {
        "chosen": [point_words(result.points[j]) for j in result.chosen],
        "cv_errors": result.cv_errors[np.arange(len(result.chosen)), result.chosen],
        "test_errors": result.chosen_errors,
    }


def _learning_curve(model: Any, data: Dataset, n_folds: int, seed: int) -> dict[str, Any]:
    """Errors after learning from ever more samples, one row for each fold."""
    import numpy as np
    from sklearn.model_selection import StratifiedKFold, learning_curve

    from kernelkit.cli.picture import noted

    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    with noted([]):  # of few samples, or of one class, some cannot learn
        sizes, learnt, left_out = learning_curve(
            model, *data, cv=folds, train_sizes=SIZES, shuffle=True, random_state=seed
        )
    there = ~np.isnan(left_out + learnt).any(axis=1)
    return {
        "samples": sizes[there],
        "left out": 1 - left_out[there].T,
        "learnt from": 1 - learnt[there].T,
    }
