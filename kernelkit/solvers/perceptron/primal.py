"""Perceptrons: learn from mistakes, one sample at a time; lesson 03_perceptron.

One epoch is a compiled loop of ``core/perceptron.py``, which has the rules (P1) and (P2); the loop
over epochs is Python, so that it can stop, count and shuffle.
"""

from typing import Any, NamedTuple

import numpy as np

from kernelkit.core import multiclass_perceptron_epoch, perceptron_epoch
from kernelkit.engine.tiles import squared_norms
from kernelkit.solvers.perceptron._epochs import MOST_LEARNT_CLASSES, Epochs
from kernelkit.solvers.results import MulticlassPerceptronResult, PerceptronResult
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_classes,
    as_matrix,
    as_signs,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
)

SMALLEST_SQUARE = float(np.finfo(np.float64).tiny / np.finfo(np.float64).eps)  # with all digits
HINT = "if no hyperplane separates the classes, there is a mistake in every epoch"


def perceptron(
    X: Any,
    y: Any,
    learning_rate: float = 1.0,
    max_epochs: int = 1000,
    *,
    average: bool = False,
    random_state: Any = None,
    keep_path: bool = False,
) -> PerceptronResult:
    r"""Rosenblatt's perceptron for labels y = ±1.

    Repeat :func:`kernelkit.core.perceptron_epoch` with :math:`R = \max_i \lVert x_i \rVert` until
    an epoch without a mistake, or ``max_epochs`` times with a ``ConvergenceWarning``.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        +1 or -1.
    learning_rate : float, default 1.0
        The step :math:`\eta > 0`; starting from zero, it only rescales w and b.
    max_epochs : int, default 1000
        The most passes over the samples.
    average : bool, default False
        Return the mean of w and b over all samples seen instead of the last.
    random_state : numpy.random.Generator, int or None
        Draws a new order for each epoch; None keeps the order of X.
    keep_path : bool, default False
        Record (w, b) after each mistake.

    Examples
    --------
    >>> result = perceptron([[2.0, 1.0], [-1.0, 1.0]], [1, -1])
    >>> result.converged, result.mistakes.tolist()
    (True, [2, 0])
    """
    X = as_matrix(X)
    options = learning_rate, max_epochs, average, random_state, keep_path
    return fit_perceptron(X, as_signs(y, len(X)), *options)


@no_overflow("X", "learning_rate")
def fit_perceptron(
    X: Matrix,
    y: Vector,
    learning_rate: float,
    max_epochs: int,
    average: bool,
    random_state: Any,
    keep_path: bool = False,
) -> PerceptronResult:
    """Do what :func:`perceptron` does, with samples and labels that were checked."""
    eta = check_number(learning_rate, "learning_rate", above=0)
    average, keep_path = check_flag(average, "average"), check_flag(keep_path, "keep_path")
    n, d = X.shape
    R2 = _squared_radius(X)
    w, b, late = np.zeros(d), 0.0, np.zeros(n)
    epochs, path = Epochs(np.arange(n), max_epochs, random_state), [np.empty(0, np.int64)]
    for order, seen in epochs:
        visits, b = perceptron_epoch(X, y, w, b, eta, R2, order)
        epochs.count(len(visits))
        moves = order[visits]
        late[moves] += seen + visits
        path.append(moves if keep_path else moves[:0])
    if average:
        lag = _sum_of_rows(eta * y * late, X, R2)
        w, b = w - lag[:-1] / epochs.seen, b - lag[-1] / epochs.seen
    moves = np.concatenate(path)
    steps = eta * y[moves, np.newaxis] * np.column_stack([X[moves], np.full(len(moves), R2)])
    return PerceptronResult(
        weights=w,
        bias=float(b),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
        path=np.cumsum(steps, axis=0),
    )


def multiclass_perceptron(
    X: Any,
    y: Any,
    n_classes: int,
    max_epochs: int = 1000,
    *,
    average: bool = False,
    random_state: Any = None,
) -> MulticlassPerceptronResult:
    r"""One weight vector per class, for labels y = 0, ..., k - 1.

    Repeats :func:`kernelkit.core.multiclass_perceptron_epoch`, and stops like :func:`perceptron`.

    Parameters
    ----------
    y : array of n labels
        Whole numbers from 0 to n_classes - 1.
    n_classes : int
        The number k of classes, at least 2.
    X, max_epochs, average, random_state : as in :func:`perceptron`

    Examples
    --------
    >>> result = multiclass_perceptron([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], [0, 1, 2], 3)
    >>> result.converged, result.weights.shape
    (True, (3, 2))
    """
    X = as_matrix(X)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=MOST_LEARNT_CLASSES)
    y = as_classes(y, len(X), k)
    return fit_multiclass_perceptron(X, y, k, max_epochs, average, random_state)


