"""Kernel perceptrons for many classes: one-vs-rest, one-vs-one and multi-class; lesson 06.

One epoch is a compiled loop of ``core/kernel_perceptron.py``. Here are the epochs, when to stop,
averages, and what to do where the Gram matrix does not fit in memory.
"""

from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.core import kernel_perceptron_epoch, multiclass_kernel_epoch
from kernelkit.kernels.base import gram_of
from kernelkit.solvers.kernel_cache import GivenRows, KernelCache, KernelRows
from kernelkit.solvers.perceptron._epochs import MOST_LEARNT_CLASSES, Epochs, check_finite
from kernelkit.solvers.results import KernelPerceptronResult
from kernelkit.solvers.voting import STRATEGIES, class_values, pairs
from kernelkit.validation import (
    Integers,
    Matrix,
    as_classes,
    as_gram,
    as_indices,
    check_choice,
    check_flag,
    check_size,
    check_whole,
    interruptible,
)

VISITED_TOGETHER = 256  # samples visited between two updates of all scores
EPOCHS_WITHOUT_GAIN = 3  # epochs without a better prediction of the validation samples


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
    enough; after it, the kernel rows of its misclassified samples bring all scores up to date.

    Parameters
    ----------
    K : array of shape (n, n), or KernelCache
        The Gram matrix, or ``KernelCache(kernel, X)``, which computes rows of it for mistakes.
    y : array of n labels
        Whole numbers from 0 to n_classes - 1.
    n_classes : int
        The number k of classes, at least 2.
    strategy : {"one-vs-rest", "one-vs-one", "multiclass"}
        A sample counts as misclassified if any of its machines moved.
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
    checked = isinstance(K, KernelCache | GivenRows)
    rows: KernelRows = K if checked else GivenRows(as_gram(K, sampled=True), units=False)
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


@interruptible()
def learn(
    rows: KernelRows,
    y: Integers,
    k: int,
    strategy: str,
    epochs: Epochs,
    average: bool,
    watched: Integers | None = None,
) -> KernelPerceptronResult:
    """Run epochs until few enough samples are misclassified, or validation no longer improves.

    Its arguments were checked before, and it does not warn: threads may call it.
    """
    n, machines = len(y), k * (k - 1) // 2 if strategy == "one-vs-one" else k
    check_size(
        24 * machines * n,
        f"{machines:,} machines on {n:,} samples",
        "take fewer classes or another strategy",
    )
    labels: Any = y if strategy == "multiclass" else _signs(y, k, strategy)
    c: Matrix
    f: Matrix
    c, lag, f = np.zeros((3, machines, n))
    best = c
    errors: list[int] = []
    visited_at = np.zeros(n)
    for order, seen in epochs:
        before = c.copy() if average else c
        if isinstance(rows, KernelCache):
            mistakes = _epoch_in_blocks(rows, labels, c, f, order)
        else:
            mistakes = _epoch(rows.store, labels, c, f, order)
        if average:  # each sample was visited once, so what changed, changed then
            visited_at[order] = seen + np.arange(len(order))
            lag += (c - before) * visited_at
        epochs.count(mistakes)
        if watched is not None:
            values = class_values(f[:, watched], strategy, k)
            errors.append(int((values.argmax(axis=0) != y[watched]).sum()))
            if errors[-1] < min(errors[:-1], default=n + 1):
                best = c.copy()
            epochs.stop = len(errors) - 1 - errors.index(min(errors)) >= EPOCHS_WITHOUT_GAIN
    check_finite(f)
    kept = c - lag / epochs.seen if average else best
    if kept is not c:
        f = _values(rows, kept)
    return KernelPerceptronResult(kept, f, np.array(epochs.mistakes), converged=False)


def _signs(y: Integers, k: int, strategy: str) -> Any:
    """A row for each sample: the sign that each machine is to give it, 0 if it is not for it."""
    own = y[:, np.newaxis]
    if strategy == "one-vs-rest":
        return np.where(own == np.arange(k), 1, -1).astype(np.int8)
    first, second = pairs(k).T
    return (own == first).astype(np.int8) - (own == second).astype(np.int8)


def _epoch(K: Matrix, labels: Any, c: Matrix, f: Matrix, order: Integers) -> int:
    """One pass by the rule for these labels: classes, or the signs of each machine.

    Two classes are one machine. It could run the loop of the dual perceptron, which adds up the
    values anew in each epoch; kept, they make 20 epochs of 3,000 digits 5 times as fast.
    """
    if labels.ndim == 1:
        return len(multiclass_kernel_epoch(K, labels, c, f, order)[0])
    return len(kernel_perceptron_epoch(K, labels, c, f, order))


def _epoch_in_blocks(cache: KernelCache, labels: Any, c: Matrix, f: Matrix, order: Integers) -> int:
    """Run an epoch on one block of samples after the other, as :func:`kernel_perceptron` says."""
    mistakes = 0
    for start in range(0, len(order), VISITED_TOGETHER):
        block = order[start : start + VISITED_TOGETHER]
        own = np.ascontiguousarray(f[:, block])
        more, K = np.zeros(own.shape), gram_of(cache.kernel, cache.X[block])
        mistakes += _epoch(K, labels[block], more, own, np.arange(len(block)))
        moved = np.flatnonzero(more.any(axis=0))
        if len(moved):
            places = cache.places(block[moved])
            add_rows(cache.store, places, cache.unit * more[:, moved], f)
        c[:, block] += more
    return mistakes


def _values(rows: KernelRows, c: Matrix) -> Matrix:
    """The values c @ K at all samples, from the kernel rows of those with a coefficient."""
    f = np.zeros(c.shape)
    moved = np.flatnonzero(c.any(axis=0))
    for start in range(0, len(moved), VISITED_TOGETHER):
        some = moved[start : start + VISITED_TOGETHER]
        add_rows(rows.store, rows.places(some), rows.unit * c[:, some], f)
    return f


@njit
def add_rows(store: Matrix, places: Integers, steps: Matrix, f: Matrix) -> None:
    """Add to the values of each machine its steps times the kernel rows in these places."""
    for m in range(f.shape[0]):
        for i in range(places.shape[0]):
            if steps[m, i] != 0.0:
                for j in range(f.shape[1]):
                    f[m, j] += steps[m, i] * store[places[i], j]
