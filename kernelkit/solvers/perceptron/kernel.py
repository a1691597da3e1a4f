"""Kernel perceptrons for many classes: coupled, one against the rest, one against one; lesson 06.

One epoch is a compiled loop of ``core/kernel_perceptron.py``, which has the rules; here are the
epochs, when to stop, averages, and what to do where the Gram matrix does not fit in memory.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit._jit import bare, njit
from kernelkit.core import multiclass_kernel_epoch, one_vs_one_epoch, one_vs_rest_epoch
from kernelkit.kernels.base import gram_of
from kernelkit.solvers.kernel_cache import GivenRows, KernelCache, KernelRows
from kernelkit.solvers.perceptron._epochs import Epochs
from kernelkit.solvers.results import KernelPerceptronResult
from kernelkit.solvers.voting import STRATEGIES, class_values
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    as_classes,
    as_gram,
    as_indices,
    check_choice,
    check_flag,
    check_size,
    check_whole,
)

MOST_LEARNT_CLASSES = 10_000
VISITED_TOGETHER = 256  # samples visited between two updates of all scores
PATIENCE = 3  # epochs without a better prediction of the validation samples

Epoch = Callable[[Matrix, Integers, Matrix, Matrix, Integers], int]


def kernel_perceptron(
    K: Any,
    y: Any,
    n_classes: int,
    strategy: str = "one-vs-rest",
    max_epochs: int = 50,
    *,
    tolerance: float = 0.0,
    average: bool = False,
    random_state: Any = None,
    samples: Any = None,
    validation: Any = None,
) -> KernelPerceptronResult:
    r"""Kernel perceptrons by the rules (KP1) or (KP2) of ``core/kernel_perceptron.py``.

    With the Gram matrix an epoch costs one row of it for each mistake. With a ``KernelCache``
    samples are visited in blocks of 256: within a block the small Gram matrix of the block is
    enough; after it, the kernel rows of its mistaken samples bring all scores up to date.

    Parameters
    ----------
    K : array of shape (n, n), or KernelCache
        The Gram matrix, or ``KernelCache(kernel, X)``, which computes rows of it for mistakes.
    y : array of n labels
        Whole numbers from 0 to n_classes - 1.
    n_classes : int
        The number k of classes, at least 2.
    strategy : {"one-vs-rest", "one-vs-one", "multiclass"}
        A sample counts as mistaken if any of its machines moved.
    max_epochs : int
        The most passes over the samples; reaching it is a ``ConvergenceWarning``.
    tolerance : float
        Stop early, after an epoch that mistook at most this share of the samples learnt from.
    average : bool
        Return the mean of alpha over all samples seen instead of the last (or the best).
    random_state : numpy.random.Generator, int or None
        Draws a new order for each epoch; None keeps the order of ``samples``.
    samples : list of int
        What to learn from, in this order; the others only get scores. By default all.
    validation : list of int
        Samples not learnt from; stop when they were not predicted better for 3 epochs, and return
        what predicted them best.

    Examples
    --------
    >>> result = kernel_perceptron(np.eye(3), [0, 1, 2], 3, "multiclass")
    >>> result.mistakes.tolist(), result.alpha.tolist()
    ([2, 0], [[0.0, -1.0, -1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    """
    check_choice(strategy, "strategy", STRATEGIES)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=MOST_LEARNT_CLASSES)
    cached = isinstance(K, KernelCache)
    rows: KernelRows = K if cached else GivenRows(as_gram(K, sampled=True), units=False)
    n = len(rows.diagonal)
    y = as_classes(y, n, k)
    order = np.arange(n) if samples is None else as_indices(samples, "samples", n, once=True)
    watched = None if validation is None else as_indices(validation, "validation", n)
    epochs = Epochs(order, max_epochs, random_state, tolerance)
    average = check_flag(average, "average")
    result = learn(rows, y, k, strategy, epochs, average, watched)
    hint = (
        "a tolerance or validation samples stop it on purpose, and a bias (KernelPerceptron has "
        "bias=True, or a constant can be added to the kernel) may be what it lacks"
    )
    return result._replace(converged=epochs.warn_unless_converged("kernel perceptron", hint))


def learn(
    rows: KernelRows,
    y: Integers,
    k: int,
    strategy: str,
    epochs: Epochs,
    average: bool,
    watched: Integers | None = None,
) -> KernelPerceptronResult:
    """Run epochs until few enough samples are mistaken, or validation no longer improves.

    Its arguments were checked before, and it does not warn: threads may call it.
    """
    n, machines = len(y), k * (k - 1) // 2 if strategy == "one-vs-one" else k
    check_size(
        24 * machines * n,
        f"{machines:,} machines on {n:,} samples",
        "take fewer classes or another strategy",
    )
    epoch = _epoch_of(strategy, k)
    alpha, lag, scores = np.zeros((3, machines, n))
    best = alpha, scores
    errors: list[int] = []
    visits = np.zeros(n)
    for order, seen in epochs:
        before = alpha.copy() if average else alpha
        if isinstance(rows, KernelCache):
            mistakes = _epoch_in_blocks(epoch, rows, y, alpha, scores, order)
        else:
            mistakes = epoch(rows.store, y, alpha, scores, order)
        if average:  # each sample was visited once, so what changed, changed then
            visits[order] = seen + np.arange(len(order))
            lag += (alpha - before) * visits
        epochs.count(mistakes)
        if watched is not None:
            values = class_values(scores[:, watched], strategy, k)
            errors.append(int((values.argmax(axis=0) != y[watched]).sum()))
            if errors[-1] < min(errors[:-1], default=n + 1):
                best = alpha.copy(), scores.copy()
            epochs.stop = len(errors) - 1 - errors.index(min(errors)) >= PATIENCE
    if not np.isfinite(scores).all():
        raise InputError(
            "K", "must be finite and not so large that sums of its rows overflow; scale it"
        )
    if not average:
        alpha, scores = best
    else:
        alpha -= lag / epochs.seen
        scores[:] = 0.0
        touched = np.flatnonzero(alpha.any(axis=0))
        for start in range(0, len(touched), VISITED_TOGETHER):
            some = touched[start : start + VISITED_TOGETHER]
            _spread(rows.unit * rows.store[rows.places(some)], alpha[:, some], scores)
    return KernelPerceptronResult(
        alpha, scores, np.array(epochs.mistakes), converged=False, strategy=strategy
    )


def _epoch_of(strategy: str, k: int) -> Epoch:
    """The compiled pass of a strategy."""
    if strategy == "one-vs-one":
        epoch = bare(one_vs_one_epoch)
        return lambda K, y, alpha, scores, order: epoch(K, y, k, alpha, scores, order)
    return bare(multiclass_kernel_epoch if strategy == "multiclass" else one_vs_rest_epoch)


def _epoch_in_blocks(
    epoch: Epoch, cache: KernelCache, y: Integers, alpha: Matrix, scores: Matrix, order: Integers
) -> int:
    """Run an epoch on one block of samples after the other, as :func:`kernel_perceptron` says."""
    mistakes = 0
    for start in range(0, len(order), VISITED_TOGETHER):
        block = order[start : start + VISITED_TOGETHER]
        own = np.ascontiguousarray(scores[:, block])
        more = np.zeros(own.shape)
        K = gram_of(cache.kernel, cache.X[block])
        mistakes += epoch(K, y[block], more, own, np.arange(len(block)))
        mistaken = np.flatnonzero(more.any(axis=0))
        if len(mistaken):
            rows = cache.store[cache.places(block[mistaken])]
            _spread(rows, cache.unit * more[:, mistaken], scores)
        alpha[:, block] += more
    return mistakes


@njit
def _spread(rows: Matrix, steps: Matrix, scores: Matrix) -> None:
    """Add to each machine's scores its steps times the kernel rows of the mistaken samples."""
    for m in range(scores.shape[0]):
        for i in range(rows.shape[0]):
            if steps[m, i] != 0.0:
                for j in range(rows.shape[1]):
                    scores[m, j] += steps[m, i] * rows[i, j]
