"""The three ways of ``kernelkit run``: one classifier once, one many times, or several compared.

A way splits the samples, lets classifiers learn from one part and judges them on the other, prints
what came out and writes it as JSON. A comparison is reported on, too: ``report.py``.
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
    from kernelkit.datasets.csv_reader import Column
    from kernelkit.experiments import Comparison, Holdout

    Rows = npt.NDArray[np.int64]

__all__ = ["run_compared", "run_once", "run_tuned"]

RUNS = 10
FOLDS = 5  # of cross-validation, if every class has samples for them
MOST_MISTAKES = 10  # that are listed where a confusion matrix is too wide
HELD_OUT = 0.2  # of the samples to compare on, in each run
MOST_ROWS = 10_000  # more take long to compare; --all insists
SMALL = 5_000  # numbers in a table that one worker compares on
BASELINE = "largest class"
SIZES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the learning curve, as shares
HARDEST = 10  # samples that are told of


def run_once(args: argparse.Namespace, data: Dataset, model: Any) -> None:
    """Fit one classifier to some samples, test it with the others, and draw it if asked for."""
    from kernelkit.cli.choices import as_counted, described
    from kernelkit.cli.picture import draw_picture
    from kernelkit.writing import write_whole

    name = args.classifier[0]
    if args.plot is not None and len(data.feature_names) < 2:
        stop(f"--plot: expected data of at least two features, got {len(data.feature_names)}")
    train, test = split(data.y, data.class_names, args.subsample, args.test_size, args.seed)
    show(
        field("classifier", f"{name} ({described(model)})"),
        field(
            "samples",
            f"{len(train):,} to learn from, {len(test):,} to test with (seed {args.seed})",
        ),
    )
    machine = _prepared(model, data, args.scale)
    found = _fitted(machine, data, train, test)
    names = [data.class_names[j] for j in as_counted(data)]
    seconds = found["seconds"]
    show(
        field("training", _per_cent(found["train"])),
        field("test", _per_cent(found["test"])),
        field("seconds", f"fit {seconds['fit']:.3f}, predict {seconds['predict']:.3f}"),
        *[field("note", note) for note in found["notes"]],
        "",
        *confusion_lines(found["test"]["confusion"], names),
    )
    plot = None
    if args.plot is not None:
        png, plot = draw_picture(machine, name, data, train, test)
        write_whole(args.plot, png)
        show("", field("picture", f"{args.plot}: {' and '.join(plot['features'])}"))
        show(*[field("note", f"for the picture, {note}") for note in plot["notes"]])
        plot = {"file": str(args.plot), **plot, "f_values": list(map(plain, plot["f_values"]))}
    if args.json is not None:
        content = {
            **_heading(args, model),
            "data": {
                "name": args.data,
                "description": data.description,
                "samples": len(data),
                "features": list(data.feature_names),
                "classes": names,
                "labels": _labels(data),
            },
            "test_size": args.test_size,
            "seed": args.seed,
            **found,
            "plot": plot,
        }
        write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
        show(*[""] * (plot is None), field("results", str(args.json)))


def run_tuned(args: argparse.Namespace, data: Dataset, model: Any) -> None:
    """Judge a classifier by ``repeated_holdout``, print the table, and write the numbers."""
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
    rows = np.arange(len(y))
    if args.subsample is not None:
        rows = _drawn(y, args.subsample, args.seed)
        X, y = X[rows], y[rows]
    machine = _prepared(model, data, args.scale)
    folds = folds_for(np.unique(y, return_inverse=True)[1], data.class_names, args.test_size)
    if machine is not model:
        grid = {f"model__{name}": values for name, values in grid.items()}
    options = {"runs": args.runs or RUNS, "test_size": args.test_size, "folds": folds}
    show(
        field("classifier", f"{args.classifier[0]} ({described(model)})"),
        field(
            "protocol",
            f"{options['runs']} runs, {args.test_size:g} held out, {folds} folds "
            f"(seed {args.seed})",
        ),
    )
    options |= {"seed": args.seed}
    found = repeated_holdout(
        machine, grid, X, y, n_jobs=args.jobs, progress=sys.stdout.isatty(), **options
    )
    show("", found.table(), "", *_commonest(found, data.class_names))
    hardest = [
        f"{rows[i]} ({found.times_mistaken[i]} of {found.times_tested[i]})"
        for i in found.hardest()
        if found.times_mistaken[i]
    ]
    if hardest:
        show("", field("hardest", f"rows {', '.join(hardest)}"))
    if args.json is not None:
        errors = ("train_errors", "cv_errors", "test_errors", "chosen")
        content = {
            **_heading(args, model),
            "data": args.data,
            **options,
            "points": [{k: plain(v) for k, v in point.items()} for point in found.points],
            "classes": list(data.class_names),
            **{
                name: getattr(found, name).tolist()
                for name in (*errors, "confusion_mean", "confusion_std")
            },
        }
        write_whole(args.json, json.dumps(content, allow_nan=False) + "\n")
        show(field("results", str(args.json)))


def run_compared(
    args: argparse.Namespace, data: Dataset, columns: Sequence[Column], notes: Sequence[str]
) -> None:
    """Compare, choose, test once, and report.

    Some samples are kept aside. On the others every candidate is tuned and judged by
    :func:`~kernelkit.experiments.compare`; the one with the smallest validation error learns from
    all of them, and is tested once on those kept aside.
    """
    import numpy as np

    from kernelkit.cli.choices import as_counted
    from kernelkit.cli.picture import draw_picture
    from kernelkit.cli.report import as_html

    whole = len(data)
    data, rows, notes = _usable(args, data, notes)
    train, test = split(data.y, data.class_names, None, args.test_size, args.seed)
    k, codes = len(data.class_names), np.unique(data.y, return_inverse=True)[1][train]
    if math.ceil(HELD_OUT * len(codes)) < k:
        wanted = math.ceil(k / HELD_OUT)
        stop(
            f"expected at least {wanted:,} samples to compare on, for {k} classes, got {len(codes)}"
        )
    folds = folds_for(codes, data.class_names, HELD_OUT)
    if folds < FOLDS:
        few = data.class_names[int(np.bincount(codes).argmin())]
        notes.append(f"cross-validation has {folds} folds, since {few!r} has few samples")
    show(*[field("note", note) for note in notes])
    if not args.classifier and _nothing_is_compiled():
        show(field("note", "the first run compiles, about 40 s; kernelkit warmup does it ahead"))
    candidates = candidates_for(data, args.classifier, len(train))
    show(
        field("candidates", ", ".join(candidates)),
        field("samples", f"{len(train):,} to compare on, {len(test):,} kept aside"),
    )
    found = _compared(args, data.X[train], data.y[train], candidates, folds)
    lines = comparison_rows(found)
    show("", *table([row[:-1] for row in lines]), "")
    verdict, model = _judged(found, candidates, data, train, test)
    low, high = (100 * end for end in verdict["interval"])
    show(
        field("chosen", f"{verdict['classifier']} ({verdict['settings']}), by validation"),
        field(
            "test",
            f"{verdict['wrong']:,} wrong of {plural(len(test), 'sample')} kept aside, "
            f"{100 * verdict['error']:.1f} % (95 % interval {low:.1f} to {high:.1f})",
        ),
    )
    result = found.results[verdict["classifier"]]
    order = as_counted(data)
    names = [data.class_names[j] for j in order]
    counts = np.unique(data.y, return_counts=True)[1]
    content = {
        "kernelkit": __version__,
        "data": {
            "name": args.data,
            "label": args.label,
            "samples_in_table": whole,
            "samples": len(data),
            "features": list(data.feature_names),
            "classes": names,
            "per_class": counts[order].tolist(),
            "notes": notes,
        },
        "protocol": {
            "seed": args.seed,
            "kept_aside": len(test),
            "runs": len(result.chosen),
            "held_out_in_each_run": HELD_OUT,
            "folds": folds,
        },
        "classifiers": {
            name: _candidate_numbers(candidates[name], each) for name, each in found.results.items()
        },
        "differences": [each._asdict() for each in found.differences()],
        "verdict": verdict,
        "confusion_mean": result.confusion_mean[np.ix_(order, order)].tolist(),
        "confusion_std": result.confusion_std[np.ix_(order, order)].tolist(),
        "hardest": _hardest(result, data, columns, train, rows),
        "learning_curve": _learning_curve(model, data, train, folds, args.seed),
    }
    picture = None
    if data.X.ndim == 2 and data.X.shape[1] > 1 and verdict["classifier"] != BASELINE:
        picture = draw_picture(model, verdict["classifier"], data, train, test)[0]
    page = as_html(content, lines, picture, BASELINE)
    _write_both(args.json, json.dumps(content, allow_nan=False) + "\n", args.report, page)
    show(field("report", str(args.report)), field("numbers", str(args.json)))


def split(
    y: npt.NDArray[Any], names: Sequence[str], subsample: int | None, test_size: float, seed: int
) -> tuple[Rows, Rows]:
    """Split the samples, or ``subsample`` of them, so that every class is learnt from.

    ``names`` are those of the classes, in the order of the sorted labels. Gives the rows to learn
    from and those to test with, both in random order.
    """
    import numpy as np

    codes = np.unique(y, return_inverse=True)[1]
    rows = np.arange(len(y)) if subsample is None else _drawn(y, subsample, seed)
    codes = codes[rows]
    counts = np.bincount(codes, minlength=len(names))
    if counts.min() < 2:
        few = int(counts.argmin())
        where = "these labels" if subsample is None else f"--subsample {subsample}"
        stop(
            f"every class needs two samples, one to learn from and one to test with: got "
            f"{counts[few]} of {names[few]!r} with {where} ({len(names):,} classes in all)"
        )
    n_test = round(test_size * len(rows))
    if not 0 < n_test < len(rows):
        stop(f"--test-size {test_size} of {len(rows):,} samples leaves one side empty")
    test, train = draw(codes, n_test, seed)
    unseen = np.bincount(codes[train], minlength=len(names)) == 0
    if unseen.any():
        name = names[int(unseen.argmax())]
        stop(f"--test-size {test_size} leaves no sample of {name!r} to learn from")
    return rows[train], rows[test]


def draw(codes: npt.NDArray[Any], n: int, seed: int) -> tuple[Rows, Rows]:
    """Draw n samples at random, of each class its share, and give the others too.

    Unlike scikit-learn's ``train_test_split`` this takes any n, fewer than there are classes too.
    """
    import numpy as np
    from sklearn.utils import resample, shuffle

    rows = np.arange(len(codes))
    drawn = resample(rows, replace=False, n_samples=n, stratify=codes, random_state=seed)
    return drawn, shuffle(np.setdiff1d(rows, drawn), random_state=seed)


def _drawn(y: npt.NDArray[Any], n: int, seed: int) -> Rows:
    if n > len(y):
        stop(f"--subsample: expected at most the {len(y):,} samples, got {n:,}")
    return draw(y, n, seed)[0]


def folds_for(codes: Rows, names: Sequence[str], test_size: float) -> int:
    """How many folds the smallest class allows, if a share of it is held out; at most five."""
    import numpy as np

    counts = np.bincount(codes)
    few = int(counts.argmin())
    kept = int(counts[few]) - math.ceil(int(counts[few]) * test_size)
    if kept < 2:
        stop(
            "expected more samples of each class, to split them again and again, got "
            f"{counts[few]} of {names[few]!r} to compare on: leave its rows out, or join classes "
            "by --positive"
        )
    return min(FOLDS, kept)


def _prepared(model: Any, data: Dataset, scale: bool) -> Any:
    """Put in front of a model what its data need: texts are counted word by word, gaps filled.

    With ``scale`` columns are scaled too.
    """
    import numpy as np
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    from kernelkit import BagOfWords

    steps: list[Any] = []
    if data.X.ndim == 1:
        steps = [("words", BagOfWords())]
    elif np.isnan(data.X).any():  # in every fit of many, a step that does nothing takes its time
        steps = [("fill", SimpleImputer(strategy="median"))]
    if scale and data.X.ndim == 2:
        steps.append(("scale", StandardScaler()))
    return Pipeline([*steps, ("model", model)]) if steps else model


def _labels(data: Dataset) -> list[Any]:
    import numpy as np

    from kernelkit.cli.choices import as_counted

    labels: list[Any] = np.unique(data.y)[as_counted(data)].tolist()
    return labels


def _fitted(model: Any, data: Dataset, train: Rows, test: Rows) -> dict[str, Any]:
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
        "train": _score(train, right),
        "test": {
            **_score(test, int((predicted == y[test]).sum())),
            "true": y[test].tolist(),
            "predicted": predicted.tolist(),
            "confusion": confusion_matrix(y[test], predicted, labels=_labels(data)).tolist(),
        },
        "seconds": {"fit": fit_seconds, "predict": predict_seconds},
        "notes": notes,
    }


def _score(rows: Rows, right: int) -> dict[str, Any]:
    return {
        "samples": len(rows),
        "right": right,
        "accuracy": right / len(rows),
        "rows": rows.tolist(),
    }


def _per_cent(part: dict[str, Any]) -> str:
    """Give a share in per cent and in numbers: 96.7 % right (29 of 30)."""
    return f"{100 * part['accuracy']:.1f} % right ({part['right']:,} of {part['samples']:,})"


def _heading(args: argparse.Namespace, model: Any) -> dict[str, Any]:
    return {
        "kernelkit": __version__,
        "classifier": args.classifier[0],
        "parameters": {k: plain(v) for k, v in model.get_params(deep=False).items()},
        "subsample": args.subsample,
    }


def confusion_lines(cells: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Draw a confusion matrix as wide as the terminal allows.

    Its columns are named, or numbered where the names are too long; where even that is too wide,
    the commonest mistakes are listed.
    """
    words = [short(name) for name in names]
    numbers = [str(i) for i in range(1, len(names) + 1)]
    numbered = [f"{number} {word}" for number, word in zip(numbers, words, strict=True)]
    for rows, columns in ((words, words), (numbered, numbers)):
        # A dot stands for 0, so that the others are seen.
        body = [
            [name, *(str(count) if count else "." for count in counts)]
            for name, counts in zip(rows, cells, strict=True)
        ]
        lines = table([["true", *columns], *body])
        if max(map(len, lines)) <= width():
            return ["test samples: true class in rows, predicted class in columns", *lines]
    head = ["true", "predicted", "samples"]
    pairs = [[words[i], words[j], f"{count:,}"] for count, i, j in _mistakes(cells)]
    return [
        "the commonest mistakes on test samples",
        *table([head, *pairs[:MOST_MISTAKES]], left=2),
    ]


