"""Checks of lesson 06_kernel_perceptron_digits."""

import numpy as np

from kernelkit.datasets import load_usps
from kernelkit.exercises.attempt import Attempt
from kernelkit.exercises.compiled import require_compiled
from kernelkit.exercises.registry import exercise


@exercise(
    "06.1",
    shows="Where one-vs-rest corrects nothing, the multi-class rule does not either.",
    hints=[
        "For the multi-class rule a column has either nothing to correct or two functions. For "
        "one-vs-rest each function has a wanted sign of its own.",
        "Write the wanted signs as a table of the same shape as the scores: +1 in the row of the "
        "sample's class, -1 elsewhere. Compare it with the scores, then count down the columns.",
    ],
)
def corrections(attempt: Attempt) -> None:
    for column, label, wanted, why in [
        ([3.0, -1.0, -2.0], 0, [0, 0], "all three signs are right, which"),
        ([3.0, 1.0, -4.0], 0, [0, 1], "class 0 leads, but class 1 is above zero, which"),
        ([-1.0, -2.0, -3.0], 0, [0, 1], "class 0 leads with a score below zero, which"),
        (
            [1.0, 3.0, -4.0],
            0,
            [2, 1],
            "class 1 wins, and class 0 is above zero as it should, which",
        ),
        (
            [0.0, 0.0, 0.0],
            0,
            [0, 3],
            "argmax takes the lowest class, zero has no right sign, which",
        ),
        (
            [0.0, 0.0, 0.0],
            2,
            [2, 3],
            "argmax takes the lowest class, zero has no right sign, which",
        ),
    ]:
        scores, y = np.array(column)[:, np.newaxis], np.array([label])
        attempt.array(np.array(wanted)[:, np.newaxis], scores, y, rule=f"for three classes: {why}")
    random = np.random.default_rng(61)
    for k, n in ((2, 15), (4, 30), (10, 50)):
        scores, y = random.normal(size=(k, n)), random.integers(k, size=n)
        counted = np.zeros((2, n), dtype=int)
        for t in range(n):
            counted[0, t] = 0 if scores[:, t].argmax() == y[t] else 2
            for c in range(k):
                counted[1, t] += (scores[c, t] <= 0) if c == y[t] else (scores[c, t] >= 0)
        attempt.array(counted, scores, y, rule="counting one by one")


@exercise(
    "06.2",
    shows="Dealt like cards, class after class, the folds are even within each class and overall.",
    hints=[
        "Think of a pack of cards, sorted by class and shuffled within each class, that is dealt "
        "to the folds.",
        "A random order of all samples, then a stable sort of it by class, gives the pack. What "
        "matters is who gets the first card of the next class.",
    ],
)
def deal(attempt: Attempt) -> None:
    random = np.random.default_rng(62)
    for k, n, folds in ((2, 20, 5), (3, 31, 4), (10, 137, 5), (10, 44, 10)):
        y = np.sort(random.integers(k, size=n)) if k == 3 else random.integers(k, size=n)
        got = attempt.shaped((n,), y, folds, 7)
        inside = np.isin(got, np.arange(folds)).all()
        told = f"not all that you returned are numbers of folds, 0 to {folds - 1}"
        attempt.require(inside, y, folds, 7, otherwise=told)
        for c in np.unique(y):
            sizes = np.bincount(got[y == c].astype(int), minlength=folds)
            told = f"your folds hold {', '.join(map(str, sizes))} samples of class {c}"
            even = sizes.max() - sizes.min() <= 1
            attempt.require(even, y, folds, 7, otherwise=f"{told}; they may differ by one")
        sizes = np.bincount(got.astype(int), minlength=folds)
        told = (
            f"each class is spread evenly, but your folds hold {', '.join(map(str, sizes))} "
            "samples in all; they may differ by one. Which folds get those that are left over?"
        )
        attempt.require(sizes.max() - sizes.min() <= 1, y, folds, 7, otherwise=told)
        same = np.array_equal(got, attempt.shaped((n,), y, folds, 7))
        told = "the same seed gave other folds the second time"
        attempt.require(same, y, folds, 7, otherwise=told)
        others = [attempt.shaped((n,), y, folds, seed) for seed in (8, 9)]
        moved = any(not np.array_equal(got, other) for other in others)
        told = "the seeds 7, 8 and 9 gave the same folds; they are to be drawn at random"
        attempt.require(moved, y, folds, 9, otherwise=told)
        # In large classes chance puts neighbours into one fold; a fixed round never does.
        together = n > 100 and all(_pairs_apart(each, y) for each in (got, *others))
        told = (
            "with the seeds 7, 8 and 9 the fold always follows from the position of the samples in "
            "their class; it is to be drawn at random within each class"
        )
        attempt.require(not together, y, folds, 9, otherwise=told)


