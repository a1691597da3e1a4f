"""The loop over epochs that all perceptrons share: orders of the samples, mistakes, when to stop.

Averages are lazy: instead of adding up the weights after every sample, one more vector, called lag
everywhere, is changed on a mistake only. An update made after t samples is missing from the first t
of the T weight vectors to be averaged, so mean(w) = w - (sum of t * update) / T = w - lag / T.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    check_generator,
    check_number,
    check_whole,
    warn,
)

MOST_LEARNT_CLASSES = 10_000


class Epochs:
    """Iterate over epochs: each time an order of the samples, and how many were seen before.

    ``count`` closes an epoch; it was the last if at most ``tolerance`` of the samples were
    misclassified in it, or if ``stop`` is set.
    """

    def __init__(
        self, samples: Integers, max_epochs: int, random_state: Any, tolerance: float = 0.0
    ) -> None:
        self.samples = samples
        self.max_epochs = check_whole(max_epochs, "max_epochs")
        self.generator = check_generator(random_state)
        self.enough = check_number(tolerance, "tolerance", at_least=0, at_most=1) * len(samples)
        self.mistakes: list[int] = []
        self.stop = False

    def __iter__(self) -> Iterator[tuple[Integers, int]]:
        while len(self.mistakes) < self.max_epochs and not (self.stop or self.few):
            yield self._order(), self.seen

    def _order(self) -> Integers:
        return self.generator.permutation(self.samples) if self.generator else self.samples

    def together(self) -> Iterator[tuple[Integers, int]]:
        """The same with 32, then 64, then 128 epochs at a time, one after the other."""
        several = 32
        while len(self.mistakes) < self.max_epochs and not self.few:
            several = min(several, self.max_epochs - len(self.mistakes))
            yield np.concatenate([self._order() for _ in range(several)]), self.seen
            several = min(2 * several, 128)

    def count_until_none(self, visits: Integers, order: Integers) -> None:
        """Close the epochs of an order of several, up to the first without a mistake.

        After that one nothing moves any more, so what comes after it does not count.
        """
        n = len(self.samples)
        for mistakes in np.bincount(visits // n, minlength=len(order) // n):
            self.count(mistakes)
            if mistakes == 0:
                break

    def count(self, mistakes: int) -> None:
        """Close an epoch in which so many samples were misclassified."""
        self.mistakes.append(int(mistakes))

    @property
    def seen(self) -> int:
        """How many samples were looked at in all epochs closed so far."""
        return len(self.mistakes) * len(self.samples)

    @property
    def few(self) -> bool:
        """Whether few enough samples were misclassified in the last epoch."""
        return bool(self.mistakes) and self.mistakes[-1] <= self.enough

    def warn_unless_converged(self, who: str, hint: str) -> bool:
        """Whether the epochs ended on purpose; if they just ran out, say so."""
        if self.few or self.stop:
            return True
        message = (
            f"the {who} still made {self.mistakes[-1]} mistakes on {len(self.samples)} samples in "
            f"epoch {self.max_epochs}, the last that max_epochs allows; {hint}"
        )
        warn(message)
        return False


def check_finite(values: Matrix) -> None:
    """Refuse a Gram matrix of which sums of rows have no finite values."""
    if not np.isfinite(values).all():
        rule = "must be finite and not so large that sums of its rows overflow; scale it"
        raise InputError("K", rule)
