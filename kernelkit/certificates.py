r"""Proofs of what a solver claims, written from the equations in NumPy.

No solver is imported here, and no solver imports this: tests and lessons judge them by it. Checks
of the input (``validation``) are what both have in common.

**Support vector machines**, in the scaling of the library (lesson 13_dual_svm derives it):

.. math::

    \min_{w, b}\; \tfrac12\lVert w \rVert^2 + \sum_i C_i \max(0, 1 - y_i f(x_i)),
    \qquad
    \max_{0 \le \alpha_i \le C_i,\; \sum_i \alpha_i y_i = 0}\;
    \sum_i \alpha_i - \tfrac12 \sum_{ij} \alpha_i y_i \alpha_j y_j K_{ij}

with :math:`f(x) = \langle w, x \rangle + b` and :math:`w = \sum_i \alpha_i y_i x_i`. The first is
never below the second, so their distance bounds how far both are from the optimum. C is a number,
a pair for the classes -1 and +1, or ``inf``. A bias that is penalised like a weight is a weight:
append a column of ones to X (add 1 to K), and give b = 0 and, in :func:`dual_infeasibility`,
``free_bias=False``.

The same machine is written in three ways (lessons 12 and 13):

=======  =====================================================  ==========================
form     minimises                                              multipliers
=======  =====================================================  ==========================
library  :math:`\frac12\lVert w\rVert^2 + C\sum_i\epsilon_i`    :math:`0\le\alpha_i\le C`
unit     :math:`\lVert w\rVert^2 + \sum_i\epsilon_i`            :math:`0\le\lambda_i\le 1`
mean     :math:`\mu\lVert w\rVert^2 + \frac1N\sum_i\epsilon_i`
=======  =====================================================  ==========================

The unit form divided by 2 is the library's with C = 1/2 and :math:`\alpha = \lambda/2`; the mean
form of N samples divided by :math:`2\mu` is the library's with :math:`C = 1/(2\mu N)`.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_classes,
    as_gram,
    as_margins,
    as_matrix,
    as_penalties,
    as_signs,
    as_vector,
    check_flag,
    check_number,
    check_whole,
    no_overflow,
    shown,
)

__all__ = [
    "alpha_of_lambda",
    "dual_infeasibility",
    "gaussian_gradient",
    "gaussian_log_likelihood",
    "kernel_dual",
    "kernel_gap",
    "kernel_primal",
    "kkt_violation",
    "lagrange_residual",
    "linear_dual",
    "linear_gap",
    "linear_primal",
    "margin",
    "mean_objective",
    "mu_of_penalty",
    "novikoff_bound",
    "penalty_of_mu",
    "radius",
    "relative_gap",
    "unit_objective",
]


@no_overflow("X", "w", "b", "C", infinite=True)
def linear_primal(X: Any, y: Any, w: Any, b: float, C: Any) -> float:
    r"""Primal objective of a hyperplane, :math:`\frac12\lVert w\rVert^2 + \sum_i C_i \epsilon_i`.

    For C = inf, the hard margin, it is that of the multiple of (w, b) whose closest sample has
    :math:`y_i f(x_i) = 1`, as the constraints ask; infinite if the hyperplane does not separate.
    """
    X = as_matrix(X).astype(np.float64)
    y = as_signs(y, len(X))
    w, b = _as_many(w, X.shape[1], "w"), check_number(b, "b")
    if np.isinf(as_penalties(C, y)).any():  # then of all multiples, so take one within range
        w, b = w / _unit(w), b / _unit(w)
    return _primal(float(w @ w), _values(X, w, Fraction(b)), y, C)


@no_overflow("X", "alpha", infinite=True)
def linear_dual(X: Any, y: Any, alpha: Any) -> float:
    r"""Dual objective, :math:`\sum_i \alpha_i - \frac12\lVert \sum_i \alpha_i y_i x_i \rVert^2`."""
    X = as_matrix(X).astype(np.float64)
    y = as_signs(y, len(X))
    alpha = _as_many(alpha, len(X), "alpha")
    # Where samples lie far from the origin, these terms nearly cancel, and the balance is small.
    w = (alpha * y) @ (X - X[0]) + _balance(alpha, y) * X[0]
    return float(alpha.sum() - w @ w / 2)


@no_overflow("X", "w", "b", "alpha", "C", infinite=True)
def linear_gap(X: Any, y: Any, w: Any, b: float, alpha: Any, C: Any) -> float:
    """Relative distance of the two objectives, for w and alpha that need not belong together.

    It proves something only of an alpha that is feasible, which :func:`dual_infeasibility` tells.
    """
    return relative_gap(linear_primal(X, y, w, b, C), linear_dual(X, y, alpha))


@no_overflow("K", "alpha", "b", "C", infinite=True)
def kernel_primal(K: Any, y: Any, alpha: Any, b: float, C: Any) -> float:
    r"""Primal objective of :math:`w = \sum_i \alpha_i y_i \phi(x_i)`, by the Gram matrix K alone.

    C = inf is the hard margin, as in :func:`linear_primal`.
    """
    K, y, alpha = _kernel_form(K, y, alpha)
    b = check_number(b, "b")
    if np.isinf(as_penalties(C, y)).any():
        alpha, b = alpha / _unit(alpha), b / _unit(alpha)
    scores = K @ (alpha * y)
    return _primal(float(alpha * y @ scores), scores + b, y, C)


@no_overflow("K", "alpha", infinite=True)
def kernel_dual(K: Any, y: Any, alpha: Any) -> float:
    r"""Dual objective, :math:`\sum_i\alpha_i - \frac12\sum_{ij}\alpha_i y_i\alpha_j y_j K_{ij}`."""
    K, y, alpha = _kernel_form(K, y, alpha)
    return float(alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2)


@no_overflow("K", "alpha", "b", "C", infinite=True)
def kernel_gap(K: Any, y: Any, alpha: Any, b: float, C: Any) -> float:
    """Relative distance of the two objectives of (alpha, b)."""
    return relative_gap(kernel_primal(K, y, alpha, b, C), kernel_dual(K, y, alpha))


@no_overflow("primal", "dual", infinite=True)
def relative_gap(primal: float, dual: float) -> float:
    r""":math:`(P - D) / \max(|P|, |D|)`: at most 1e-3 means three digits of the optimum."""
    if isinstance(primal, float) and primal == math.inf:
        return math.inf
    primal, dual = check_number(primal, "primal"), check_number(dual, "dual")
    return (primal - dual) / max(abs(primal), abs(dual), np.finfo(float).tiny)


@no_overflow("f", "alpha", "C", infinite=True)
def kkt_violation(f: Any, y: Any, alpha: Any, C: Any) -> float:
    r"""How far the values f(x_i) are from the conditions of Karush, Kuhn and Tucker, at most.

    .. math::

        \alpha_i < C_i \Rightarrow y_i f(x_i) \ge 1, \qquad
        \alpha_i > 0 \Rightarrow y_i f(x_i) \le 1
    """
    f = as_vector(f, "f")
    y = as_signs(y, len(f))
    alpha = _as_many(alpha, len(f), "alpha")
    slack = 1 - y * f
    below, above = alpha < as_penalties(C, y), alpha > 0
    return float(max(0.0, slack[below].max(initial=0.0), -slack[above].min(initial=0.0)))


@no_overflow("alpha", "C", infinite=True)
def dual_infeasibility(y: Any, alpha: Any, C: Any, *, free_bias: bool = True) -> float:
    r"""How far alpha is outside of :math:`[0, C_i]`, or :math:`\sum_i \alpha_i y_i` from 0.

    The larger of the two; a bias that is penalised leaves the sum free.
    """
    alpha = as_vector(alpha, "alpha").astype(np.float64)
    y = as_signs(y, len(alpha))
    free_bias = check_flag(free_bias, "free_bias")
    outside = float(max(0.0, -alpha.min(), (alpha - as_penalties(C, y)).max()))
    return max(outside, abs(_balance(alpha, y))) if free_bias else outside


@no_overflow("mu", infinite=True)
def penalty_of_mu(mu: float, n: int) -> float:
    r"""The mean form's :math:`\mu` for n samples as the library's :math:`C = 1/(2\mu n)`.

    >>> penalty_of_mu(0.1, 50)
    0.1
    """
    return 1.0 / (2.0 * check_number(mu, "mu", above=0) * check_whole(n, "n"))


@no_overflow("C", infinite=True)
def mu_of_penalty(C: float, n: int) -> float:
    r"""The library's C for n samples as the mean form's :math:`\mu = 1/(2nC)`."""
    return 1.0 / (2.0 * check_whole(n, "n") * check_number(C, "C", above=0))


@no_overflow("objective", "C", infinite=True)
def mean_objective(objective: float, C: float, n: int) -> float:
    r"""The library's objective as the mean form scales it: times :math:`2\mu = 1/(nC)`."""
    return 2.0 * mu_of_penalty(C, n) * check_number(objective, "objective")


