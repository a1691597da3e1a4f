"""Perceptrons: learn from mistakes, one sample at a time.

Lesson 03_perceptron teaches them. One epoch is a compiled loop of ``core/perceptron.py``; the loop
over epochs is Python, so that it can stop, count and shuffle.
"""

from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import bare, one_blas_thread
from kernelkit.core import multiclass_perceptron_epoch, perceptron_epoch
from kernelkit.engine.tiles import squared_norms
from kernelkit.solvers.perceptron._epochs import Epochs
from kernelkit.solvers.results import MulticlassPerceptronResult, PerceptronResult
from kernelkit.validation import (
    Integers,
    Matrix,
    as_classes,
    as_matrix,
    as_signs,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
)

__all__ = [
    "HINT",
    "PerceptronStream",
    "multiclass_perceptron",
    "perceptron",
    "perceptron_stream",
]

HINT = "if no hyperplane separates the classes, there is a mistake in every epoch"


@no_overflow("X", "learning_rate")
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

    Go through the samples; whenever one is on the wrong side or on the boundary, move:

    .. math::

        \text{if } y_i(\langle w, x_i \rangle + b) \le 0: \quad
        w \leftarrow w + \eta y_i x_i, \quad
        b \leftarrow b + \eta y_i R^2

    with :math:`R = \max_i \lVert x_i \rVert`. Stop after an epoch without a mistake, or after
    ``max_epochs`` with a ``ConvergenceWarning``.

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
    y = as_signs(y, len(X))
    eta = check_number(learning_rate, "learning_rate", above=0)
    average, keep_path = check_flag(average, "average"), check_flag(keep_path, "keep_path")
    stream = PerceptronStream.at_zero(1, X.shape[1], float(squared_norms(X).max()))
    epochs, path = Epochs(np.arange(len(X)), max_epochs, random_state), [np.empty(0, np.int64)]
    for order, _ in epochs:
        stream, moves = _pass_of_two(X, y, order, eta, stream, average)
        epochs.count(len(moves))
        path.append(moves if keep_path else moves[:0])
    moves = np.concatenate(path)
    steps = eta * y[moves, np.newaxis] * _with_bias(X[moves], stream.R2)
    W = stream.average() if average else stream.W
    return PerceptronResult(
        weights=W[0, :-1].copy(),
        bias=float(W[0, -1]),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
        path=np.cumsum(steps, axis=0),
    )


@no_overflow("X")
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

    The sample goes to the class with the largest :math:`\langle w_c, x_i \rangle + b_c`, the lowest
    such class on a tie. If that class :math:`\hat y` is wrong, two of the vectors move:

    .. math::

        w_{y_i} \leftarrow w_{y_i} + x_i, \quad b_{y_i} \leftarrow b_{y_i} + R^2, \qquad
        w_{\hat y} \leftarrow w_{\hat y} - x_i, \quad b_{\hat y} \leftarrow b_{\hat y} - R^2

    Stops like :func:`perceptron`, whose other parameters it shares.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        Whole numbers from 0 to n_classes - 1.
    n_classes : int
        The number k of classes, at least 2.

    Examples
    --------
    >>> result = multiclass_perceptron([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]], [0, 1, 2], 3)
    >>> result.converged, result.weights.shape
    (True, (3, 2))
    """
    X = as_matrix(X)
    k = check_whole(n_classes, "n_classes", at_least=2)
    y = as_classes(y, len(X), k)
    average = check_flag(average, "average")
    stream = PerceptronStream.at_zero(k, X.shape[1], float(squared_norms(X).max()))
    epochs = Epochs(np.arange(len(X)), max_epochs, random_state)
    for order, _ in epochs:
        stream, mistakes = _pass_of_many(X, y, order, stream, average)
        epochs.count(mistakes)
    W = stream.average() if average else stream.W
    return MulticlassPerceptronResult(
        weights=W[:, :-1].copy(),
        bias=W[:, -1].copy(),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
    )


class PerceptronStream(NamedTuple):
    """Where a perceptron stands in a stream of samples."""

    W: Matrix  #: one row (w, b) for two classes, one per class for more
    lag: Matrix  #: what averages need, as ``_epochs`` explains
    seen: int  #: how many samples
    R2: float  #: the largest squared length of them

    @classmethod
    def at_zero(cls, rows: int, d: int, R2: float) -> "PerceptronStream":
        """Before the first sample."""
        return cls(np.zeros((rows, d + 1)), np.zeros((rows, d + 1)), 0, R2)

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
    r"""Go once through a block of a stream, by the rule (P1) for two classes, (P2) for more.

    R is the largest length of the samples so far, those of this block included: a stream does not
    know those to come.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        Whole numbers from 0 to n_classes - 1.
    n_classes : int
        The number of classes.
    order : array of n indices
        Which sample comes when.
    learning_rate : float, default 1.0
        The step of (P1).
    stream : PerceptronStream, optional
        Where the block before ended; without it, all is zero.

    Returns
    -------
    stream : PerceptronStream
        Where this block ends.
    mistakes : int
        How many of its samples were mistaken.
    """
    R2 = float(squared_norms(X).max())
    if stream is None:
        stream = PerceptronStream.at_zero(1 if n_classes == 2 else n_classes, X.shape[1], R2)
    stream = stream._replace(R2=max(stream.R2, R2))
    if n_classes == 2:
        stream, moves = _pass_of_two(X, 2.0 * y - 1.0, order, learning_rate, stream)
        return stream, len(moves)
    return _pass_of_many(X, y, order, stream)


@one_blas_thread()
def _pass_of_two(
    X: Matrix,
    y: Matrix,
    order: Integers,
    eta: float,
    stream: PerceptronStream,
    averaging: bool = True,
) -> tuple[PerceptronStream, Integers]:
    """Where the stream stands after an epoch by (P1), and which samples moved it."""
    W, lag, seen, R2 = stream
    w, visits = W[0, :-1].copy(), np.empty(len(X), np.int64)
    mistakes, b = bare(perceptron_epoch)(X, y, w, W[0, -1], eta, R2, order, visits)
    visits = visits[:mistakes]
    moves = order[visits]
    if averaging:
        lag = lag + ((seen + visits) * eta * y[moves]) @ _with_bias(X[moves], R2)
    return PerceptronStream(np.append(w, b)[np.newaxis], lag, seen + len(order), R2), moves


@one_blas_thread()
def _pass_of_many(
    X: Matrix,
    y: Integers,
    order: Integers,
    stream: PerceptronStream,
    averaging: bool = True,
) -> tuple[PerceptronStream, int]:
    """Where the stream stands after an epoch by (P2), and how many samples moved it."""
    W, lag, seen, R2 = stream
    weights, b, (visits, guesses) = W[:, :-1].copy(), W[:, -1].copy(), np.empty((2, len(X)), int)
    epoch = bare(multiclass_perceptron_epoch)
    mistakes = epoch(X, y, weights, b, R2, order, visits, guesses)
    visits, guesses = visits[:mistakes], guesses[:mistakes]
    if averaging:
        moves, late = order[visits], np.zeros((len(W), mistakes))
        late[y[moves], np.arange(mistakes)] = seen + visits
        late[guesses, np.arange(mistakes)] = -(seen + visits)
        lag = lag + late @ _with_bias(X[moves], R2)
    return PerceptronStream(np.column_stack([weights, b]), lag, seen + len(order), R2), mistakes


def _with_bias(X: Matrix, R2: float) -> Matrix:
    """Rows by which (w, b) moves at a mistake."""
    return np.column_stack([X, np.full(len(X), R2)])
