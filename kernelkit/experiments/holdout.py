"""Repeated hold-out with cross-validation inside: the protocol of the digit coursework."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid

from kernelkit.experiments.records import RecordFile
from kernelkit.experiments.summary import Holdout, summarise
from kernelkit.experiments.tasks import Task, evaluate, fingerprint, uses_gram
from kernelkit.validation import InputError, as_labels, as_matrix, check_number, check_whole

__all__ = ["repeated_holdout"]


def repeated_holdout(
    model: Any,
    grid: Mapping[str, Sequence[Any]],
    X: Any,
    y: Any,
    runs: int = 20,
    test_size: float = 0.2,
    folds: int = 5,
    seed: int = 0,
    *,
    n_jobs: int | None = None,
    path: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Holdout:
    """Split the data at random many times, try all parameters, let cross-validation choose.

    In each run a share of every class is held out for testing. Each point of the grid is trained
    on the rest and judged on both, which gives the basic results; it is also judged by
    cross-validation inside the training samples, and the point with the smallest error there is
    the choice of the run. Splits and folds depend on ``seed`` alone, so results are the same
    however the work is divided.

    The work runs on joblib: ``n_jobs`` threads or processes of this machine, or whatever
    ``joblib.parallel_config`` names, such as a Dask cluster.

    Parameters
    ----------
    model : a classifier in scikit-learn's manner
    grid : names of parameters with the values to try
    X, y : all samples and their labels
    runs : how many random splits
    test_size : the share held out, between 0 and 1
    folds : how many parts cross-validation makes of the training samples
    seed : a whole number
    n_jobs : how many workers; None for all cores, or what ``joblib.parallel_config`` says
    path : a file that keeps finished work; a call with the same arguments goes on from there
    progress : whether to draw a progress bar on standard output

    Examples
    --------
    >>> from kernelkit import KNN
    >>> from kernelkit.datasets import load_iris
    >>> grid = {"n_neighbors": [1, 5]}
    >>> found = repeated_holdout(KNN(), grid, *load_iris(), runs=3, progress=False)
    >>> found.test_errors.shape
    (3, 2)
    """
    if not grid or not all(len(values) for values in grid.values()):
        message = f"grid must name at least one parameter with values to try, got {dict(grid)}"
        raise InputError(message)
    points = list(ParameterGrid(dict(grid)))
    models = [clone(model).set_params(**point) for point in points]
    runs, folds = check_whole(runs, "runs"), check_whole(folds, "folds", at_least=2)
    seed = check_whole(seed, "seed", at_least=0)
    X = np.asarray(X) if np.ndim(X) == 1 else as_matrix(X)
    classes, codes = np.unique(as_labels(y, len(X)), return_inverse=True)
    _check_sizes(codes, classes, check_number(test_size, "test_size", above=0), folds)
    asked = {
        "model": str(model),
        "points": [str(point) for point in points],
        "data": fingerprint(X) + fingerprint(codes),
        "numbers": [runs, test_size, folds, seed],
    }
    file = RecordFile(path, asked)
    records = file.load()
    done = {Task(record.point, record.run) for record in records}
    # Points outside, runs inside: all runs of a point share one Gram matrix.
    tasks = [Task(point, run) for point in range(len(points)) for run in range(runs)]
    todo = [task for task in tasks if task not in done]
    common = (X, codes, test_size, folds, seed)
    jobs = (delayed(evaluate)(task, models[task.point], *common) for task in todo)
    # Threads share the Gram matrix, and its solvers leave Python's lock; other models may not.
    prefer = "threads" if all(map(uses_gram, models)) else "processes"
    workers = Parallel(n_jobs=n_jobs or -1, prefer=prefer, return_as="generator_unordered")
    for record in _with_bar(workers(jobs), len(tasks), len(done), progress):
        file.append(record)
        records.append(record)
    return summarise(records, points, classes, codes, runs, test_size, seed)


def _check_sizes(codes: Any, classes: Any, test_size: float, folds: int) -> None:
    if len(classes) < 2:
        message = f"y must hold at least two classes, got 1 class: {classes[0]}"
        raise InputError(message)
    if test_size >= 1:
        message = f"test_size must be above 0 and below 1, got {test_size:g}"
        raise InputError(message)
    fewest = int(np.bincount(codes).min())
    name = classes[np.bincount(codes).argmin()]
    kept = fewest - round(fewest * test_size)
    if fewest < 2 or kept < folds:
        message = (
            f"folds must be at most the training samples of the smallest class, about {kept} of "
            f"class {name}, got {folds}"
        )
        raise InputError(message)


def _with_bar(found: Any, total: int, done: int, progress: bool) -> Any:
    from tqdm import tqdm

    return tqdm(
        found, total=total, initial=done, unit="task", file=sys.stdout, disable=not progress
    )
