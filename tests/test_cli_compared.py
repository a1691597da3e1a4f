"""kernelkit run that compares: its numbers, its report; and one classifier in many runs."""

import contextlib
import io
import json
import re
import shutil
from html.parser import HTMLParser
from unittest import mock

import numpy as np
import pytest
from checks import forgotten
from conftest import ROOT
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kernelkit import (
    GaussianClassifier,
    KernelPerceptron,
    LeastSquares,
    Polynomial,
    repeated_holdout,
)
from kernelkit.cli import choices, main
from kernelkit.datasets import load_iris, read_csv
from kernelkit.estimators import CLASSIFIERS
from kernelkit.experiments import candidates, compare

# Two that are quick without compilation, too.
QUICK = ["--classifier", "gaussian", "least-squares", "--runs", "2"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("kernelkit.experiments.report.as_png", forgotten)
    shutil.copy(ROOT / "examples" / "apples.csv", "apples.csv")
    return tmp_path


class Page(HTMLParser):
    """The words, the pictures and the tags that were left open."""

    def __init__(self, text):
        super().__init__()
        self.words, self.sources, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.sources += [value for name, value in attrs if name in {"src", "href"}]
        if tag == "img":
            assert len(told["alt"]) > 20
        elif tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in {"line", "circle"}

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def apples(tmp_path_factory):
    """The report of a quick comparison of apples: its page, its numbers, what was printed."""
    place, printed = tmp_path_factory.mktemp("apples"), io.StringIO()
    shutil.copy(ROOT / "examples" / "apples.csv", place)
    columns = mock.patch.dict("os.environ", COLUMNS="100")
    with contextlib.chdir(place), contextlib.redirect_stdout(printed), columns:
        assert main(["run", "apples.csv", "--label", "kind", *QUICK, "--seed", "3"]) == 0
    numbers = json.loads((place / "apples-report.json").read_text())
    return (place / "apples-report.html").read_text(), numbers, printed.getvalue()


def test_the_numbers_are_those_of_the_protocol(apples):
    _, numbers, _ = apples
    X, y = read_csv("apples.csv", "kind")
    test = numbers["verdict"]["tested"]
    assert test == round(0.2 * len(y))
    assert set(numbers["classifiers"]) == {"largest class", "gaussian", "least-squares"}
    # The rows kept aside are those of kernelkit run with one classifier and the same seed.
    one = ["run", "apples.csv", "--label", "kind", "--seed", "3", "--json", "one.json"]
    assert main([*one, "--classifier", "least-squares"]) == 0
    with open("one.json", encoding="utf-8") as file:
        rows = json.load(file)
    train = rows["train"]["rows"]

    def prepared(model):
        return make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), model)

    grids = candidates._grids(X.shape[1], len(train))
    kinds = {"gaussian": GaussianClassifier(), "least-squares": LeastSquares()}
    models = {}
    for name, model in kinds.items():
        step = type(model).__name__.lower()
        grid = {f"{step}__{key}": values for key, values in grids[name].items()}
        models[name] = (prepared(model), grid)
    found = compare(models, X[train], y[train], runs=2, seed=3, progress=False, n_jobs=1)
    for name, result in found.results.items():
        told = numbers["classifiers"][name]["test_errors"]
        assert told == pytest.approx(result.chosen_errors.tolist())
    verdict = numbers["verdict"]
    assert verdict["classifier"] == found.best
    point = {key.removeprefix("model__"): v for key, v in verdict["parameters"].items()}
    model = prepared(kinds[found.best].set_params(**point)).fit(X[train], y[train])
    wrong = (model.predict(X[rows["test"]["rows"]]) != y[rows["test"]["rows"]]).sum()
    assert (verdict["wrong"], verdict["tested"]) == (wrong, test)
    best = found.results[found.best]
    hardest = [i for i in best.hardest(10) if best.times_misclassified[i]]
    assert [told["row"] for told in numbers["hardest"]] == np.array(train)[hardest].tolist()
    low, high = verdict["interval"]
    assert 0 < low < wrong / test < high < 1


def test_the_page_is_whole_and_needs_nothing_else(apples):
    page, numbers, _ = apples
    read = Page(page)
    assert read.open == []
    assert len(read.sources) == 3
    assert page.count('<circle class="run"') == 3 * 2  # a dot for each classifier and run
    assert all(source.startswith("data:image/png;base64,") for source in read.sources)
    assert "http" not in page
    words = " ".join(" ".join(read.words).split())
    verdict = numbers["verdict"]
    assert f"mistakes on {verdict['tested']} samples" in words
    assert "$" not in words
    assert "colour: words (green, red, russet), made 3 columns of 0 and 1" in words
    assert "firmness (N): numbers, 14 gaps filled with medians" in words


def test_what_is_printed_is_what_is_reported(apples):
    _, numbers, printed = apples
    wrong, tested = numbers["verdict"]["wrong"], numbers["verdict"]["tested"]
    flat = " ".join(printed.split())
    assert f"test {wrong} wrong of {tested} samples kept aside" in flat
    assert "report apples-report.html numbers apples-report.json" in flat
    for name, told in numbers["classifiers"].items():
        errors = 100 * np.array(told["test_errors"])
        shown = f"{errors.mean():.2f} ± {errors.std():.2f} %"
        assert f"{name} {100 * np.mean(told['cv_errors']):.2f} % {shown}" in flat


