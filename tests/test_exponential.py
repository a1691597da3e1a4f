import math

import numpy as np
import pytest

from kernelkit.engine.exponential import exp_row, plain_exp_row

pytestmark = pytest.mark.loops

# The largest relative error in units of the last digit.
ULPS = {np.float64: 1.5, np.float32: 1.5}


@pytest.mark.parametrize("dtype", ULPS)
def test_it_agrees_with_the_plain_loop_wherever_digits_are_left(dtype):
    lowest = math.log(np.finfo(dtype).tiny)
    x = np.linspace(0, 0.999 * lowest, 20_011).astype(dtype)
    fast, plain = x.copy(), x.astype(np.float64)
    exp_row(1.0, fast)
    plain_exp_row(1.0, plain)
    error = np.abs(fast.astype(np.float64) - plain) / plain
    assert error.max() <= ULPS[dtype] * np.finfo(dtype).eps


@pytest.mark.parametrize("dtype", ULPS)
def test_the_scale_is_a_factor_of_the_argument(dtype):
    row = np.array([0.0, 1.0, 2.0, 5.0], dtype=dtype)
    expected = np.exp(-0.3 * row.astype(np.float64))
    exp_row(-0.3, row)
    np.testing.assert_allclose(row, expected, rtol=4 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", ULPS)
def test_zero_gives_one_and_the_far_away_zero(dtype):
    row = np.array([0.0, -1e4, -1e30, -np.inf], dtype=dtype)
    exp_row(1.0, row)
    assert row.tolist() == [1.0, 0.0, 0.0, 0.0]
