"""The stored tables of lesson 06 are what the protocol gives."""

import json

import numpy as np
import pytest

from tools.results import kernel_perceptron_digits as results

STORED = json.loads(results.RESULTS.read_text(encoding="utf-8"))
COMPARED = json.loads(results.COMPARISONS.read_text(encoding="utf-8"))


@pytest.mark.storm
@pytest.mark.compiled
def test_a_run_computed_again_agrees_with_the_stored_table():
    table = STORED["tables"]["polynomial, multiclass"]
    found = results.run("polynomial, multiclass", runs=1, progress=False)
    # Scores may tie in the last digit, so one sample more or less is the same result.
    one_test, one_training = 1.5 / 1860, 1.5 / 7438
    np.testing.assert_allclose(found.test_errors, table["test_errors"][:1], atol=one_test)
    np.testing.assert_allclose(found.train_errors, table["train_errors"][:1], atol=one_training)
    np.testing.assert_allclose(found.cv_errors, table["cv_errors"][:1], atol=one_training)


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_a_part_computed_again_agrees_with_the_stored_comparison():
    stored = COMPARED["tables"]["parts"]["8"][1]
    found = results.on_part(1, 8, runs=2)
    assert list(found) == list(stored)
    for name, errors in found.items():
        np.testing.assert_allclose(errors, stored[name][:2], atol=1.5 / 232)


def test_twenty_epochs_of_a_width_are_those_of_the_protocol():
    table = STORED["tables"]["gaussian, multiclass"]
    widths = [round(1 / point["kernel"]) for point in table["points"]]
    for width, endings in COMPARED["tables"]["widths"].items():
        column = np.array(table["test_errors"])[:, widths.index(int(width))]
        np.testing.assert_allclose(endings["20 epochs"], column, atol=1.5 / 1860)


@pytest.mark.parametrize("name", STORED["tables"])
def test_a_stored_table_is_consistent(name):
    table = {key: np.array(value) for key, value in STORED["tables"][name].items()}
    runs, points = STORED["about"]["runs"], len(table["points"])
    assert table["test_errors"].shape == (runs, points) == (20, 7)
    np.testing.assert_array_equal(table["chosen"], table["cv_errors"].argmin(axis=1))
    chosen = table["test_errors"][np.arange(runs), table["chosen"]]
    np.testing.assert_array_equal(table["chosen_errors"], chosen)
    sizes = 0.2 * np.array([1553, 1269, 929, 824, 852, 716, 834, 792, 708, 821])
    errors = (table["confusion_mean"].sum(axis=1) * sizes).sum() / 1860
    assert errors == pytest.approx(chosen.mean(), rel=0.01)


def test_every_protocol_is_stored():
    assert list(STORED["tables"]) == list(results.protocols())


def test_the_coursework_target_is_met():
    averaged = np.array(STORED["tables"]["polynomial, multiclass, averaged"]["test_errors"])
    assert averaged.mean(axis=0).min() < 0.030
