"""The tests themselves: how they share the cores of a machine."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from checks import assert_threads_change_no_bit, threads
from conftest import MOST_THREADS, SHARE, fair_share
from threadpoolctl import threadpool_info

CHILD = """
import numba, numpy, threadpoolctl
print(numba.get_num_threads(), *(pool["num_threads"] for pool in threadpoolctl.threadpool_info()))
"""


@pytest.mark.parametrize(
    ("cores", "workers", "at_most", "share"),
    [(16, 16, 16, 1), (16, 4, 16, 4), (16, 1, 16, 16), (2, 4, 2, 1), (8, 1, 1, 1)],
)
def test_workers_divide_the_threads_among_them(cores, workers, at_most, share):
    assert fair_share(cores, workers, at_most) == share


def blas_threads():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_this_process_and_those_that_it_starts_use_their_share():
    share = fair_share(os.cpu_count(), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), SHARE)
    assert share == SHARE == numba.get_num_threads()
    assert blas_threads() == {SHARE}
    run = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) == {str(SHARE)}


def test_a_test_may_compare_four_threads_with_one_on_any_machine():
    assert MOST_THREADS <= numba.config.NUMBA_NUM_THREADS
    with threads(MOST_THREADS, 3):
        assert (numba.get_num_threads(), blas_threads()) == (MOST_THREADS, {3})
    assert (numba.get_num_threads(), blas_threads()) == (SHARE, {SHARE})


@pytest.mark.parametrize("count", [numba.get_num_threads, lambda: max(blas_threads())])
def test_results_that_depend_on_threads_are_seen(count):
    with pytest.raises(AssertionError, match="threads of numba"):
        assert_threads_change_no_bit(lambda: [count()])


def test_a_zero_that_changes_its_sign_is_seen():
    zeros = iter([0.0, 0.0, -0.0])
    with pytest.raises(AssertionError, match="the sign of a zero"):
        assert_threads_change_no_bit(lambda: [np.array(next(zeros))])
