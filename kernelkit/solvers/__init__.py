"""The algorithms: arrays in, a named result out. Labels are +1 and -1, or 0, 1, ..., k - 1."""

from kernelkit.solvers.perceptron import dual_perceptron, multiclass_perceptron, perceptron
from kernelkit.solvers.results import (
    DualPerceptronResult,
    MulticlassPerceptronResult,
    PerceptronResult,
)

__all__ = [
    "DualPerceptronResult",
    "MulticlassPerceptronResult",
    "PerceptronResult",
    "dual_perceptron",
    "multiclass_perceptron",
    "perceptron",
]
