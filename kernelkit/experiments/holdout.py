"""Repeated hold-out with cross-validation inside: the protocol of the digit coursework."""

import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed
from sklearn.base import clone
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from kernelkit.experiments.tasks import GRAMS, Record, evaluate, split, uses_gram
from kernelkit.validation import (
    InputError,
    InputTypeError,
    Labels,
    Matrix,
    Vector,
    as_array,
    as_labels,
    as_matrix,
    check_flag,
    check_number,
    check_size,
    check_whole,
    is_frame,
    short,
    shown,
)

BYTES_OF_RECORD = 500  # about
MOST_JOBS = 2**16
GRID_RULE = (
    "must be a dictionary of parameters, each with a list of values to try, or a list of such"
)


class Holdout(NamedTuple):
    """Errors are shares of misclassified samples, one row per run and one column per point."""

    #: The values of the parameters that were tried.
    points: list[dict[str, Any]]
    #: On the training samples.
    train_errors: Matrix
    #: On the samples held out.
    test_errors: Matrix
    #: Mean over the folds of the training samples.
    cv_errors: Matrix
    #: The point with the smallest cv error, in each run.
    chosen: npt.NDArray[np.int64]
    #: Its test error.
    chosen_errors: Vector
    #: The labels, sorted.
    classes: Labels
    #: Share of the row's class taken for the column's at the chosen point, mean over the runs.
    confusion_mean: Matrix
    #: The standard deviation of that.
    confusion_std: Matrix
    #: How often each sample was in a test set.
    times_tested: npt.NDArray[np.int64]
    #: And was misclassified there, at the chosen point.
    times_misclassified: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        """How much was tried, and the table."""
        runs, points = self.test_errors.shape
        return f"Holdout of {runs} runs at {points} points of the grid:\n{self.table()}"

    def hardest(self, count: int = 5) -> npt.NDArray[np.int64]:
        """The samples most often misclassified: by share of tests, then by number, then index."""
        share = self.times_misclassified / np.maximum(self.times_tested, 1)
        order = np.lexsort((np.arange(len(share)), -self.times_misclassified, -share))
        return order[: check_whole(count, "count", at_least=0)]

    def table(self) -> str:
        """Mean and standard deviation over the runs, in per cent, one line per point."""
        rows = [("", "train error", "test error", "chosen")]
        for j, point in enumerate(self.points):
            train, test = percent(self.train_errors[:, j]), percent(self.test_errors[:, j])
            rows.append((point_words(point), train, test, str((self.chosen == j).sum())))
        rows.append(
            ("chosen by validation", "", percent(self.chosen_errors), str(len(self.chosen)))
        )
        width = max(len(row[0]) for row in rows)
        return "\n".join(f"{a:<{width}}{b:>16}{c:>16}{d:>8}" for a, b, c, d in rows)


class Entrant(NamedTuple):
    """The points of a classifier's grid, and a model for each of them."""

    points: list[dict[str, Any]]
    models: list[Any]


class Protocol(NamedTuple):
    """The samples and how they are split, checked."""

    X: Any
    codes: npt.NDArray[np.int64]  # the classes as numbers
    classes: Labels
    runs: int
    test_size: float
    folds: int
    seed: int


def repeated_holdout(
    model: Any,
    grid: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]],
    X: Any,
    y: Any,
    runs: int = 20,
    test_size: float = 0.2,
    folds: int = 5,
    seed: int = 0,
    *,
    n_jobs: int | None = None,
    progress: bool = True,
) -> Holdout:
    """Split the data at random many times, try all parameters, let cross-validation choose.

    In each run a share of every class is held out for testing. Each point of the grid is trained
    on the rest and judged on both, and by cross-validation inside the training samples: the point
    with the smallest error there is the choice of the run. Splits and folds depend on ``seed``
    alone, so results are the same however the work is divided: on threads or processes of this
    machine, or on what ``joblib.parallel_config`` names, such as a Dask cluster.

    Parameters
    ----------
    model : classifier
        Anything with scikit-learn's `fit`, `predict` and `set_params`.
    grid : dict of str to sequence, or list of such dicts
        Names of parameters with the values to try, none for the model as it is; the grids of a
        list are tried one after the other.
    X : array or frame of shape (n_samples, n_features), or samples of any kind the model takes
        All samples. NaN stands for what is missing, if the model, or the first step of a pipeline,
        can fill it (as scikit-learn's ``SimpleImputer``). A pipeline gets a frame as it is, so that
        its steps may ask for columns by name.
    y : array of shape (n_samples,)
        Their labels.
    runs : int, default 20
        How many random splits.
    test_size : float, default 0.2
        The share held out, between 0 and 1.
    folds : int, default 5
        How many parts cross-validation makes of the training samples.
    seed : int, default 0
        Decides all splits and folds.
    n_jobs : int, optional
        How many workers; None for all of the machine, or of what ``joblib.parallel_config`` names.
    progress : bool, default True
        Whether to draw a progress bar on standard output.

    Examples
    --------
    >>> from kernelkit import KNN
    >>> from kernelkit.datasets import load_iris
    >>> grid = {"n_neighbors": [1, 5]}
    >>> found = repeated_holdout(KNN(), grid, *load_iris(), runs=3, progress=False)
    >>> found.test_errors.shape
    (3, 2)
    """
    runs = check_whole(runs, "runs")
    only = {"": entrant(model, grid, runs)}
    return judge(only, X, y, runs, test_size, folds, seed, n_jobs, progress)[""]


