"""What a repeated hold-out found, in the form the coursework asks for."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit.experiments.tasks import Record, split
from kernelkit.validation import Matrix, Vector, check_whole

__all__ = ["Holdout", "summarise"]

Labels = npt.NDArray[Any]


class Holdout(NamedTuple):
    """Errors are shares of mistaken samples, one row per run and one column per point."""

    points: list[dict[str, Any]]  # the values of the parameters that were tried
    train_errors: Matrix
    test_errors: Matrix
    cv_errors: Matrix  # mean over the folds of the training samples
    chosen: npt.NDArray[np.int64]  # the point with the smallest cv error, in each run
    chosen_errors: Vector  # its test error
    classes: Labels
    confusion_mean: Matrix  # share of row's class taken for column's, at the chosen point
    confusion_std: Matrix
    times_tested: npt.NDArray[np.int64]  # how often each sample was in a test set
    times_mistaken: npt.NDArray[np.int64]  # and was mistaken there, at the chosen point

    def hardest(self, count: int = 5) -> npt.NDArray[np.int64]:
        """The samples most often mistaken: by share of their tests, then by number, then index."""
        share = self.times_mistaken / np.maximum(self.times_tested, 1)
        order = np.lexsort((np.arange(len(share)), -self.times_mistaken, -share))
        return order[: check_whole(count, "count", at_least=0)]

    def table(self) -> str:
        """Mean and standard deviation over the runs, in per cent, one line per point."""
        rows = [("", "train error", "test error", "chosen")]
        for j, point in enumerate(self.points):
            name = ", ".join(f"{key.split('__')[-1]} = {value}" for key, value in point.items())
            errors = [_percent(column[:, j]) for column in (self.train_errors, self.test_errors)]
            rows.append((name, errors[0], errors[1], str((self.chosen == j).sum())))
        rows.append(
            ("chosen by validation", "", _percent(self.chosen_errors), str(len(self.chosen)))
        )
        width = max(len(row[0]) for row in rows)
        return "\n".join(f"{a:<{width}}{b:>16}{c:>16}{d:>8}" for a, b, c, d in rows)


def summarise(
    records: list[Record],
    points: list[dict[str, Any]],
    classes: Labels,
    y: npt.NDArray[np.int64],
    runs: int,
    test_size: float,
    seed: int,
) -> Holdout:
    """Collect the records of all tasks; their order does not matter."""
    train_errors, test_errors, cv_errors = np.empty((3, runs, len(points)))
    for record in records:
        place = record.run, record.point
        train_errors[place], test_errors[place] = record.train_error, record.test_error
        cv_errors[place] = np.mean(record.fold_errors)
    chosen = cv_errors.argmin(axis=1)
    taken_for = {(record.run, record.point): record.mistaken for record in records}
    rates = np.zeros((runs, len(classes), len(classes)))
    tested: Counter[int] = Counter()
    mistaken: Counter[int] = Counter()
    for run in range(runs):
        _, test = split(y, run, test_size, seed)
        tested.update(test.tolist())
        for i, guess in taken_for[run, int(chosen[run])].items():
            mistaken[i] += 1
            rates[run, y[i], guess] += 1
        rates[run] /= np.bincount(y[test], minlength=len(classes))[:, np.newaxis]
    return Holdout(
        points=points,
        train_errors=train_errors,
        test_errors=test_errors,
        cv_errors=cv_errors,
        chosen=chosen,
        chosen_errors=test_errors[np.arange(runs), chosen],
        classes=classes,
        confusion_mean=rates.mean(axis=0),
        confusion_std=rates.std(axis=0),
        times_tested=np.array([tested[i] for i in range(len(y))]),
        times_mistaken=np.array([mistaken[i] for i in range(len(y))]),
    )


def _percent(values: Vector) -> str:
    return f"{100 * values.mean():.2f} ± {100 * values.std():.2f} %"
