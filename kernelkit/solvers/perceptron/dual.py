"""The perceptron in dual form, which sees nothing of the samples but their Gram matrix.

Lesson 04_dual_perceptron teaches it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelkit._jit import bordered, njit
from kernelkit.products import move_along
from kernelkit.solvers.perceptron._epochs import Epochs, in_place
from kernelkit.solvers.perceptron.primal import HINT
from kernelkit.solvers.results import DualPerceptronResult
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_gram,
    as_signs,
    check_flag,
    check_number,
    no_overflow,
)

__all__ = ["dual_perceptron", "dual_perceptron_epoch"]


@no_overflow("K")
def dual_perceptron(
    K: Any,
    y: Any,
    max_epochs: int = 1000,
    *,
    average: bool = False,
    random_state: Any = None,
    keep_path: bool = False,
) -> DualPerceptronResult:
    r"""The perceptron in dual form: it sees the samples only through their Gram matrix K.

    With :math:`w = \sum_j \alpha_j y_j x_j` the rule (P1) at :math:`\eta = 1` becomes

    .. math::

        \text{if } y_i\Big(\sum_j \alpha_j y_j K_{ij} + b\Big) \le 0: \quad
        \alpha_i \leftarrow \alpha_i + 1, \quad
        b \leftarrow b + y_i R^2
        \tag{P3}

    with :math:`R^2 = \max_i K_{ii}`. The sums are kept for all samples and changed on a mistake
    only, which costs one row of K instead of one row for every sample.

    Parameters
    ----------
    K : array of shape (n, n)
        The Gram matrix.
    y : array of n labels
        +1 or -1.
    max_epochs, average, random_state : as in :func:`kernelkit.solvers.perceptron`
    keep_path : bool, default False
        Record which samples were mistaken, in order.

    Examples
    --------
    >>> K = [[5.0, -1.0], [-1.0, 2.0]]
    >>> result = dual_perceptron(K, [1, -1])
    >>> result.alpha.tolist(), result.mistakes.tolist()
    ([1.0, 1.0], [2, 0])
    """
    K = as_gram(K, sampled=True)
    y = as_signs(y, len(K))
    average, keep_path = check_flag(average, "average"), check_flag(keep_path, "keep_path")
    R2 = float(K.diagonal().max())
    alpha, lag, scores = np.zeros((3, len(K)))
    b = np.zeros(2)  # the bias and its lag
    epochs, path = Epochs(np.arange(len(K)), max_epochs, random_state), []
    for order, seen in epochs:
        mistaken = np.empty(len(K), np.int64)
        epochs.count(_dual_epoch(K, y, order, seen, R2, alpha, lag, b, scores, mistaken))
        path.append(mistaken[: epochs.mistakes[-1] if keep_path else 0])
    if not np.isfinite(scores).all():
        raise InputError(
            "K", "must be finite and not so large that sums of its rows overflow; scale it"
        )
    if average:
        alpha -= lag / epochs.seen
        b[0] -= b[1] / epochs.seen
    return DualPerceptronResult(
        alpha=alpha,
        bias=float(b[0]),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
        path=np.concatenate(path),
    )


def _checked_epoch(
    epoch: Callable[..., tuple[int, float]], K: Any, y: Any, alpha: Any, b: Any, R2: Any
) -> tuple[int, float]:
    K = as_gram(K)
    y, b = as_signs(y, len(K)), check_number(b, "b")
    R2 = check_number(R2, "R2", at_least=0)
    return in_place(alpha, "alpha", len(K), lambda moved: epoch(K, y, moved, b, R2))


@bordered(_checked_epoch)
def dual_perceptron_epoch(
    K: Matrix, y: Vector, alpha: Vector, b: float, R2: float
) -> tuple[int, float]:
    r"""One pass of :func:`dual_perceptron` over the samples, by the rule (P3).

    The scores :math:`\sum_j \alpha_j y_j K_{ij}` are computed once, at the start; after that each
    mistake costs one row of K.

    Parameters
    ----------
    K : array of shape (n, n)
        The Gram matrix.
    y : array of n labels, +1 or -1
    alpha : array of n coefficients
        float64, changed in place.
    b : float
        The bias.
    R2 : float
        The largest :math:`K_{ii}`, by which the bias moves.

    Returns
    -------
    mistakes : int
        How many samples were mistaken.
    b : float
        The new bias.

    Examples
    --------
    >>> alpha = np.zeros(2)
    >>> dual_perceptron_epoch([[5.0, -1.0], [-1.0, 2.0]], [1, -1], alpha, 0.0, 5.0)
    (2, 0.0)
    >>> alpha.tolist()
    [1.0, 1.0]
    """
    scores = np.zeros(K.shape[0])
    for i in range(K.shape[0]):
        if alpha[i] != 0.0:
            move_along(K[i], alpha[i] * y[i], scores)
    mistakes = 0
    bias = float(b)
    for i in range(K.shape[0]):
        if y[i] * (scores[i] + bias) <= 0.0:  # (P3)
            alpha[i] += 1.0
            bias += y[i] * R2
            move_along(K[i], y[i], scores)
            mistakes += 1
    return mistakes, bias


@njit
def _dual_epoch(
    K: Matrix,
    y: Vector,
    order: Integers,
    seen: int,
    R2: float,
    alpha: Vector,
    lag: Vector,
    b: Vector,
    scores: Vector,
    mistaken: Integers,
) -> int:
    """The same in any order and with scores kept, and what averages and paths need."""
    mistakes = 0
    for t in range(order.shape[0]):
        i = order[t]
        if y[i] * (scores[i] + b[0]) <= 0.0:  # (P3)
            alpha[i] += 1.0
            lag[i] += seen + t
            b[0] += y[i] * R2
            b[1] += (seen + t) * y[i] * R2
            move_along(K[i], y[i], scores)
            mistaken[mistakes] = i
            mistakes += 1
    return mistakes