def _mistakes(cells: Sequence[Sequence[Any]]) -> list[tuple[Any, int, int]]:
    """The entries beside the diagonal with their rows and columns, largest first."""
    found = [
        (count, i, j)
        for i, counts in enumerate(cells)
        for j, count in enumerate(counts)
        if count and i != j
    ]
    return sorted(found, key=lambda each: (-each[0], each[1:]))


def _commonest(found: Holdout, names: Sequence[str]) -> list[str]:
    """The confusions in per cent of the true class, mean ± standard deviation, largest first."""
    rows = [["true", "taken for", "% of the true class"]]
    for mean, i, j in _mistakes(found.confusion_mean.tolist())[:MOST_MISTAKES]:
        spread = 100 * found.confusion_std[i, j]
        rows.append([short(names[i]), short(names[j]), f"{100 * mean:.2f} ± {spread:.2f}"])
    return ["the commonest confusions, at the chosen points", *table(rows, left=2)]


def _usable(
    args: argparse.Namespace, data: Dataset, notes: Sequence[str]
) -> tuple[Dataset, Rows, list[str]]:
    """Leave out what cannot help, draw fewer samples where there are too many, and say so.

    Also gives the row of each sample in the data as they came, counted from 0.
    """
    from dataclasses import replace

    import numpy as np

    notes = list(notes)
    if len(data.class_names) < 2:
        stop(f"expected at least two classes of labels, got one: {data.class_names[0]!r}")
    if data.X.ndim == 2:
        same = np.array([len(np.unique(x[~np.isnan(x)])) < 2 for x in data.X.T])
        notes += [
            f"{data.feature_names[j]} has one value for all samples: left out"
            for j in np.flatnonzero(same)
        ]
        if same.all():
            stop("expected a feature that differs from sample to sample, got none")
        if same.any():
            data = data.select(features=np.flatnonzero(~same).tolist())
    n, rows = args.subsample, np.arange(len(data))
    if n is None and len(data) > MOST_ROWS and not args.all:
        n = MOST_ROWS
        notes.append(
            f"{n:,} of the {len(data):,} samples are drawn at random and used; --all takes all"
        )
    if n is not None:
        rows = np.sort(_drawn(data.y, n, args.seed))
        if len(np.unique(data.y[rows])) < len(data.class_names):
            stop(f"--subsample {n} leaves no sample of some classes: take more")
        data = replace(data, X=data.X[rows], y=data.y[rows])
    return data, rows, notes


