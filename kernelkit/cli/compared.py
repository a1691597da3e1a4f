"""The third way of ``kernelkit run``: several classifiers compared, one chosen, and a report."""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import binomtest
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import StratifiedKFold, learning_curve
from sklearn.utils import get_tags

from kernelkit.cli.picture import draw_picture
from kernelkit.cli.report import as_html
from kernelkit.cli.run_ways import (
    FOLDS,
    RUNS,
    folds_for,
    hardest_samples,
    jobs_for,
    noted,
    prepared,
    split_rows,
    tested,
    write_numbers,
)
from kernelkit.cli.text import check_known, field, plural, show
from kernelkit.datasets import Dataset
from kernelkit.estimators import CLASSIFIERS
from kernelkit.experiments import Comparison, Holdout, compare
from kernelkit.experiments.holdout import point_words
from kernelkit.showing import table
from kernelkit.validation import Integers, TooFewSamplesError, naming
from kernelkit.writing import write_whole

HELD_OUT = 0.2  # of the samples to compare on, in each run
BASELINE = "largest class"
SIZES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the learning curve, as shares
HARDEST = 10  # samples that a report tells of


def run_compared(args: argparse.Namespace, data: Dataset, rows: Integers, notes: list[str]) -> None:
    """Compare, choose, test once, and report.

    Some samples are kept aside. On the others every candidate is tuned and judged by
    :func:`~kernelkit.experiments.compare`; the one with the smallest validation error learns from
    all of them, and is tested once on those kept aside.
    """
    train, test = split_rows(data, args.test_size, args.seed)
    learnt = replace(data, X=data.X[train], y=data.y[train])
    candidates = candidates_for(data, args.classifier, len(train))
    folds = folds_for(learnt.y, HELD_OUT)
    show(
        field("candidates", ", ".join(candidates)),
        field("samples", f"{len(train):,} to compare on, {len(test):,} kept aside"),
    )
    found = _compared(args, learnt, candidates, folds, notes)
    lines = found.rows()
    show("", *table([row[:-1] for row in lines]), "")
    name, result = found.best, found.results[found.best]
    point = result.points[int(result.cv_errors.mean(axis=0).argmin())]
    model = clone(candidates[name][0]).set_params(**point)
    test_part = tested(model, data, train, test)["test"]
    wrong = len(test) - test_part["right"]
    low, high = binomtest(wrong, len(test)).proportion_ci(method="wilson")
    show(
        field("chosen", f"{name} ({point_words(point)}), by validation"),
        field(
            "test",
            f"{wrong:,} wrong of {plural(len(test), 'sample')} kept aside, "
            f"{100 * wrong / len(test):.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})",
        ),
    )
    largest = tested(candidates[BASELINE][0], data, train, test)["test"]
    content = write_numbers(
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
                "confusion": test_part["confusion"],
            },
            "confusion_mean": result.confusion_mean,
            "confusion_std": result.confusion_std,
            "hardest": hardest_samples(result, learnt, rows[train], HARDEST),
            "learning_curve": _learning_curve(model, learnt, folds, args.seed),
        },
    )
    regions = None
    if len(data.feature_names) > 1 and name != BASELINE:
        regions, _ = draw_picture(model, name, data, train, test)
    write_whole(args.report, as_html(content, lines, regions, BASELINE))
    show(field("report", str(args.report)), field("numbers", str(args.json)))


def candidates_for(data: Dataset, names: Sequence[str], n: int) -> dict[str, Any]:
    """The classifiers to compare on n samples, each with a grid of at most four points.

    Of the registered ones all that can learn from such data, or those named; and the one that
    always answers with the largest class, below which nothing has been learnt.
    """
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
        made[name] = prepared(CLASSIFIERS[name](), data, scale, grids[name])
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
    args: argparse.Namespace,
    data: Dataset,
    candidates: dict[str, Any],
    folds: int,
    notes: list[str],
) -> Comparison:
    """Compare; where a class gives the Gaussians nothing to learn, the others alone."""
    how: dict[str, Any] = {"runs": args.runs or RUNS, "test_size": HELD_OUT, "folds": folds}
    how |= {"seed": args.seed, "n_jobs": jobs_for(data.X), "progress": sys.stdout.isatty()}
    with naming({"test_size": "the share held out in each run"}):
        try:
            return compare(candidates, *data, **how)
        except TooFewSamplesError:
            if args.classifier:
                raise
            del candidates["gaussian"]
            notes.append("gaussian is left out: samples of one class are all alike, or nearly all")
            show(field("note", notes[-1]))
            return compare(candidates, *data, **how)


def _at_chosen(result: Holdout) -> dict[str, Any]:
    """What was chosen in each run, and its errors."""
    return {
        "chosen": [point_words(result.points[j]) for j in result.chosen],
        "cv_errors": result.cv_errors[np.arange(len(result.chosen)), result.chosen],
        "test_errors": result.chosen_errors,
    }


def _learning_curve(model: Any, data: Dataset, n_folds: int, seed: int) -> dict[str, Any]:
    """Errors after learning from ever more samples, one row for each fold."""
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
