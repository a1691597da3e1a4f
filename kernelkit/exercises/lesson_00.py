"""Checks of the two exercises of lesson 00_start_here."""

from numbers import Integral

import numpy as np

from kernelkit.datasets import Dataset, make_blobs
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.registry import exercise
from kernelkit.exercises.words import kind

CENTERS = [[0.0, 0.0], [1.5, 0.5]]
RIVAL, MOST = 5, 15


@exercise(
    "00.1",
    shows="That is all there is to it.",
    hints=[
        "An error rate is a fraction: between 0 (no mistake) and 1 (nothing but mistakes).",
        "Of 4 answers 1 is wrong: which of the two numbers do you divide by the other to get 1/4?",
    ],
)
def error_rate(attempt: Attempt) -> None:
    attempt.number(0.25, 1, 4, hint='hint("00.1") in a cell of its own says more.')
    attempt.number(0.0, 0, 7)
    attempt.number(1.0, 12, 12)
    attempt.number(0.03, 3, 100)


@exercise(
    "00.2",
    shows=(
        "You have won: your k misclassifies fewer of the new points than k = 5. Where classes "
        "overlap this much, it helps to let more neighbours vote."
    ),
    hints=[
        "Between two round clouds of equal spread the best boundary is a straight line, so the "
        "islands that you see at k = 5 are made by a few unusual points.",
        "Let more neighbours vote, until only specks are left of the islands.",
    ],
)
def my_bet(attempt: Attempt) -> None:
    k = attempt()
    attempt.require(
        isinstance(k, Integral) and not isinstance(k, bool),
        otherwise=f"you returned {kind(k)}; a whole number from 1 to {MOST} is wanted",
    )
    attempt.require(
        1 <= k <= MOST, otherwise=f"you bet on {k}; the slider goes from 1 to {MOST} neighbours"
    )
    known, new = clouds(80, seed=6), clouds(2000, seed=1000)
    yours, rival = (mistakes(known, new, number) for number in (int(k), RIVAL))
    attempt.require(
        yours < rival,
        otherwise=(
            f"with k = {k}, {yours} of {len(new):,} new points are misclassified; with "
            f"k = {RIVAL}, {rival} are. You win with fewer: look at the picture, and bet again"
        ),
    )


def clouds(n_samples: int, seed: int) -> Dataset:
    """Two clouds that overlap: those of the lesson's picture with 80 samples and seed 6."""
    return make_blobs(n_samples, centers=CENTERS, spread=1.0, seed=seed)


def mistakes(known: Dataset, new: Dataset, k: int) -> int:
    """How many new points the k nearest known ones outvote; a tie goes to the nearest."""
    squares = ((new.X[:, np.newaxis] - known.X) ** 2).sum(axis=2)
    labels = known.y[np.argsort(squares, axis=1, kind="stable")[:, :k]]
    votes = 2 * labels.sum(axis=1) - k  # for the second cloud, less those for the first
    answers = np.where(votes == 0, labels[:, 0], votes > 0)
    return int((answers != new.y).sum())