def _nothing_is_compiled() -> bool:
    """Whether the folder for compiled code, if there is one, is empty."""
    from pathlib import Path

    from kernelkit.engine.tiles import power

    folder = getattr(getattr(power, "stats", None), "cache_path", None)
    return folder is not None and not any(Path(folder).glob("*.nbi"))


def candidates_for(data: Dataset, names: Sequence[str], n: int) -> dict[str, Any]:
    """The classifiers to compare, each with at most four points to choose from.

    Of the registered ones all that can learn from such data, or those named; and the one that
    always answers with the largest class, below which nothing has been learnt.
    """
    import numpy as np
    from sklearn.dummy import DummyClassifier
    from sklearn.utils import get_tags

    from kernelkit.estimators import CLASSIFIERS

    texts = data.X.ndim == 1
    counts = not texts and bool(((data.X >= 0) & (np.rint(data.X) == data.X)).all())
    able = [
        name
        for name, kind in CLASSIFIERS.items()
        if (get_tags(kind()).input_tags.sparse if texts else counts or name != "naive-bayes")
    ]
    check_known("--classifier", names, CLASSIFIERS)
    for name in names:
        if name not in able:
            wanted = "samples of numbers, not texts" if texts else "counts, 0, 1, 2 and so on"
            stop(f"--classifier: {name} needs {wanted}")
    grids = _grids(1 if texts else data.X.shape[1], n)
    made: dict[str, Any] = {BASELINE: DummyClassifier()}
    for name in names or able:
        model = CLASSIFIERS[name]()
        machine = _prepared(model, data, scale=name != "naive-bayes")
        before = "" if machine is model else "model__"
        made[name] = (machine, {f"{before}{key}": v for key, v in grids[name].items()})
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
    args: argparse.Namespace, X: Any, y: Any, candidates: dict[str, Any], folds: int
) -> Comparison:
    """Compare in all runs, or begin no further run after the time limit."""
    from tempfile import TemporaryDirectory

    from tqdm import tqdm

    from kernelkit.experiments import compare

    runs, seen = args.runs or RUNS, sys.stdout.isatty()
    # Two workers that load everything anew took 64 s of processor time for 72 samples of three
    # features, this process alone 37 s, and no longer by the clock.
    jobs = 1 if args.jobs is None and X.ndim == 2 and X.size <= SMALL else args.jobs
    options: dict[str, Any] = {"seed": args.seed, "folds": folds, "n_jobs": jobs}
    options["test_size"] = HELD_OUT
    if args.time_limit is None:
        # Who watches sees the errors of a classifier when it is done, above the bar.
        told = (lambda *each: tqdm.write(_done(*each), file=sys.stdout)) if seen else None
        return compare(candidates, X, y, runs, progress=seen, told=told, **options)
    end = time.monotonic() + args.time_limit
    with (
        TemporaryDirectory() as folder,
        tqdm(total=runs, unit="run", file=sys.stdout, disable=not seen) as bar,
    ):
        for done in range(2, runs + 1):  # each call does the runs that the file has not yet
            found = compare(
                candidates, X, y, done, path=f"{folder}/records", progress=False, **options
            )
            bar.update(done - bar.n)
            if time.monotonic() > end:
                break
    if done < runs:
        show(
            field("note", f"{done} of {runs} runs: the time limit of {args.time_limit:g} s is over")
        )
    return found


