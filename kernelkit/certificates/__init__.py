"""Proofs of what a solver claims, written from the equations in NumPy and SciPy.

No solver is imported here, and no solver imports this: tests and lessons judge them by it. Checks
of the input (``validation``) are what both have in common.
"""

from kernelkit.certificates.least_squares import (
    constrained_violation,
    fisher_ratio,
    fisher_residual,
    least_squares_gradient,
    least_squares_objective,
    scatter_matrices,
)
from kernelkit.certificates.likelihood import (
    gaussian_gradient,
    gaussian_log_likelihood,
    lagrange_residual,
    multinomial_log_likelihood,
)
from kernelkit.certificates.logistic import (
    logistic_gradient,
    logistic_hessian,
    logistic_objective,
    softmax_gradient,
    softmax_hessian,
    softmax_objective,
)
from kernelkit.certificates.scalings import (
    alpha_of_lambda,
    lambda_of_alpha,
    mean_objective,
    mu_of_penalty,
    objective_of_mean,
    objective_of_unit,
    penalty_of_mu,
    unit_objective,
)
from kernelkit.certificates.separation import margin, novikoff_bound, radius
from kernelkit.certificates.svm import (
    dual_infeasibility,
    kernel_dual,
    kernel_gap,
    kernel_primal,
    kkt_violation,
    linear_dual,
    linear_gap,
    linear_primal,
    relative_gap,
)

__all__ = [
    "alpha_of_lambda",
    "constrained_violation",
    "dual_infeasibility",
    "fisher_ratio",
    "fisher_residual",
    "gaussian_gradient",
    "gaussian_log_likelihood",
    "kernel_dual",
    "kernel_gap",
    "kernel_primal",
    "kkt_violation",
    "lagrange_residual",
    "lambda_of_alpha",
    "least_squares_gradient",
    "least_squares_objective",
    "linear_dual",
    "linear_gap",
    "linear_primal",
    "logistic_gradient",
    "logistic_hessian",
    "logistic_objective",
    "margin",
    "mean_objective",
    "mu_of_penalty",
    "multinomial_log_likelihood",
    "novikoff_bound",
    "objective_of_mean",
    "objective_of_unit",
    "penalty_of_mu",
    "radius",
    "relative_gap",
    "scatter_matrices",
    "softmax_gradient",
    "softmax_hessian",
    "softmax_objective",
    "unit_objective",
]
