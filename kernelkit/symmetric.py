"""Matrices that equal their transpose: half of one is computed, and copied to the other half.

Lesson 15_fast_kernels counts what that saves; ``distances`` and ``kernels`` use it for samples
against themselves.
"""

from scipy.linalg import get_blas_funcs

from kernelkit._jit import njit, njit_rows, prange
from kernelkit.validation import Matrix

__all__ = ["in_turn", "lower_products", "mirror"]

TILE = 64  # rows and columns that are turned over while they are in the cache


def lower_products(X: Matrix) -> Matrix:
    r"""Inner products :math:`K_{ij} = \langle x_i, x_j \rangle` for :math:`j \le i`, else zeros.

    >>> import numpy as np
    >>> lower_products(np.array([[1.0, 2.0], [3.0, 4.0]])).tolist()
    [[5.0, 0.0], [11.0, 25.0]]
    """
    (products,) = get_blas_funcs(["syrk"], dtype=X.dtype)
    return products(1.0, X.T, trans=1).T  # Fortran's upper half is the lower half of C


@njit
def in_turn(turn: int, n: int) -> int:
    """Number of a row when short and long ones alternate, so that threads share a half evenly.

    >>> [in_turn(turn, 5) for turn in range(5)]
    [0, 4, 1, 3, 2]
    """
    return turn // 2 if turn % 2 == 0 else n - 1 - turn // 2


@njit_rows
def mirror(K: Matrix) -> None:
    r"""Copy the lower half to the upper, :math:`K_{ji} = K_{ij}`, tile by tile."""
    n = K.shape[0]
    tiles = (n + TILE - 1) // TILE
    for tile in prange(tiles):
        for i0 in range(tile * TILE, n, TILE):
            for j in range(tile * TILE, min(n, (tile + 1) * TILE)):
                for i in range(max(i0, j), min(n, i0 + TILE)):
                    K[j, i] = K[i, j]