def _done(name: str, result: Holdout) -> str:
    return f"{name:<17}  validation {_validation(result):5.2f} %  test {_held_out(result)}"


def _validation(result: Holdout) -> float:
    """The mean error in cross-validation at the chosen points, in per cent."""
    return 100 * float(result.cv_errors.min(axis=1).mean())


def _held_out(result: Holdout) -> str:
    errors = 100 * result.chosen_errors
    return f"{errors.mean():.2f} ± {errors.std():.2f} %"


def comparison_rows(found: Comparison) -> list[list[str]]:
    """The table of a comparison: errors, differences to the choice, and the point most chosen.

    The candidates stand in the order of their validation errors, by which one is chosen.
    """
    from kernelkit.experiments.comparison import signed

    apart = {each.name: each for each in found.differences()}
    rows = [["", "validation", "test error", "minus first", "95 % interval", "most chosen"]]
    for name, result in sorted(found.results.items(), key=lambda item: _validation(item[1])):
        chosen = [point_words(result.points[j]) for j in result.chosen]
        minus, interval = "", ""
        if name in apart:
            each = apart[name]
            minus = signed(each.mean, 2)
            interval = f"{signed(each.low, 2)} to {signed(each.high, 2)}"
        errors = [f"{_validation(result):.2f} %", _held_out(result)]
        rows.append([name, *errors, minus, interval, max(chosen, key=chosen.count)])
    return rows


