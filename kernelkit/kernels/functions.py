"""The kernels on vectors as compiled functions of two rows: those of ``core/kernels.py``."""

from kernelkit.core.kernels import gaussian, laplacian, linear, polynomial

__all__ = ["gaussian", "laplacian", "linear", "polynomial"]
