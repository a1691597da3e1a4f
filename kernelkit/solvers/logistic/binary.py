"""Logistic regression for two classes: maximum likelihood and maximum a posteriori.

Lesson 10_logistic_regression teaches it.
"""

import math
import numbers
from typing import Any, NamedTuple

import numpy as np

from kernelkit._jit import one_blas_thread
from kernelkit.solvers.logistic._columns import Standardised, standardise
from kernelkit.solvers.logistic._newton import (
    Likelihood,
    Optimum,
    newton,
    sigmoid,
    warn_unless_converged,
)
from kernelkit.solvers.results import LogisticResult, SoftmaxResult
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_matrix,
    as_signs,
    as_vector,
    check_number,
    no_overflow,
)

__all__ = [
    "Fit",
    "fit_sigmoid",
    "in_units_of_samples",
    "logistic_newton",
    "precision",
    "weighted",
    "with_weight",
]


class Fit(NamedTuple):
    """An optimum with what it takes to read it in the units of X."""

    columns: Standardised
    model: Likelihood
    optimum: Optimum


@no_overflow("X", "prior_variance", "sample_weight")
@one_blas_thread()
def logistic_newton(
    X: Any,
    y: Any,
    prior_variance: float = math.inf,
    tolerance: float = 1e-8,
    max_iter: int = 100,
    *,
    sample_weight: Any = None,
) -> LogisticResult:
    r"""Logistic regression for labels y = ±1.

    The log odds are modelled as :math:`f(x) = \langle w, x \rangle + b`, so that
    :math:`p(y \mid x) = \sigma(y f(x))` with the sigmoid :math:`\sigma(t) = 1/(1 + e^{-t})`, whose
    values are in (0, 1). With a Gaussian prior of variance v on each weight, minimise

    .. math::

        F(w, b) = -\sum_i s_i \log \sigma(y_i f(x_i)) + \frac{1}{2v} \lVert w \rVert^2
        \tag{LOGIT1}

    which is minus the logarithm of likelihood times prior, up to a constant: maximum a posteriori
    for finite v, maximum likelihood for :math:`v = \infty`. The prior is on the weights in the
    units of X as they are given, and never on the bias: where the classes meet is for the data to
    say.

    Newton's method with a line search, from zero (see ``_newton``):

    .. math:: (w, b) \leftarrow (w, b) - t\, H^{-1} \nabla F, \quad t = 1, \tfrac12, \tfrac14, \dots

    with the Hessian factorised up to 1000 parameters and conjugate gradients beyond
    (see there). Inside, features are centred and scaled; that changes no iterate but
    for rounding, so that features of size 1e-8 beside others of 1e8 do no harm.

    Where a linear function separates the classes, with or without samples on the boundary itself,
    the maximum of the likelihood does not exist: a ``ConvergenceWarning`` says so, ``separable`` is
    True and the weights are the best so far.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        +1 or -1, both of them.
    prior_variance : float, default infinity
        The variance v, above 0; infinity for maximum likelihood.
    tolerance : float, default 1e-8
        Stop after a whole step that promised to lower F by less than this per sample.
    max_iter : int, default 100
        The most steps.
    sample_weight : array of n numbers, optional
        Numbers :math:`s_i \ge 0`, 1 each if not given; a weight of 2 is a sample that occurs
        twice.

    Returns
    -------
    LogisticResult
        ``weights``, ``bias``, ``objective`` (F at zero and after each step), ``gradient_norm``
        (Euclidean length of the gradient of F at the end), ``converged`` and ``separable``.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]
    >>> result = logistic_newton(X, y)
    >>> result.weights.round(3).tolist(), round(result.bias, 3), result.converged
    ([0.908], -1.362, True)
    """
    columns, _, optimum = fit_sigmoid(X, y, prior_variance, tolerance, max_iter, sample_weight)
    found = in_units_of_samples(columns, optimum)
    return LogisticResult(found.weights[0], float(found.bias[0]), *found[2:])


def in_units_of_samples(columns: Standardised, optimum: Optimum) -> SoftmaxResult:
    """Read an optimum in the units of X, with one row per class, and warn if it is none."""
    warn_unless_converged(optimum)
    gradient = columns.original_gradient(optimum.point.gradient)
    return SoftmaxResult(
        *columns.original(optimum.point.omega),
        objective=optimum.objective,
        gradient_norm=float(np.linalg.norm(gradient)),
        converged=optimum.converged,
        separable=optimum.separable,
    )


def with_weight(X: Matrix, y: Any, sample_weight: Any) -> tuple[Matrix, Any, Vector]:
    """Samples, labels and weights, without the samples of weight 0."""
    weight = weighted(sample_weight, len(X))
    seen = weight > 0.0
    return (X, y, weight) if seen.all() else (X[seen], y[seen], weight[seen])


def fit_sigmoid(
    X: Any, y: Any, prior_variance: Any, tolerance: Any, max_iter: Any, sample_weight: Any
) -> Fit:
    """Check everything, then minimise."""
    X = as_matrix(X)
    X, y, weight = with_weight(X, as_signs(y, len(X)), sample_weight)
    if len(np.unique(y)) == 1:
        raise InputError("y", f"must hold both classes, +1 and -1, got {y[0]:+g} only")
    inverse = precision(prior_variance)
    columns = standardise(X, weight)
    model = sigmoid(columns.Z, y, weight, columns.ridge(inverse))
    return Fit(columns, model, newton(model, tolerance, max_iter))


def precision(prior_variance: Any) -> float:
    """Check a variance above 0 and return one over it: 0 for infinity."""
    if isinstance(prior_variance, numbers.Real) and not prior_variance > 0:  # type: ignore[operator]
        raise InputError(
            "prior_variance", f"must be above 0, or infinity for none, got {prior_variance}"
        )
    if isinstance(prior_variance, float) and prior_variance == math.inf:
        return 0.0
    return 1.0 / check_number(prior_variance, "prior_variance", at_least=1e-150)


def weighted(sample_weight: Any, n: int) -> Vector:
    """Check one weight per sample, at least 0 and not all 0; without any, all are 1."""
    if sample_weight is None:
        return np.ones(n)
    weight = as_vector(sample_weight, "sample_weight").astype(np.float64)
    if weight.shape != (n,) or weight.min() < 0 or not weight.any():
        raise InputError(
            "sample_weight",
            f"must hold {n} numbers of at least 0, not all zero, "
            f"got shape {weight.shape} from {weight.min():g} to {weight.max():g}",
        )
    return weight