def _judged(
    found: Comparison, candidates: dict[str, Any], data: Dataset, train: Rows, test: Rows
) -> tuple[dict[str, Any], Any]:
    """Let the best candidate learn from all but the samples kept aside, and test it on these."""
    from scipy.stats import binomtest
    from sklearn.base import clone
    from sklearn.metrics import confusion_matrix

    from kernelkit.cli.picture import noted

    name = found.best
    result = found.results[name]
    point = result.points[int(result.cv_errors.mean(axis=0).argmin())]
    candidate = candidates[name]
    model = clone(candidate[0] if isinstance(candidate, tuple) else candidate).set_params(**point)
    X, y = data
    with noted([]):  # whether a solver came to rest is no part of the protocol
        guesses = model.fit(X[train], y[train]).predict(X[test])
    wrong = int((guesses != y[test]).sum())
    largest = clone(candidates[BASELINE]).fit(X[train], y[train]).predict(X[test])
    interval = binomtest(wrong, len(test)).proportion_ci(method="wilson")
    return {
        "classifier": name,
        "parameters": {key: plain(value) for key, value in point.items()},
        "settings": point_words(point),
        "wrong": wrong,
        "wrong_of_baseline": int((largest != y[test]).sum()),
        "tested": len(test),
        "error": wrong / len(test),
        "interval": [float(interval.low), float(interval.high)],
        "confusion": confusion_matrix(y[test], guesses, labels=_labels(data)).tolist(),
    }, model


