"""Classifiers for a table that nobody has looked at: how they get its samples, and what is tried.

Texts are counted word by word, gaps are filled and columns are scaled inside each classifier, so
that nothing is learnt from samples that it is judged on.
"""

import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.impute import SimpleImputer
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags, resample, shuffle

from kernelkit.datasets import Dataset
from kernelkit.estimators import CLASSIFIERS, BagOfWords
from kernelkit.validation import InputError, Integers, Labels

BASELINE = "largest class"
FOLDS = 5  # of cross-validation, if every class has samples for them


def draw(y: Labels, n: int, seed: int) -> tuple[Integers, Integers]:
    """Draw n samples at random, of each class its share, and give the others too.

    Unlike scikit-learn's ``train_test_split`` this takes any n, fewer than there are classes too.
    """
    rows = np.arange(len(y))
    drawn = resample(rows, replace=False, n_samples=n, stratify=y, random_state=seed)
    return drawn, shuffle(np.setdiff1d(rows, drawn), random_state=seed)


def split_rows(data: Dataset, test_size: float, seed: int) -> tuple[Integers, Integers]:
    """Split the samples into those to learn from and those to test with, both in random order."""
    n_test = round(test_size * len(data))
    if not 0 < n_test < len(data):
        raise InputError("test_size", f"{test_size} of {len(data):,} samples leaves one side empty")
    test, train = draw(data.y, n_test, seed)
    for name, label in zip(data.class_names, np.unique(data.y), strict=True):
        if label not in data.y[train]:
            text = f"{test_size} leaves no sample of {name!r} to learn from"
            raise InputError("test_size", text)
    return train, test


def folds_for(y: Labels, test_size: float) -> int:
    """As many folds as the smallest class allows if a share of it is held out; two to five."""
    fewest = int(np.unique(y, return_counts=True)[1].min())
    return max(2, min(FOLDS, fewest - math.ceil(fewest * test_size)))


def prepare(
    model: Any, data: Dataset, scale: bool, grid: dict[str, list[Any]]
) -> tuple[Any, dict[str, list[Any]]]:
    """Put in front of a model what its data need, and name the parameters of its grid anew.

    Texts are counted word by word, gaps are filled, and with ``scale`` columns are scaled.
    """
    steps: list[Any] = []
    if data.X.ndim == 1:
        if scale:
            raise InputError("scale", "is for numbers, and these data are texts")
        if not get_tags(model).input_tags.sparse:
            text = f"{type(model).__name__} is for numbers, and these data are texts"
            raise InputError("classifier", text)
        steps = [("words", BagOfWords())]
    elif np.isnan(data.X).any():  # in every fit of many, a step that does nothing takes its time
        steps = [("fill", SimpleImputer(strategy="median"))]
    if scale:
        steps.append(("scale", StandardScaler()))
    if not steps:
        return model, grid
    machine = Pipeline([*steps, ("model", model)])
    return machine, {f"model__{name}": values for name, values in grid.items()}


def candidates_for(data: Dataset, names: Sequence[str], n: int) -> dict[str, Any]:
    """The classifiers to compare on n samples, each with a grid of at most four points.

    Of the registered ones all that can learn from such data, or those named; and the one that
    always answers with the largest class, below which nothing has been learnt.
    """
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
        made[name] = prepare(CLASSIFIERS[name](), data, scale, grids[name])
    return made


def expected_seconds(
    candidates: dict[str, Any], X: Any, y: Labels, runs: int, folds: int, n_jobs: int | None
) -> float:
    """Guess how long a comparison takes, from one fit and prediction of each candidate.

    In each run a point of the grid learns once from four fifths of the samples, and once from the
    part of them that each fold leaves.
    """
    total = 0.0
    for model, grid in candidates.values():
        machine = clone(model).set_params(**next(iter(ParameterGrid(grid))))
        with warnings.catch_warnings(), suppress(ValueError):  # compare says what is wrong
            warnings.simplefilter("ignore")
            machine.fit(X, y).predict(X[:1])  # compiles
            start = perf_counter()
            machine.fit(X, y).predict(X)
            total += (perf_counter() - start) * len(ParameterGrid(grid))
    return 0.8 * total * runs * (1 + 0.8 * folds) / effective_n_jobs(n_jobs or -1)


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
