"""How far apart two samples are: six distances, and the matrix of all of them.

Lesson 02_nearest_neighbours teaches them. The distances of two rows are ``core/distances.py``; the
matrix is computed tile by tile, by ``engine/tiles.py``.
"""

from typing import Any

import numpy as np

from kernelkit.core import distances
from kernelkit.core.distances import *  # noqa: F403
from kernelkit.engine.tiles import all_pairs
from kernelkit.validation import InputError, Matrix, as_pair, check_choice, check_number

__all__ = ["METRICS", "pairwise"]
__all__ += distances.__all__

# In the order of the codes of ``engine/tiles.py``.
METRICS = ("euclidean", "squared_euclidean", "manhattan", "chebyshev", "minkowski", "cosine")


def pairwise(X: Any, Z: Any = None, metric: str = "euclidean", p: float = 2) -> Matrix:
    r"""All distances between the rows of X and the rows of Z, :math:`D_{ij} = d(x_i, z_j)`.

    Parameters
    ----------
    X : array of shape (n, d)
    Z : array of shape (m, d), default X itself
        Against itself the result is exactly symmetric and its diagonal exactly zero.
    metric : str, default "euclidean"
        One of ``METRICS``.
    p : float, default 2
        The order, for ``metric="minkowski"`` only.

    Returns
    -------
    D : array of shape (n, m)
        float32 if X and Z are, otherwise float64.

    Examples
    --------
    >>> pairwise([[0, 0], [3, 4]], metric="manhattan").tolist()
    [[0.0, 7.0], [7.0, 0.0]]
    """
    X, Z = as_pair(X, Z)
    code = METRICS.index(check_choice(metric, "metric", METRICS))
    D, finite = all_pairs(X, Z, code, check_power(p, metric))
    if not finite:
        raise InputError("X", f"must be scaled down: a distance is beyond the largest {D.dtype}")
    if X is Z:
        np.fill_diagonal(D, 0.0)
    return D


def check_power(p: Any, metric: str) -> float:
    """Check the power of a Minkowski distance; no other distance has one."""
    power = check_number(p, "p", at_least=1)
    if metric != "minkowski" and power != 2:
        raise InputError("p", f"belongs to metric='minkowski', got p={p} with metric={metric!r}")
    return power
