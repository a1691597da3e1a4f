"""Several kernel machines that learn together: the loop over epochs, when it ends, who wins.

A machine is a row of coefficients alpha and the scores they give; lesson 06 compares three ways of
making one classifier of them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit.solvers.results import Counts, KernelPerceptronResult
from kernelkit.validation import (
    InputError,
    Matrix,
    as_array,
    check_flag,
    check_generator,
    check_number,
    check_size,
    check_whole,
    warn,
)

__all__ = ["STRATEGIES", "Machines", "class_values", "pairs", "winners"]

STRATEGIES = ("one-vs-rest", "one-vs-one", "multiclass")
PATIENCE = 3  # epochs without a better prediction of the validation samples


def pairs(n_classes: int) -> Counts:
    """The classes (a, c), a < c, of each one-against-one machine, in order.

    >>> pairs(3).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    return np.array([(a, c) for a in range(n_classes) for c in range(a + 1, n_classes)])


def class_values(scores: Matrix, strategy: str, n_classes: int) -> Matrix:
    r"""Turn scores of machines into one value per class; the class with the largest wins.

    One against one, a machine of the pair (a, c) votes for a if its score is at least 0, else for
    c. To the votes of a class comes a number between -1/3 and 1/3 that grows with the sum of its
    scores, so that a tied vote goes to the larger sum.
    """
    if strategy != "one-vs-one":
        return scores
    count, total = np.zeros((2, n_classes, scores.shape[1]))
    for (a, c), f in zip(pairs(n_classes), scores, strict=True):
        count[a] += f >= 0
        count[c] += f < 0
        total[a] += f
        total[c] -= f
    return count + total / (3.0 * (np.abs(total) + 1.0))


def winners(values: Matrix) -> Counts:
    """Numbers of the classes that win: sgn(0) = +1 for one value, the lowest of the largest.

    Parameters
    ----------
    values : array of shape (n,), one value for two classes, or (n, k), one per class

    >>> winners(np.array([0.0, -1.0])).tolist(), winners(np.array([[1.0, 2.0, 2.0]])).tolist()
    ([1, 0], [1])
    """
    return (values >= 0).astype(np.int64) if values.ndim == 1 else values.argmax(axis=1)


class Machines:
    """Coefficients and scores of all machines on one training set."""

    def __init__(self, strategy: str, n_classes: int, y: Counts) -> None:
        self.strategy = strategy
        self.n_classes = n_classes
        self.y = y
        count = n_classes * (n_classes - 1) // 2 if strategy == "one-vs-one" else n_classes
        check_size(
            24 * count * len(y),
            f"{count:,} machines on {len(y):,} samples",
            "take fewer classes or another strategy",
        )
        self.alpha, self.lag, self.scores = np.zeros((3, count, len(y)))
        self.seen = 0

    def learn(
        self,
        epoch: Callable[[Counts], int],
        max_epochs: int,
        *,
        samples: Any = None,
        tolerance: float = 0.0,
        shuffle: np.random.Generator | None = None,
        average: bool = False,
        validation: Any = None,
        quiet: bool = False,
    ) -> KernelPerceptronResult:
        """Run epochs until few enough samples are mistaken, or validation no longer improves.

        ``quiet`` leaves out the warning: to catch one is not safe in threads.
        """
        n = len(self.y)
        check_generator(shuffle)
        average, quiet = check_flag(average, "average"), check_flag(quiet, "quiet")
        order = np.arange(n) if samples is None else _as_samples(samples, "samples", n)
        watched = None if validation is None else _as_samples(validation, "validation", n)
        enough = check_number(tolerance, "tolerance", at_least=0, at_most=1) * len(order)
        mistakes: list[int] = []
        errors: list[int] = []
        best = self.alpha, self.scores
        for _ in range(check_whole(max_epochs, "max_epochs")):
            visits = order if shuffle is None else shuffle.permutation(order)
            mistakes.append(int(epoch(visits)))
            self.seen += len(order)
            if watched is not None:
                errors.append(self._errors(watched))
                if errors[-1] < min(errors[:-1], default=n + 1):
                    best = self.alpha.copy(), self.scores.copy()
            if mistakes[-1] <= enough or len(errors) - _first(errors) >= PATIENCE:
                break
        if not np.isfinite(self.scores).all():
            message = "K must be finite and not so large that sums of its rows overflow; scale it"
            raise InputError(message)
        alpha, scores = best
        stopped = len(errors) - _first(errors) >= PATIENCE
        converged = mistakes[-1] <= enough or stopped
        if not (converged or quiet):
            _warn(mistakes[-1], len(order), len(mistakes))
        if average:
            alpha = self.alpha - self.lag / self.seen
        return KernelPerceptronResult(alpha, scores, np.array(mistakes), converged)

    def _errors(self, chosen: Counts) -> int:
        values = class_values(self.scores[:, chosen], self.strategy, self.n_classes)
        return int((values.argmax(axis=0) != self.y[chosen]).sum())


def _first(errors: list[int]) -> int:
    """How many epochs it took to reach the fewest errors."""
    return errors.index(min(errors)) + 1 if errors else 0


def _as_samples(samples: Any, name: str, n: int) -> Counts:
    order = as_array(samples, name)
    if order.ndim != 1 or order.size == 0 or order.dtype.kind not in "iu":
        message = f"{name} must be a list of whole numbers, got shape {order.shape}"
        raise InputError(message)
    if order.min() < 0 or order.max() >= n:
        message = f"{name} must be between 0 and {n - 1}, got {order.min()} to {order.max()}"
        raise InputError(message)
    return np.ascontiguousarray(order, dtype=np.int64)


def _warn(mistakes: int, n: int, epochs: int) -> None:
    message = (
        f"the kernel perceptron still mistook {mistakes} of {n} samples in epoch {epochs}, the "
        "last that max_epochs allows; a tolerance or validation samples stop it on purpose"
    )
    warn(message)
