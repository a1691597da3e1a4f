"""The algorithms: arrays in, a named result out. Labels are +1 and -1, or 0, 1, ..., k - 1."""

from kernelkit.solvers.dual import dual_perceptron
from kernelkit.solvers.dual_coordinate import dual_coordinate_descent
from kernelkit.solvers.fisher import fisher
from kernelkit.solvers.gaussian import gaussian_fit, gaussian_scores
from kernelkit.solvers.hinge import hinge_subgradient
from kernelkit.solvers.kernel_perceptron import (
    kernel_perceptron_in_blocks,
    multiclass_kernel_perceptron,
    one_vs_one_perceptron,
    one_vs_rest_perceptron,
)
from kernelkit.solvers.laplace import (
    laplace_posterior,
    posterior_draws,
    probit_log_odds,
    sampled_log_odds,
)
from kernelkit.solvers.least_squares import constrained_least_squares, least_squares
from kernelkit.solvers.logistic import logistic_newton
from kernelkit.solvers.multinomial import multinomial_fit, multinomial_scores
from kernelkit.solvers.pegasos import pegasos
from kernelkit.solvers.perceptron import multiclass_perceptron, perceptron
from kernelkit.solvers.posterior import least_expected_loss, log_posteriors
from kernelkit.solvers.results import (
    DualPerceptronResult,
    FisherResult,
    GaussianResult,
    HingeResult,
    KernelPerceptronResult,
    LaplaceResult,
    LeastSquaresResult,
    LinearSVMResult,
    LogisticResult,
    MulticlassPerceptronResult,
    MultinomialResult,
    PerceptronResult,
    SMOPath,
    SMOResult,
    SoftmaxResult,
)
from kernelkit.solvers.smo import smo, smo_on_demand
from kernelkit.solvers.softmax import softmax_newton

__all__ = [
    "DualPerceptronResult",
    "FisherResult",
    "GaussianResult",
    "HingeResult",
    "KernelPerceptronResult",
    "LaplaceResult",
    "LeastSquaresResult",
    "LinearSVMResult",
    "LogisticResult",
    "MulticlassPerceptronResult",
    "MultinomialResult",
    "PerceptronResult",
    "SMOPath",
    "SMOResult",
    "SoftmaxResult",
    "constrained_least_squares",
    "dual_coordinate_descent",
    "dual_perceptron",
    "fisher",
    "gaussian_fit",
    "gaussian_scores",
    "hinge_subgradient",
    "kernel_perceptron_in_blocks",
    "laplace_posterior",
    "least_expected_loss",
    "least_squares",
    "log_posteriors",
    "logistic_newton",
    "multiclass_kernel_perceptron",
    "multiclass_perceptron",
    "multinomial_fit",
    "multinomial_scores",
    "one_vs_one_perceptron",
    "one_vs_rest_perceptron",
    "pegasos",
    "perceptron",
    "posterior_draws",
    "probit_log_odds",
    "sampled_log_odds",
    "smo",
    "smo_on_demand",
    "softmax_newton",
]
