"""How an estimator lets its kernel be tuned field by field."""

from typing import Any, Self

from kernelkit.estimators.training import all_or_nothing
from kernelkit.kernels import Kernel
from kernelkit.validation import InputError, shown

__all__ = ["KernelParameters"]


class KernelParameters:
    """Mix-in, before ``BaseEstimator``: ``set_params(kernel__sigma=2.0)`` puts in a new kernel.

    scikit-learn would change the kernel itself; but kernels are values, shared and hashed, and
    never change.
    """

    kernel: Any

    @all_or_nothing
    def set_params(self, **params: Any) -> Self:
        """Set parameters; a new ``kernel`` comes first, then its fields (``kernel__sigma``)."""
        prefix = "kernel__"
        own = {name: value for name, value in params.items() if not name.startswith(prefix)}
        inner = {
            name.removeprefix(prefix): value
            for name, value in params.items()
            if name.startswith(prefix)
        }
        super().set_params(**own)  # type: ignore[misc]  # the next class in line is a BaseEstimator
        if inner and not isinstance(self.kernel, Kernel):
            has = ", ".join(inner)
            message = f"kernel must be a kernel object to have {has}, got {shown(self.kernel)}"
            raise InputError(message)
        if inner:
            self.kernel = self.kernel.with_params(**inner)
        return self
