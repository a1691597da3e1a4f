"""The numbers of a verdict: a model tested once on samples kept aside, and what to know of it."""

import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import numpy as np
from scipy.stats import binomtest
from sklearn.base import clone
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold, learning_curve

from kernelkit.datasets import Dataset
from kernelkit.experiments.candidates import BASELINE
from kernelkit.experiments.comparison import Comparison
from kernelkit.experiments.holdout import Holdout, point_words
from kernelkit.showing import clip
from kernelkit.validation import Integers

HARDEST = 10  # samples that a report tells of
SIZES = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)  # of the learning curve, as shares


def fit_and_test(model: Any, data: Dataset, train: Integers, test: Integers) -> dict[str, Any]:
    """Fit the model to the training samples and let it predict them and the test samples."""
    X, y = data
    with warnings_as_notes() as notes:
        start = perf_counter()
        model.fit(X[train], y[train])
        fit_seconds = perf_counter() - start
        # Untimed, so it comes first: the first prediction may have to compile.
        right = int((model.predict(X[train]) == y[train]).sum())
        start = perf_counter()
        predicted = model.predict(X[test])
        predict_seconds = perf_counter() - start
    return {
        "train": {"samples": len(train), "right": right},
        "test": {
            "samples": len(test),
            "right": int((predicted == y[test]).sum()),
            "true": y[test],
            "predicted": predicted,
            "confusion": confusion_matrix(y[test], predicted, labels=np.unique(y)),
        },
        "seconds": {"fit": fit_seconds, "predict": predict_seconds},
        "notes": notes,
    }


@contextmanager
def warnings_as_notes() -> Iterator[list[str]]:
    """Collect the warnings of a classifier as sentences, each once, instead of printing them."""
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield notes
    notes += dict.fromkeys(" ".join(str(each.message).split()) for each in caught)


def best_model(model: Any, result: Holdout) -> tuple[Any, dict[str, Any]]:
    """The model at the point with the smallest mean validation error over all runs; the point."""
    point = result.points[int(result.cv_errors.mean(axis=0).argmin())]
    return clone(model).set_params(**point), point


def comparison_numbers(
    found: Comparison,
    candidates: dict[str, Any],
    data: Dataset,
    rows: Integers,
    train: Integers,
    test: Integers,
    folds: int,
    seed: int,
) -> dict[str, Any]:
    """What a comparison on the training samples found, and how its choice does on the others.

    ``rows`` are the places of the samples in the table that they came from.
    """
    name, result = found.best, found.results[found.best]
    model, point = best_model(candidates[name][0], result)
    tested = fit_and_test(model, data, train, test)["test"]
    largest = fit_and_test(candidates[BASELINE][0], data, train, test)["test"]
    wrong = len(test) - tested["right"]
    learnt = Dataset(data.X[train], data.y[train], data.feature_names, data.class_names, "")
    return {
        "per_class": np.unique(data.y, return_counts=True)[1],
        "protocol": {"runs": len(result.chosen), "held_out": found.test_size, "folds": folds},
        "classifiers": {
            key: {
                "chosen": [point_words(each.points[j]) for j in each.chosen],
                "cv_errors": each.cv_errors[np.arange(len(each.chosen)), each.chosen],
                "test_errors": each.chosen_errors,
            }
            for key, each in found.results.items()
        },
        "differences": [each._asdict() for each in found.differences()],
        "verdict": {
            "classifier": name,
            "parameters": point,
            "settings": point_words(point),
            "wrong": wrong,
            "wrong_of_baseline": len(test) - largest["right"],
            "tested": len(test),
            "interval": list(binomtest(wrong, len(test)).proportion_ci(method="wilson")),
            "confusion": tested["confusion"],
        },
        "confusion_mean": result.confusion_mean,
        "confusion_std": result.confusion_std,
        "hardest": hardest_samples(result, learnt, rows[train], HARDEST),
        "learning_curve": _learning_curve(model, learnt, folds, seed),
    }


def hardest_samples(
    result: Holdout, data: Dataset, rows: Integers, count: int
) -> list[dict[str, Any]]:
    """The samples most often misclassified, each with its row and what is in it."""
    names = dict(zip(result.classes.tolist(), data.class_names, strict=True))
    return [
        {
            "row": int(rows[i]),
            "class": names[data.y[i].item()],
            "misclassified": int(result.times_misclassified[i]),
            "tested": int(result.times_tested[i]),
            "cells": _cells(data, i),
        }
        for i in result.hardest(count)
        if result.times_misclassified[i]
    ]


def _cells(data: Dataset, i: int) -> dict[str, str]:
    if data.X.ndim == 1:
        return {"text": clip(str(data.X[i]), 80)}
    values = zip(data.feature_names, data.X[i].tolist(), strict=True)
    return {name: "missing" if math.isnan(x) else f"{x:.6g}" for name, x in values}


def _learning_curve(model: Any, data: Dataset, n_folds: int, seed: int) -> dict[str, Any]:
    """Errors after learning from ever more samples, one row for each fold."""
    folds = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    with warnings_as_notes():  # of few samples, or of one class, some cannot learn
        sizes, learnt, left_out = learning_curve(
            model, *data, cv=folds, train_sizes=SIZES, shuffle=True, random_state=seed
        )
    there = ~np.isnan(left_out + learnt).any(axis=1)
    return {
        "samples": sizes[there],
        "left out": 1 - left_out[there].T,
        "learnt from": 1 - learnt[there].T,
    }
