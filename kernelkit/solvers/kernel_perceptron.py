"""Kernel perceptrons for many classes: coupled, one against the rest, one against one.

Lesson 06_kernel_perceptron_digits teaches them. Each keeps the scores of all samples and changes
them on a mistake only, by one row of the Gram matrix.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import as_samples, check_kernel, gram_of
from kernelkit.solvers.machines import STRATEGIES, Machines
from kernelkit.solvers.results import Counts, KernelPerceptronResult
from kernelkit.validation import (
    Matrix,
    Vector,
    as_classes,
    as_gram,
    check_choice,
    check_whole,
)

__all__ = [
    "kernel_perceptron_in_blocks",
    "learn_from_gram",
    "multiclass_kernel_perceptron",
    "one_vs_one_perceptron",
    "one_vs_rest_perceptron",
]

MOST_CLASSES = 10_000
BLOCK = 256  # samples visited between two updates of all scores

Epoch = Callable[[Matrix, Counts, Counts, int, Matrix, Matrix, Matrix], int]


def multiclass_kernel_perceptron(
    K: Any, y: Any, n_classes: int, max_epochs: int = 50, **options: Any
) -> KernelPerceptronResult:
    r"""One function per class, coupled: a mistake raises the true class and lowers the guess.

    With :math:`f_c(x_t) = \sum_i \alpha_{ci} K_{it}` and :math:`\hat y_t = \arg\max_c f_c(x_t)`,
    the lowest such class on a tie,

    .. math::

        \text{if } \hat y_t \ne y_t: \quad
        \alpha_{y_t t} \leftarrow \alpha_{y_t t} + 1, \quad
        \alpha_{\hat y_t t} \leftarrow \alpha_{\hat y_t t} - 1.
        \tag{K1}

    Parameters
    ----------
    K : Gram matrix of shape (n, n)
    y : n labels, whole numbers from 0 to n_classes - 1
    n_classes : the number k of classes, at least 2
    max_epochs : the most passes over the samples
    samples : indices to learn from, in this order; the others only get scores (default: all)
    tolerance : stop early, after an epoch with at most ``tolerance * n`` mistaken samples
    shuffle : draw a new order for each epoch from this ``numpy.random.Generator``
    average : return the mean of alpha over all samples seen instead of the last (or the best)
    validation : indices not learnt from; stop when they were not predicted better for 3 epochs,
        and return what predicted them best

    Returns
    -------
    KernelPerceptronResult
        ``alpha`` and ``scores`` have one row per class.

    Examples
    --------
    >>> result = multiclass_kernel_perceptron(np.eye(3), [0, 1, 2], 3)
    >>> result.mistakes.tolist(), result.alpha.tolist()
    ([2, 0], [[0.0, -1.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    """
    return _solve("multiclass", K, y, n_classes, max_epochs, **options)


def one_vs_rest_perceptron(
    K: Any, y: Any, n_classes: int, max_epochs: int = 50, **options: Any
) -> KernelPerceptronResult:
    r"""One independent machine per class, which tells it from all the others.

    Machine c has labels :math:`s_t = +1` for :math:`y_t = c` and :math:`-1` otherwise, and

    .. math::

        \text{if } s_t f_c(x_t) \le 0: \quad \alpha_{ct} \leftarrow \alpha_{ct} + s_t.
        \tag{K2}

    The class with the largest value wins. Parameters as in
    :func:`multiclass_kernel_perceptron`; a sample counts as mistaken if any machine moved.
    """
    return _solve("one-vs-rest", K, y, n_classes, max_epochs, **options)


def one_vs_one_perceptron(
    K: Any, y: Any, n_classes: int, max_epochs: int = 50, **options: Any
) -> KernelPerceptronResult:
    r"""One machine for each pair of classes, which only learns from samples of the two.

    Machine m of the pair a < c (in the order of
    ``machines.pairs``) has labels +1 for class a and -1 for class c,
    and moves by the rule (K2). The classes are then voted for. Parameters as in
    :func:`multiclass_kernel_perceptron`; ``alpha`` and ``scores`` have one row per pair.
    """
    return _solve("one-vs-one", K, y, n_classes, max_epochs, **options)


def kernel_perceptron_in_blocks(
    kernel: Kernel,
    X: Any,
    y: Any,
    n_classes: int,
    max_epochs: int = 50,
    *,
    strategy: str = "multiclass",
    **options: Any,
) -> KernelPerceptronResult:
    """The same machines without the Gram matrix: kernel rows are computed for mistakes only.

    Samples are visited in blocks of 256. Within a block the small Gram matrix of the block is
    enough; after it, the rows of its mistaken samples bring all scores up to date. Memory is at
    most ``n * (24 * machines + 16 * BLOCK)`` bytes beyond X: 0.6 GB for 60,000 samples.

    Parameters
    ----------
    kernel : a kernel
    X : the n samples it takes
    strategy : one of ``machines.STRATEGIES``
    y, n_classes, max_epochs, options : as in :func:`multiclass_kernel_perceptron`, except that
        averaging leaves the scores alone
    """
    check_choice(strategy, "strategy", STRATEGIES)
    epoch = EPOCHS[strategy]
    check_kernel(kernel)
    X = as_samples(X)
    y = as_classes(y, len(X), check_whole(n_classes, "n_classes", at_least=2, at_most=MOST_CLASSES))
    machines = Machines(strategy, n_classes, y)

    def run(visits: Counts) -> int:
        mistakes = 0
        for start in range(0, len(visits), BLOCK):
            block = visits[start : start + BLOCK]
            inside = np.arange(len(block))
            scores = np.ascontiguousarray(machines.scores[:, block])
            alpha, lag = np.zeros((2, *scores.shape))
            seen = machines.seen + start
            mistakes += epoch(gram_of(kernel, X[block]), y[block], inside, seen, alpha, lag, scores)
            mistaken = np.flatnonzero(alpha.any(axis=0) | lag.any(axis=0))
            if len(mistaken):
                _spread(gram_of(kernel, X[block[mistaken]], X), alpha[:, mistaken], machines.scores)
            machines.alpha[:, block] += alpha
            machines.lag[:, block] += lag
        return mistakes

    return machines.learn(run, max_epochs, **options)


def learn_from_gram(
    strategy: str, K: Matrix, y: Counts, n_classes: int, max_epochs: int, **options: Any
) -> KernelPerceptronResult:
    """Do what the three functions above do, for a matrix and labels that were checked before."""
    epoch = EPOCHS[strategy]
    machines = Machines(strategy, n_classes, y)

    def run(visits: Counts) -> int:
        return epoch(K, y, visits, machines.seen, machines.alpha, machines.lag, machines.scores)

    result = machines.learn(run, max_epochs, **options)
    if options.get("average"):
        machines.scores[:] = 0.0
        _spread(K, result.alpha, machines.scores)
        return result._replace(scores=machines.scores)
    return result


def _solve(
    strategy: str, K: Any, y: Any, n_classes: int, max_epochs: int, **options: Any
) -> KernelPerceptronResult:
    K = as_gram(K, sampled=True)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=MOST_CLASSES)
    return learn_from_gram(strategy, K, as_classes(y, len(K), k), k, max_epochs, **options)


@njit
def _spread(rows: Matrix, steps: Matrix, scores: Matrix) -> None:
    """Add to each machine's scores its steps times the kernel rows of the mistaken samples."""
    for m in range(scores.shape[0]):
        for i in range(rows.shape[0]):
            if steps[m, i] != 0.0:
                for j in range(rows.shape[1]):
                    scores[m, j] += steps[m, i] * rows[i, j]


@njit
def _multiclass_epoch(
    K: Matrix, y: Counts, order: Counts, seen: int, alpha: Matrix, lag: Matrix, scores: Matrix
) -> int:
    mistakes = 0
    for visit, t in enumerate(order):
        guess = 0
        for c in range(1, scores.shape[0]):
            if scores[c, t] > scores[guess, t]:
                guess = c
        if guess != y[t]:  # (K1)
            alpha[y[t], t] += 1.0
            alpha[guess, t] -= 1.0
            lag[y[t], t] += seen + visit
            lag[guess, t] -= seen + visit
            up, down = scores[y[t]], scores[guess]
            for j in range(K.shape[0]):  # both machines while the row of K is read
                up[j] += K[t, j]
                down[j] -= K[t, j]
            mistakes += 1
    return mistakes


@njit
def _one_vs_rest_epoch(
    K: Matrix, y: Counts, order: Counts, seen: int, alpha: Matrix, lag: Matrix, scores: Matrix
) -> int:
    mistakes = 0
    for visit, t in enumerate(order):
        mistaken = False
        for c in range(scores.shape[0]):
            s = 1.0 if y[t] == c else -1.0
            if s * scores[c, t] <= 0.0:  # (K2)
                _move(K, t, s, seen + visit, alpha[c], lag[c], scores[c])
                mistaken = True
        mistakes += mistaken
    return mistakes


@njit
def _one_vs_one_epoch(
    K: Matrix, y: Counts, order: Counts, seen: int, alpha: Matrix, lag: Matrix, scores: Matrix
) -> int:
    k = int((1.0 + np.sqrt(1.0 + 8.0 * scores.shape[0])) / 2.0 + 0.5)
    mistakes = 0
    for visit, t in enumerate(order):
        mistaken = False
        for other in range(k):
            if other != y[t]:
                a, c = min(y[t], other), max(y[t], other)
                m = a * k - a * (a + 1) // 2 + c - a - 1  # the place of the pair (a, c)
                s = 1.0 if y[t] == a else -1.0
                if s * scores[m, t] <= 0.0:  # (K2)
                    _move(K, t, s, seen + visit, alpha[m], lag[m], scores[m])
                    mistaken = True
        mistakes += mistaken
    return mistakes


@njit
def _move(
    K: Matrix, t: int, step: float, seen: int, alpha: Vector, lag: Vector, scores: Vector
) -> None:
    """Change one machine by one sample: its coefficient, what averaging needs, every score."""
    alpha[t] += step
    lag[t] += seen * step
    for j in range(scores.shape[0]):
        scores[j] += step * K[t, j]


EPOCHS: dict[str, Epoch] = {
    "multiclass": _multiclass_epoch,
    "one-vs-rest": _one_vs_rest_epoch,
    "one-vs-one": _one_vs_one_epoch,
}
