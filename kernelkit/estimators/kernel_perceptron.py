"""The kernel perceptron as a scikit-learn classifier; lesson 06_kernel_perceptron_digits."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernelkit.estimators._base import (
    KernelMachine,
    all_or_nothing,
    as_generator,
    orders,
    training_set,
)
from kernelkit.kernels import Gaussian, Kernel
from kernelkit.kernels.base import check_kernel, diagonal_of, gram_of
from kernelkit.solvers import KernelCache, kernel_perceptron
from kernelkit.solvers.kernel_cache import GivenRows, KernelRows
from kernelkit.solvers.perceptron._epochs import Epochs
from kernelkit.solvers.perceptron.kernel import learn
from kernelkit.solvers.voting import STRATEGIES, class_values, winners
from kernelkit.validation import (
    InputError,
    Matrix,
    Vector,
    as_classes,
    as_gram,
    as_indices,
    check_choice,
    check_flag,
    check_gram,
    check_number,
    naming,
    no_overflow,
)

LARGEST_GRAM = 2**30  # bytes; beyond, kernel rows are computed for misclassified samples only


@dataclass(eq=False, repr=False)
class KernelPerceptron(KernelMachine):
    r"""Perceptrons in the space of a kernel, combined into one classifier.

    Machine m has :math:`f_m(x) = \sum_i \alpha_{mi} k(x_i, x) + b_m`. Without a bias, b is 0: with
    ``kernel=Linear()`` the boundary goes through the origin.

    Parameters
    ----------
    kernel : Kernel or "precomputed", default Gaussian()
        Fields can be tuned as ``kernel__sigma``. With ``"precomputed"``, ``fit`` takes the Gram
        matrix of the training samples and ``predict`` that of new samples against them.
    strategy : {"one-vs-rest", "one-vs-one", "multiclass"}, default "one-vs-rest"
        Two classes need one machine, whatever the strategy but ``"multiclass"``.
    max_epochs : int, default 50
        The most passes over the samples; reaching it is a ``ConvergenceWarning``.
    tolerance : float, default 0.0
        Stop after an epoch that mistakes at most this share of the samples.
    validation_fraction : float, default 0.0
        Set this share of each class aside, and stop when it is no longer predicted better.
    average : bool, default False
        Predict with the mean of all machines met on the way.
    shuffle : bool, default False
        Whether to draw a new order of the samples for each epoch.
    random_state : int, RandomState or None
        Seeds the orders and the samples set aside.
    bias : bool, default False
        Whether b moves with alpha, by :math:`R^2 = \max_i k(x_i, x_i)` for each step of 1, as in
        :func:`kernelkit.solvers.dual_perceptron`. ``kernel + 1.0`` is a bias of smaller steps.

    Attributes
    ----------
    support_, dual_coef_ : arrays of int and float
        The training samples with a coefficient; their coefficients, one row per machine.
    intercept_ : array of float
        Biases, one per machine; 0 unless ``bias``.
    learning_curve_, converged_, n_iter_ : array of int, bool, int
        The samples misclassified in each epoch, whether the last had few enough or validation
        ended it, and the number of epochs.

    Examples
    --------
    >>> from kernelkit.datasets import make_moons
    >>> X, y = make_moons(seed=0)
    >>> KernelPerceptron(Gaussian(0.5)).fit(X, y).score(X, y)
    1.0
    """

    kernel: Kernel | str = Gaussian()
    strategy: str = "one-vs-rest"
    max_epochs: int = 50
    tolerance: float = 0.0
    validation_fraction: float = 0.0
    average: bool = False
    shuffle: bool = False
    random_state: Any = None
    bias: bool = False

    @all_or_nothing
    @naming({"K": "the matrix of the kernel"})
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from mistakes until there are few enough."""
        check_choice(self.strategy, "strategy", STRATEGIES)
        check_kernel(self.kernel, precomputed=True)
        X, codes = training_set(self, X, y, strings=True)
        k = len(self.classes_)
        if isinstance(self.kernel, Kernel) and len(X) ** 2 * 8 > LARGEST_GRAM:
            R2 = self._step_of_bias(diagonal_of(self.kernel, X))
            rows: KernelRows = KernelCache._of_checked(self.kernel + R2 if R2 else self.kernel, X)
        else:
            K = (
                gram_of(self.kernel, X)
                if isinstance(self.kernel, Kernel)
                else check_gram(X, "X", whole=True)
            )
            R2 = self._step_of_bias(K.diagonal())
            rows = GivenRows(_shifted(K, R2) if R2 else K, units=False)
        result = kernel_perceptron(
            rows,
            codes,
            k,
            self._strategy(k),
            self.max_epochs,
            tolerance=self.tolerance,
            average=self.average,
            random_state=orders(self.shuffle, self.random_state),
            **self._split(codes),
        )
        self._keep_support(X, result.alpha)
        self.intercept_ = R2 * result.alpha.sum(axis=1)
        self.learning_curve_, self.converged_ = result.mistakes, result.converged
        self.n_iter_ = len(result.mistakes)
        return self

    def decision_function(self, X: Any) -> Matrix:
        """Values by which classes are compared; votes and a fraction of 1 with one-vs-one.

        One per sample for two classes (at least 0 means the second), one per sample and class for
        more.
        """
        return self._values(self._machine_scores(X), len(self.classes_))

    def predict_from_gram(self, K: Matrix, codes: Any, samples: Any) -> Any:
        """Learn from some samples of a Gram matrix and predict all of them, as class numbers.

        For experiments that learn from many parts of one matrix: nothing is kept, and nothing
        copied unless there is a bias.

        Parameters
        ----------
        K, codes : arrays of shapes (n, n) and (n,)
            Gram matrix of all n samples, and their classes, whole numbers from 0 on.
        samples : array of int
            Indices of those to learn from.
        """
        K = as_gram(K, sampled=True)
        codes = as_classes(codes, len(K), max(2, len(K)), "codes")
        k = max(2, int(codes.max()) + 1)
        order = orders(self.shuffle, self.random_state)
        learnt = as_indices(samples, "samples", len(K), once=True)
        epochs = Epochs(learnt, self.max_epochs, order, self.tolerance)
        R2 = self._step_of_bias(K.diagonal()[learnt])
        rows = GivenRows(_shifted(K, R2) if R2 else K, units=False)
        result = learn(rows, codes, k, self._strategy(k), epochs, self.average)
        return winners(self._values(result.scores, k))

    def _step_of_bias(self, diagonal: Vector) -> float:
        """By how much a bias moves at a mistake: R^2, or 0 without one.

        To learn it is to learn from the kernel with this constant added, in any strategy: then each
        coefficient brings the same to the values of all samples.
        """
        return max(0.0, float(diagonal.max())) if check_flag(self.bias, "bias") else 0.0

    def _strategy(self, k: int) -> str:
        """Two classes need one machine, which is the pair of them."""
        return "one-vs-one" if k == 2 and self.strategy != "multiclass" else self.strategy

    def _values(self, scores: Matrix, k: int) -> Matrix:
        if k == 2:
            return scores[1] - scores[0] if len(scores) == 2 else -scores[0]
        return class_values(scores, self.strategy, k).T

    def _split(self, codes: Any) -> dict[str, Any]:
        """Choose samples to set aside, if any are wanted."""
        name, n = "validation_fraction", len(codes)
        fraction = check_number(self.validation_fraction, name, at_least=0, at_most=1)
        if fraction == 0:
            return {}
        from sklearn.model_selection import train_test_split  # 0.09 s, for early stopping alone

        seed = int(as_generator(self.random_state).integers(2**31))
        try:
            learnt, watched = train_test_split(
                np.arange(n), test_size=fraction, stratify=codes, random_state=seed
            )
        except ValueError as error:
            got = f"got {self.validation_fraction} of {n} samples"
            text = f"must leave samples of every class on either side, {got}"
            raise InputError(name, text) from error
        return {"samples": np.sort(learnt), "validation": np.sort(watched)}


@no_overflow("K")
def _shifted(K: Matrix, R2: float) -> Matrix:
    return K + R2
