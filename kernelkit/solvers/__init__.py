"""The algorithms: arrays in, a named result out. Labels are +1 and -1, or 0, 1, ..., k - 1."""

from kernelkit.solvers.dual import dual_perceptron
from kernelkit.solvers.kernel_perceptron import (
    kernel_perceptron_in_blocks,
    multiclass_kernel_perceptron,
    one_vs_one_perceptron,
    one_vs_rest_perceptron,
)
from kernelkit.solvers.perceptron import multiclass_perceptron, perceptron
from kernelkit.solvers.results import (
    DualPerceptronResult,
    KernelPerceptronResult,
    MulticlassPerceptronResult,
    PerceptronResult,
)

__all__ = [
    "DualPerceptronResult",
    "KernelPerceptronResult",
    "MulticlassPerceptronResult",
    "PerceptronResult",
    "dual_perceptron",
    "kernel_perceptron_in_blocks",
    "multiclass_kernel_perceptron",
    "multiclass_perceptron",
    "one_vs_one_perceptron",
    "one_vs_rest_perceptron",
    "perceptron",
]
