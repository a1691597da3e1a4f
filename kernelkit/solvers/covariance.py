"""A covariance with its Cholesky factor, or a sentence that says why there is none.

Document 002, section 2.1.1. Lesson 08_gaussian_classifiers uses it.
"""

import numpy as np
from scipy.linalg import lapack

from kernelkit.products import gram_of_columns
from kernelkit.validation import InputError, Matrix, Vector

__all__ = ["factored_covariance"]

EPSILON = float(np.finfo(np.float64).eps)
SHRINKAGE_TO_TRY = 0.1


def factored_covariance(
    centred: Matrix, magnitudes: Vector, freedom: int, shrinkage: float, where: str
) -> tuple[Matrix, Matrix]:
    r"""Covariance of centred samples, and its lower Cholesky factor.

    .. math::

        \Sigma = \frac1n \sum_i x_i x_i^T = L L^T \tag{C1}

    A singular covariance has no density. Shrinkage s > 0 makes it regular by moving it towards a
    ball of the same total variance:

    .. math::

        \Sigma \leftarrow (1 - s)\,\Sigma + s\,\frac{\operatorname{tr} \Sigma}{d}\,I \tag{C2}

    That ball is not indifferent to units: standardise features of different scales before
    shrinking. Without shrinkage units do not matter, not even to what counts as singular: the pivot
    :math:`L_{jj}^2` is the variance of feature j that the features before it do not explain, and
    it must be more than a rounding error of the whole variance :math:`\Sigma_{jj}`.

    Parameters
    ----------
    centred : float64 array of shape (n, d), its means already subtracted
    magnitudes : size of what was subtracted from each feature; less than its rounding is constant
    freedom : the most directions in which the samples can vary: n less the number of means
    shrinkage : s between 0 and 1
    where : whose covariance it is, for error messages
    """
    n, d = centred.shape
    Sigma = gram_of_columns(centred) / n  # (C1)
    ball = Sigma.trace() / d
    Sigma *= 1.0 - shrinkage
    Sigma.flat[:: d + 1] += shrinkage * ball  # (C2)
    constant = np.sqrt(Sigma.diagonal()) <= n * EPSILON * magnitudes
    if constant.all():
        message = (
            f"X must vary within {where}, got samples that are all alike there, "
            "which no shrinkage mends"
        )
        raise InputError(message)
    if constant.any():
        _refuse(f"feature {constant.argmax()} does not vary within {where}", shrinkage)
    if shrinkage == 0 and freedom < d:
        _refuse(f"{n} samples of {where} are too few for {d} features", shrinkage)
    L, failed = lapack.dpotrf(Sigma, lower=1, clean=1)
    # Written so that a NaN is no pivot either.
    singular = ~(L.diagonal() ** 2 > 10 * d * EPSILON * Sigma.diagonal())
    if failed or singular.any():
        j = failed - 1 if failed else singular.argmax()
        within = f"within {where} feature {j} is a linear combination of the features before it"
        _refuse(within, shrinkage)
    return Sigma, L


def _refuse(reason: str, shrinkage: float) -> None:
    message = (
        f"shrinkage must be above {shrinkage:g} where a covariance is singular: {reason}; "
        f"try shrinkage={SHRINKAGE_TO_TRY}"
    )
    raise InputError(message)
