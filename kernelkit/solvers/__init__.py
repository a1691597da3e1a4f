"""The algorithms: arrays in, a named result out. Labels are +1 and -1, or 0, 1, ..., k - 1."""

from kernelkit.solvers import results
from kernelkit.solvers.generative.gaussian import gaussian_fit, gaussian_scores
from kernelkit.solvers.generative.naive_bayes import multinomial_fit, multinomial_scores
from kernelkit.solvers.kernel_cache import KernelCache
from kernelkit.solvers.linear.fisher import fisher
from kernelkit.solvers.linear.least_squares import constrained_least_squares, least_squares
from kernelkit.solvers.logistic.laplace import laplace_posterior, probit_log_odds
from kernelkit.solvers.logistic.newton import logistic_newton, softmax_newton
from kernelkit.solvers.logistic.newton import newton_step as newton_step
from kernelkit.solvers.perceptron.dual import dual_perceptron
from kernelkit.solvers.perceptron.kernel import kernel_perceptron
from kernelkit.solvers.perceptron.primal import multiclass_perceptron, perceptron
from kernelkit.solvers.posterior import least_expected_loss, log_posteriors
from kernelkit.solvers.results import *  # noqa: F403
from kernelkit.solvers.svm.coordinate_descent import dual_coordinate_descent
from kernelkit.solvers.svm.pegasos import pegasos
from kernelkit.solvers.svm.smo import smo
from kernelkit.solvers.svm.subgradient import hinge_subgradient

__all__ = [
    "KernelCache",
    "constrained_least_squares",
    "dual_coordinate_descent",
    "dual_perceptron",
    "fisher",
    "gaussian_fit",
    "gaussian_scores",
    "hinge_subgradient",
    "kernel_perceptron",
    "laplace_posterior",
    "least_expected_loss",
    "least_squares",
    "log_posteriors",
    "logistic_newton",
    "multiclass_perceptron",
    "multinomial_fit",
    "multinomial_scores",
    "pegasos",
    "perceptron",
    "probit_log_odds",
    "smo",
    "softmax_newton",
]
__all__ += results.__all__
