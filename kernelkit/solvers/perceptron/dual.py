"""The perceptron in dual form; lesson 04. One epoch is a loop of ``core/dual_perceptron.py``."""

from typing import Any

import numpy as np

from kernelkit.core import dual_perceptron_epoch
from kernelkit.solvers.perceptron._epochs import Epochs, check_finite
from kernelkit.solvers.perceptron.kernel import add_rows
from kernelkit.solvers.perceptron.primal import HINT
from kernelkit.solvers.results import DualPerceptronResult
from kernelkit.validation import as_gram, as_signs, check_flag, no_overflow


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

    Repeats :func:`kernelkit.core.dual_perceptron_epoch` with :math:`R^2 = \max_i K_{ii}`, and stops
    like :func:`kernelkit.solvers.perceptron`.

    Parameters
    ----------
    K : array of shape (n, n)
        The Gram matrix.
    y : array of n labels
        +1 or -1.
    max_epochs, average, random_state : as in :func:`kernelkit.solvers.perceptron`
    keep_path : bool, default False
        Record which samples were misclassified, in order.

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
    alpha, lag, b, b_lag = np.zeros(len(K)), np.zeros(len(K)), 0.0, 0.0
    epochs, path = Epochs(np.arange(len(K)), max_epochs, random_state), []
    # A call adds up the values of all samples first, so it is for several epochs.
    for order, seen in epochs.together():
        visits, b = dual_perceptron_epoch(K, y, alpha, b, R2, order)
        epochs.count_until_none(visits, order)
        moves = order[visits]
        np.add.at(lag, moves, seen + visits)  # a sample may have moved in several epochs
        b_lag += R2 * float(y[moves] @ (seen + visits))
        path.append(moves if keep_path else moves[:0])
    touched, values = np.flatnonzero(alpha), np.zeros((1, len(K)))
    add_rows(K, touched, (alpha * y)[np.newaxis, touched], values)
    check_finite(values)
    if average:
        alpha -= lag / epochs.seen
        b -= b_lag / epochs.seen
    return DualPerceptronResult(
        alpha=alpha,
        bias=float(b),
        mistakes=np.array(epochs.mistakes),
        converged=epochs.warn_unless_converged("perceptron", HINT),
        path=np.concatenate(path),
    )
