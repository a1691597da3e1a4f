"""One classifier out of several machines: pairs of classes, votes, and who wins; lesson 06."""

import numpy as np

from kernelkit.validation import Integers, Matrix

STRATEGIES = ("one-vs-rest", "one-vs-one", "multiclass")


def pairs(n_classes: int) -> Integers:
    """The classes (a, c), a < c, of each one-against-one machine: (0, 1), (0, 2), ..."""
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


def winners(values: Matrix) -> Integers:
    """Numbers of the classes that win, by one value for two classes, or one value per class.

    >>> winners(np.array([0.0, -1.0])).tolist(), winners(np.array([[1.0, 2.0, 2.0]])).tolist()
    ([1, 0], [1])
    """
    return (values >= 0).astype(np.int64) if values.ndim == 1 else values.argmax(axis=1)
