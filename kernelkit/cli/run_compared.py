"""``kernelkit run`` with several classifiers: the same splits and the same care for each of them.

Some samples are kept aside. On the others every candidate is tuned and judged by
:func:`~kernelkit.experiments.compare`; the one with the smallest validation error learns from all
of them, and is tested once on those kept aside. ``report.py`` writes it down.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from kernelkit.cli.run_once import FOLDS, draw, folds_for, plain, split_samples
from kernelkit.cli.text import field, plural, print_lines, stop

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    import numpy.typing as npt

    from kernelkit.datasets import Dataset
    from kernelkit.experiments import Comparison

__all__ = ["BASELINE", "Candidates", "Verdict", "point_words", "run_compared"]

RUNS = 10
HELD_OUT = 0.2  # of the samples to compare on, in each run
MOST_ROWS = 10_000  # more take long; --all insists
BASELINE = "largest class"
SIZES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the learning curve, as shares

Candidates = dict[str, Any]


class Verdict(NamedTuple):
    """The classifier that was chosen, and its one test."""

    name: str
    point: dict[str, Any]  # its parameters
    model: Any  # fitted to all samples that were not kept aside
    wrong: int
    wrong_of_baseline: int  # by always answering with the largest class
    n_test: int
    interval: tuple[float, float]  # Wilson's, 95 %
    confusion: npt.NDArray[Any]  # of the samples kept aside
    folds: int  # of cross-validation
    sizes: Any  # of the learning curve: samples learnt from
    curve: dict[str, Any]  # errors, one row for each fold


def run_compared(args: argparse.Namespace, data: Dataset, notes: Sequence[str]) -> int:
    """Compare, choose, test once, and report; ``notes`` are about the columns."""
    import json
    import math

    import numpy as np

    from kernelkit.cli.report import as_html, as_json

    whole = len(data)
    data, rows, notes = _usable(args, data, notes)
    parts = split_samples(data.y, data.class_names, None, args.test_size, args.seed)
    k, codes = len(data.class_names), np.unique(data.y, return_inverse=True)[1][parts.train]
    if math.ceil(HELD_OUT * len(codes)) < k:
        wanted = math.ceil(k / HELD_OUT)
        stop(
            f"expected at least {wanted:,} samples to compare on, for {k} classes, got {len(codes)}"
        )
    folds = folds_for(codes, data.class_names, HELD_OUT)
    if folds < FOLDS:
        few = data.class_names[int(np.bincount(codes).argmin())]
        notes.append(f"cross-validation has {folds} folds, since {few!r} has few samples")
    print_lines(*[field("note", note) for note in notes])
    candidates = candidates_for(data, args.classifier, len(parts.train))
    print_lines(
        field("candidates", ", ".join(candidates)),
        field("samples", f"{len(parts.train):,} to compare on, {len(parts.test):,} kept aside"),
    )
    found = _compared(args, data, parts.train, candidates, folds)
    print_lines("", found.table(), "")
    verdict = judged(found, candidates, data, parts, args.seed, folds)
    low, high = (100 * end for end in verdict.interval)
    print_lines(
        field("chosen", f"{verdict.name} ({point_words(verdict.point)}), by validation"),
        field(
            "test",
            f"{verdict.wrong:,} wrong of {plural(verdict.n_test, 'sample')} kept aside, "
            f"{100 * verdict.wrong / verdict.n_test:.1f} % (95 % interval {low:.1f} to {high:.1f})",
        ),
    )
    content = as_json(args, data, whole, rows[parts.train], notes, candidates, found, verdict)
    page = as_html(content, data, parts, found, verdict)
    _write_both(args.json, json.dumps(content, allow_nan=False) + "\n", args.report, page)
    print_lines(field("report", str(args.report)), field("numbers", str(args.json)))
    return 0


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


def _usable(
    args: argparse.Namespace, data: Dataset, notes: Sequence[str]
) -> tuple[Dataset, npt.NDArray[Any], list[str]]:
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
    if n is not None and n > len(data):
        stop(f"--subsample: expected at most the {len(data):,} samples, got {n:,}")
    if n is None and len(data) > MOST_ROWS and not args.all:
        n = MOST_ROWS
        notes.append(
            f"{n:,} of the {len(data):,} samples are drawn at random and used; --all takes all"
        )
    if n is not None:
        rows = np.sort(draw(np.unique(data.y, return_inverse=True)[1], n, args.seed)[0])
        if len(np.unique(data.y[rows])) < len(data.class_names):
            stop(f"--subsample {n} leaves no sample of some classes: take more")
        data = replace(data, X=data.X[rows], y=data.y[rows])
    return data, rows, notes


def candidates_for(data: Dataset, names: Sequence[str], n: int) -> Candidates:
    """The classifiers to compare, each with at most six points to choose from.

    Of the registered ones all that can learn from such data, or those named; and the one that
    always answers with the largest class, below which nothing has been learnt.
    """
    import numpy as np
    from sklearn.dummy import DummyClassifier
    from sklearn.utils import get_tags

    from kernelkit.estimators import CLASSIFIERS
    from kernelkit.validation import check_choice

    texts = data.X.ndim == 1
    counts = (
        not texts
        and not np.isnan(data.X).any()
        and bool((data.X >= 0).all() and (np.rint(data.X) == data.X).all())
    )
    able = []
    for name, kind in CLASSIFIERS.items():
        fits = get_tags(kind()).input_tags.sparse if texts else counts or name != "naive-bayes"
        if fits:
            able.append(name)
    for name in names:
        check_choice(name, "--classifier", tuple(CLASSIFIERS))
        if name not in able:
            wanted = "samples of numbers, not texts" if texts else "counts, 0, 1, 2 and so on"
            stop(f"--classifier: {name} needs {wanted}")
    scaled = {name: _prepared(CLASSIFIERS[name](), name, texts) for name in names or able}
    grids = _grids(1 if texts else data.X.shape[1], n)
    made: Candidates = {BASELINE: DummyClassifier()}
    for name, model in scaled.items():
        grid = {f"model__{key}": values for key, values in grids[name].items()}
        made[name] = (model, grid)
    return made


def _prepared(model: Any, name: str, texts: bool) -> Any:
    """What every classifier gets in front: gaps filled and columns scaled; texts are counted.

    Naive Bayes takes counts as they are.
    """
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    from kernelkit import BagOfWords

    if texts:
        return Pipeline([("words", BagOfWords()), ("model", model)])
    if name == "naive-bayes":
        return Pipeline([("model", model)])
    steps = [("fill", SimpleImputer(strategy="median")), ("scale", StandardScaler())]
    return Pipeline([*steps, ("model", model)])


def _grids(d: int, n: int) -> dict[str, dict[str, list[Any]]]:
    """At most six points for each classifier; n samples of d scaled features.

    The distance of two samples of d scaled features is about the square root of 2 d.
    """
    import math

    sigmas = [factor * math.sqrt(d) for factor in (0.3, 1.0, 3.0)]
    most = n * (FOLDS - 1) // FOLDS * 4 // 5  # samples that a fold of a run learns from
    return {
        "gaussian": {"covariance": ["shared", "per-class"], "shrinkage": [0.01, 0.1, 0.5]},
        "kernel-perceptron": {"kernel__sigma": sigmas, "average": [False, True]},
        "kernel-svm": {"C": [1.0, 10.0], "kernel__sigma": sigmas},
        "knn": {"n_neighbors": [k for k in (1, 3, 5, 9, 15, 25) if k <= max(1, most)]},
        "least-squares": {"ridge": [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0]},
        "linear-svm": {"C": [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]},
        "logistic": {"prior_variance": [0.001, 0.01, 0.1, 1.0, 10.0, 100.0]},
        "naive-bayes": {"smoothing": [0.01, 0.03, 0.1, 0.3, 1.0, 3.0]},
        "perceptron": {"max_epochs": [5, 20, 100], "average": [False, True]},
    }


def _compared(
    args: argparse.Namespace,
    data: Dataset,
    train: npt.NDArray[Any],
    candidates: Candidates,
    folds: int,
) -> Comparison:
    """Compare in all runs, or begin no further run after the time limit."""
    from tempfile import TemporaryDirectory

    from tqdm import tqdm

    from kernelkit.experiments import compare

    runs = args.runs or RUNS
    X, y = data.X[train], data.y[train]
    options: dict[str, Any] = {"seed": args.seed, "folds": folds, "n_jobs": args.jobs}
    options["test_size"] = HELD_OUT
    seen = sys.stdout.isatty()
    if args.time_limit is None:
        return compare(candidates, X, y, runs, progress=seen, **options)
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
        print_lines(
            field("note", f"{done} of {runs} runs: the time limit of {args.time_limit:g} s is over")
        )
    return found


def judged(
    found: Comparison, candidates: Candidates, data: Dataset, parts: Any, seed: int, n_folds: int
) -> Verdict:
    """Let the best candidate learn from all but the samples kept aside, and test it on these."""
    import warnings

    import numpy as np
    from scipy.stats import binomtest
    from sklearn.base import clone
    from sklearn.exceptions import ConvergenceWarning, FitFailedWarning
    from sklearn.metrics import confusion_matrix
    from sklearn.model_selection import StratifiedKFold, learning_curve

    name = found.best
    result = found.results[name]
    point = result.points[int(result.cv_errors.mean(axis=0).argmin())]
    candidate = candidates[name]
    model = clone(candidate[0] if isinstance(candidate, tuple) else candidate).set_params(**point)
    (X, y), (train, test) = data, parts
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X[train], y[train])
        warnings.simplefilter("ignore", FitFailedWarning)  # too few samples, or too few classes
        sizes, learnt, left_out = learning_curve(
            model, X[train], y[train], cv=folds, train_sizes=SIZES, shuffle=True, random_state=seed
        )
    there = ~np.isnan(left_out + learnt).any(axis=1)
    guesses = model.predict(X[test])
    wrong = int((guesses != y[test]).sum())
    largest = clone(candidates[BASELINE]).fit(X[train], y[train]).predict(X[test])
    interval = binomtest(wrong, len(test)).proportion_ci(method="wilson")
    return Verdict(
        name=name,
        point=point,
        model=model,
        wrong=wrong,
        wrong_of_baseline=int((largest != y[test]).sum()),
        n_test=len(test),
        interval=(float(interval.low), float(interval.high)),
        confusion=confusion_matrix(y[test], guesses, labels=np.unique(y)),
        folds=n_folds,
        sizes=sizes[there],
        curve={"left out": 1 - left_out[there].T, "learnt from": 1 - learnt[there].T},
    )


def point_words(point: dict[str, Any]) -> str:
    """Name the parameters of a point in short: C = 1, sigma = 2."""
    words = [f"{key.split('__')[-1]} = {_rounded(value)}" for key, value in point.items()]
    return ", ".join(words) or "nothing to tune"


def _rounded(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(plain(value))
