"""The support vector machine with kernels as a scikit-learn classifier; lesson 13_dual_svm."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils.class_weight import compute_class_weight

from kernelkit.estimators._base import (
    KernelMachine,
    all_or_nothing,
    training_set,
)
from kernelkit.kernels import Gaussian, Kernel
from kernelkit.kernels.base import check_kernel, gram_of
from kernelkit.solvers import smo
from kernelkit.solvers.kernel_cache import GivenRows, KernelCache, KernelRows
from kernelkit.solvers.svm.multiclass import svm_machines
from kernelkit.solvers.svm.smo import WORKING_SET
from kernelkit.solvers.voting import class_values
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    check_choice,
    check_gram,
    check_number,
    check_penalty,
    shown,
)

SVM_STRATEGIES = ("one-vs-one", "one-vs-rest")


@dataclass(eq=False, repr=False)
class KernelSVM(KernelMachine):
    r"""Support vector machines in the space of a kernel, by sequential minimal optimisation.

    .. math:: \min_{w, b}\; \tfrac12\lVert w \rVert^2 + C \sum_i \max(0, 1 - y_i f(x_i))

    Parameters
    ----------
    C : float, default 1.0
        The penalty of slack; ``inf`` is the hard margin, for classes that are separable.
    kernel : Kernel or "precomputed", default Gaussian()
        As in :class:`KernelPerceptron`.
    strategy : {"one-vs-one", "one-vs-rest"}, default "one-vs-one"
        How machines for two classes make one for more.
    tolerance : float, default 1e-3
        How much the conditions of Karush, Kuhn and Tucker may be violated, and the largest
        relative duality gap.
    class_weight : dict, "balanced" or None
        Factors of C for each class; ``"balanced"`` takes them inverse to how frequent it is.
    max_iter : int, default 10,000,000
        The most moves in each machine; reaching it is a ``ConvergenceWarning``.
    memory : float, default 2**30
        Bytes for kernel values. If the Gram matrix of all samples fits, several machines share it;
        otherwise, and for two classes of more than 2,048 samples, rows are computed for samples
        that move and kept in these bytes (or in those of 2,048 rows, if these are more).

    Attributes
    ----------
    support_, support_vectors_ : arrays of int and of samples
        The training samples with a coefficient in any machine: their indices, and themselves unless
        the matrix is precomputed.
    dual_coef_ : array of float
        Coefficients :math:`\alpha_i y_i`, one row per machine. The machine of two classes says +
        for ``classes_[1]``, one against one for the first class of its pair (the pairs are in
        order), one against the rest for its own class.
    intercept_, margin_ : arrays of float
        Of each machine, the bias and the width :math:`1/\lVert w \rVert` of the margin on each
        side.
    duality_gap_ : array of float
        Proof of quality, one per machine: the relative distance of its own objective from the best
        possible is no larger.
    converged_, n_iter_ : bool and int
        Whether all machines met the tolerance, and the number of moves in all of them.

    Examples
    --------
    >>> from kernelkit.datasets import make_moons
    >>> X, y = make_moons(seed=0)
    >>> KernelSVM(kernel=Gaussian(0.5)).fit(X, y).score(X, y)
    1.0
    """

    C: float = 1.0
    kernel: Kernel | str = Gaussian()
    strategy: str = "one-vs-one"
    tolerance: float = 1e-3
    class_weight: dict[Any, float] | str | None = None
    max_iter: int = 10_000_000
    memory: float = 2**30

    @all_or_nothing
    @one_blas_thread()
    def fit(self, X: Any, y: Any) -> Self:
        """Find the widest margin at the price C of slack."""
        check_choice(self.strategy, "strategy", SVM_STRATEGIES)
        check_kernel(self.kernel, precomputed=True)
        X, codes = training_set(self, X, y, strings=True)
        k = len(self.classes_)
        rows, C = self._rows(X, k), self._penalties(codes)
        if k == 2:
            signs = np.where(codes == 1, 1.0, -1.0)
            machines = [smo(rows, signs, C, self.tolerance, self.max_iter)]
            coefficients = (signs * machines[0].alpha)[np.newaxis]
        else:
            options = self.tolerance, self.max_iter
            coefficients, machines = svm_machines(self.strategy, rows, codes, k, C[codes], *options)
        self._keep_support(X, coefficients)
        if self._support_vectors is not None:
            self.support_vectors_ = self._support_vectors
        self.intercept_ = np.array([machine.bias for machine in machines])
        with np.errstate(divide="ignore"):  # without a direction the margin has no end
            self.margin_ = 1.0 / np.array([machine.norm for machine in machines])
        self.duality_gap_ = np.array([machine.gap for machine in machines])
        self.converged_ = all(machine.converged for machine in machines)
        self.n_iter_ = sum(machine.n_iter for machine in machines)
        return self

    def decision_function(self, X: Any) -> Matrix:
        """Values by which classes are compared; votes and a fraction of 1 with one-vs-one.

        For two classes f(x), one per sample, at least 0 for the second class; for more one per
        sample and class.
        """
        scores = self._machine_scores(X)
        if len(self.classes_) == 2:
            return scores[0]
        return class_values(scores, self.strategy, len(self.classes_)).T

    def _rows(self, X: Any, k: int) -> KernelRows:
        """The Gram matrix, or rows of it when they are asked for."""
        memory = check_number(self.memory, "memory", at_least=0)
        if not isinstance(self.kernel, Kernel):
            return GivenRows(check_gram(X, "X", whole=True))
        single = getattr(X, "dtype", None) == np.float32
        fits = len(X) ** 2 * (4 if single else 8) <= memory
        if fits and (k > 2 or len(X) <= WORKING_SET):
            return GivenRows(gram_of(self.kernel, X))
        return KernelCache._of_checked(self.kernel, X, memory)

    def _penalties(self, codes: Any) -> Vector:
        """C of each class."""
        C, given = check_penalty(self.C), self.class_weight
        if given is None:  # soonest: scikit-learn would look at y for 0.2 ms
            return np.full(len(self.classes_), C)
        try:
            weights = compute_class_weight(given, classes=self.classes_, y=self.classes_[codes])
            fits = bool((weights > 0).all() and np.isfinite(weights).all())
            if isinstance(given, dict):  # a weight of no class would be ignored
                fits = fits and set(given) <= set(self.classes_.tolist())
        except (ValueError, TypeError, OverflowError):
            fits = False
        if not fits:
            rule = (
                "must be None, 'balanced' or a dict with a number above 0 for each of the classes"
            )
            raise InputError("class_weight", f"{rule}, got {shown(given)}")
        return C * np.asarray(weights)
