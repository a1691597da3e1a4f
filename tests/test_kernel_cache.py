"""Kernel rows: computed when asked for, kept, and of some samples only."""

import numpy as np
import pytest

from kernelkit import Gaussian, Linear
from kernelkit.solvers import KernelCache
from kernelkit.solvers.kernel_cache import GivenRows, PartOfRows

pytestmark = pytest.mark.loops


def test_rows_are_kept_and_the_least_recently_used_go_first(monkeypatch):
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.FEWEST_ROWS", 4)
    X = np.random.default_rng(0).normal(size=(10, 2))
    K = Linear()(X)
    rows = KernelCache(Linear(), X, memory=0)
    assert rows.store.shape == (4, 10)
    computed, against_all = [], rows.against_all
    rows.against_all = lambda Z: (computed.extend(Z), against_all(Z))[1]
    asked = [([0, 1, 2], 3), ([3], 4), ([0], 4), ([4], 5), ([0, 3], 5), ([1], 6), ([2], 7)]
    for wanted, count in asked:  # 4 takes the place of 1, for 0 was asked for again
        places = rows.places(np.array(wanted))
        np.testing.assert_allclose(rows.store[places], K[wanted])
        assert len(computed) == count, f"{wanted}"
    places = rows.places(np.array([5, 6, 7, 8]))
    np.testing.assert_allclose(rows.store[places], K[5:9])
    assert len(KernelCache(Linear(), X, memory=7 * 80).store) == 7


def test_rows_of_a_part_are_the_part_of_the_rows(monkeypatch):
    monkeypatch.setattr("kernelkit.solvers.kernel_cache.FEWEST_ROWS", 3)
    X = np.random.default_rng(0).normal(size=(12, 2)).astype(np.float32)
    K, part = Gaussian()(X), np.array([1, 4, 5, 9])
    for rows in (GivenRows(K), KernelCache(Gaussian(), X, memory=0)):
        own = PartOfRows(rows, part)
        wanted = np.array([2, 0])
        found = own.store[own.places(wanted)]
        np.testing.assert_allclose(found, K[np.ix_(part[wanted], part)], atol=1e-6)
        np.testing.assert_allclose(own.diagonal, K.diagonal()[part])
        assert found.dtype == np.float32
