"""scikit-learn classifiers on top of the solvers: thin, with no mathematics of their own."""

from kernelkit.estimators.kernel_parameters import KernelParameters

__all__ = ["KernelParameters"]
