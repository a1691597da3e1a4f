"""Products of matrices by parts: NumPy's, up to rounding, for every shape and kind of memory."""

import numpy as np
import pytest

from kernelkit.engine import products
from kernelkit.engine.products import MOST_PARTS, ROWS_PER_PART, gram_of_columns, sums, times

pytestmark = pytest.mark.loops

random = np.random.default_rng(0)
SHAPES = [
    (1, 1),
    (7, 3),
    (ROWS_PER_PART + 1, 70),
    (3 * ROWS_PER_PART, 90),
    (MOST_PARTS * ROWS_PER_PART + 5, 12),
    (40, 520),
]


def close(found, wanted, dtype=np.float64):
    size = float(np.abs(wanted).max()) or 1.0
    np.testing.assert_allclose(found, wanted, atol=1e3 * np.finfo(dtype).eps * size, rtol=0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", SHAPES)
def test_they_are_numpys(shape, dtype, monkeypatch):
    monkeypatch.setattr(products, "SERIAL", 0)
    A = random.normal(size=shape).astype(dtype)
    B, h = random.normal(size=(4, shape[1])), random.random(shape[0])
    S = random.normal(size=(4, shape[0])).astype(dtype)
    for found, wanted in [
        (times(A, B), A @ B.T),
        (times(A, B[:1]), A @ B[:1].T),
        (times(B, A), B @ A.T),
        (sums(S, A), S @ A),
        (gram_of_columns(A), A.T @ A),
        (gram_of_columns(A, h), (A.T * h) @ A),
    ]:
        assert found.shape == wanted.shape
        close(found, wanted, dtype)
    assert gram_of_columns(A).dtype == dtype
    np.testing.assert_array_equal(gram_of_columns(A), gram_of_columns(A).T)


@pytest.mark.parametrize("make", [np.asfortranarray, lambda A: np.repeat(A, 2, axis=0)[::2]])
def test_memory_of_any_order_is_multiplied(make, monkeypatch):
    monkeypatch.setattr(products, "SERIAL", 0)
    A, B = random.normal(size=(700, 80)), random.normal(size=(5, 80))
    close(times(make(A), B), A @ B.T)
    close(gram_of_columns(make(A)), A.T @ A)
