"""The results of an experiment as a short text."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kernelkit.cli.outcome import Outcome
from kernelkit.cli.splitting import Split
from kernelkit.cli.text import field, plural, short, table, width
from kernelkit.datasets import Dataset

__all__ = ["confusion_lines", "data_line", "result_lines", "split_line"]

MOST_MISTAKES = 10


def data_line(name: str, data: Dataset) -> str:
    """Say how large the data are."""
    n, d = data.X.shape
    sizes = (plural(n, "sample"), plural(d, "feature"), plural(len(data.class_names), "class"))
    return field("data", f"{name}: {', '.join(sizes)}")


def split_line(parts: Split, seed: int) -> str:
    """Say how many samples are for what."""
    train, test = len(parts.train), len(parts.test)
    return field("samples", f"{train:,} to learn from, {test:,} to test with (seed {seed})")


def result_lines(outcome: Outcome) -> list[str]:
    """Accuracies, seconds, and what the classifier warns of."""
    seconds = f"fit {outcome.fit_seconds:.3f}, predict {outcome.predict_seconds:.3f}"
    return [
        field("in sample", share(outcome.right_in_sample, outcome.n_train)),
        field("out of it", share(outcome.right_out_of_sample, outcome.n_test)),
        field("seconds", seconds),
        *[field("note", note) for note in outcome.notes],
    ]


def share(right: int, n: int) -> str:
    """Give a share in per cent and in numbers.

    >>> share(29, 30)
    '96.7 % right (29 of 30)'
    """
    return f"{100 * right / n:.1f} % right ({right:,} of {n:,})"


def confusion_lines(matrix: npt.NDArray[np.int64], names: Sequence[str]) -> list[str]:
    """Draw a confusion matrix as wide as the terminal allows.

    Its columns are named, or numbered where the names are too long; where even that is too wide,
    the commonest mistakes are listed.
    """
    words = [short(name) for name in names]
    numbers = [str(i) for i in range(1, len(names) + 1)]
    numbered = [f"{number} {word}" for number, word in zip(numbers, words, strict=True)]
    for rows, columns in ((words, words), (numbered, numbers)):
        lines = table([["true", *columns], *_cells(matrix, rows)])
        if max(map(len, lines)) <= width():
            return ["test samples: true class in rows, predicted class in columns", *lines]
    mistakes = [(-int(matrix[i, j]), i, j) for i, j in np.argwhere(matrix) if i != j]
    head = ["true", "predicted", "samples"]
    pairs = [[words[i], words[j], f"{-count:,}"] for count, i, j in sorted(mistakes)]
    return [
        "the commonest mistakes on test samples",
        *table([head, *pairs[:MOST_MISTAKES]], left=2),
    ]


def _cells(matrix: npt.NDArray[np.int64], rows: Sequence[str]) -> list[list[str]]:
    """Numbers in words; a dot stands for 0, so that the others are seen."""
    return [
        [name, *(f"{count}" if count else "." for count in counts)]
        for name, counts in zip(rows, matrix.tolist(), strict=True)
    ]
