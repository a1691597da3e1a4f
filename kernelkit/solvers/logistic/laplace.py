"""What is not known about the weights: Laplace's approximation and predictions under it.

Lesson 10_logistic_regression teaches it.
"""

from typing import Any

import numpy as np
from scipy import linalg
from scipy.special import log_expit, logsumexp

from kernelkit._jit import one_blas_thread
from kernelkit.engine.products import times
from kernelkit.solvers.logistic._newton import unit_diagonal, warn_unless_converged
from kernelkit.solvers.logistic.binary import fit_sigmoid
from kernelkit.solvers.results import LaplaceResult, check_fit
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_matrix,
    check_generator,
    check_number,
    check_whole,
    no_overflow,
)

__all__ = ["laplace_posterior", "posterior_draws", "probit_log_odds", "sampled_log_odds"]

BLOCK_VALUES = 2**22  # how many values f(x) are computed at a time


@no_overflow("X", "prior_variance", "sample_weight")
@one_blas_thread()
def laplace_posterior(
    X: Any,
    y: Any,
    prior_variance: float = 1.0,
    tolerance: float = 1e-8,
    max_iter: int = 100,
    *,
    sample_weight: Any = None,
) -> LaplaceResult:
    r"""Approximate the posterior of logistic regression by a Gaussian, for labels y = ±1.

    The posterior :math:`p(\theta \mid D) \propto e^{-F(\theta)}` of :math:`\theta = (w, b)`, with F
    of :func:`kernelkit.solvers.logistic_newton`, has no closed form. At its maximum F has no slope;
    with the second order of its Taylor series there,

    .. math::

        p(\theta \mid D) \approx \mathcal N(\theta;\, \hat\theta,\, H^{-1}), \qquad
        H = \nabla^2 F(\hat\theta) = \sum_i s_i \sigma(f_i) \sigma(-f_i)\, \tilde x_i \tilde x_i^T
        + \tfrac1v \operatorname{diag}(1, \dots, 1, 0) \tag{LAP1}

    with :math:`\tilde x = (x, 1)`. The prior of the bias is flat; both classes occur, so the
    posterior is a density all the same.

    Parameters
    ----------
    prior_variance : float, default 1.0
        The variance v, above 0 and finite.
    X, y, tolerance, max_iter, sample_weight : as in :func:`kernelkit.solvers.logistic_newton`

    Returns
    -------
    LaplaceResult
        ``mean`` and ``covariance`` of :math:`\theta`, the bias last; ``objective`` and
        ``converged`` of the search for the maximum.

    Examples
    --------
    >>> posterior = laplace_posterior([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1])
    >>> posterior.mean.round(3).tolist()
    [0.453, -0.679]
    >>> np.sqrt(posterior.covariance.diagonal()).round(3).tolist()
    [0.686, 1.456]
    """
    variance = check_number(prior_variance, "prior_variance", above=0)
    columns, model, optimum = fit_sigmoid(X, y, variance, tolerance, max_iter, sample_weight)
    warn_unless_converged(optimum)
    H, units = unit_diagonal(model.hessian(optimum.point))
    inverse = linalg.cho_solve(linalg.cho_factor(H), np.diag(units))
    inverse *= units[:, np.newaxis]  # (LAP1)
    to_original = np.diag(np.append(columns.scale, 1.0))
    to_original[-1, :-1] = -columns.scale * columns.shift
    covariance = to_original @ inverse @ to_original.T
    return LaplaceResult(
        mean=np.append(*columns.original(optimum.point.omega[0])),
        covariance=(covariance + covariance.T) / 2.0,
        objective=optimum.objective,
        converged=optimum.converged,
    )


@no_overflow("X")
@one_blas_thread()
def probit_log_odds(posterior: LaplaceResult, X: Any) -> Vector:
    r"""Log odds of the predictive probability of y = +1, by the probit approximation.

    Under the posterior, f(x) is Gaussian with mean :math:`\mu = \langle \hat\theta, \tilde x
    \rangle` and variance :math:`s^2 = \tilde x^T \Sigma \tilde x`. A sigmoid is nearly the
    distribution function :math:`\Phi(\sqrt{\pi/8}\, t)`, whose average over a Gaussian has a closed
    form:

    .. math::

        p(y = 1 \mid x) = \int \sigma(f)\, \mathcal N(f; \mu, s^2)\, df
        \approx \sigma\Big( \frac{\mu}{\sqrt{1 + \pi s^2 / 8}} \Big) \tag{LAP2}

    Far from the data :math:`s^2` grows like :math:`\mu^2`, and the probability never gets to 1.

    Examples
    --------
    >>> posterior = laplace_posterior([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1])
    >>> probit_log_odds(posterior, [[3.0], [300.0]]).round(2).tolist()
    [0.5, 1.05]
    """
    check_fit(posterior, LaplaceResult, "posterior", "laplace_posterior")
    X = _with_bias(X, len(posterior.mean))
    variance = np.einsum("ij,ij->i", X @ posterior.covariance, X)
    return (X @ posterior.mean) / np.sqrt(1.0 + np.pi * np.maximum(variance, 0.0) / 8.0)  # (LAP2)


@one_blas_thread()
def posterior_draws(posterior: LaplaceResult, n_samples: int, random_state: Any = 0) -> Matrix:
    """Draw weights and bias from the posterior, one row each.

    Parameters
    ----------
    posterior : LaplaceResult
    n_samples : int
    random_state : numpy.random.Generator, int or None, default 0
        None draws others each time.
    """
    check_fit(posterior, LaplaceResult, "posterior", "laplace_posterior")
    count = check_whole(n_samples, "n_samples")
    generator = check_generator(random_state) or np.random.default_rng()
    correlation, units = unit_diagonal(posterior.covariance)
    draws = generator.multivariate_normal(
        np.zeros(len(units)), correlation, size=count, method="eigh"
    )
    return posterior.mean + draws / units


@no_overflow("draws", "X")
@one_blas_thread()
def sampled_log_odds(draws: Any, X: Any) -> Vector:
    r"""Log odds of the predictive probability of y = +1, averaged over weights that were drawn.

    .. math::

        p(y = 1 \mid x) \approx \frac1m \sum_{j=1}^m \sigma(\langle \theta_j, \tilde x \rangle)
        \tag{LAP3}

    The error falls as :math:`1/\sqrt m`. Averages of the probabilities of y = +1 and of y = -1 are
    taken in logarithms, so that neither is rounded to 0.
    """
    draws = as_matrix(draws, "draws")
    X = _with_bias(X, draws.shape[1])
    odds = np.empty(len(X))
    block = max(1, BLOCK_VALUES // len(draws))
    for start in range(0, len(X), block):
        rows = slice(start, start + block)
        F = times(X[rows], draws)
        odds[rows] = logsumexp(log_expit(F), axis=1) - logsumexp(log_expit(-F), axis=1)  # (LAP3)
    return odds


def _with_bias(X: Any, parameters: int) -> Matrix:
    X = as_matrix(X)
    if X.shape[1] != parameters - 1:
        raise InputError("X", f"must have the {parameters - 1} features learnt, got {X.shape[1]}")
    return np.column_stack([X, np.ones(len(X))])