@no_overflow("multipliers", infinite=True)
def alpha_of_lambda(multipliers: Any) -> Vector:
    r"""The unit form's :math:`\lambda` as the library's :math:`\alpha = \lambda/2` at C = 1/2."""
    return as_vector(multipliers, "multipliers").astype(np.float64) / 2.0


@no_overflow("objective", infinite=True)
def unit_objective(objective: float) -> float:
    """The library's objective at C = 1/2 as the unit form scales it: twice as large."""
    return 2.0 * check_number(objective, "objective")


@no_overflow("X")
def radius(X: Any) -> float:
    r"""Length of the longest sample, :math:`R = \max_i \lVert x_i \rVert`."""
    X = as_matrix(X).astype(np.float64)
    unit = _unit(X)
    return unit * float(np.sqrt(np.square(X / unit).sum(axis=1).max()))


@no_overflow("X", "w", "b")
def margin(X: Any, y: Any, w: Any, b: float) -> float:
    r"""Distance of the closest sample to a hyperplane, negative if one is on the wrong side.

    .. math:: \gamma = \min_i y_i(\langle w, x_i \rangle + b) / \lVert w \rVert
    """
    X = as_matrix(X).astype(np.float64)
    y, w, b = as_signs(y, len(X)), as_vector(w, "w").astype(np.float64), check_number(b, "b")
    if w.shape != X.shape[1:] or not w.any():
        raise InputError("w", f"must be {X.shape[1]} weights, not all 0, got {w.shape[0]} weights")
    w, offset = w / _unit(w), Fraction(b) / Fraction(_unit(w))
    return float((y * _values(X, w, offset)).min() / np.sqrt(w @ w))