def test_a_picture_is_drawn_of_each_of_several_classifiers_and_long_work_announced(
    folder, capsys, monkeypatch
):
    monkeypatch.setattr("kernelkit.cli.run.LONG", 0)
    assert main(["run", "iris", *QUICK, "--plot", "out.png"]) == 0
    said = capsys.readouterr().out
    assert "time        up to 1 minute; fewer --runs, --subsample or --classifier" in said
    assert "pictures    out-gaussian.png, out-least-squares.png\n" in said
    assert (folder / "out-gaussian.png").exists()
    assert (folder / "out-least-squares.png").exists()
    assert not (folder / "out.png").exists()


@pytest.mark.compiled
def test_names_from_a_table_cannot_write_into_the_page(folder):
    rows = "".join(f"{i % 7},<u>{i % 3},{'<b>&' if i % 2 else '$x'}\n" for i in range(60))
    (folder / "odd.csv").write_text(f"<script>,<i>$y,kind\n{rows}")
    assert main(["run", "odd.csv", *QUICK]) == 0
    page = (folder / "odd-report.html").read_text()
    assert "<script>" not in page
    assert not {"<b>", "<u>", "<i>"} & set(re.findall("<[^>]*>", page))
    assert "&lt;b&gt;&amp;" in page


def test_all_that_can_learn_from_the_data_are_compared():
    iris = load_iris()
    names = set(candidates.candidates_for(iris, [], 120))
    assert names == {"largest class", *CLASSIFIERS} - {"naive-bayes"}
    whole = iris.select()
    whole.X[:] = np.rint(whole.X)
    assert "naive-bayes" in candidates.candidates_for(whole, [], 120)


def test_every_candidate_has_four_points_and_is_fair_game():
    for name, grid in candidates._grids(4, 120).items():
        model = CLASSIFIERS[name]()
        points = np.prod([len(values) for values in grid.values()])
        assert points == 4
        for key, values in grid.items():
            for value in values:
                model.set_params(**{key: value})


@pytest.mark.compiled
def test_a_table_of_many_rows_is_drawn_from(folder, capsys, monkeypatch):
    monkeypatch.setattr(choices, "MOST_ROWS", 100)
    assert main(["run", "iris", *QUICK]) == 0
    assert "100 of the 150 samples are drawn at random and used" in capsys.readouterr().out
    assert json.loads((folder / "iris-report.json").read_text())["data"]["samples"] == 100
    assert main(["run", "iris", *QUICK, "--subsample", "150"]) == 0
    assert json.loads((folder / "iris-report.json").read_text())["data"]["samples"] == 150


@pytest.mark.compiled
def test_one_classifier_in_many_runs_is_repeated_holdout(folder, capsys):
    words = "run iris --classifier kernel-perceptron --kernel polynomial --set strategy=multiclass"
    more = "--tune degree=1,2 --runs 2 --subsample 90 --seed 1 --json out.json"
    assert main([*words.split(), *more.split()]) == 0
    numbers = json.loads((folder / "out.json").read_text())
    X, y = load_iris()
    model = KernelPerceptron(Polynomial(), strategy="multiclass", random_state=1)
    rows = candidates.draw(y, 90, 1)[0]
    grid = {"kernel__degree": [1, 2]}
    found = repeated_holdout(model, grid, X[rows], y[rows], runs=2, seed=1, progress=False)
    assert numbers["test_errors"] == found.test_errors.tolist()
    assert found.table() in capsys.readouterr().out


BAD = {
    "huge": ("run huge.csv", "expected numbers up to 1e.150, got larger ones"),
    "one class": ("run one.csv", "the labels must hold at least two classes, got 1 class"),
    "few": ("run few.csv", "the labels must hold at least two samples of each class, .* got 1 of"),
    "many classes": (
        "run many.csv",
        "held out .* leave samples of every class .*, got 0.2 of 10 samples",
    ),
    "numbers": ("run numbers.csv", "classes in the last column .*, got 4 different labels for 4"),
    "counts rows": ("run counts.csv", "a feature that does not count the rows, got none"),
    "my own json": ("run iris --report mine.html", "mine.json is there and not kernelkit's"),
    "set and tune": (
        "run iris --classifier knn --set n_neighbors=1 --tune n_neighbors=1,3",
        "parameters that --set does not set, got 'n_neighbors' in both",
    ),
    "scale": ("run iris --scale", "--scale is for one classifier"),
    "set": ("run iris --set C=1", "--set is for one classifier"),
    "plot of many runs": (
        "run iris --classifier knn --runs 2 --plot o.png",
        "--plot is for a single run, or for several classifiers",
    ),
    "positive": ("run iris --positive rose", "--positive must be one of setosa.*, got 'rose'"),
    "all positive": ("run iris --positive setosa versicolor virginica", "got all of them"),
    "leave out": ("run apples.csv --label kind --leave-out size", "--leave-out must name features"),
}


@pytest.mark.parametrize(("line", "words"), BAD.values(), ids=BAD)
def test_bad_input_ends_in_one_line_and_leaves_nothing_behind(folder, capsys, line, words):
    files = {
        "one.csv": "a,y\n1,0\n2,0\n3,0\n",
        "few.csv": "a,y\n1,0\n2,1\n3,1\n4,1\n",
        "words.txt": "hello world\n",
        "many.csv": "a,y\n" + "1,s\n2,t\n9,u\n4,v\n" * 3,
        "numbers.csv": "a,y\n1,0.5\n3,0.7\n2,0.1\n9,0.2\n",
        "huge.csv": "a,y\n1e300,u\n2,v\n4,u\n-3,v\n",
        "counts.csv": "a,y\n" + "".join(f"{i},{i % 2}\n" for i in range(12)),
        "mine.json": "[1]\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    before = sorted(path.name for path in folder.iterdir())
    assert main(line if isinstance(line, list) else line.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search(words, said), said
    assert sorted(path.name for path in folder.iterdir()) == before
