"""Logistic regression for any number of classes; lesson 10_logistic_regression teaches it."""

import math
from typing import Any

from kernelkit._jit import one_blas_thread
from kernelkit.solvers.class_moments import class_counts
from kernelkit.solvers.logistic._columns import standardise
from kernelkit.solvers.logistic._newton import newton, softmax
from kernelkit.solvers.logistic.binary import in_units_of_samples, precision, with_weight
from kernelkit.solvers.results import SoftmaxResult
from kernelkit.validation import as_classes, as_matrix, check_whole, no_overflow

__all__ = ["softmax_newton"]


@no_overflow("X", "prior_variance", "sample_weight")
@one_blas_thread()
def softmax_newton(
    X: Any,
    y: Any,
    n_classes: int,
    prior_variance: float = math.inf,
    tolerance: float = 1e-8,
    max_iter: int = 100,
    *,
    sample_weight: Any = None,
) -> SoftmaxResult:
    r"""Multi-class logistic regression for labels y = 0, ..., k - 1.

    Each class has a function :math:`f_c(x) = \langle w_c, x \rangle + b_c`, and
    :math:`p(y = c \mid x) = e^{f_c(x)} / \sum_a e^{f_a(x)}`. With a Gaussian prior of variance v on
    each weight, but none on the biases, minimise

    .. math::

        F(W, b) = -\sum_i s_i \log p(y_i \mid x_i) + \frac{1}{2v} \sum_c \lVert w_c \rVert^2.
        \tag{LOGIT2}

    Adding one function to all :math:`f_c` changes no probability; of all such solutions take the
    one with :math:`\sum_c w_c = 0` and :math:`\sum_c b_c = 0`. For two classes
    :math:`w_1 - w_0` and :math:`b_1 - b_0` are those of :func:`logistic_newton` with a prior
    variance of 2v.

    Newton's method, units of the features, what happens where no maximum exists, and all
    parameters but these as in :func:`logistic_newton`. A small Hessian, of (d + 1)k parameters, is
    factorised; beyond, conjugate gradients find each step (see ``_newton``).

    Parameters
    ----------
    y : array of n labels
        Whole numbers from 0 to n_classes - 1, each of them at least once.
    n_classes : int
        The number k of classes, at least 2.

    Returns
    -------
    SoftmaxResult
        As of :func:`logistic_newton`, with one row of ``weights`` and one ``bias`` per class.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [0, 1, 0, 2, 1, 1]
    >>> result = softmax_newton(X, y, 3, prior_variance=1.0)
    >>> result.weights.round(3).tolist()
    [[-0.513], [0.339], [0.174]]
    """
    X = as_matrix(X)
    k = check_whole(n_classes, "n_classes", at_least=2)
    X, y, weight = with_weight(X, as_classes(y, len(X), k), sample_weight)
    class_counts(y, k)
    inverse = precision(prior_variance)
    columns = standardise(X, weight)
    model = softmax(columns.Z, y, k, weight, columns.ridge(inverse))
    return in_units_of_samples(columns, newton(model, tolerance, max_iter))
