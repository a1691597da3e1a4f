"""The stored tables of lesson 17 are what the lesson says of them."""

import json

import numpy as np
import pytest

from tools.results import large_kernels as results

TABLES = json.loads(results.RESULTS.read_text(encoding="utf-8"))["tables"]
COUNTS = [(n, D) for n in results.COUNTS for D in results.LANDMARKS]


def test_both_axes_are_stored_and_the_test_error_falls_along_each():
    wrong = {(row["digits"], row["features"]): row["wrong"] for row in TABLES["landmarks"]}
    assert list(wrong) == COUNTS
    table = np.reshape(list(wrong.values()), (len(results.COUNTS), len(results.LANDMARKS)))
    assert (np.diff(table, axis=0) < 0).all()
    assert (np.diff(table, axis=1) < 0).all()
    assert [row["features"] for row in TABLES["Fourier"]] == list(results.FEATURES)


@pytest.mark.parametrize("name", TABLES)
def test_no_chosen_lambda_is_at_the_edge_of_its_list(name):
    for row in TABLES[name]:
        assert results.LAMBDAS[0] < row["lambda"] < results.LAMBDAS[-1]


@pytest.mark.storm
@pytest.mark.compiled
def test_a_row_computed_again_agrees_with_the_stored_one():
    rows = results.landmarks(results.load(), [100, 200], [2000])
    for row, stored in zip(rows, TABLES["landmarks"], strict=False):
        assert row["lambda"] == stored["lambda"]
        assert abs(row["wrong"] - stored["wrong"]) <= 3  # scores may tie in the last digit
