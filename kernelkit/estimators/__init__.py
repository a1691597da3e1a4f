"""scikit-learn classifiers on top of the solvers: thin, with no mathematics of their own."""

from typing import Any

from kernelkit.estimators.kernel_parameters import KernelParameters
from kernelkit.estimators.kernel_perceptron import KernelPerceptron
from kernelkit.estimators.nearest_neighbors import KNN
from kernelkit.estimators.perceptron import Perceptron

__all__ = ["CLASSIFIERS", "KNN", "KernelParameters", "KernelPerceptron", "Perceptron"]

# What the command line calls each classifier: kernelkit run --classifier knn.
CLASSIFIERS: dict[str, type[Any]] = {
    "kernel-perceptron": KernelPerceptron,
    "knn": KNN,
    "perceptron": Perceptron,
}
