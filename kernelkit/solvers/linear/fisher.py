"""Fisher's discriminant: directions that keep classes apart; lesson 07 turns one by hand."""

from typing import Any

import numpy as np
from scipy import linalg

from kernelkit.solvers.class_moments import class_counts
from kernelkit.solvers.linear._orthogonal import EPS, centred_together, factorise
from kernelkit.solvers.results import FisherResult
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Integers,
    Matrix,
    Vector,
    as_array,
    as_classes,
    as_matrix,
    check_whole,
    no_overflow,
)


def fisher(X: Any, y: Any, n_components: int | None = None) -> FisherResult:
    r"""Directions w with the largest ratio of scatter between classes to scatter within them.

    Maximise the generalised Rayleigh quotient

    .. math::

        \frac{w^\top S_b w}{w^\top S_w w}, \quad
        S_b = \sum_k n_k (\mu_k - \mu)(\mu_k - \mu)^\top, \quad
        S_w = \sum_k \sum_{i : y_i = k} (x_i - \mu_k)(x_i - \mu_k)^\top. \tag{FIS1}

    It is stationary where :math:`S_b w = \lambda S_w w`, and then it is :math:`\lambda`. For two
    classes that is :math:`w \propto S_w^{-1}(\mu_2 - \mu_1)`; k classes have at most k - 1
    directions with :math:`\lambda > 0`.

    With fewer samples than features :math:`S_w` is singular, and the ratio may be infinite. So we
    divide by all scatter, :math:`S_w + S_b = A^\top A` of the centred samples A, which has the same
    maximisers. With :math:`A = U R Q^\top` (``_orthogonal.factorise``) and a matrix E with columns
    :math:`1/\sqrt{n_k}` at the samples of class k, zero elsewhere,

    .. math::

        S_b = A^\top E E^\top A, \qquad
        U^\top E = Z \, \Theta^{1/2} \, P^\top, \qquad
        w_j = Q R^{-1} z_j, \quad \lambda_j = \theta_j / (1 - \theta_j). \tag{FIS2}

    Several directions with an infinite ratio are ordered by the scatter between classes that they
    show per length.

    Parameters
    ----------
    X : array of shape (n, d)
    y : array of n labels
        0, ..., k - 1, each of them at least once.
    n_components : int, optional
        How many directions; by default, and at most, k - 1 or the rank of A.

    Returns
    -------
    FisherResult
        Along each direction :math:`w^\top S_w w = n`: samples have variance 1 within classes. Where
        they have none, and the ratio is infinite, it is 1 in all. The last class that is not at the
        mean of all samples is above it.

    Examples
    --------
    >>> X = [[0, 0], [2, 1], [4, 1], [0, 2], [2, 3], [4, 3]]
    >>> result = fisher(X, [0, 0, 0, 1, 1, 1])
    >>> (result.directions / result.directions[0, 0]).round(6).tolist()
    [[1.0, -4.0]]
    >>> result.ratios.round(6).tolist()
    [18.0]
    """
    X = as_matrix(X)
    return fit_fisher(X, _as_every_class(y, len(X)), n_components)


@no_overflow("X", infinite=True)
@one_blas_thread()
def fit_fisher(X: Matrix, y: Integers, n_components: int | None) -> FisherResult:
    """Do what :func:`fisher` does, with samples and labels that were checked."""
    sizes = class_counts(y, int(y.max()) + 1)
    E = np.zeros((len(X), len(sizes)))
    E[np.arange(len(X)), y] = 1.0 / np.sqrt(sizes[y])
    AE, means = centred_together(X, E)
    A, mean = AE[:, : X.shape[1]], means[: X.shape[1]]
    factors = factorise(AE, X.shape[1])
    most = min(len(sizes) - 1, len(factors.R))
    wanted = _as_components(n_components, most, len(sizes))
    Z, _, _ = linalg.svd(factors.C, full_matrices=False)
    W = factors._replace(C=Z[:, :most]).solution() * np.sqrt(len(X))  # (FIS2)
    apart = (E / np.sqrt(sizes)).T @ A  # the class means, from the mean of all samples
    within = ((A @ W - (apart @ W)[y]) ** 2).mean(axis=0)
    endless = within <= len(X) * EPS
    W[:, endless] = _shortest_first(W[:, endless])
    W, within = W[:, :wanted], np.where(endless, 0.0, within)[:wanted]
    centres = apart @ W
    with np.errstate(divide="ignore"):
        ratios = sizes @ centres**2 / len(X) / within
    scale = _signs(centres) / np.sqrt(np.where(within > 0, within, 1.0))
    return FisherResult(
        directions=(W * scale).T, ratios=ratios, class_means=mean + apart, mean=mean
    )


def _shortest_first(W: Matrix) -> Matrix:
    """Turn directions of the same scatter into orthogonal ones, the shortest first.

    Which basis of such a space comes out of (FIS2) is up to rounding; this one is not.
    """
    _, _, Vt = linalg.svd(W, full_matrices=False)
    return W @ Vt[::-1].T


def _signs(centres: Matrix) -> Vector:
    """Per direction the sign of its last class that is not at the mean of all samples."""
    apart = np.abs(centres) > 1e-6 * np.abs(centres).max(axis=0)
    last = len(centres) - 1 - apart[::-1].argmax(axis=0)
    return np.where(centres[last, np.arange(centres.shape[1])] < 0, -1.0, 1.0)


def _as_every_class(y: Any, n: int) -> Integers:
    """Check labels 0, ..., k - 1 with k from the labels, each of them at least once."""
    labels = as_array(y, "y")
    numbers = labels.dtype.kind in "fiub" and labels.size > 0 and np.isfinite(labels).all()
    k = max(2, min(int(labels.max()) + 1, n)) if numbers else 2
    codes = as_classes(labels, n, k)
    class_counts(codes, k)
    return codes


def _as_components(n_components: Any, most: int, k: int) -> int:
    if most == 0:
        raise InputError("X", "must have a feature that varies, got samples that are all alike")
    wanted = most if n_components is None else check_whole(n_components, "n_components")
    if wanted > most:
        reason = f"one less than the {k} classes" if most == k - 1 else "the rank of X"
        raise InputError("n_components", f"must be at most {most}, {reason}, got {wanted}")
    return wanted
