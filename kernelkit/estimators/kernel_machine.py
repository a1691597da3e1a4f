"""What classifiers share whose values are sums of kernels at some training samples."""

from typing import Any

import numpy as np
from sklearn.utils import Tags

from kernelkit.estimators.kernel_parameters import KernelParameters
from kernelkit.estimators.training import query
from kernelkit.kernels import Kernel
from kernelkit.kernels.base import gram_of
from kernelkit.products import times
from kernelkit.solvers.machines import winners
from kernelkit.validation import InputError, Matrix, no_overflow, shown

__all__ = ["KernelMachine", "check_kernel", "is_precomputed"]

BLOCK_BYTES = 2**26  # of kernel values at a time in prediction


class KernelMachine(KernelParameters):
    """Mix-in, before ``ClassifierMixin``: scores of new samples, one row per machine.

    Needs ``decision_function``, ``kernel``, ``support_``, ``dual_coef_`` (one row per machine), and
    the samples of ``support_`` in ``_support_vectors``, which is None for a precomputed matrix.
    """

    classes_: Any
    support_: Any
    dual_coef_: Matrix
    _support_vectors: Any

    def decision_function(self, X: Any) -> Matrix:
        """Values by which classes are compared."""
        raise NotImplementedError

    def predict(self, X: Any) -> Any:
        """The class with the largest value."""
        chosen = winners(self.decision_function(X))
        return self.classes_[chosen]

    @no_overflow("X", "kernel")
    def _machine_scores(self, X: Any) -> Matrix:
        X = query(self, X)
        scores = np.zeros((len(self.dual_coef_), len(X)))
        if len(self.support_) == 0:
            return scores
        block = max(1, BLOCK_BYTES // (8 * max(1, len(self.support_))))
        for start in range(0, len(X), block):
            rows = slice(start, start + block)
            scores[:, rows] = times(self._against_support(X[rows]), self.dual_coef_).T
        return scores

    def _against_support(self, X: Any) -> Matrix:
        if self._support_vectors is None:
            return X[:, self.support_]
        return gram_of(self.kernel, X, self._support_vectors)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()  # type: ignore[misc]  # the next in line has them
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags


def is_precomputed(kernel: Any) -> bool:
    """Whether this is the word for a Gram matrix that is there."""
    return isinstance(kernel, str) and kernel == "precomputed"


def check_kernel(kernel: Any) -> None:
    """Refuse what is neither a kernel nor the word for a matrix that is there."""
    if not is_precomputed(kernel) and not isinstance(kernel, Kernel):
        message = (
            f"kernel must be 'precomputed' or a kernel such as Gaussian(), got {shown(kernel)}"
        )
        raise InputError(message)
