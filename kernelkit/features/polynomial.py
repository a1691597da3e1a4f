"""The polynomial map written out, to be compared with the kernel that avoids it.

Lesson 05_kernels teaches it.
"""

import math
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from kernelkit._jit import njit
from kernelkit.threads import ROWS_PER_THREAD, in_blocks
from kernelkit.validation import (
    LARGEST_ARRAY,
    InputError,
    Matrix,
    Vector,
    as_matrix,
    check_number,
    check_whole,
    no_overflow,
)

BYTES_OF_FACTOR = 64  # what one factor of a column takes in the list of factors


@no_overflow("X", "offset")
def polynomial_map(X: Any, degree: int, offset: float = 0.0) -> Matrix:
    r"""Return the explicit map with :math:`\phi(x) \cdot \phi(z) = (\langle x, z \rangle + c)^d`.

    Here c is the offset and d the degree. There is one column for each product of d coordinates,
    in the order of :func:`itertools.combinations_with_replacement`: for two features at degree 2,
    :math:`(x_1^2, \sqrt 2\,x_1 x_2, x_2^2)`. A product with :math:`a_i` factors :math:`x_i` carries
    the square root of its number of arrangements :math:`d!/\prod_i a_i!`. An offset is one more
    coordinate, equal to :math:`\sqrt c`.

    There are :math:`\binom{n + d - 1}{d}` columns for n coordinates, which is why kernels avoid
    them: 256 pixels at degree 5 make 9.5 thousand million.

    Parameters
    ----------
    X : array of shape (n_samples, n)
        The samples.
    degree : int
        The number d of factors in each product, at least 1.
    offset : float, default 0.0
        The number c, at least 0.

    Examples
    --------
    >>> polynomial_map([[3.0, 1.0]], degree=2).round(3).tolist()
    [[9.0, 4.243, 1.0]]
    """
    from scipy.special import binom

    X = as_matrix(X)
    degree = check_whole(degree, "degree")
    offset = check_number(offset, "offset", at_least=0)
    if offset > 0:
        X = np.column_stack([X, np.full(X.shape[0], math.sqrt(offset), X.dtype)])
    n = X.shape[1]
    columns = binom(n + degree - 1, degree)  # a float, for whole numbers may be endless here
    if columns * max(X.shape[0] * X.itemsize, BYTES_OF_FACTOR * degree) > LARGEST_ARRAY:
        what = f"polynomial_map of {len(X)} samples with {n} coordinates at degree {degree}"
        raise InputError(
            what,
            f"must stay under {LARGEST_ARRAY / 2**30:g} GiB, got {columns:.4g} columns; "
            f"Polynomial({degree}) needs none of them",
        )
    factors = np.array(list(combinations_with_replacement(range(n), degree)))
    lengths = np.sqrt(np.array([_arrangements(row) for row in factors.tolist()], dtype=X.dtype))
    phi = np.empty((len(X), len(factors)), X.dtype)
    operations = float(phi.size) * degree
    in_blocks(_multiply_factors, len(X), ROWS_PER_THREAD, operations, X, factors, lengths, phi)
    return phi


def _arrangements(factors: list[int]) -> int:
    """Count the orders in which these factors can be written: d! / (a_1! a_2! ...)."""
    count = math.factorial(len(factors))
    for factor in set(factors):
        count //= math.factorial(factors.count(factor))
    return count


@njit
def _multiply_factors(
    start: int, stop: int, X: Matrix, factors: Matrix, lengths: Vector, phi: Matrix
) -> None:
    for i in range(start, stop):
        for column in range(phi.shape[1]):
            product = np.float64(lengths[column])
            for j in factors[column]:
                product *= X[i, j]
            phi[i, column] = product
