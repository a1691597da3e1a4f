"""Kernels as features, for scikit-learn's pipelines; lesson 17_large_kernels.

Put one of these before a linear classifier, and it becomes, nearly, a kernel machine whose cost
grows with n and not with its square.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from kernelkit.engine.products import times
from kernelkit.estimators._base import (
    KernelParameters,
    Transformer,
    all_or_nothing,
    as_generator,
    query,
    validate,
)
from kernelkit.features.approximations import inverse_root, random_fourier
from kernelkit.kernels import Gaussian, Kernel
from kernelkit.kernels.base import check_kernel, gram_of
from kernelkit.validation import Matrix, check_whole, no_overflow


@dataclass(eq=False, repr=False)
class RandomFourier(Transformer):
    """Random Fourier features of the Gaussian kernel.

    Parameters
    ----------
    n_features : int, default 100
        How many, an even number. The error of the kernel falls as one over its root.
    sigma : float, default 1.0
        Width of the kernel.
    random_state : int, RandomState or None
        Decides the frequencies.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from kernelkit import LeastSquares
    >>> from kernelkit.datasets import make_circles
    >>> X, y = make_circles(n_samples=200, seed=0)
    >>> model = make_pipeline(RandomFourier(60, sigma=0.5, random_state=0), LeastSquares(0.1))
    >>> model.fit(X, y).score(X, y) > 0.95
    True
    """

    n_features: int = 100
    sigma: float = 1.0
    random_state: Any = None

    @all_or_nothing
    def fit(self, X: Any, y: Any = None) -> Self:
        """Draw the frequencies; of the samples only their number of features matters."""
        X = validate(self, X)
        self.seed_ = int(as_generator(self.random_state).integers(2**31))
        # One sample, so that what is wrong with the parameters is said now.
        row = random_fourier(X[:1], self.n_features, self.sigma, self.seed_)
        self._n_features_out = row.shape[1]
        return self

    def transform(self, X: Any) -> Matrix:
        """The features of samples, one row each."""
        return random_fourier(query(self, X), self.n_features, self.sigma, self.seed_)


@dataclass(eq=False, repr=False)
class Nystroem(KernelParameters, Transformer):
    """Features of any kernel, from landmarks drawn among the training samples.

    Parameters
    ----------
    kernel : kernel, default Gaussian()
    n_components : int, default 100
        How many landmarks; all samples if there are fewer.
    random_state : int, RandomState or None
        Decides which.

    Attributes
    ----------
    landmarks_, indices_ : arrays of samples and of int
        The samples drawn, and their places in the training set.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from kernelkit import Gaussian, LeastSquares
    >>> from kernelkit.datasets import make_circles
    >>> X, y = make_circles(n_samples=200, seed=0)
    >>> model = make_pipeline(Nystroem(Gaussian(0.5), 30, random_state=0), LeastSquares(0.1))
    >>> model.fit(X, y).score(X, y) > 0.95
    True
    """

    kernel: Kernel = Gaussian()
    n_components: int = 100
    random_state: Any = None

    @all_or_nothing
    def fit(self, X: Any, y: Any = None) -> Self:
        """Draw the landmarks and take the root of their kernel matrix."""
        X = validate(self, X)
        check_kernel(self.kernel)
        m = min(check_whole(self.n_components, "n_components"), len(X))
        self.indices_ = np.sort(as_generator(self.random_state).permutation(len(X))[:m])
        self.landmarks_ = X[self.indices_]
        self.inverse_root_ = inverse_root(gram_of(self.kernel, self.landmarks_), self.kernel)
        self._n_features_out = m
        return self

    @no_overflow("X", "kernel")
    def transform(self, X: Any) -> Matrix:
        """The features of samples, one row each."""
        return times(gram_of(self.kernel, query(self, X), self.landmarks_), self.inverse_root_.T)