@exercise(
    "06.3",
    shows="The mean needs no table per visit: a correction counts for as many visits as it lasts.",
    hints=[
        "There is a plain way: keep a second table, add the scores to it after each visit, and "
        "divide at the end. Get that right first, with loops over classes and samples.",
        "A row of K that is added at a visit stays in the scores until the end. Of how many of all "
        "the visits is it part? Give it that share as its weight, and the second table, too, "
        "changes at mistakes only.",
    ],
)
def averaged(attempt: Attempt) -> None:
    attempt.seconds = 60.0  # the first call compiles
    K, y = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1, 0])
    require_compiled(attempt, K, y, 2, 2)
    rule = "the mean over all visits"
    # Both samples are misclassified in the first epoch and none in the second, whose visits count.
    first, then = np.array([-2.0, -1.0]), np.array([-1.0, 2.0])
    mean = (first + 3 * then) / 4
    attempt.array([mean, -mean], K, y, 2, 2, rule=rule)
    random = np.random.default_rng(63)
    for k, n, epochs in ((2, 6, 3), (3, 12, 1), (3, 20, 4), (5, 30, 3)):
        X, y = random.normal(size=(n, 4)), random.integers(k, size=n)
        K = (X @ X.T + 1.0) ** 2
        scores, total = np.zeros((k, n)), np.zeros((k, n))
        for t in [*range(n)] * epochs:
            guess = scores[:, t].argmax()
            if guess != y[t]:
                scores[y[t]] += K[t]
                scores[guess] -= K[t]
            total += scores
        attempt.array(total / (n * epochs), K, y, k, epochs, rule=rule)


@exercise(
    "06.4",
    shows="A classifier that is asked how sure it is can hand over most of its mistakes.",
    hints=[
        "A large winning score says little if another class is close behind.",
        "Give each sample one number that is small when its answer could easily have been another, "
        "and refuse the smallest. Try the number on a few columns by hand.",
    ],
)
def refuse(attempt: Attempt) -> None:
    X, y = load_usps()
    some = np.random.default_rng(0).permutation(len(y))[:2000]
    X, y, n = X[some], y[some], 800
    inner, squares = X[:n] @ X.T, (X * X).sum(axis=1)
    gaussian = np.exp(-(squares[:n, np.newaxis] + squares - 2 * inner) / 64)
    for name, K in (("cubic", (inner / 256) ** 3), ("Gaussian", gaussian)):
        scores = np.zeros((10, len(y)))
        for t in [*range(n)] * 10:
            guess = scores[:, t].argmax()
            if guess != y[t]:
                scores[y[t]] += K[t]
                scores[guess] -= K[t]
        new = scores[:, n:]
        wrong = new.argmax(axis=0) != y[n:]
        got = attempt.shaped((len(wrong),), new, 0.2, of="truth values")
        told = f"you refused {got.sum()} of {len(got)}, more than the share allows"
        attempt.require(got.sum() <= 0.2 * len(got), new, 0.2, otherwise=told)
        left = (wrong & ~got).sum()
        told = (
            f"of the {wrong.sum()} mistakes of a classifier with a {name} kernel {left} remain "
            f"among the answers you let pass; at most a quarter, {wrong.sum() // 4}, may remain"
        )
        attempt.require(left <= wrong.sum() // 4, new, 0.2, otherwise=told)


def _pairs_apart(folds: np.ndarray, y: np.ndarray) -> bool:
    """Whether no two samples that follow each other in their class are in one fold."""
    own = [folds[y == c] for c in np.unique(y)]
    return all((part[1:] != part[:-1]).all() for part in own)
