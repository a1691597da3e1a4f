"""Several classifiers under one protocol: the same splits, the same care in tuning, and pairs."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from kernelkit.experiments.holdout import Entrant, Holdout, entrant, judge, percent, point_words
from kernelkit.showing import aligned
from kernelkit.validation import InputTypeError, check_whole, naming, shown


class Difference(NamedTuple):
    """How much larger the test error of a classifier is than that of the best, run by run."""

    #: The classifier.
    name: str
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
        return min(self.results, key=self._validation_error)

    def differences(self) -> list[Difference]:
        r"""Compare the test errors with those of ``best``, run by run.

        The errors :math:`d_1, \dots, d_r` of r runs, each minus the best's in the same run, have a
        mean and a standard deviation s. Their interval of 95 % is

        .. math:: \bar d \pm t_{r-1}\, s \sqrt{\frac1r + \frac{q}{1 - q}}

        with Student's quantile t and q the share held out. The second term under the root is
        the correction of Nadeau and Bengio (2003): the runs share samples, so their mean varies
        more than that of r independent runs would.
        """
        from scipy.stats import t

        best, q = self.results[self.best], self.test_size
        found = []
        for name in [name for name in self.results if name != self.best]:
            d = self.results[name].chosen_errors - best.chosen_errors
            r = len(d)
            half = t.ppf(0.975, r - 1) * d.std(ddof=1) * np.sqrt(1 / r + q / (1 - q))
            mean = float(d.mean())
            found.append(Difference(name, mean, mean - float(half), mean + float(half)))
        return found

    def rows(self) -> list[list[str]]:
        """The table of a comparison: errors, differences to the choice, and the point most chosen.

        Below its head the classifiers stand in the order of their validation errors.
        """
        apart = {each.name: each for each in self.differences()}
        rows = [["", "validation", "test error", "minus first", "95 % interval", "most chosen"]]
        for name in sorted(self.results, key=self._validation_error):
            result = self.results[name]
            row = [
                name,
                f"{100 * self._validation_error(name):.2f} %",
                percent(result.chosen_errors),
            ]
            if name in apart:
                mean, low, high = map(_with_sign, apart[name][1:])
                row += [mean, f"{low} to {high}"]
            else:
                row += ["", ""]
            points = [point_words(result.points[j]) for j in result.chosen]
            rows.append([*row, max(points, key=points.count)])
        return rows

    def _validation_error(self, name: str) -> float:
        return float(self.results[name].cv_errors.min(axis=1).mean())

    def __repr__(self) -> str:
        """How many were compared, and the table."""
        runs = len(self.results[self.best].chosen)
        lines = [f"Comparison of {len(self.results)} classifiers in {runs} runs:"]
        return "\n".join(lines + aligned(self.rows()))


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
    progress: bool = True,
) -> Comparison:
    """Judge several classifiers by ``repeated_holdout`` on the same splits.

    Each is tuned by the same rule: in each run the point of its grid with the smallest error in
    cross-validation is chosen, and judged on the samples held out.

    Parameters
    ----------
    models : dict
        Names with a classifier each, or with a pair of a classifier and its grid:
        ``{"neighbours": (KNN(), {"n_neighbors": [1, 5, 15]}), "least squares": LeastSquares()}``.
    X, y, test_size, folds, seed, n_jobs, progress
        As in ``repeated_holdout``.
    runs : int, default 20
        How many random splits, at least 2.

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
    runs = check_whole(runs, "runs", at_least=2)
    entrants: dict[str, Entrant] = {}
    for name, candidate in models.items():
        if not isinstance(name, str):
            raise InputTypeError("models", f"must have names that are strings, got {shown(name)}")
        pair = isinstance(candidate, tuple) and len(candidate) == 2
        classifier, grid = candidate if pair else (candidate, {})
        with naming({each: f"models[{name!r}]: {each}" for each in ("model", "grid")}):
            entrants[name] = entrant(classifier, grid, runs)
    found = judge(entrants, X, y, runs, test_size, folds, seed, n_jobs, progress)
    return Comparison(found, float(test_size))


def _with_sign(share: float) -> str:
    """A share in per cent with its sign, and none for zero: rounding alone decides which it has."""
    value = round(100 * share, 2)
    return f"{value:+.2f}" if value else "0.00"
