"""Several classifiers under one protocol: the same splits, the same care in tuning, and pairs."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from kernelkit.experiments.holdout import (
    Holdout,
    as_frame,
    carry_out,
    checked_protocol,
    models_of,
    points_of,
    summarise,
)
from kernelkit.experiments.tasks import Record
from kernelkit.validation import InputError, InputTypeError, check_choice, check_number, shown

__all__ = ["Comparison", "Difference", "compare"]

Candidates = Mapping[str, Any]


class Difference(NamedTuple):
    """How much larger the test error of one classifier is than that of another, run by run."""

    #: The classifier.
    name: str
    #: The one it is compared with.
    to: str
    #: Mean over the runs of error minus error, as a share.
    mean: float
    #: Lower end of Student's interval.
    low: float
    #: Upper end.
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return not self.low <= 0 <= self.high


class Comparison(NamedTuple):
    """What each classifier reached, all of them on the same splits."""

    #: The results of each, by name.
    results: dict[str, Holdout]
    #: The share of the samples that was held out.
    test_size: float

    @property
    def best(self) -> str:
        """The classifier with the smallest validation error, mean over the runs.

        Test errors have no say in it, so they stay a fair judgement of the choice.
        """
        return min(self.results, key=lambda name: _validation_error(self.results[name]))

    def differences(self, to: str | None = None, confidence: float = 0.95) -> list[Difference]:
        r"""Compare the test errors with those of one classifier, run by run.

        The errors :math:`d_1, \\dots, d_r` of r runs, each minus the other's in the same run, have
        a mean and a standard deviation s. Their interval is

        .. math:: \bar d \pm t_{r-1}\, s \sqrt{\frac1r + \frac{q}{1 - q}}

        with Student's quantile t and q the share held out. The second term under the root is
        the correction of Nadeau and Bengio (2003): the runs share samples, so their mean varies
        more than that of r independent runs would.

        Parameters
        ----------
        to : str, optional
            The name of the classifier to compare with; ``best`` if None.
        confidence : float, default 0.95
            How sure the interval is, above 0 and below 1.
        """
        from scipy.stats import t

        to = check_choice(self.best if to is None else to, "to", tuple(self.results))
        confidence = check_number(confidence, "confidence", above=0)
        if confidence >= 1:
            raise InputError("confidence", f"must be above 0 and below 1, got {confidence:g}")
        found = []
        for name, result in self.results.items():
            if name == to:
                continue
            d = result.chosen_errors - self.results[to].chosen_errors
            r, q = len(d), self.test_size
            half = t.ppf((1 + confidence) / 2, r - 1) * d.std(ddof=1) * np.sqrt(1 / r + q / (1 - q))
            mean = float(d.mean())
            found.append(Difference(name, to, mean, mean - float(half), mean + float(half)))
        return found

    def table(self) -> str:
        """Test errors in per cent, mean ± standard deviation, and differences to the best."""
        best = self.best
        apart = {each.name: each for each in self.differences()}
        rows = [["", "test error", f"minus {best}", "95 % interval"]]
        for name in sorted(self.results, key=lambda n: _validation_error(self.results[n])):
            errors = 100 * self.results[name].chosen_errors
            row = [name, f"{errors.mean():.2f} ± {errors.std():.2f} %", "", ""]
            if name in apart:
                each = apart[name]
                row[2] = signed(each.mean, 2)
                row[3] = f"{signed(each.low, 2)} to {signed(each.high, 2)}"
            rows.append(row)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"{row[0]:<{widths[0]}}"
            + "".join(f"  {cell:>{w}}" for cell, w in zip(row[1:], widths[1:], strict=True))
            for row in rows
        ]
        return "\n".join(line.rstrip() for line in lines)

    def __repr__(self) -> str:
        """How many were compared, and the table."""
        runs = len(next(iter(self.results.values())).chosen)
        return f"Comparison of {len(self.results)} classifiers in {runs} runs:\n{self.table()}"

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each run and classifier, at the chosen point."""
        rows = [
            {
                "classifier": name,
                "run": run,
                "chosen": str(result.points[point]),
                "train_error": result.train_errors[run, point],
                "cv_error": result.cv_errors[run, point],
                "test_error": result.test_errors[run, point],
            }
            for name, result in self.results.items()
            for run, point in enumerate(result.chosen)
        ]
        return as_frame(rows)


