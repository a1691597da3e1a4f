"""A table that nobody has looked at: what kernelkit run says of its columns, and leaves out."""

import errno
import json
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kernelkit import KNN
from kernelkit.cli import main, report, run, run_compared
from kernelkit.cli.run_once import folds_for
from kernelkit.datasets import read_mixed_csv
from kernelkit.experiments.comparison import Difference

QUICK = ["--classifier", "gaussian", "least-squares", "--runs", "2", "--jobs", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
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


def test_a_column_that_counts_rows_is_left_out_unless_it_is_asked_for(folder, capsys):
    write(folder, "people.csv", "id,income,mood,kind", people())
    assert main(["run", "people.csv", "--classifier", "knn", "--json", "one.json"]) == 0
    said = capsys.readouterr().out
    assert "3 columns of numbers: id, income, mood" in said
    assert "id counts the rows: left out (--features with its name takes it)" in said
    told = json.loads((folder / "one.json").read_text())
    assert told["data"]["features"] == ["income", "mood"]
    words = ["run", "people.csv", "--classifier", "knn", "--features", "id", "mood"]
    assert main(words) == 0
    assert "left out" not in capsys.readouterr().out


def test_columns_of_other_scales_are_told_and_scaled_on_demand(folder, capsys):
    write(folder, "people.csv", "id,income,mood,kind", people())
    words = ["run", "people.csv", "--classifier", "knn", "--json", "one.json"]
    assert main(words) == 0
    assert "income varies" in capsys.readouterr().out
    assert main([*words, "--scale", "--plot", "one.png"]) == 0
    assert "income varies" not in capsys.readouterr().out
    told = json.loads((folder / "one.json").read_text())
    X, y = read_mixed_csv("people.csv", leave_out=["id"])
    rows, test = told["train"]["rows"], told["test"]["rows"]
    model = make_pipeline(StandardScaler(), KNN()).fit(X[rows], y[rows])
    assert told["test"]["right"] == (model.predict(X[test]) == y[test]).sum()
    assert told["plot"]["features"] == ["income", "mood"]


def test_in_many_runs_columns_are_scaled_too(folder):
    write(folder, "people.csv", "id,income,mood,kind", people())
    words = ["run", "people.csv", "--classifier", "knn", "--runs", "2", "--jobs", "1"]
    errors = []
    for more in ([], ["--scale"]):
        assert main([*words, *more, "--json", "many.json"]) == 0
        errors.append(json.loads((folder / "many.json").read_text())["test_errors"])
    assert errors[0] != errors[1]


def test_a_column_without_a_name_is_kept_unless_it_counts_rows_or_is_empty(folder):
    rows = [(i, "", 7 * i % 5, 3 * i % 7, "uv"[i % 2]) for i in range(12)]
    write(folder, "table.csv", ",,,b,kind", rows)
    data = read_mixed_csv("table.csv")
    assert data.feature_names == ("column 3", "b")


def test_a_small_class_has_fewer_folds(folder, capsys):
    rows = [(7 * i % 13, 5 * i % 11, "z" if i < 6 else "uv"[i % 2]) for i in range(80)]
    write(folder, "rare.csv", "a,b,kind", rows)
    assert main(["run", "rare.csv", *QUICK]) == 0
    assert "cross-validation has 4 folds, since 'z' has few samples" in capsys.readouterr().out
    told = json.loads((folder / "rare-report.json").read_text())
    assert told["protocol"]["folds"] == 4
    assert "4-fold cross-validation" in (folder / "rare-report.html").read_text()


@pytest.mark.parametrize(("fewest", "folds"), [(3, 2), (4, 3), (6, 4), (7, 5), (50, 5)])
def test_folds_are_as_many_as_the_training_samples_of_the_smallest_class(fewest, folds):
    codes = np.repeat([0, 1], [100, fewest])
    assert folds_for(codes, ["u", "v"], 0.2) == folds


def test_a_report_of_some_rows_says_of_how_many(folder, monkeypatch):
    monkeypatch.setattr(run_compared, "MOST_ROWS", 30)
    write(folder, "people.csv", "id,income,mood,kind", people())
    assert main(["run", "people.csv", *QUICK, "--label", "kind"]) == 0
    page = " ".join((folder / "people-report.html").read_text().split())
    words = "60 samples, of which 30 drawn at random, each class in its share, are used"
    assert page.count(words) == 2  # once to copy
    assert "2 classes (column kind): x (10), y (20)" in page
    assert "2 runs are too few for intervals" in page
    told = json.loads((folder / "people-report.json").read_text())
    verdict = told["verdict"]
    assert verdict["wrong_of_baseline"] == 2  # of the six kept aside, two are x
    assert f"is wrong for {100 * 2 / 6:.1f} % of them" in page


def test_a_full_disk_leaves_neither_file(folder, monkeypatch, capsys):
    import kernelkit.writing

    write(folder, "people.csv", "id,income,mood,kind", people())
    whole = kernelkit.writing.write_whole

    def fails(path, content):
        if path.suffix == ".html":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        whole(path, content)

    monkeypatch.setattr(kernelkit.writing, "write_whole", fails)
    assert main(["run", "people.csv", *QUICK]) == 2
    assert "people-report.html: No space left on device" in capsys.readouterr().err
    assert [path.name for path in folder.iterdir()] == ["people.csv"]


def differing(**intervals):
    """A comparison of which only the differences are known."""
    found = [
        Difference(name.replace("_", " "), "chosen", (low + high) / 2, low, high)
        for name, (low, high) in intervals.items()
    ]
    return SimpleNamespace(differences=lambda: found)


@pytest.mark.parametrize(
    ("intervals", "words"),
    [
        ({"largest_class": (0.1, 0.2), "a": (0.1, 0.3)}, "Every other classifier is worse than"),
        ({"largest_class": (-0.1, 0.2), "a": (0.1, 0.3)}, "is not clearly better than always"),
        ({"largest_class": (0.1, 0.2), "a": (-0.1, 0.3)}, "cannot tell a from chosen"),
        ({"a": (-0.3, -0.1), "b": (0.1, 0.2)}, "On the samples held out a did better than chosen"),
    ],
)
def test_the_report_says_what_the_intervals_say(intervals, words):
    assert words in report._comparison_words(differing(**intervals), "chosen")


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.1, "C = 0.1 is the smallest value tried"), (10.0, "C = 10 is the largest"), (1.0, "")],
)
def test_a_choice_at_the_edge_of_the_values_tried_is_told(value, words):
    content = {"classifiers": {"svm": {"grid": {"svm__C": [0.1, 1.0, 10.0]}}}}
    verdict = SimpleNamespace(name="svm", point={"svm__C": value})
    told = report._edge_words(content, verdict)
    assert words in told
    assert bool(words) == bool(told)


def test_there_are_no_more_jobs_than_cores(folder, monkeypatch):
    write(folder, "people.csv", "id,income,mood,kind", people())
    seen = []
    monkeypatch.setattr(run.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(run_compared, "run_compared", lambda args, *rest: seen.append(args.jobs))
    main(["run", "people.csv", "--jobs", "99"])
    main(["run", "people.csv"])
    assert seen == [2, None]


def test_only_columns_that_are_used_are_told_of(folder, capsys):
    write(folder, "people.csv", "id,income,mood,kind", people())
    main(["run", "people.csv", "--classifier", "knn", "--features", "mood"])
    told = capsys.readouterr().out
    assert "1 column of numbers: mood" in told
    assert "income" not in told
