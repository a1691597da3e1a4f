"""What the solvers return: named fields, with what a learning curve needs among them.

``objective`` is that curve, one value per step or epoch. Sequential minimal optimisation keeps
none: in an ``SMOResult`` it is a number, the objective of the answer.
"""

from typing import Any, NamedTuple

from kernelkit.validation import InputError, InputTypeError, Integers, Matrix, Vector, shown

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
]


class PerceptronResult(NamedTuple):
    """A separating hyperplane, or the last one tried."""

    weights: Vector  #: the vector w
    bias: float  #: the number b
    mistakes: Integers  #: in each epoch
    converged: bool  #: whether the last epoch had none
    path: Matrix  #: one row (w, b) per mistake, after its update; no rows unless asked for


class MulticlassPerceptronResult(NamedTuple):
    """One weight vector and one bias per class."""

    weights: Matrix  #: one row per class
    bias: Vector  #: one per class
    mistakes: Integers  #: in each epoch
    converged: bool  #: whether the last epoch had none


class DualPerceptronResult(NamedTuple):
    """The same hyperplane, as a combination of samples: w = sum_i alpha_i y_i x_i."""

    alpha: Vector  #: how often each sample was misclassified (an average of that, if averaged)
    bias: float  #: the number b
    mistakes: Integers  #: in each epoch
    converged: bool  #: whether the last epoch had none
    path: Integers  #: the misclassified samples, in the order they were met; empty unless asked for


class KernelPerceptronResult(NamedTuple):
    """One row per machine: a class, or a pair of classes."""

    alpha: Matrix  #: coefficients of the samples
    scores: Matrix  #: values at all samples of K, whether they were learnt from or not
    mistakes: Integers  #: samples misclassified in each epoch
    converged: bool  #: whether the last epoch had few enough, or validation ended it


class GaussianResult(NamedTuple):
    """One Gaussian density per class; a shared covariance has shape (d, d), others (k, d, d)."""

    means: Matrix  #: one row per class
    priors: Vector  #: the classes' shares of the samples
    covariance: Matrix  #: after shrinkage
    cholesky: Matrix  #: its lower factor L, with covariance = L L^T
    log_determinants: Vector  #: of the covariance of each class


class MultinomialResult(NamedTuple):
    """One distribution of words per class."""

    priors: Vector  #: the classes' shares of the documents
    log_probabilities: Matrix  #: log beta(j | y = k) in row k, column j; -inf is impossible
    word_counts: Matrix  #: how often class k has word j, before smoothing


class LeastSquaresResult(NamedTuple):
    """Weights and intercept: one of each for a vector of targets, one per column of a matrix."""

    weights: Matrix  #: a vector, or one row per column of the targets
    bias: float | Vector  #: a number, or one per column of the targets
    ridge: float  #: as given, or the multiplier of the limit on the weights


class FisherResult(NamedTuple):
    """Directions that keep classes apart, the best first."""

    directions: Matrix  #: one row each; along it samples have variance 1 within their classes
    ratios: Vector  #: scatter between classes to scatter within them
    class_means: Matrix  #: one row per class
    mean: Vector  #: of all samples


class LogisticResult(NamedTuple):
    """The most likely hyperplane, or the best so far."""

    weights: Vector  #: the vector w
    bias: float  #: the number b
    objective: Vector  #: at zero and after each step
    converged: bool  #: whether the last step promised little enough
    separable: bool  #: whether the maximum of the likelihood was found not to exist


class SoftmaxResult(NamedTuple):
    """The same with one weight vector and one bias per class."""

    weights: Matrix  #: one row per class
    bias: Vector  #: one per class
    objective: Vector  #: at zero and after each step
    converged: bool  #: whether the last step promised little enough
    separable: bool  #: whether the maximum of the likelihood was found not to exist


class LaplaceResult(NamedTuple):
    """A Gaussian in place of the posterior of the weights and, last, the bias."""

    mean: Vector  #: where the posterior is largest
    covariance: Matrix  #: the inverse of the Hessian of the objective there
    objective: Vector  #: of the search for the mean, at zero and after each step
    converged: bool  #: whether that search ended


class HingeResult(NamedTuple):
    """Where subgradient descent on the hinge loss ended."""

    weights: Vector  #: the vector w
    bias: float  #: the number b
    objective: Vector  #: of the iterates, from the zeros at the start to the last
    converged: bool  #: whether the last step changed the objective little enough
    path: Matrix  #: one row (w, b) per step, after it; no rows unless asked for


class LinearSVMResult(NamedTuple):
    """A hyperplane and multipliers that prove how good it is."""

    weights: Vector  #: sum_i alpha_i y_i x_i
    bias: float  #: the number b
    alpha: Vector  #: one multiplier per sample
    primal: float  #: the objective of weights and bias; the least possible is no larger,
    dual: float  #: and no smaller than that of alpha
    gap: float  #: (primal - dual + what rounding may hide) / primal
    objective: Vector  #: after each epoch
    converged: bool  #: whether the gap is small enough


class SMOPath(NamedTuple):
    """Every move of sequential minimal optimisation, one row each."""

    pairs: Integers  #: the sample that asked for the most and its partner
    alpha: Matrix  #: all multipliers after the move


class SMOResult(NamedTuple):
    """A support vector machine: f(x) = sum_i alpha_i y_i k(x_i, x) + bias, and its proof."""

    alpha: Vector  #: one multiplier per sample
    bias: float  #: the number b
    norm: float  #: of w; the margin is 1 / norm wide on each side
    scores: Vector  #: f at the samples
    objective: float  #: of alpha in the dual problem; the optimum is no smaller,
    primal: float  #: and no larger than this objective of the hyperplane
    gap: float  #: (primal - objective) of this very alpha and bias, relative to the larger
    violation: float  #: of the conditions of Karush, Kuhn and Tucker, at most
    n_iter: int  #: moves
    converged: bool  #: whether gap and violation are at most the tolerance
    path: SMOPath | None  #: on request


def check_fit(fit: Any, kind: type, name: str, solver: str) -> None:
    """Refuse what is not the result of the solver that makes these."""
    if not isinstance(fit, kind):
        raise InputTypeError(name, f"must be what {solver} returned, got {shown(fit)}")


def check_features(X: Any, d: int) -> None:
    """Refuse samples of another number of features than the fit has seen."""
    if X.shape[1] != d:
        raise InputError("X", f"must have the {d} features of the fit, got {X.shape[1]}")