def _learning_curve(
    model: Any, data: Dataset, train: Rows, n_folds: int, seed: int
) -> dict[str, Any]:
    """Errors after learning from ever more samples, one row for each fold."""
    import numpy as np
    from sklearn.model_selection import StratifiedKFold, learning_curve

    from kernelkit.cli.picture import noted

    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    X, y = data.X[train], data.y[train]
    with noted([]):  # of few samples, or of one class, some cannot learn
        sizes, learnt, left_out = learning_curve(
            model, X, y, cv=folds, train_sizes=SIZES, shuffle=True, random_state=seed
        )
    there = ~np.isnan(left_out + learnt).any(axis=1)
    return {
        "samples": sizes[there].tolist(),
        "left out": (1 - left_out[there].T).tolist(),
        "learnt from": (1 - learnt[there].T).tolist(),
    }


def _candidate_numbers(candidate: Any, result: Holdout) -> dict[str, Any]:
    import numpy as np

    grid = candidate[1] if isinstance(candidate, tuple) else {}
    at = np.arange(len(result.chosen)), result.chosen
    return {
        "grid": {name: [plain(value) for value in values] for name, values in grid.items()},
        "chosen": [point_words(result.points[j]) for j in result.chosen],
        "train_errors": result.train_errors[at].tolist(),
        "cv_errors": result.cv_errors[at].tolist(),
        "test_errors": result.chosen_errors.tolist(),
    }


def _hardest(
    result: Holdout, data: Dataset, columns: Sequence[Column], train: Rows, rows: Rows
) -> list[dict[str, Any]]:
    """The samples most often mistaken, each with what stands in its row of the table."""
    names = dict(zip(result.classes.tolist(), data.class_names, strict=True))
    return [
        {
            "row": int(rows[train[i]]),
            "class": names[data.y[train[i]].item()],
            "mistaken": int(result.times_mistaken[i]),
            "tested": int(result.times_tested[i]),
            "cells": _cells(data, columns, data.X[train[i]]),
        }
        for i in result.hardest(HARDEST)
        if result.times_mistaken[i]
    ]


def _cells(data: Dataset, columns: Sequence[Column], sample: Any) -> dict[str, str]:
    """The row of the table of which a sample was made: a word instead of several 0 and 1."""
    if data.X.ndim == 1:
        return {"text": short(str(sample), 80)}
    values = dict(zip(data.feature_names, sample.tolist(), strict=True))
    cells = {}
    for column in columns:
        if column.kind != "words":
            continue
        own = {name: values.pop(name) for name in column.features if name in values}
        word = next((name for name, value in own.items() if value == 1), "another")
        if own:
            gap = any(math.isnan(value) for value in own.values())
            cells[column.name] = "missing" if gap else word.removeprefix(f"{column.name} = ")
    cells |= {name: "missing" if math.isnan(x) else f"{x:.6g}" for name, x in values.items()}
    order = [column.name for column in columns] or list(data.feature_names)
    return {name: cells[name] for name in order if name in cells}


def _write_both(json_file: Any, numbers: str, html_file: Any, page: str) -> None:
    """Write both files or, on a full disk, none of them that was not there before."""
    from kernelkit.writing import write_whole

    new = not json_file.exists()
    write_whole(json_file, numbers)
    try:
        write_whole(html_file, page)
    except OSError:
        if new:
            json_file.unlink(missing_ok=True)
        raise
