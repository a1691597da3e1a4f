"""Two classes made of many."""

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit.datasets import indicator, load_iris
from kernelkit.validation import InputError, InputTypeError


def test_members_of_the_group_become_one_and_all_others_minus_one():
    d = np.arange(10)
    assert indicator(d, [0, 2, 4, 6, 8]).tolist() == [1, -1] * 5
    words = load_iris().y
    found = indicator(words, ["setosa", "virginica"])
    assert np.array_equal(found == -1, words == "versicolor")
    assert found.dtype == np.int64


@pytest.mark.parametrize("v", ["setosa", None, 3])
def test_a_group_is_a_list(v):
    words = "v must be a list of labels, got"
    assert_kind_error(InputTypeError, words, indicator, ["setosa", "virginica"], v)


def test_a_group_of_nobody_is_told():
    words = r"v must hold at least one label of d, got \[7\]"
    assert_kind_error(InputError, words, indicator, [1, 2, 3, 1], [7])
