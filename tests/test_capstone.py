"""The stored table of lesson 18 is what the protocol gives, and its file is never half written."""

import json

import numpy as np
import pytest
from sklearn.model_selection import ParameterGrid

from kernelkit import KNN
from kernelkit.datasets import make_blobs
from tools.results import capstone, stored

STORED = json.loads(capstone.RESULTS.read_text(encoding="utf-8"))
TABLES = STORED["tables"]
OUTSIDE = json.loads(capstone.OUTSIDE.read_text(encoding="utf-8"))["tables"]
TRAINING, TESTED = 7438, 1860
X, y = make_blobs(90, centers=[[0, 0], [2, 0], [0, 2]], spread=0.7, seed=0)


def test_every_classifier_is_stored_with_the_values_that_are_tried():
    entrants = capstone.entrants()
    assert list(TABLES) == list(entrants)
    for name, (lesson, _, grid, *_) in entrants.items():
        assert TABLES[name]["lesson"] == lesson
        assert TABLES[name]["points"] == list(ParameterGrid(grid))


@pytest.mark.parametrize("name", TABLES)
def test_a_stored_table_is_consistent(name):
    table = {key: np.array(value) for key, value in TABLES[name].items()}
    runs, points = capstone.RUNS, len(table["points"])
    assert table["test_errors"].shape == table["cv_errors"].shape == (runs, points)
    np.testing.assert_array_equal(table["chosen"], table["cv_errors"].argmin(axis=1))
    chosen = table["test_errors"][np.arange(runs), table["chosen"]]
    np.testing.assert_array_equal(table["chosen_errors"], chosen)
    assert table["usual"] == np.bincount(table["chosen"]).argmax()
    assert min(table["learn"], table["read"]) > 0


def test_the_outsiders_are_stored_with_the_values_that_are_tried_and_none_at_an_end():
    outsiders = capstone.outsiders()
    assert list(OUTSIDE) == list(outsiders)
    for name, (_, _, grid, ends, runs, step) in outsiders.items():
        table = OUTSIDE[name]
        assert table["step"] == step
        assert table["points"] == list(ParameterGrid(grid))
        cv = np.array(table["cv_errors"])
        assert cv.shape == (runs, capstone.SETTINGS)
        assert table["chosen"] == cv.argmin(axis=1).tolist()
        for key, values in grid.items():
            usual = table["points"][table["usual"]][key]
            assert usual in ends or usual not in (values[0], values[-1])
        chosen = np.array(table["test_errors"])[np.arange(runs), table["chosen"]]
        np.testing.assert_array_equal(table["chosen_errors"], chosen)


@pytest.mark.storm
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["naive Bayes", "least squares"])
def test_one_run_computed_again_agrees_with_the_stored_table(name):
    found = capstone.run(name, runs=1, progress=False)
    # A score may tie in its last digit, so one sample more or less is the same result.
    for kind, one in {"test_errors": 1.5 / TESTED, "cv_errors": 1.5 / TRAINING}.items():
        np.testing.assert_allclose(getattr(found, kind), TABLES[name][kind][:1], atol=one)


@pytest.mark.parametrize("name", capstone.LEARNERS)
def test_who_learns_from_fewer_digits_gets_worse(name):
    fewer = TABLES[name]["fewer"]
    means = [np.mean(fewer[str(step)]) for step in capstone.STEPS]
    assert all(len(fewer[str(step)]) == capstone.RUNS for step in capstone.STEPS)
    assert means == sorted(means, reverse=True)
    assert means[-1] > np.mean(TABLES[name]["chosen_errors"])


@pytest.mark.storm
@pytest.mark.compiled
def test_fewer_digits_computed_again_agree_with_the_stored_table():
    found = capstone.run("nearest neighbours", runs=1, progress=False, step=16)
    stored_error = TABLES["nearest neighbours"]["fewer"]["16"][0]
    np.testing.assert_allclose(found.chosen_errors, stored_error, atol=1.5 / 117)


@pytest.mark.parametrize(
    ("name", "of_lesson_06"),
    [
        ("kernel perceptron, multi-class", "polynomial, multiclass"),
        ("kernel perceptron, one-vs-rest", "polynomial, one-vs-rest"),
    ],
)
def test_the_first_splits_are_those_of_lesson_06(name, of_lesson_06):
    path = stored.RESULTS / "06_kernel_perceptron_digits.json"
    other = json.loads(path.read_text(encoding="utf-8"))["tables"][of_lesson_06]
    points = TABLES[name]["points"]
    both = [point for point in other["points"] if point in points]
    assert len(both) >= 5
    for kind, one in {"test_errors": 1.5 / TESTED, "cv_errors": 1.5 / TRAINING}.items():
        theirs = np.array(other[kind])[:, [other["points"].index(point) for point in both]]
        ours = np.array(TABLES[name][kind])[:, [points.index(point) for point in both]]
        np.testing.assert_allclose(ours, theirs[: capstone.RUNS], atol=one)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Two classifiers on few points, and files in a folder of the test."""
    entrants = {
        name: capstone.Entrant("02", KNN(), {"n_neighbors": [1, k]})
        for name, k in {"first": 5, "second": 7}.items()
    }
    outsiders = {"third": capstone.Entrant("", KNN(), {"n_neighbors": [1, 5]}, runs=1, step=2)}
    monkeypatch.setattr(capstone, "entrants", lambda: entrants)
    monkeypatch.setattr(capstone, "outsiders", lambda: outsiders)
    monkeypatch.setattr(capstone, "OUTSIDE", tmp_path / "outside.json")
    monkeypatch.setattr(capstone, "load_usps", lambda: (X, y))
    monkeypatch.setattr(capstone, "cost", lambda *_: capstone.Cost(1.0, 2.0, 3.0))
    monkeypatch.setattr(capstone, "RUNS", 2)
    monkeypatch.setattr(capstone, "RESULTS", tmp_path / "table.json")
    monkeypatch.setattr(stored, "ROOT", tmp_path)
    return tmp_path


def test_the_file_has_every_classifier_and_nothing_lies_beside_it(small):
    capstone.main()
    written = json.loads(capstone.RESULTS.read_text(encoding="utf-8"))
    assert list(written["tables"]) == ["first", "second"]
    assert written["tables"]["first"]["megabytes"] == 3.0
    assert written["about"]["runs"] == 2
    assert sorted(path.name for path in small.iterdir()) == [".cache", "outside.json", "table.json"]
    outside = json.loads(capstone.OUTSIDE.read_text(encoding="utf-8"))
    assert list(outside["tables"]) == ["third"]
    assert len(outside["tables"]["third"]["chosen"]) == 1
