"""Draw samples class by class: some of them, or some for testing and the others for training."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit.validation import InputError

__all__ = ["Split", "draw", "split"]

Rows = npt.NDArray[np.int64]


class Split(NamedTuple):
    """Rows of a data set to learn from and rows to test with, both in random order."""

    train: Rows
    test: Rows


def split(
    y: npt.NDArray[Any],
    names: Sequence[str],
    subsample: int | None,
    test_size: float,
    seed: int,
) -> Split:
    """Split the samples, or ``subsample`` of them, so that every class is learnt from.

    Parameters
    ----------
    y : the labels
    names : of the classes, in the order of the sorted labels
    subsample : how many samples to use; None takes all
    test_size : the share for testing, above 0 and below 1
    seed : decides which
    """
    rng = np.random.default_rng(seed)
    codes = np.unique(y, return_inverse=True)[1]
    rows = np.arange(len(y))
    where = "these labels"
    if subsample is not None:
        if subsample > len(y):
            message = f"--subsample: expected at most the {len(y):,} samples, got {subsample:,}"
            raise InputError(message)
        rows, _ = draw(codes, subsample, rng)
        where = f"--subsample {subsample}"
    codes = codes[rows]
    counts = np.bincount(codes, minlength=len(names))
    if counts.min() < 2:
        few = int(counts.argmin())
        message = (
            f"every class needs two samples, one to learn from and one to test with: got "
            f"{counts[few]} of {names[few]!r} with {where} ({len(names):,} classes in all)"
        )
        raise InputError(message)
    n_test = round(test_size * len(rows))
    if not 0 < n_test < len(rows):
        message = f"--test-size {test_size} of {len(rows):,} samples leaves one side empty"
        raise InputError(message)
    test, train = draw(codes, n_test, rng)
    unseen = np.bincount(codes[train], minlength=len(names)) == 0
    if unseen.any():
        name = names[int(unseen.argmax())]
        message = f"--test-size {test_size} leaves no sample of {name!r} to learn from"
        raise InputError(message)
    return Split(rows[train], rows[test])


def draw(codes: Rows, n: int, rng: np.random.Generator) -> tuple[Rows, Rows]:
    r"""Draw n samples at random, of class c the share :math:`q_c = n\,n_c / N`, and the others.

    The :math:`q_c` are rounded down; what is missing to n goes to the largest remainders, of
    equal ones to the lowest class.

    Examples
    --------
    >>> drawn, others = draw(np.array([0, 0, 0, 0, 1, 1]), 3, np.random.default_rng(0))
    >>> sorted((drawn > 3).tolist()), len(others)
    ([False, False, True], 3)
    """
    counts = np.bincount(codes)
    quotas, remainders = np.divmod(n * counts, len(codes))  # in whole numbers: no rounding
    by_remainder = np.argsort(-remainders, kind="stable")
    quotas[by_remainder[: n - quotas.sum()]] += 1
    order = rng.permutation(len(codes))
    chosen = np.zeros(len(codes), dtype=bool)
    for c, quota in enumerate(quotas):
        chosen[np.flatnonzero(codes[order] == c)[:quota]] = True
    return order[chosen], order[~chosen]