def entrant(classifier: Any, grid: Any, runs: int) -> Entrant:
    """Make a model for each point of a grid, or of each grid of a list."""
    wanted = ("fit", "predict", "get_params", "set_params")
    if isinstance(classifier, type) or not all(hasattr(classifier, name) for name in wanted):
        raise InputTypeError(
            "model", f"must be a classifier such as KNN(), got {shown(classifier)}"
        )
    try:
        points = ParameterGrid(grid)
    except (TypeError, ValueError) as error:
        raise InputTypeError("grid", f"{GRID_RULE}, got {shown(grid)}") from error
    if not len(points):
        raise InputError("grid", f"{GRID_RULE}, got none")
    what = f"the results of {len(points):,} points in {runs:,} runs"
    check_size(BYTES_OF_RECORD * len(points) * runs, what, "ask for fewer")
    models = []
    for point in points:
        try:
            models.append(clone(classifier).set_params(**point))
        except InputError:
            raise
        except (TypeError, ValueError) as error:
            names = ", ".join(map(str, point))
            raise InputError(
                "grid", f"must name parameters of {type(classifier).__name__}, got {names}"
            ) from error
    return Entrant(list(points), models)


def judge(
    entrants: Mapping[str, Entrant],
    X: Any,
    y: Any,
    runs: int,
    test_size: float,
    folds: int,
    seed: int,
    n_jobs: int | None,
    progress: bool,
) -> dict[str, Holdout]:
    """Let every model of every entrant learn and be judged in every run."""
    from tqdm import tqdm

    models = [model for each in entrants.values() for model in each.models]
    how = _protocol(_samples(X, models), y, runs, test_size, folds, seed)
    bar = {"unit": "task", "file": sys.stdout, "disable": not check_flag(progress, "progress")}
    if n_jobs is not None and not (isinstance(n_jobs, int) and 0 < abs(n_jobs) < MOST_JOBS):
        raise InputError(
            "n_jobs", f"must be a whole number other than 0, or None, got {shown(n_jobs)}"
        )
    try:
        records = list(tqdm(_work(models, how, n_jobs), total=len(models) * runs, **bar))
    finally:
        GRAMS.forget()
    results = {}
    first = 0
    for name, each in entrants.items():
        end = first + len(each.points)
        own = [r._replace(point=r.point - first) for r in records if first <= r.point < end]
        results[name] = _summary(own, each.points, how)
        first = end
    return results


def _samples(X: Any, models: list[Any]) -> Any:
    """Give samples as the models take them, and refuse gaps that one would stumble over.

    A frame stays one for pipelines: their steps may ask for columns by name, and fill gaps or make
    numbers of words. A model, or the first step of a pipeline, must say that it takes gaps (NaN).
    """
    if is_frame(X):
        plain = [m for m in models if not isinstance(m, Pipeline) and not _takes_gaps(m)]
        numbers = as_matrix(X) if plain else X
        return numbers if len(plain) == len(models) else X
    array = as_array(X, "X")
    if array.ndim == 1:  # one string or object for each sample
        return array
    gaps = np.isnan(array) if array.dtype.kind == "f" else np.False_
    if gaps.any() and all(map(_takes_gaps, models)):
        as_matrix(np.where(gaps, 0.0, array))
        return array
    return as_matrix(X)


def _takes_gaps(model: Any) -> bool:
    first = model.steps[0][1] if isinstance(model, Pipeline) else model
    if not hasattr(first, "__sklearn_tags__"):
        return False
    tags = get_tags(first)
    return tags.input_tags.allow_nan or tags.no_validation


