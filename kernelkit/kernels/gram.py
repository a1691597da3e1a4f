"""What can be done with a Gram matrix once the data are out of sight.

Lesson 05_kernels uses these; a kernel method sees nothing of the data but this matrix.
"""

import math
from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.threads import ROWS_PER_THREAD, in_blocks, one_blas_thread
from kernelkit.validation import InputError, Matrix, Vector, as_gram, check_number

__all__ = ["alignment", "center", "is_psd", "normalize"]


def center(K: Any) -> Matrix:
    r"""Gram matrix after moving the mean of the feature vectors to the origin.

    .. math:: \tilde K_{ij} = K_{ij} - \bar K_{i\cdot} - \bar K_{\cdot j} + \bar K_{\cdot\cdot}

    >>> center([[2.0, 0.0], [0.0, 2.0]]).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    K = as_gram(K)
    dtype, K = K.dtype, K.astype(np.float64)
    K = K / 2 + K.T / 2  # exactly symmetric, whatever rounding did before
    unit = float(np.abs(K).max()) or 1.0
    means = (K / unit).mean(axis=0) * unit  # the sum of large numbers might overflow
    return (K - (means[:, np.newaxis] + means) + means.mean()).astype(dtype, copy=False)


def normalize(K: Any) -> Matrix:
    r"""Gram matrix of the feature vectors at length one, :math:`K_{ij} / \sqrt{K_{ii} K_{jj}}`.

    >>> normalize([[4.0, 2.0], [2.0, 4.0]]).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    K = as_gram(K).copy()
    squares = K.diagonal().copy()
    if not (squares > 0).all():
        i = int(np.argmin(squares > 0))
        raise InputError(
            "K", f"must have a positive diagonal to be normalized, got {squares[i]:g} in row {i}"
        )
    normalize_by(squares, squares, K)
    return K


@one_blas_thread()
def is_psd(K: Any, tolerance: float = 1e-8) -> bool:
    """Whether K is positive semidefinite: no eigenvalue below -tolerance times the largest.

    Every Gram matrix of a kernel is; one that is not proves that the function behind it is no
    kernel.

    >>> is_psd([[1.0, 2.0], [2.0, 1.0]])
    False
    """
    K = as_gram(K)
    tolerance = check_number(tolerance, "tolerance", at_least=0)
    eigenvalues = np.linalg.eigvalsh(K.astype(np.float64))
    largest = float(np.abs(eigenvalues).max())  # of Python, whose products overflow in silence
    return bool(eigenvalues[0] >= -tolerance * largest)


@one_blas_thread()
def alignment(K: Any, L: Any) -> float:
    r"""Cosine of the angle between two Gram matrices.

    .. math:: \langle K, L \rangle_F / (\lVert K \rVert_F \lVert L \rVert_F)

    With L = y yᵀ it says how well a kernel's idea of similarity fits the labels.

    >>> alignment([[1.0, 1.0], [1.0, 1.0]], [[1.0, 0.0], [0.0, 0.0]])
    0.5
    """
    K, L = as_gram(K, "K"), as_gram(L, "L")
    if K.shape != L.shape:
        raise InputError("L", f"must have the shape {K.shape} of K, got {L.shape}")
    if not (K.any() and L.any()):
        raise InputError("K and L", "must not be zero: a zero matrix has no direction")
    # So that squares stay within range, and sums have the digits of float64.
    K, L = (M.astype(np.float64) / float(np.abs(M).max()) for M in (K, L))
    return float(np.vdot(K, L)) / (float(np.linalg.norm(K)) * float(np.linalg.norm(L)))


def normalize_by(row_squares: Vector, column_squares: Vector, K: Matrix) -> None:
    """Divide K in place by the lengths behind its rows and columns; 0 where a length is 0."""
    in_blocks(
        _normalize_rows, len(K), ROWS_PER_THREAD, 10.0 * K.size, row_squares, column_squares, K
    )


@njit
def _normalize_rows(
    start: int, stop: int, row_squares: Vector, column_squares: Vector, K: Matrix
) -> None:
    for i in range(start, stop):
        own = np.float64(row_squares[i])
        for j in range(K.shape[1]):
            other = np.float64(column_squares[j])
            # One root of the product, not a product of roots: on the diagonal it is exact.
            scale = math.sqrt(own * other)
            if not 1e-145 < scale < 1e150:  # but where it would leave the range of numbers
                scale = math.sqrt(own) * math.sqrt(other)
            K[i, j] = K[i, j] / scale if scale > 0.0 else 0.0