@no_overflow("X", "w", "b", infinite=True)
def novikoff_bound(X: Any, y: Any, w: Any, b: float) -> float:
    r"""The most mistakes Rosenblatt's perceptron can make, by any hyperplane that separates.

    In the space of :math:`\hat x = (x, R)` and :math:`\hat w = (w, b/R)/\lVert w \rVert` the rule
    (P1) has no bias, :math:`\lVert \hat x \rVert^2 \le 2R^2`, and each mistake adds at least
    :math:`\eta\gamma` to :math:`\langle \hat w, \hat w_t \rangle` and at most
    :math:`2\eta^2 R^2` to :math:`\lVert \hat w_t \rVert^2`. With Cauchy and Schwarz,

    .. math:: t \le \frac{2R^2 \lVert \hat w \rVert^2}{\gamma^2}
              = \frac{2(R^2 + b^2/\lVert w \rVert^2)}{\gamma^2}.

    Infinite if (w, b) does not separate. Lesson 03_perceptron proves it.
    """
    gamma = margin(X, y, w, b)
    if gamma <= 0:
        return math.inf
    w = as_vector(w, "w").astype(np.float64)
    to_origin = check_number(b, "b") / _unit(w) / float(np.linalg.norm(w / _unit(w)))
    return 2 * (np.float64(radius(X) / gamma) ** 2 + np.float64(to_origin / gamma) ** 2).item()