@no_overflow("X")
def fit_multiclass_perceptron(
    X: Matrix, y: Integers, k: int, max_epochs: int, average: bool, random_state: Any
) -> MulticlassPerceptronResult:
    """Do what :func:`multiclass_perceptron` does, with samples and labels that were checked."""
    average = check_flag(average, "average")
    n, d = X.shape
    R2 = _squared_radius(X)
    W, b, late = np.zeros((k, d)), np.zeros(k), np.zeros((k, n))
    epochs = Epochs(np.arange(n), max_epochs, random_state)
    for order, seen in epochs:
        epochs.count(_pass_of_many(X, y, order, seen, R2, W, b, late))
    if average:
        lag = _sum_of_rows(late, X, R2)
        W, b = W - lag[:, :-1] / epochs.seen, b - lag[:, -1] / epochs.seen
    return MulticlassPerceptronResult(
        weights=W,
        bias=b,
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
    )


class PerceptronStream(NamedTuple):
    """Where a perceptron stands in a stream of samples."""

    W: Matrix  #: one row (w, b) for two classes, one per class for more
    lag: Matrix  #: what averages need, as ``_epochs`` explains
    seen: int  #: how many samples
    R2: float  #: the largest squared length of them

    def average(self) -> Matrix:
        """The mean of W over all samples seen."""
        return self.W - self.lag / self.seen


@no_overflow("X", "learning_rate")
def perceptron_stream(
    X: Matrix,
    y: Integers,
    n_classes: int,
    order: Integers,
    learning_rate: float = 1.0,
    stream: PerceptronStream | None = None,
) -> tuple[PerceptronStream, int]:
    """Go once through a block of a stream, by the rule (P1) for two classes, (P2) for more.

    ``stream`` is where the block before ended, without it all is zero; where this block ends is
    returned, and how many of its samples were misclassified. R is the largest length of the samples
    so far, those of this block included: a stream does not know those to come.
    """
    if stream is None:
        W, lag = np.zeros((2, 1 if n_classes == 2 else n_classes, X.shape[1] + 1))
        stream = PerceptronStream(W, lag, 0, 0.0)
    W, b, seen = stream.W[:, :-1].copy(), stream.W[:, -1].copy(), stream.seen
    R2, late = max(stream.R2, _squared_radius(X)), np.zeros((len(W), len(X)))
    if n_classes == 2:
        signs = 2.0 * y - 1.0
        visits, b[0] = perceptron_epoch(X, signs, W[0], b[0], learning_rate, R2, order)
        moves, mistakes = order[visits], len(visits)
        late[0, moves] = learning_rate * signs[moves] * (seen + visits)
    else:
        mistakes = _pass_of_many(X, y, order, seen, R2, W, b, late)
    lag = stream.lag + _sum_of_rows(late, X, R2)
    return PerceptronStream(np.column_stack([W, b]), lag, seen + len(X), R2), mistakes


def _squared_radius(X: Matrix) -> float:
    """The largest squared length; with fewer digits than float64 has, no rule could be learnt."""
    R2 = float(squared_norms(X).max())
    if R2 < SMALLEST_SQUARE and X.any():
        got = f"got numbers up to {float(np.abs(X).max()):.3g}, whose squares lose their digits"
        raise InputError("X", f"must be scaled up, {got}")
    return R2


def _pass_of_many(
    X: Matrix, y: Integers, order: Integers, seen: int, R2: float, W: Matrix, b: Vector, late: Any
) -> int:
    """One epoch by (P2); the matrix ``late`` is what averages need, times the samples."""
    visits, guesses = multiclass_perceptron_epoch(X, y, W, b, R2, order)
    moves = order[visits]
    late[y[moves], moves] += seen + visits
    late[guesses, moves] -= seen + visits
    return len(visits)


@one_blas_thread()
def _sum_of_rows(coefficients: Matrix, X: Matrix, R2: float) -> Matrix:
    r"""What moves (w, b) if sample i does so :math:`c_i` times, :math:`\sum_i c_i (x_i, R^2)`."""
    sums = coefficients @ X, R2 * coefficients.sum(axis=-1, keepdims=True)
    return np.concatenate(sums, axis=-1)
