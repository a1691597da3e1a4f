"""The exponential of numbers that are not positive, in a form that fills vector registers.

``math.exp`` is a call for every number; the arithmetic below is computed for two to eight numbers
at a time. Lesson 16_compiled_loops measures what that buys.
"""

import math
from typing import Any

import numpy as np

from kernelkit._jit import njit_sum
from kernelkit.validation import Vector

LOG2_E = 1.0 / math.log(2.0)
# ln 2 in two parts, the first with so few digits that k times it is exact.
LN2_HEAD, LN2_TAIL = 6.93147180369123816490e-01, 1.90821492927058770002e-10
SERIES = tuple(1.0 / math.factorial(i) for i in range(14))
LOWEST = -708.0  # below it e^x has fewer digits than a float64, and soon none

LOG2_E_32, HALF_32 = np.float32(LOG2_E), np.float32(0.5)
LN2_HEAD_32, LN2_TAIL_32 = np.float32(0.693359375), np.float32(-2.12194440e-4)
SERIES_32 = tuple(np.float32(coefficient) for coefficient in SERIES[:8])
LOWEST_32 = np.float32(-87.3)
LOWEST_SCALE_32 = -3e38  # of those that a float32 can hold


@njit_sum
def exp_row(scale: float, row: Vector) -> None:
    r"""Replace every entry x of a row by :math:`e^{sx}`, where no :math:`sx` is above 0.

    With k the whole number nearest to :math:`sx / \ln 2` and :math:`r = sx - k \ln 2`,

    .. math:: e^{sx} = 2^k e^r, \qquad e^r \approx \sum_{i=0}^{m} r^i / i!, \qquad
              |r| \le \tfrac12 \ln 2,

    with m = 13 for float64 and 7 for float32: the next term is below the last digit. A power of
    two is its exponent, shifted to its place among the bits.
    """
    if row.itemsize == 4 and scale >= LOWEST_SCALE_32:
        scale_32 = np.float32(scale)
        for j in range(row.shape[0]):
            row[j] = _exp_32(scale_32 * row[j])
    else:
        for j in range(row.shape[0]):
            row[j] = _exp_64(scale * row[j])


@njit_sum
def plain_exp_row(scale: float, row: Vector) -> None:
    """The same, as one would write it: what ``exp_row`` has to agree with."""
    for j in range(row.shape[0]):
        row[j] = math.exp(scale * row[j])


@njit_sum
def _exp_64(x: float) -> float:
    clipped = max(x, LOWEST)
    k = np.floor(clipped * LOG2_E + 0.5)
    r = (clipped - k * LN2_HEAD) - k * LN2_TAIL
    series = SERIES[13]
    for i in range(12, -1, -1):
        series = series * r + SERIES[i]
    power = np.int64((np.int64(k) + 1023) << 52).view(np.float64)
    return series * power if x >= LOWEST else 0.0


@njit_sum
def _exp_32(x: Any) -> Any:
    clipped = max(x, LOWEST_32)
    k = np.floor(clipped * LOG2_E_32 + HALF_32)
    r = (clipped - k * LN2_HEAD_32) - k * LN2_TAIL_32
    series = SERIES_32[7]
    for i in range(6, -1, -1):
        series = series * r + SERIES_32[i]
    power = np.int32((np.int32(k) + np.int32(127)) << np.int32(23)).view(np.float32)
    return series * power if x >= LOWEST_32 else np.float32(0.0)
