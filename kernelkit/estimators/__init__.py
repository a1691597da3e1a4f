"""scikit-learn classifiers on top of the solvers: thin, with no mathematics of their own."""

from kernelkit.estimators.kernel_parameters import KernelParameters
from kernelkit.estimators.nearest_neighbors import KNN
from kernelkit.estimators.perceptron import Perceptron

__all__ = ["KNN", "KernelParameters", "Perceptron"]
