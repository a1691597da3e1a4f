"""Log likelihoods of the generative classifiers, and how far parameters are from their maximum.

Lessons 08_gaussian_classifiers and 09_naive_bayes use them.
"""

from typing import Any

import numpy as np
from scipy.special import xlogy

from kernelkit.validation import (
    InputError,
    Matrix,
    as_classes,
    as_margins,
    as_matrix,
    as_vector,
    no_overflow,
    shown,
)

__all__ = [
    "gaussian_gradient",
    "gaussian_log_likelihood",
    "lagrange_residual",
    "multinomial_log_likelihood",
]


@no_overflow("X", "means", "covariance", "priors", infinite=True)
def gaussian_log_likelihood(X: Any, y: Any, means: Any, covariance: Any, priors: Any) -> float:
    r"""The logarithm of :math:`\prod_i \mathcal N(x_i; \mu_{y_i}, \Sigma_{y_i})\, \pi_{y_i}`.

    ``covariance`` has shape (d, d) if all classes share it, (k, d, d) if not.
    """
    total = 0.0
    for rows, mean, Sigma, prior in _classes(X, y, means, covariance, priors):
        D = rows - mean
        squares = np.einsum("ij,ij->", D @ np.linalg.inv(Sigma), D)
        log_det = np.linalg.slogdet(2.0 * np.pi * Sigma)[1]
        total += -0.5 * squares + len(D) * (np.log(prior) - 0.5 * log_det)
    return float(total)


@no_overflow("X", "means", "covariance", "priors", infinite=True)
def gaussian_gradient(
    X: Any, y: Any, means: Any, covariance: Any, priors: Any
) -> tuple[Matrix, Matrix]:
    r"""Derivatives of the log likelihood by the means and by the covariance, 0 at its maximum.

    With :math:`D_k` the rows :math:`x_i - \mu_k` of class k,

    .. math::

        \frac{\partial}{\partial \mu_k} = \Sigma_k^{-1} D_k^T 1, \qquad
        \frac{\partial}{\partial \Sigma_k} =
        \tfrac12 \Sigma_k^{-1} (D_k^T D_k - n_k \Sigma_k) \Sigma_k^{-1},

    the latter summed over the classes if they share a covariance. Both have the shapes of
    ``means`` and ``covariance``. The entries (i, j) and (j, i) of a covariance count as two
    variables.
    """
    by_mean, by_covariance = [], []
    for rows, mean, Sigma, _ in _classes(X, y, means, covariance, priors):
        D, P = rows - mean, np.linalg.inv(Sigma)
        by_mean.append(P @ D.sum(axis=0))
        by_covariance.append(0.5 * P @ (D.T @ D - len(D) * Sigma) @ P)
    stacked = np.array(by_covariance)
    return np.array(by_mean), stacked.sum(axis=0) if np.ndim(covariance) == 2 else stacked


@no_overflow("X", "probabilities", "priors", infinite=True)
def multinomial_log_likelihood(X: Any, y: Any, probabilities: Any, priors: Any) -> float:
    r"""The logarithm of :math:`\prod_i \pi_{y_i} \prod_j \beta_{y_i j}^{x_{ij}}`.

    Row k of ``probabilities`` holds :math:`\beta_{kj}`. The multinomial coefficients are left out:
    no parameter is in them. Here :math:`0 \log 0 = 0`, and a count of a word of probability 0 makes
    the sum minus infinity.
    """
    X, beta = as_matrix(X), as_matrix(probabilities, "probabilities")
    pi = as_vector(priors, "priors")
    y = as_classes(y, len(X), len(pi))
    if beta.shape != (len(pi), X.shape[1]) or beta.min() < 0 or pi.min() <= 0 or X.min() < 0:
        raise InputError(
            "X, probabilities and priors",
            f"must be at least 0 and of fitting shapes, got {X.shape}, {beta.shape} and {pi.shape}",
        )
    return float(xlogy(X, beta[y]).sum() + np.log(pi[y]).sum())


@no_overflow("counts", "probabilities", infinite=True)
def lagrange_residual(counts: Any, probabilities: Any) -> float:
    r"""How far probabilities are from maximising :math:`\sum_j N_j \log p_j` on the simplex.

    The Lagrangian :math:`\sum_j N_j \log p_j + \lambda(1 - \sum_j p_j)` is flat where

    .. math:: \frac{N_j}{p_j} = \lambda, \qquad \sum_j p_j = 1, \qquad \lambda = \sum_j N_j.

    The residual is the largest violation of :math:`N_j / (\lambda p_j) = 1`, which holds the sum
    to 1 too. A probability of 0 is right for a count of 0 and infinitely wrong for any other. With
    smoothing s the counts are :math:`N_j + s`.
    """
    N, p = as_vector(counts, "counts"), as_vector(probabilities, "probabilities")
    if N.shape != p.shape or min(N.min(), p.min()) < 0 or not N.any():
        raise InputError(
            "counts and probabilities",
            f"must be as many and at least 0, counts not all 0, got {len(N)} and {len(p)}",
        )
    gap = np.abs(N / N.sum() - p)
    gap = np.divide(gap, p, out=np.where(gap > 0, np.inf, 0.0), where=p > 0)
    return float(gap.max())


def _classes(X: Any, y: Any, means: Any, covariance: Any, priors: Any) -> Any:
    """Samples, mean, covariance and prior of one class after the other."""
    X, means, priors = as_matrix(X), as_matrix(means, "means"), as_vector(priors, "priors")
    y = as_classes(y, len(X), len(means))
    k, d = means.shape
    if priors.shape != (k,) or priors.min() <= 0:
        raise InputError(
            "priors",
            f"must hold {k} numbers above 0, one for each row of means, got {shown(priors)}",
        )
    if d != X.shape[1]:
        raise InputError("means", f"must have the {X.shape[1]} features of X, got {d}")
    sigmas = np.asarray(as_margins(covariance, "covariance"))
    if sigmas.shape not in {(d, d), (k, d, d)}:
        raise InputError(
            "covariance", f"must have shape {(d, d)} or {(k, d, d)}, got {sigmas.shape}"
        )
    if (np.linalg.slogdet(sigmas)[0] <= 0).any():
        raise InputError("covariance", "must be positive definite, got one that is not")
    sigmas = np.broadcast_to(sigmas, (k, d, d))
    return [(X[y == c], means[c], sigmas[c], priors[c]) for c in range(k)]