def compare(
    models: Candidates,
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
    told: Callable[[str, Holdout], None] | None = None,
) -> Comparison:
    """Judge several classifiers by ``repeated_holdout`` on the same splits.

    Each is tuned by the same rule: in each run the point of its grid with the smallest error in
    cross-validation is chosen, and judged on the samples held out.

    Parameters
    ----------
    models : dict
        Names with a classifier each, or with a pair of a classifier and its grid:
        ``{"neighbours": (KNN(), {"n_neighbors": [1, 5, 15]}), "least squares": LeastSquares()}``.
    X : array or frame of shape (n_samples, n_features), or samples of any kind the models take
        All samples; pipelines get a frame as it is, with its names.
    y : array of shape (n_samples,)
        Their labels.
    runs : int, default 20
        How many random splits, at least 2.
    test_size : float, default 0.2
        The share held out, between 0 and 1.
    folds : int, default 5
        How many parts cross-validation makes of the training samples.
    seed : int, default 0
        Decides all splits and folds.
    n_jobs : int, optional
        How many workers, as in ``repeated_holdout``.
    path : str or path, optional
        A file that keeps finished work, as in ``repeated_holdout``.
    progress : bool, default True
        Whether to draw a progress bar on standard output.
    told : callable, optional
        Called with the name and the results of each classifier when its last run is done, unless
        a part of it was done before, in ``path``.

    Examples
    --------
    >>> from kernelkit import KNN, GaussianClassifier
    >>> from kernelkit.datasets import load_iris
    >>> models = {"neighbours": (KNN(), {"n_neighbors": [1, 5]}), "Gaussian": GaussianClassifier()}
    >>> found = compare(models, *load_iris(), runs=5, progress=False)
    >>> found.best
    'Gaussian'
    >>> [difference.is_clear for difference in found.differences()]
    [False]
    """
    if not isinstance(models, Mapping) or not models:
        raise InputTypeError(
            "models", f"must be a dictionary of names with a classifier each, got {shown(models)}"
        )
    if not (told is None or callable(told)):
        raise InputTypeError("told", f"must be a function or None, got {shown(told)}")
    how = checked_protocol(X, y, runs, test_size, folds, seed)
    if how.runs < 2:
        raise InputError("runs", "must be at least 2, one run has no spread, got 1")
    points, machines = {}, {}
    for name, candidate in models.items():
        with _told_of(name):
            points[name] = _points(name, candidate, how.runs)
            machines[name] = models_of(_classifier(candidate), points[name])
    compared = {"models": {n: _classifier(c) for n, c in models.items()}, "grids": points}
    every = [machine for part in machines.values() for machine in part]
    owners = [name for name, part in points.items() for _ in part]
    new: list[Record] = []

    def result(name: str, records: list[Record]) -> Holdout:
        first = owners.index(name)
        own = [r._replace(point=r.point - first) for r in records if owners[r.point] == name]
        return summarise(own, points[name], how)

    def count(record: Record) -> None:
        new.append(record)
        name = owners[record.point]
        done = sum(owners[r.point] == name for r in new)
        if told is not None and done == how.runs * len(points[name]):
            told(name, result(name, new))

    records = carry_out(
        every, how, compared, n_jobs=n_jobs, path=path, progress=progress, told=count
    )
    return Comparison({name: result(name, records) for name in points}, how.test_size)


@contextmanager
def _told_of(name: Any) -> Iterator[None]:
    """Say of which candidate an error is."""
    try:
        yield
    except InputError as error:
        error.argument = f"models[{shown(name)}]: {error.argument}"
        raise


def _classifier(candidate: Any) -> Any:
    return candidate[0] if _is_pair(candidate) else candidate


def _points(name: Any, candidate: Any, runs: int) -> list[dict[str, Any]]:
    """The points of a candidate's grid; a single one without parameters where there is none."""
    if not isinstance(name, str):
        raise InputTypeError("models", f"must have names that are strings, got {shown(name)}")
    return points_of(candidate[1], runs) if _is_pair(candidate) else [{}]


def _is_pair(candidate: Any) -> bool:
    return (
        isinstance(candidate, tuple)
        and len(candidate) == 2
        and isinstance(candidate[1], Mapping | Sequence)
    )


def signed(share: float, digits: int) -> str:
    """A share in per cent with its sign, and none for zero: rounding alone decides which it has.

    >>> signed(0.125, 1), signed(-1e-9, 2)
    ('+12.5', '0.00')
    """
    value = round(100 * share, digits)
    return f"{value:+.{digits}f}" if value else f"{0.0:.{digits}f}"


def _validation_error(result: Holdout) -> float:
    return float(result.cv_errors[np.arange(len(result.chosen)), result.chosen].mean())
