"""One Gaussian density per class, fitted by maximum likelihood; lesson 08_gaussian_classifiers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.linalg import lapack, solve_triangular

from kernelkit.engine.products import times
from kernelkit.engine.tiles import squared_norms
from kernelkit.solvers.class_moments import ClassMoments, check_all_classes, class_moments
from kernelkit.solvers.results import GaussianResult, check_features, check_fit
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Matrix,
    TooFewSamplesError,
    Vector,
    as_classes,
    as_matrix,
    check_choice,
    check_number,
    check_whole,
    no_overflow,
    short,
)

COVARIANCES = ("shared", "per-class")
EPS = float(np.finfo(np.float64).eps)
SHRINKAGE_TO_TRY = 0.1


@no_overflow("X")
@one_blas_thread()
def gaussian_fit(
    X: Any, y: Any, n_classes: int, covariance: str = "shared", shrinkage: float = 0.0
) -> GaussianResult:
    r"""Fit :math:`p(x \mid y = k) = \mathcal N(\mu_k, \Sigma_k)` and :math:`p(y = k) = \pi_k`.

    The parameters of greatest likelihood :math:`\prod_i \mathcal N(x_i; \mu_{y_i}, \Sigma_{y_i})
    \pi_{y_i}` are shares, means and mean squares: with :math:`n_k` samples in class k,

    .. math:: \pi_k = \frac{n_k}{n} \tag{GAU1}

    .. math:: \mu_k = \frac{1}{n_k} \sum_{i:\,y_i = k} x_i \tag{GAU2}

    .. math::

        \Sigma_k = \frac{1}{n_k} \sum_{i:\,y_i = k} (x_i - \mu_k)(x_i - \mu_k)^T, \qquad
        \text{or shared} \quad \Sigma = \sum_k \frac{n_k}{n} \Sigma_k \tag{GAU3}

    A singular covariance has no density. Shrinkage s > 0 makes it regular by moving it towards a
    ball of the same total variance; standardise features of different units first:

    .. math::

        \Sigma \leftarrow (1 - s)\,\Sigma + s\,\frac{\operatorname{tr} \Sigma}{d}\,I \tag{GAU6}

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        Whole numbers from 0 to n_classes - 1, none of them missing.
    n_classes : int
        The number k of classes, at least 2.
    covariance : {"shared", "per-class"}, default "shared"
        "shared" (linear boundaries) or "per-class" (quadratic ones).
    shrinkage : float, default 0.0
        The number s between 0 and 1; 0 is maximum likelihood.

    Examples
    --------
    >>> fit = gaussian_fit([[0.0], [2.0], [7.0], [9.0]], [0, 0, 1, 1], 2)
    >>> fit.means.tolist(), fit.covariance.tolist()
    ([[1.0], [8.0]], [[1.0]])
    >>> gaussian_scores([[4.0], [5.0]], fit).argmax(axis=1).tolist()
    [0, 1]
    """
    X = as_matrix(X)
    k = check_whole(n_classes, "n_classes", at_least=2, at_most=max(2, len(X)))
    y = as_classes(y, len(X), k)
    per_class = check_choice(covariance, "covariance", COVARIANCES) == "per-class"
    moments = class_moments(X, y, k, per_class=per_class)
    return gaussian_from_moments(moments, covariance, shrinkage, range(k))


@no_overflow("X")
@one_blas_thread()
def gaussian_from_moments(
    moments: ClassMoments, covariance: str, shrinkage: float, class_names: Sequence[Any]
) -> GaussianResult:
    """The same fit from the moments of the samples, which is all that it asks for."""
    counts, means = moments.counts, moments.means  # (GAU2)
    k, d = means.shape
    n = int(counts.sum())
    s = check_number(shrinkage, "shrinkage", at_least=0, at_most=1)
    check_all_classes(counts, class_names)
    if check_choice(covariance, "covariance", COVARIANCES) == "shared":
        largest = np.abs(means).max(axis=0)
        Sigma, L = factored_covariance(moments.within(), n, largest, n - k, s, f"the {k} classes")
    elif not moments.per_class:
        raise InputError(
            "covariance",
            "must be 'shared' where the statistics of the samples have one scatter for "
            "all classes, got 'per-class'",
        )
    else:
        Sigma, L = np.empty((2, k, d, d))
        for c in range(k):
            where = f"class {short(str(class_names[c]))}"
            Sigma[c], L[c] = factored_covariance(
                moments.scatter[c], counts[c], np.abs(means[c]), counts[c] - 1, s, where
            )
    log_determinants = 2.0 * np.log(np.diagonal(L, axis1=-2, axis2=-1)).sum(axis=-1)
    return GaussianResult(
        means=means,
        priors=counts / n,  # (GAU1)
        covariance=Sigma,
        cholesky=L,
        log_determinants=np.broadcast_to(log_determinants, k).copy(),
    )


def gaussian_scores(X: Any, fit: GaussianResult) -> Matrix:
    r"""Scores of the classes, :math:`\log p(x, y = k)` up to a term that all classes share.

    With the Cholesky factor :math:`\Sigma_k = L_k L_k^T` the covariance itself is not inverted:

    .. math::

        s_k(x) = -\tfrac12 \lVert L_k^{-1}(x - \mu_k) \rVert^2 - \tfrac12 \log |\Sigma_k|
        + \log \pi_k, \qquad |\Sigma_k| = \prod_j (L_k)_{jj}^2 \tag{GAU4}

    If the covariance is shared, all classes have the same :math:`x^T \Sigma^{-1} x` and
    :math:`|\Sigma|`. Without them the scores are affine, which is why the boundaries are linear
    (linear discriminant analysis). From the mean m of all samples,

    .. math::

        s_k(x) = \langle w_k, x - m \rangle - \tfrac12 \lVert z_k \rVert^2 + \log \pi_k, \qquad
        z_k = L^{-1}(\mu_k - m), \quad w_k = L^{-T} z_k \tag{GAU5}

    ``fit`` is what :func:`gaussian_fit` returned. :func:`kernelkit.solvers.log_posteriors` makes
    probabilities of the scores, an array of shape (n, k).
    """
    check_fit(fit, GaussianResult, "fit", "gaussian_fit")
    X = as_matrix(X)
    check_features(X, fit.means.shape[1])
    return scores_of(X, fit)


@no_overflow("X")
@one_blas_thread()
def scores_of(X: Matrix, fit: GaussianResult) -> Matrix:
    """Do what :func:`gaussian_scores` does, with samples that were checked."""
    log_priors = np.log(fit.priors)
    if fit.covariance.ndim == 2:
        m = fit.priors @ fit.means
        z = solve_triangular(fit.cholesky, (fit.means - m).T, lower=True)
        w = solve_triangular(fit.cholesky, z, lower=True, trans="T")
        return (X - m) @ w - 0.5 * (z * z).sum(axis=0) + log_priors  # (GAU5)
    scores = np.empty((len(X), len(fit.means)))
    for k, (mean, L) in enumerate(zip(fit.means, fit.cholesky, strict=True)):
        # The inverse of a triangle, once, makes a product of matrices of what would be one
        # triangular system per sample: a third of the time.
        inverse, _ = lapack.dtrtri(L, lower=1)
        scores[:, k] = -0.5 * squared_norms(times(X - mean, inverse))
    return scores - 0.5 * fit.log_determinants + log_priors  # (GAU4)


def factored_covariance(
    scatter: Matrix, n: int, magnitudes: Vector, freedom: int, shrinkage: float, where: str
) -> tuple[Matrix, Matrix]:
    r"""Covariance of n samples of this scatter, shrunk, and its lower Cholesky factor L.

    Of numbers as large as ``magnitudes``, what varies by less than their rounding is constant; the
    samples can vary in ``freedom`` directions, n less the number of means. Without shrinkage units
    do not matter, not even to what counts as singular: the pivot :math:`L_{jj}^2` is the variance
    of feature j that the features before it do not explain, and must be more than a rounding error
    of the whole variance :math:`\Sigma_{jj}`. Errors say ``where`` it is not.
    """
    d = len(scatter)
    Sigma = scatter / n  # (GAU3)
    ball = Sigma.trace() / d
    Sigma *= 1.0 - shrinkage
    Sigma.flat[:: d + 1] += shrinkage * ball  # (GAU6)
    constant = np.sqrt(Sigma.diagonal()) <= n * EPS * magnitudes
    if constant.all():
        raise TooFewSamplesError(
            "X",
            f"must vary within {where}, got samples that are all alike there; "
            "shrinkage does not help",
        )
    if constant.any():
        _refuse(f"feature {constant.argmax()} does not vary within {where}", shrinkage)
    if shrinkage == 0 and freedom < d:
        _refuse(f"{n} samples of {where} are too few for {d} features", shrinkage)
    L, failed = lapack.dpotrf(Sigma, lower=1, clean=1)
    # Written so that a NaN is no pivot either.
    singular = ~(L.diagonal() ** 2 > 10 * d * EPS * Sigma.diagonal())
    if failed or singular.any():
        j = failed - 1 if failed else singular.argmax()
        within = f"within {where} feature {j} is a linear combination of the features before it"
        _refuse(within, shrinkage)
    return Sigma, L


def _refuse(reason: str, shrinkage: float) -> None:
    raise TooFewSamplesError(
        "shrinkage",
        f"must be above {shrinkage:g} where a covariance is singular: {reason}; "
        f"try shrinkage={SHRINKAGE_TO_TRY}",
    )
