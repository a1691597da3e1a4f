"""How probable a class is given its score, and what to decide: Bayes' rule; lesson 08."""

from typing import Any

import numpy as np

from kernelkit.threads import one_blas_thread
from kernelkit.validation import InputError, Integers, Matrix, as_array, as_matrix, no_overflow


@no_overflow("scores", infinite=True)
def log_posteriors(scores: Any) -> Matrix:
    r"""Normalise scores :math:`s_k = \log p(x, y = k) + c(x)`, one row per sample.

    .. math:: \log p(y = k \mid x) = t_k - \log \sum_l e^{t_l}, \qquad t_k = s_k - \max_l s_l
              \tag{BAY1}

    Subtracting the largest score first keeps the sum between 1 and the number of classes, however
    small the densities are. A score of minus infinity is an impossible class; each row needs one
    finite score.

    Examples
    --------
    >>> np.exp(log_posteriors(np.array([[-1000.0, -1000.0], [0.0, -np.inf]]))).round(3).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    array = as_array(scores, "scores")
    impossible = np.isneginf(array) if array.dtype.kind == "f" else np.zeros(array.shape, bool)
    finite = as_matrix(np.where(impossible, 0.0, array) if impossible.any() else array, "scores")
    hopeless = impossible.all(axis=1)
    if hopeless.any():
        i = int(hopeless.argmax())
        raise InputError("scores", f"must have a finite number in each row, got none in row {i}")
    s = np.where(impossible, -np.inf, finite)
    t = s - s.max(axis=1, keepdims=True)
    return t - np.log(np.exp(t).sum(axis=1, keepdims=True))  # (BAY1)


@no_overflow("posteriors", "loss")
@one_blas_thread()
def least_expected_loss(posteriors: Any, loss: Any) -> Integers:
    r"""Decide for the class whose expected loss is smallest, the lowest of them on a tie.

    .. math:: \hat y = \arg\min_{y_0} \sum_y p(y \mid x)\, L(y, y_0) \tag{BAY2}

    Parameters
    ----------
    posteriors : array of shape (n, k), rows :math:`p(y \mid x)`
    loss : array of shape (k, k)
        ``loss[y, y_0]`` is what deciding for :math:`y_0` costs when y is true.

    Examples
    --------
    To miss class 1 costs ten times as much as a false alarm:

    >>> least_expected_loss([[0.8, 0.2], [0.95, 0.05]], [[0, 1], [10, 0]]).tolist()
    [1, 0]
    """
    P = as_matrix(posteriors, "posteriors")
    L = as_matrix(loss, "loss")
    k = P.shape[1]
    if L.shape != (k, k):
        raise InputError(
            "loss",
            "must have one row per true class and one column per decision, "
            f"shape {(k, k)}, got shape {L.shape}",
        )
    return (P @ L).argmin(axis=1)  # (BAY2)
