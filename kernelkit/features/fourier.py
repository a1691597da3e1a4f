"""Random Fourier features: the Gaussian kernel as a plain inner product, nearly.

Lesson 17_large_kernels uses them where a Gram matrix would be too large.
"""

from typing import Any

import numpy as np

from kernelkit.engine.products import times
from kernelkit.validation import (
    InputError,
    Matrix,
    as_matrix,
    check_number,
    check_whole,
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
