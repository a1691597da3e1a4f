"""Several classifiers under one protocol: the same splits, the same care in tuning, and pairs."""

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from kernelkit.experiments.holdout import Entrant, Holdout, entrant, judge, percent
from kernelkit.validation import InputTypeError, check_choice, check_whole, naming, shown

__all__ = ["Comparison", "Difference", "compare", "signed"]


class Difference(NamedTuple):
    """How much larger the test error of one classifier is than that of another, run by run."""

    #: The classifier.
    name: str
    #: The one it is compared with.
    to: str
    #: Mean over the runs of error minus error, as a share.
    mean: float
    #: Lower end of Student's interval of 95 %.
    low: float
    #: Upper end.
    high: float


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

    def differences(self, to: str | None = None) -> list[Difference]:
        r"""Compare the test errors with those of one classifier, run by run.

        The errors :math:`d_1, \\dots, d_r` of r runs, each minus the other's in the same run, have
        a mean and a standard deviation s. Their interval of 95 % is

        .. math:: \bar d \pm t_{r-1}\, s \sqrt{\frac1r + \frac{q}{1 - q}}

        with Student's quantile t and q the share held out. The second term under the root is
        the correction of Nadeau and Bengio (2003): the runs share samples, so their mean varies
        more than that of r independent runs would.

        Parameters
        ----------
        to : str, optional
            The name of the classifier to compare with; ``best`` if None.
        """
        from scipy.stats import t

        to = check_choice(self.best if to is None else to, "to", tuple(self.results))
        found = []
        for name, result in self.results.items():
            if name == to:
                continue
            d = result.chosen_errors - self.results[to].chosen_errors
            r, q = len(d), self.test_size
            half = t.ppf(0.975, r - 1) * d.std(ddof=1) * np.sqrt(1 / r + q / (1 - q))
            mean = float(d.mean())
            found.append(Difference(name, to, mean, mean - float(half), mean + float(half)))
        return found

    def table(self) -> str:
        """Test errors in per cent, mean ± standard deviation, and differences to the best."""
        apart = {each.name: each for each in self.differences()}
        rows = [["", "test error", f"minus {self.best}", "95 % interval"]]
        for name in sorted(self.results, key=lambda n: _validation_error(self.results[n])):
            row = [name, percent(self.results[name].chosen_errors), "", ""]
            if name in apart:
                _, _, mean, low, high = apart[name]
                row[2:] = signed(mean, 2), f"{signed(low, 2)} to {signed(high, 2)}"
            rows.append(row)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        """How many were compared, and the table."""
        runs = len(next(iter(self.results.values())).chosen)
        return f"Comparison of {len(self.results)} classifiers in {runs} runs:\n{self.table()}"


def compare(
    models: Mapping[str, Any],
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
    X, y, test_size, folds, seed, n_jobs, path, progress
        As in ``repeated_holdout``.
    runs : int, default 20
        How many random splits, at least 2.
    told : callable, optional
        Called with the name and the results of each classifier when its last run is done.

    Examples
    --------
    >>> from kernelkit import KNN, GaussianClassifier
    >>> from kernelkit.datasets import load_iris
    >>> models = {"neighbours": (KNN(), {"n_neighbors": [1, 5]}), "Gaussian": GaussianClassifier()}
    >>> found = compare(models, *load_iris(), runs=5, progress=False)
    >>> found.best
    'Gaussian'
    >>> [difference.low < 0 < difference.high for difference in found.differences()]
    [True]
    """
    if not isinstance(models, Mapping) or not models:
        raise InputTypeError(
            "models", f"must be a dictionary of names with a classifier each, got {shown(models)}"
        )
    if not (told is None or callable(told)):
        raise InputTypeError("told", f"must be a function or None, got {shown(told)}")
    runs = check_whole(runs, "runs", at_least=2)
    entrants: dict[str, Entrant] = {}
    for name, candidate in models.items():
        if not isinstance(name, str):
            raise InputTypeError("models", f"must have names that are strings, got {shown(name)}")
        pair = isinstance(candidate, tuple) and len(candidate) == 2
        classifier, grid = candidate if pair else (candidate, {})
        with naming({each: f"models[{name!r}]: {each}" for each in ("model", "grid")}):
            entrants[name] = entrant(classifier, grid, runs)
    asked = {"models": [(name, each.classifier, each.points) for name, each in entrants.items()]}
    options: dict[str, Any] = {"n_jobs": n_jobs, "path": path, "progress": progress, "told": told}
    found = judge(entrants, asked, X, y, runs, test_size, folds, seed, **options)
    return Comparison(found, float(test_size))


def signed(share: float, digits: int) -> str:
    """A share in per cent with its sign, and none for zero: rounding alone decides which it has.

    >>> signed(0.125, 1), signed(-1e-9, 2)
    ('+12.5', '0.00')
    """
    value = round(100 * share, digits)
    return f"{value:+.{digits}f}" if value else f"{0.0:.{digits}f}"


def _validation_error(result: Holdout) -> float:
    return float(result.cv_errors[np.arange(len(result.chosen)), result.chosen].mean())
