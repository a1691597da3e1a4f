"""The tests themselves: comparisons of numbers of threads see a difference, on any machine."""

import numba
import pytest
from checks import assert_threads_change_no_bit, threads
from conftest import MOST_THREADS, SHARE, fair_share
from threadpoolctl import threadpool_info


def blas_threads():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def test_workers_divide_the_threads_among_them():
    assert [fair_share(16, workers, 16) for workers in (1, 4, 16, 32)] == [16, 4, 1, 1]
    assert fair_share(8, 1, at_most=1) == 1


def test_a_test_may_compare_four_threads_with_one_on_any_machine():
    assert MOST_THREADS <= numba.config.NUMBA_NUM_THREADS
    with threads(MOST_THREADS, 3):
        assert (numba.get_num_threads(), blas_threads()) == (MOST_THREADS, {3})
    assert (numba.get_num_threads(), blas_threads()) == (SHARE, {SHARE})


@pytest.mark.parametrize("count", [numba.get_num_threads, lambda: max(blas_threads())])
def test_results_that_depend_on_threads_are_seen(count):
    with pytest.raises(AssertionError, match="threads of numba"):
        assert_threads_change_no_bit(lambda: [count()])
