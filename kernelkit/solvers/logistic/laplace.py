"""What is not known about the weights: Laplace's approximation, and predictions; lesson 10."""

from typing import Any

import numpy as np
from scipy import linalg

from kernelkit.solvers.logistic.newton import as_two_classes, fit_sigmoid, unit_diagonal
from kernelkit.solvers.results import LaplaceResult, check_features, check_fit
from kernelkit.threads import one_blas_thread
from kernelkit.validation import Matrix, Vector, as_matrix, check_number, no_overflow


def laplace_posterior(
    X: Any, y: Any, prior_variance: float = 1.0, tolerance: float = 1e-8, max_iter: int = 100
) -> LaplaceResult:
    r"""Approximate the posterior of logistic regression by a Gaussian, for labels y = ±1.

    The posterior :math:`p(\theta \mid D) \propto e^{-F(\theta)}` of :math:`\theta = (w, b)`, with F
    of :func:`kernelkit.solvers.logistic_newton`, has no closed form. At its maximum F has no slope;
    with the second order of its Taylor series there,

    .. math::

        p(\theta \mid D) \approx \mathcal N(\theta;\, \hat\theta,\, H^{-1}), \qquad
        H = \nabla^2 F(\hat\theta) = \sum_i \sigma(f_i) \sigma(-f_i)\, \tilde x_i \tilde x_i^T
        + \tfrac1v \operatorname{diag}(1, \dots, 1, 0) \tag{LAP1}

    with :math:`\tilde x = (x, 1)`. The prior of the bias is flat; both classes occur, so the
    posterior is a density all the same.

    Parameters
    ----------
    prior_variance : float, default 1.0
        The variance v, above 0 and finite.
    X, y, tolerance, max_iter : as in :func:`kernelkit.solvers.logistic_newton`

    Examples
    --------
    >>> posterior = laplace_posterior([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1])
    >>> posterior.mean.round(3).tolist()
    [0.453, -0.679]
    >>> np.sqrt(posterior.covariance.diagonal()).round(3).tolist()
    [0.686, 1.456]
    """
    return fit_laplace(*as_two_classes(X, y), prior_variance, tolerance, max_iter)


@no_overflow("X", "prior_variance")
@one_blas_thread()
def fit_laplace(
    X: Matrix, y: Vector, prior_variance: Any, tolerance: Any, max_iter: Any
) -> LaplaceResult:
    """Do what :func:`laplace_posterior` does, with samples and labels that were checked."""
    variance = check_number(prior_variance, "prior_variance", above=0)
    columns, model, optimum = fit_sigmoid(X, y, variance, tolerance, max_iter)
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
    X = as_matrix(X)
    check_features(X, len(posterior.mean) - 1)
    return log_odds_of(posterior, X)


@no_overflow("X")
@one_blas_thread()
def log_odds_of(posterior: LaplaceResult, X: Matrix) -> Vector:
    """Do what :func:`probit_log_odds` does, with samples that were checked."""
    X = np.column_stack([X, np.ones(len(X))])
    variance = np.einsum("ij,ij->i", X @ posterior.covariance, X)
    return (X @ posterior.mean) / np.sqrt(1.0 + np.pi * np.maximum(variance, 0.0) / 8.0)  # (LAP2)
