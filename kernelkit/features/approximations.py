"""Kernels as plain inner products, nearly: random Fourier features, and Nystroem's landmarks.

Lesson 17_large_kernels uses them where a Gram matrix would be too large.
"""

from typing import Any

import numpy as np

from kernelkit.engine.products import times
from kernelkit.kernels.base import Kernel, as_samples, check_kernel, gram_of
from kernelkit.threads import one_blas_thread
from kernelkit.validation import (
    InputError,
    Matrix,
    as_matrix,
    check_number,
    check_whole,
    naming,
    no_overflow,
)


@no_overflow("X", "sigma")
def random_fourier(X: Any, n_features: int, sigma: float = 1.0, seed: int = 0) -> Matrix:
    r"""Features :math:`\phi` with :math:`\phi(x)\cdot\phi(z) \approx e^{-\|x-z\|^2/2\sigma^2}`.

    The Gaussian is the mean of cosines, :math:`e^{-\lVert x - z \rVert^2 / 2\sigma^2} =
    \mathbb E \cos\langle \omega, x - z \rangle` for frequencies :math:`\omega \sim \mathcal N(0,
    I/\sigma^2)` (Bochner's theorem). D/2 of them, drawn at random, give D features,

    .. math::

        \phi(x) = \sqrt{2/D}\,\big(\cos\langle \omega_1, x \rangle, \sin\langle \omega_1, x
        \rangle, \ldots, \cos\langle \omega_{D/2}, x \rangle, \sin\langle \omega_{D/2}, x \rangle
        \big), \tag{RFF1}

    because :math:`\cos a \cos b + \sin a \sin b = \cos(a - b)`. The error of an entry has mean 0
    and falls as :math:`1/\sqrt D`.

    Parameters
    ----------
    X : array of shape (n, d)
        The samples.
    n_features : int
        The number D of features, even.
    sigma : float, default 1.0
        The width of the kernel.
    seed : int, default 0
        Decides the frequencies; samples to be compared need the same.

    Examples
    --------
    >>> phi = random_fourier([[0.0, 0.0], [1.0, 0.0]], n_features=2000)
    >>> (phi @ phi.T).round(1).tolist()
    [[1.0, 0.6], [0.6, 1.0]]
    """
    X = as_matrix(X)
    D = check_whole(n_features, "n_features", at_least=2)
    if D % 2:
        raise InputError("n_features", f"must be even, for pairs of a cosine and a sine, got {D}")
    sigma = check_number(sigma, "sigma", above=0)
    drawn = np.random.default_rng(check_whole(seed, "seed", at_least=0))
    omega = drawn.standard_normal((X.shape[1], D // 2)) / sigma
    angles = times(X, omega.astype(X.dtype).T)
    phi = np.empty((len(X), D), X.dtype)
    np.cos(angles, out=phi[:, ::2])
    np.sin(angles, out=phi[:, 1::2])
    phi *= np.sqrt(2.0 / D)  # (RFF1)
    return phi


@naming({"Z": "landmarks"})
@no_overflow("X", "landmarks", "kernel")
def nystroem(X: Any, landmarks: Any, kernel: Kernel) -> Matrix:
    r"""Features :math:`\phi` with :math:`\phi(x)\cdot\phi(z) \approx k(x, z)`, from m landmarks.

    With the kernel matrix :math:`K_{mm}` of the landmarks and the row :math:`k_m(x)` of kernels
    between x and them,

    .. math::

        \phi(x) = k_m(x) K_{mm}^{-1/2}, \qquad
        \phi(x) \cdot \phi(z) = k_m(x) K_{mm}^{-1} k_m(z)^T: \tag{NYS1}

    x and z are projected, in the kernel's feature space, onto the span of the landmarks. Between
    landmarks it is exact; never is :math:`\lVert \phi(x) \rVert^2` above :math:`k(x, x)`.

    Parameters
    ----------
    X : n samples
        Of any kind that the kernel takes.
    landmarks : m samples
        As a rule a few of the training samples, drawn at random.
    kernel : Kernel
        Such as :class:`kernelkit.Gaussian`.

    Returns
    -------
    array of shape (n, m)
        One row of features for each sample.

    Examples
    --------
    >>> from kernelkit import Gaussian
    >>> phi = nystroem([[0.0], [1.0]], [[0.0], [1.0], [5.0]], Gaussian())
    >>> (phi @ phi.T).round(3).tolist()
    [[1.0, 0.607], [0.607, 1.0]]
    """
    check_kernel(kernel)
    X, landmarks = as_samples(X), as_samples(landmarks, "landmarks")
    root = inverse_root(gram_of(kernel, landmarks), kernel)
    return times(gram_of(kernel, X, landmarks), root.T)


@one_blas_thread()
@no_overflow("kernel")
def inverse_root(K: Matrix, kernel: Kernel) -> Matrix:
    r""":math:`K^{-1/2}`; directions that K does not have, up to rounding, stay out."""
    values, vectors = np.linalg.eigh(K.astype(np.float64))
    rounding = np.abs(values).max() * len(K) * float(np.finfo(K.dtype).eps)
    if values[0] < -100 * rounding:
        name = f"the matrix of {kernel!r}"
        raise InputError(
            name, f"must be positive semidefinite, got an eigenvalue of {values[0]:.3g}"
        )
    there = values > rounding
    vectors = vectors[:, there]
    return np.asarray((vectors / np.sqrt(values[there])) @ vectors.T, dtype=K.dtype)