@no_overflow("X", "means", "covariance", "priors", infinite=True)
def gaussian_log_likelihood(X: Any, y: Any, means: Any, covariance: Any, priors: Any) -> float:
    r"""The logarithm of :math:`\prod_i \mathcal N(x_i; \mu_{y_i}, \Sigma_{y_i})\, \pi_{y_i}`.

    ``covariance`` has shape (d, d) if all classes share it, (k, d, d) if not.
    """
    total = 0.0
    for rows, mean, Sigma, prior in _classes(X, y, means, covariance, priors):
        D, P = rows - mean, np.linalg.inv(Sigma)
        log_det = np.linalg.slogdet(Sigma)[1] + len(P) * np.log(2 * np.pi)
        total += -0.5 * np.einsum("ij,ij->", D @ P, D) + len(D) * (np.log(prior) - 0.5 * log_det)
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

    the latter summed over the classes if they share a covariance. The entries (i, j) and (j, i) of
    a covariance count as two variables.
    """
    by_mean, by_covariance = [], []
    for rows, mean, Sigma, _ in _classes(X, y, means, covariance, priors):
        D, P = rows - mean, np.linalg.inv(Sigma)
        by_mean.append(P @ D.sum(axis=0))
        by_covariance.append(0.5 * P @ (D.T @ D - len(D) * Sigma) @ P)
    stacked = np.array(by_covariance)
    return np.array(by_mean), stacked.sum(axis=0) if np.ndim(covariance) == 2 else stacked


@no_overflow("counts", "probabilities", infinite=True)
def lagrange_residual(counts: Any, probabilities: Any) -> float:
    r"""How far probabilities are from maximising :math:`\sum_j N_j \log p_j` on the simplex.

    The Lagrangian :math:`\sum_j N_j \log p_j + \lambda(1 - \sum_j p_j)` is flat where

    .. math:: \frac{N_j}{p_j} = \lambda, \qquad \sum_j p_j = 1, \qquad \lambda = \sum_j N_j.

    The residual is the largest violation of :math:`N_j / (\lambda p_j) = 1`, which holds the sum
    to 1 too. A probability of 0 is right for a count of 0 and infinitely wrong for any other. With
    smoothing s the counts are :math:`N_j + s`.
    """
    N = as_vector(counts, "counts").astype(np.float64)
    p = as_vector(probabilities, "probabilities").astype(np.float64)
    if N.shape != p.shape or min(N.min(), p.min()) < 0 or not N.any():
        raise InputError(
            "counts and probabilities",
            f"must be as many and at least 0, counts not all 0, got {len(N)} and {len(p)}",
        )
    gap = np.abs(N / N.sum() - p)
    gap = np.divide(gap, p, out=np.where(gap > 0, np.inf, 0.0), where=p > 0)
    return float(gap.max())


def _primal(square: float, f: Vector, y: Vector, C: Any) -> float:
    C_i, margins = as_penalties(C, y), y * f
    hard = np.isinf(C_i)
    closest = float(margins[hard].min()) if hard.any() else 1.0
    if closest <= 0:
        return math.inf
    slack = np.maximum(0.0, 1 - margins[~hard] / closest)
    return square / closest**2 / 2 + float(C_i[~hard] @ slack)


def _values(X: Matrix, w: Vector, b: Fraction) -> Vector:
    r"""The values :math:`\langle w, x_i \rangle + b`.

    Where samples lie far from the origin, the product and b nearly cancel. So that of the first
    sample is computed in fractions, without any rounding, and the others from there.
    """
    first = sum(map(_exact_product, X[0].tolist(), w.tolist()), b)
    return np.asarray((X - X[0]) @ w + float(first))


def _balance(alpha: Vector, y: Vector) -> float:
    return math.fsum((alpha * y).tolist())


def _unit(values: Any) -> float:
    """The power of two below the largest of some numbers, by which they are divided exactly."""
    return math.ldexp(0.5, math.frexp(float(np.abs(values).max()) or 1.0)[1])


def _exact_product(x: float, w: float) -> Fraction:
    return Fraction(x) * Fraction(w)


def _kernel_form(K: Any, y: Any, alpha: Any) -> tuple[Matrix, Vector, Vector]:
    K = as_gram(K)
    return K, as_signs(y, len(K)), _as_many(alpha, len(K), "alpha")


def _as_many(values: Any, n: int, name: str) -> Vector:
    vector = as_vector(values, name).astype(np.float64)
    if len(vector) != n:
        raise InputError(name, f"must hold {n} numbers, got {len(vector)}")
    return vector


def _classes(X: Any, y: Any, means: Any, covariance: Any, priors: Any) -> Any:
    """Samples, mean, covariance and prior of one class after the other."""
    X, means = (as_matrix(M, name).astype(np.float64) for M, name in ((X, "X"), (means, "means")))
    priors = as_vector(priors, "priors").astype(np.float64)
    y = as_classes(y, len(X), len(means))
    k, d = means.shape
    if priors.shape != (k,) or priors.min() <= 0:
        raise InputError(
            "priors",
            f"must hold {k} numbers above 0, one for each row of means, got {shown(priors)}",
        )
    if abs(priors.sum() - 1) > 1e-6:
        raise InputError("priors", f"must sum to 1, got a sum of {priors.sum():g}")
    if d != X.shape[1]:
        raise InputError("means", f"must have the {X.shape[1]} features of X, got {d}")
    sigmas = np.asarray(as_margins(covariance, "covariance"), np.float64)
    if sigmas.shape not in {(d, d), (k, d, d)}:
        raise InputError(
            "covariance", f"must have shape {(d, d)} or {(k, d, d)}, got {sigmas.shape}"
        )
    for Sigma in sigmas.reshape(-1, d, d):
        _check_definite(Sigma)
    sigmas = np.broadcast_to(sigmas, (k, d, d))
    return [(X[y == c], means[c], sigmas[c], priors[c]) for c in range(k)]


def _check_definite(Sigma: Matrix) -> None:
    """Refuse what is no covariance: with features in units of their deviations, all are alike."""
    units = np.sqrt(np.maximum(Sigma.diagonal(), 0.0))
    if units.all():
        correlations = Sigma / units / units[:, np.newaxis]
        if np.abs(correlations - correlations.T).max() > 1e-6:
            raise InputError("covariance", "must be symmetric, got one that is not")
        if np.linalg.eigvalsh(correlations)[0] > len(units) * np.finfo(float).eps:
            return
    raise InputError("covariance", "must be positive definite, got one that is not")
