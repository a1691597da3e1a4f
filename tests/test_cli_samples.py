"""A table that nobody has looked at: what kernelkit run says of its columns, and leaves out."""

import contextlib
import json
from unittest import mock

import numpy as np
import pytest
from checks import forgotten
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kernelkit import KNN
from kernelkit.cli import main
from kernelkit.datasets import read_csv
from kernelkit.estimators import CLASSIFIERS
from kernelkit.experiments import candidates, report

QUICK = ["--classifier", "gaussian", "least-squares", "--runs", "2"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("kernelkit.experiments.report.as_png", forgotten)
    return tmp_path


def write(folder, name, head, rows):
    (folder / name).write_text("\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n")


def people(n=60):
    random = np.random.default_rng(0)
    kinds = random.permutation(["x", "y", "y"] * (n // 3))
    return [
        (i + 1, 1000 * random.normal() + 1500 * (kind == "x"), random.normal(), kind)
        for i, kind in enumerate(kinds)
    ]


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """What the report of a comparison is made of."""
    place, given = tmp_path_factory.mktemp("people"), []
    write(place, "people.csv", "id,income,mood,kind", people())
    keep = mock.patch.object(report, "as_html", lambda *each: given.extend(each) or "")
    with contextlib.chdir(place), keep:
        assert main(["run", "people.csv", *QUICK]) == 0
    return given


def test_a_column_that_counts_rows_is_left_out(folder, capsys):
    write(folder, "people.csv", "id,income,mood,kind", people())
    assert main(["run", "people.csv", "--classifier", "knn", "--json", "one.json"]) == 0
    said = capsys.readouterr().out
    assert "3 columns of numbers: id, income, mood" in said
    assert "id counts the rows: left out" in said
    told = json.loads((folder / "one.json").read_text())
    assert told["data"]["features"] == ["income", "mood"]


def test_columns_of_other_scales_are_told_and_scaled_on_demand(folder, capsys):
    write(folder, "people.csv", "id,income,mood,kind", people())
    words = ["run", "people.csv", "--classifier", "knn", "--json", "one.json"]
    assert main(words) == 0
    assert "columns are used as they are; --scale" in capsys.readouterr().out
    assert main([*words, "--scale", "--plot", "one.png"]) == 0
    assert "columns are used as they are" not in capsys.readouterr().out
    told = json.loads((folder / "one.json").read_text())
    X, y = read_csv("people.csv", leave_out=["id"])
    rows, test = told["train"]["rows"], told["test"]["rows"]
    model = make_pipeline(StandardScaler(), KNN()).fit(X[rows], y[rows])
    assert told["test"]["right"] == (model.predict(X[test]) == y[test]).sum()


def test_a_small_class_has_fewer_folds(folder):
    rows = [(7 * i % 13, 5 * i % 11, "z" if i < 6 else "uv"[i % 2]) for i in range(80)]
    write(folder, "rare.csv", "a,b,kind", rows)
    assert main(["run", "rare.csv", *QUICK]) == 0
    told = json.loads((folder / "rare-report.json").read_text())
    assert told["protocol"]["folds"] == 4
    assert "4-fold cross-validation" in (folder / "rare-report.html").read_text()


@pytest.mark.parametrize(("fewest", "folds"), [(2, 2), (3, 2), (4, 3), (6, 4), (7, 5), (50, 5)])
def test_folds_are_as_many_as_the_training_samples_of_the_smallest_class(fewest, folds):
    codes = np.repeat([0, 1], [100, fewest])
    assert candidates.folds_for(codes, 0.2) == folds


@pytest.mark.parametrize(
    ("intervals", "words"),
    [
        ({"largest class": (0.1, 0.2), "a": (0.1, 0.3)}, "Every other classifier is worse than"),
        ({"largest class": (-0.1, 0.2), "a": (0.1, 0.3)}, "is not clearly better than always"),
        ({"largest class": (0.1, 0.2), "a": (-0.1, 0.3)}, "cannot tell a from least-squares"),
        ({"a": (-0.3, -0.1), "b": (0.1, 0.2)}, "held out a did better than least-squares"),
    ],
)
def test_the_report_says_what_the_intervals_say(compared, intervals, words):
    content, *rest = compared
    told = [{"name": name, "low": low, "high": high} for name, (low, high) in intervals.items()]
    verdict = {**content["verdict"], "classifier": "least-squares"}
    protocol = {**content["protocol"], "runs": 5}
    page = report.as_html(
        {**content, "differences": told, "verdict": verdict, "protocol": protocol}, *rest
    )
    assert words in " ".join(page.split())


def test_constant_columns_and_a_class_of_rows_all_alike_end_well(folder, capsys, monkeypatch):
    some = {name: CLASSIFIERS[name] for name in ("gaussian", "least-squares", "logistic")}
    monkeypatch.setattr(candidates, "CLASSIFIERS", some)
    random = np.random.default_rng(0)
    rows = [(x, 7, 1.5 if i % 3 else x, "uvw"[i % 3]) for i, x in enumerate(random.normal(size=60))]
    write(folder, "flat.csv", "a,constant,b,kind", rows)
    assert main(["run", "flat.csv", "--runs", "2"]) == 0
    assert "left out" not in capsys.readouterr().out
    rows = [(3, 7, 1, "w") if i % 3 == 2 else row for i, row in enumerate(rows)]
    write(folder, "flat.csv", "a,constant,b,kind", rows)
    assert main(["run", "flat.csv", "--runs", "2"]) == 0
    assert "gaussian is left out: samples of one class" in capsys.readouterr().out
    assert main(["run", "flat.csv", "--runs", "2", "--classifier", "gaussian", "logistic"]) == 2
    assert "samples that are all alike" in capsys.readouterr().err
