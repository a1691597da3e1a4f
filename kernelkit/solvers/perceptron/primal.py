"""Perceptrons: learn from mistakes, one sample at a time.

Lesson 03_perceptron teaches them. An epoch is compiled; the loop over epochs is Python, so that it
can stop, count and shuffle.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import bordered, njit_sum
from kernelkit.distances import squared_norms
from kernelkit.products import move_along, row_value
from kernelkit.solvers.perceptron._epochs import Epochs, in_place
from kernelkit.solvers.results import MulticlassPerceptronResult, PerceptronResult
from kernelkit.validation import (
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

__all__ = [
    "HINT",
    "PerceptronStream",
    "multiclass_perceptron",
    "perceptron",
    "perceptron_epoch",
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
        \tag{P1}

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
    R2 = float(squared_norms(X).max())
    w, lag = np.zeros((2, X.shape[1] + 1))  # the bias is the last entry
    epochs, path = Epochs(np.arange(len(X)), max_epochs, random_state), []
    for order, seen in epochs:
        mistaken = np.empty(len(X), np.int64)
        epochs.count(_primal_epoch(X, y, order, seen, eta, R2, w, lag, mistaken))
        path.append(mistaken[: epochs.mistakes[-1] if keep_path else 0])
    if average:
        w -= lag / epochs.seen
    moves = np.concatenate(path)
    steps = eta * y[moves, np.newaxis] * np.column_stack([X[moves], np.full(len(moves), R2)])
    return PerceptronResult(
        weights=w[:-1],
        bias=float(w[-1]),
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
        \tag{P2}

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
    R2 = float(squared_norms(X).max())
    W, lag = np.zeros((2, k, X.shape[1] + 1))
    epochs = Epochs(np.arange(len(X)), max_epochs, random_state)
    for order, seen in epochs:
        epochs.count(_multiclass_epoch(X, y, order, seen, R2, W, lag))
    if average:
        W -= lag / epochs.seen
    return MulticlassPerceptronResult(
        weights=W[:, :-1].copy(),
        bias=W[:, -1].copy(),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
    )


class PerceptronStream(NamedTuple):
    """Where a perceptron stands in a stream of samples."""

    W: Matrix  #: one row (w, b) for two classes, one per class for more
    lag: Matrix  #: what averages need
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
    if stream is None:
        W, lag = np.zeros((2, 1 if n_classes == 2 else n_classes, X.shape[1] + 1))
        stream = PerceptronStream(W, lag, 0, 0.0)
    W, lag = stream.W.copy(), stream.lag.copy()
    R2 = max(stream.R2, float(squared_norms(X).max()))
    if n_classes == 2:
        signs, mistaken = 2.0 * y - 1.0, np.empty(len(X), np.int64)
        mistakes = _primal_epoch(
            X, signs, order, stream.seen, learning_rate, R2, W[0], lag[0], mistaken
        )
    else:
        mistakes = _multiclass_epoch(X, y, order, stream.seen, R2, W, lag)
    return PerceptronStream(W, lag, stream.seen + len(X), R2), int(mistakes)


def _checked_epoch(
    epoch: Callable[..., tuple[int, float]],
    X: Any,
    y: Any,
    w: Any,
    b: Any,
    learning_rate: Any,
    R2: Any,
) -> tuple[int, float]:
    X = as_matrix(X)
    y, b = as_signs(y, len(X)), check_number(b, "b")
    eta = check_number(learning_rate, "learning_rate", above=0)
    R2 = check_number(R2, "R2", at_least=0)
    return in_place(w, "w", X.shape[1], lambda moved: epoch(X, y, moved, b, eta, R2))


@bordered(_checked_epoch)
def perceptron_epoch(
    X: Matrix, y: Vector, w: Vector, b: float, learning_rate: float, R2: float
) -> tuple[int, float]:
    r"""One pass of :func:`perceptron` over the samples, by the rule (P1).

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels, +1 or -1
    w : array of d weights
        float64, changed in place.
    b : float
        The bias.
    learning_rate : float
        The step :math:`\eta > 0`.
    R2 : float
        The largest :math:`\lVert x_i \rVert^2`, by which the bias moves.

    Returns
    -------
    mistakes : int
        How many samples were mistaken.
    b : float
        The new bias.

    Examples
    --------
    >>> w = np.zeros(2)
    >>> perceptron_epoch([[2.0, 1.0], [-1.0, 1.0]], [1, -1], w, 0.0, 1.0, 5.0)
    (2, 0.0)
    >>> w.tolist()
    [3.0, 0.0]
    """
    mistakes = 0
    bias = float(b)
    for i in range(X.shape[0]):
        if y[i] * row_value(X[i], w, bias) <= 0.0:  # (P1)
            step = learning_rate * y[i]
            move_along(X[i], step, w)
            bias += step * R2
            mistakes += 1
    return mistakes, bias


@njit_sum
def _primal_epoch(
    X: Matrix,
    y: Vector,
    order: Integers,
    seen: int,
    eta: float,
    R2: float,
    w: Vector,
    lag: Vector,
    mistaken: Integers,
) -> int:
    """The same in any order; the bias is the last entry of w.

    ``lag`` is what averages need, as ``_epochs`` explains, and ``mistaken`` what a path needs.
    """
    d = X.shape[1]
    mistakes = 0
    for t in range(order.shape[0]):
        i = order[t]
        if y[i] * row_value(X[i], w, w[d]) <= 0.0:  # (P1)
            step = eta * y[i]
            late = (seen + t) * step
            move_along(X[i], step, w)
            move_along(X[i], late, lag)
            w[d] += step * R2
            lag[d] += late * R2
            mistaken[mistakes] = i
            mistakes += 1
    return mistakes


@njit_sum
def _multiclass_epoch(
    X: Matrix,
    y: Integers,
    order: Integers,
    seen: int,
    R2: float,
    W: Matrix,
    lag: Matrix,
) -> int:
    k, d = W.shape[0], X.shape[1]
    mistakes = 0
    for t in range(order.shape[0]):
        i = order[t]
        guess = 0
        best = -np.inf
        for c in range(k):
            f = row_value(X[i], W[c], W[c, d])
            if f > best:
                best = f
                guess = c
        if guess != y[i]:  # (P2)
            for c, step in ((y[i], 1.0), (guess, -1.0)):
                late = (seen + t) * step
                move_along(X[i], step, W[c])
                move_along(X[i], late, lag[c])
                W[c, d] += step * R2
                lag[c, d] += late * R2
            mistakes += 1
    return mistakes