def _protocol(X: Any, y: Any, runs: int, test_size: Any, folds: Any, seed: Any) -> Protocol:
    """Check the labels and the numbers that say how samples are split."""
    folds, seed = check_whole(folds, "folds", at_least=2), check_whole(seed, "seed", at_least=0)
    test_size = check_number(test_size, "test_size", above=0)
    classes, codes = np.unique(as_labels(y, len(X)), return_inverse=True)
    if len(classes) < 2:
        raise InputError(
            "y", f"must hold at least two classes, got 1 class: {short(str(classes[0]))}"
        )
    sizes = np.bincount(codes)
    if sizes.min() < 2:
        rule = "must hold at least two samples of each class, one to learn from and one to test"
        raise InputError("y", f"{rule}, got 1 of class {short(str(classes[sizes.argmin()]))}")
    split(codes, 0, test_size, seed)  # says whether it can be done
    kept = sizes.min() - round(sizes.min() * test_size)
    if kept < folds:
        raise InputError(
            "folds",
            f"must be at most the training samples of the smallest class, about {kept} of "
            f"class {short(str(classes[sizes.argmin()]))}, got {folds}",
        )
    return Protocol(X, codes, classes, runs, test_size, folds, seed)


def _work(models: list[Any], how: Protocol, n_jobs: int | None) -> Iterator[Record]:
    """Give the records as they come: first the models that share Gram matrices, then the others."""
    call = uuid.uuid4().hex  # other calls in the same process have other matrices
    common = how.X, how.codes, how.test_size, how.folds, how.seed
    on_gram = [uses_gram(model, len(how.codes)) for model in models]
    # Threads share the Gram matrix, and its solvers leave Python's lock; other models may not.
    for shared, prefer in ((True, "threads"), (False, "processes")):
        # Points outside, runs inside: all runs of a point share one Gram matrix.
        points = [point for point in range(len(models)) if on_gram[point] == shared]
        own = [(point, run) for point in points for run in range(how.runs)]
        # One task of each kind of model goes first: two workers that begin with the same kind
        # would both compile it (52 s of processor time for nine kinds, and 28 s so).
        first = {_kind_of(models[point]): (point, run) for point, run in reversed(own)}.values()
        own.sort(key=lambda task: task not in first)
        jobs = []
        for point, run in own:
            gram = f"{call} {point}" if shared else None
            jobs.append(delayed(evaluate)(point, run, models[point], gram, *common))
        if jobs:
            workers = Parallel(n_jobs=n_jobs or -1, prefer=prefer, return_as="generator_unordered")
            yield from workers(jobs)


def _kind_of(model: Any) -> type:
    return type(model.steps[-1][1] if isinstance(model, Pipeline) else model)


def _summary(records: list[Record], points: list[dict[str, Any]], how: Protocol) -> Holdout:
    """Collect the records of all tasks; their order does not matter."""
    runs, y, k = how.runs, how.codes, len(how.classes)
    train_errors, test_errors, cv_errors = np.empty((3, runs, len(points)))
    for record in records:
        place = record.run, record.point
        train_errors[place], test_errors[place] = record.train_error, record.test_error
        cv_errors[place] = np.mean(record.fold_errors)
    chosen = cv_errors.argmin(axis=1)
    taken_for = {(record.run, record.point): record.misclassified for record in records}
    rates = np.zeros((runs, k, k))
    tested, misclassified = np.zeros((2, len(y)), dtype=np.int64)
    for run in range(runs):
        _, test = split(y, run, how.test_size, how.seed)
        tested[test] += 1
        for i, guess in taken_for[run, int(chosen[run])].items():
            misclassified[i] += 1
            rates[run, y[i], guess] += 1
        rates[run] /= np.bincount(y[test], minlength=k)[:, np.newaxis]
    return Holdout(
        points=points,
        train_errors=train_errors,
        test_errors=test_errors,
        cv_errors=cv_errors,
        chosen=chosen,
        chosen_errors=test_errors[np.arange(runs), chosen],
        classes=how.classes,
        confusion_mean=rates.mean(axis=0),
        confusion_std=rates.std(axis=0),
        times_tested=tested,
        times_misclassified=misclassified,
    )


def percent(values: Vector) -> str:
    """Mean and standard deviation of shares."""
    return f"{100 * values.mean():.2f} ± {100 * values.std():.2f} %"


def point_words(point: dict[str, Any]) -> str:
    """Name the parameters of a point in short.

    >>> point_words({"model__C": 1.0, "model__kernel__sigma": 1 / 3})
    'C = 1, sigma = 0.3333'
    """
    return ", ".join(
        f"{key.split('__')[-1]} = {f'{value:.4g}' if isinstance(value, float) else value}"
        for key, value in point.items()
    )
