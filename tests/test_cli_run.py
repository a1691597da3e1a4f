"""kernelkit run: its numbers against plain loops, its table, its files."""

import json
import re
import warnings
from collections import Counter

import hypothesis.strategies as st
import numpy as np
import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings

from kernelkit.cli import main
from kernelkit.cli.run import confusion_lines
from kernelkit.datasets import Dataset, load_iris, load_usps
from kernelkit.estimators import GaussianClassifier
from kernelkit.experiments.candidates import draw
from kernelkit.experiments.report import draw_regions

IRIS = ["run", "iris", "--json", "out.json"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def results(*words):
    assert main(words) == 0
    with open("out.json", encoding="utf-8") as file:
        return json.load(file)


def nearest_neighbour_votes(X, y, queries, k):
    """Manhattan neighbours, one query at a time; a tie goes to the nearest of the tied."""
    for query in queries:
        order = np.argsort(np.abs(X - query).sum(axis=1), kind="stable")[:k]
        votes = Counter(y[order].tolist())
        most = max(votes.values())
        yield next(label for label in y[order].tolist() if votes[label] == most)


def test_neighbours_are_those_of_a_plain_loop():
    found = results(
        *IRIS, "--classifier", "knn", "--set", "n_neighbors=3", "--set", "metric=manhattan"
    )
    X, y = load_iris()
    train, test = found["train"]["rows"], found["test"]["rows"]
    assert sorted(train + test) == list(range(150))
    expected = list(nearest_neighbour_votes(X[train], y[train], X[test], k=3))
    assert found["test"]["predicted"] == expected
    assert found["test"]["true"] == y[test].tolist()
    right = sum(a == b for a, b in zip(expected, y[test], strict=True))
    assert found["test"]["right"] == right
    inside = list(nearest_neighbour_votes(X[train], y[train], X[train], k=3))
    assert found["train"]["right"] == sum(a == b for a, b in zip(inside, y[train], strict=True))
    names = found["data"]["classes"]
    pairs = Counter(zip(found["test"]["true"], expected, strict=True))
    assert found["test"]["confusion"] == [[pairs[a, b] for b in names] for a in names]
    assert found["parameters"] == {
        "n_neighbors": 3,
        "metric": "manhattan",
        "weights": "uniform",
        "p": 2,
    }
    assert min(found["seconds"].values()) > 0


def test_the_table_says_what_the_json_says(capsys):
    found = results(*IRIS, "--classifier", "knn", "--seed", "3")
    shown = capsys.readouterr().out
    assert "data        iris: 150 samples, 4 features, 3 classes\n" in shown
    assert "knn (n_neighbors=5, metric=euclidean, weights=uniform, p=2)\n" in shown
    assert "samples     120 to learn from, 30 to test with (seed 3)\n" in shown
    for part, name in (("train", "training   "), ("test", "test       ")):
        right, n = found[part]["right"], found[part]["samples"]
        assert f"{name} {100 * right / n:.1f} % right ({right} of {n})\n" in shown
    rows = re.findall(r"^(?:setosa|versicolor|virginica) (.*)$", shown, re.MULTILINE)
    matrix = [[int(cell.replace(".", "0")) for cell in row.split()] for row in rows]
    assert matrix == found["test"]["confusion"]
    assert "results     out.json\n" in shown


def test_the_seed_reaches_the_classifier_unless_it_has_its_own():
    shuffled = [*IRIS, "--classifier", "perceptron", "--set", "shuffle=yes", "--seed", "5"]
    quick = [*shuffled, "--set", "max_epochs=2"]
    assert results(*quick)["parameters"]["random_state"] == 5
    assert results(*quick, "--set", "random_state=7")["parameters"]["random_state"] == 7
    assert results(*quick, "--set", "random_state=none")["parameters"]["random_state"] is None


def test_a_subsample_keeps_the_shares_of_the_classes():
    words = ["--classifier", "perceptron", "--set", "max_epochs=2", "--json", "out.json"]
    found = results("run", "usps", *words, "--subsample", "500")
    y = load_usps().y
    rows = found["train"]["rows"] + found["test"]["rows"]
    assert len(set(rows)) == len(rows) == 500
    assert (len(found["train"]["rows"]), found["subsample"]) == (400, 500)
    assert np.abs(np.bincount(y[rows]) - np.bincount(y) * 500 / len(y)).max() < 1
    shares = np.bincount(y[found["test"]["rows"]]) - np.bincount(y[rows]) / 5
    assert np.abs(shares).max() < 1


def test_a_csv_file_by_name_and_by_number_is_the_data_set(folder):
    text = (ROOT / "datasets" / "iris.csv").read_text()
    rows = [line.split(",") for line in text.splitlines()]
    moved = "\n".join(",".join([row[4], *row[:4]]) for row in rows) + "\n"
    (folder / "moved.csv").write_text(moved)
    knn = ["--classifier", "knn", "--json", "out.json"]
    whole = results("run", "iris", *knn)
    for label in ("species", "0", "-5"):
        assert results("run", "moved.csv", *knn, "--label", label)["test"] == whole["test"]


def test_the_picture_is_a_png_of_the_two_best_features(capsys):
    words = ["--classifier", "perceptron", "--set", "max_epochs=20", "--plot", "out.png"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        results(*IRIS, *words)
    assert "picture     out.png: petal length and petal width\n" in capsys.readouterr().out
    with open("out.png", "rb") as file:
        first = file.read()
    assert first.startswith(b"\x89PNG\r\n\x1a\n")
    assert first.endswith(b"IEND\xaeB`\x82")
    results(*IRIS, *words)
    with open("out.png", "rb") as file:
        assert file.read() == first


@pytest.mark.filterwarnings("error")
def test_a_feature_that_never_varies_within_a_class_says_most_and_one_of_two_values_least():
    rows, random = np.arange(60), np.random.default_rng(0)
    y = np.repeat([0, 1, 2], 20)
    X = np.column_stack([np.full(60, 0.1), y == 1, random.normal(size=60), 0.1 * y])
    data = Dataset(X, y, ("constant", "two", "noise", "exact"), ("0", "1", "2"), "")
    model = GaussianClassifier(shrinkage=0.1)
    assert draw_regions(model, "gaussian", data, rows, rows)[1] == ["exact", "noise"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 30), min_size=1, max_size=6), st.data())
def test_a_draw_takes_each_class_by_its_share(counts, data):
    codes = np.repeat(np.arange(len(counts)), counts)
    n = data.draw(st.integers(1, len(codes)))
    drawn, others = draw(codes, n, seed=0)
    assert len(drawn) == n
    assert sorted([*drawn, *others]) == list(range(len(codes)))
    taken = np.bincount(codes[drawn], minlength=len(counts))
    assert np.abs(taken - n * np.array(counts) / len(codes)).max() < 1


@pytest.mark.parametrize("columns", [80, 25])
def test_a_confusion_matrix_fits_the_terminal(columns, monkeypatch):
    monkeypatch.setattr("kernelkit.cli.run.width", lambda: columns)
    matrix = np.array([[11, 0, 2], [0, 12, 0], [5, 0, 13]])
    title, *lines = confusion_lines(matrix, ["Iris setosa", "Iris versicolor", "Iris virginica"])
    if columns == 25:
        assert [line.split()[-1] for line in lines] == ["samples", "5", "2"]
        assert re.match("Iris virginica +Iris setosa +5", lines[1])
        return
    assert "rows" in title
    assert [line.split()[2:] for line in lines[1:]] == [
        ["11", ".", "2"],
        [".", "12", "."],
        ["5", ".", "13"],
    ]
