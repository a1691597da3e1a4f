"""What the solvers return: named fields, with what a learning curve needs among them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kernelkit.arrays import Matrix, Vector

__all__ = [
    "DualPerceptronResult",
    "KernelPerceptronResult",
    "MulticlassPerceptronResult",
    "PerceptronResult",
]

Counts = npt.NDArray[np.int64]


class PerceptronResult(NamedTuple):
    """A separating hyperplane, or the last one tried."""

    weights: Vector
    bias: float
    mistakes: Counts  # in each epoch
    converged: bool  # whether the last epoch had none
    path: Matrix  # one row (w, b) per mistake, after its update; no rows unless asked for


class MulticlassPerceptronResult(NamedTuple):
    """One weight vector and one bias per class."""

    weights: Matrix
    bias: Vector
    mistakes: Counts
    converged: bool


class DualPerceptronResult(NamedTuple):
    """The same hyperplane, as a combination of samples: w = sum_i alpha_i y_i x_i."""

    alpha: Vector  # how often each sample was mistaken (an average of that, if averaged)
    bias: float
    mistakes: Counts
    converged: bool
    path: Counts  # the mistaken samples, in the order they were met; empty unless asked for


class KernelPerceptronResult(NamedTuple):
    """One row per machine: a class, or a pair of classes."""

    alpha: Matrix  # coefficients of the samples
    scores: Matrix  # values at all samples of K, whether they were learnt from or not
    mistakes: Counts  # samples mistaken in each epoch
    converged: bool  # whether the last epoch had few enough
