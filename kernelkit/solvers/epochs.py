"""The loop over epochs that all perceptrons share: orders of the samples, mistakes, when to stop.

Averages come from one more vector, here called lag: an update made after t samples is missing from
the first t of the T weight vectors to be averaged, so mean(w) = w - (sum of t * update) / T.
"""

from collections.abc import Iterator

import numpy as np

from kernelkit.solvers.results import Counts
from kernelkit.validation import check_generator, check_whole, warn

__all__ = ["Run"]


class Run:
    """The loop over epochs: orders of the samples, mistakes so far, when to stop."""

    def __init__(self, n: int, max_epochs: int, shuffle: np.random.Generator | None) -> None:
        self.n = n
        self.max_epochs = check_whole(max_epochs, "max_epochs")
        self.shuffle = check_generator(shuffle)
        self.mistakes: list[int] = []
        self.mistaken: list[Counts] = []

    def __iter__(self) -> Iterator[tuple[Counts, int, Counts]]:
        order = np.arange(self.n)
        while len(self.mistakes) < self.max_epochs and self.mistakes[-1:] != [0]:
            if self.shuffle is not None:
                order = self.shuffle.permutation(self.n)
            self.mistaken.append(np.empty(self.n, dtype=np.int64))
            yield order, self.seen, self.mistaken[-1]

    def count(self, mistakes: int) -> None:
        """Close an epoch that wrote this many mistaken samples."""
        self.mistakes.append(int(mistakes))
        self.mistaken[-1] = self.mistaken[-1][:mistakes].copy()

    @property
    def seen(self) -> int:
        """How many samples were looked at in all epochs closed so far."""
        return len(self.mistakes) * self.n

    @property
    def path(self) -> Counts:
        """The mistaken samples of all epochs, in order."""
        return np.concatenate(self.mistaken)

    def converged(self) -> bool:
        """Whether the last epoch had no mistake; if it had, say so in a warning."""
        if self.mistakes[-1] == 0:
            return True
        message = (
            f"the perceptron still made {self.mistakes[-1]} mistakes on {self.n} samples in epoch "
            f"{self.max_epochs}, the last that max_epochs allows; data that no hyperplane "
            "separates never end"
        )
        warn(message)
        return False
