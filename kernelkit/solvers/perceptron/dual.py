"""The perceptron in dual form, which sees nothing of the samples but their Gram matrix.

Lesson 04_dual_perceptron teaches it.
"""

from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.solvers.perceptron._epochs import Epochs
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
    no_overflow,
)

__all__ = ["dual_perceptron"]


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
    K : Gram matrix of shape (n, n)
    y : n labels, +1 or -1
    max_epochs, average, random_state : as in :func:`kernelkit.solvers.perceptron`
    keep_path : record which samples were mistaken, in order

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
        message = "K must be finite and not so large that sums of its rows overflow; scale it"
        raise InputError(message)
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
    mistakes = 0
    for t in range(order.shape[0]):
        i = order[t]
        if y[i] * (scores[i] + b[0]) <= 0.0:  # (P3)
            alpha[i] += 1.0
            lag[i] += seen + t
            b[0] += y[i] * R2
            b[1] += (seen + t) * y[i] * R2
            for j in range(scores.shape[0]):
                scores[j] += y[i] * K[i, j]
            mistaken[mistakes] = i
            mistakes += 1
    return mistakes
