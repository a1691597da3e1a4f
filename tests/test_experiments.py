"""The coursework's protocol: the same numbers however the work is divided, and nothing is lost."""

import json
import os
import subprocess
import sys
import warnings

import joblib
import numpy as np
import pytest
from checks import assert_kind_error
from distributed import Client, LocalCluster
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.impute import SimpleImputer
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline

from kernelkit import KNN, FisherDiscriminant, KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_iris, make_blobs
from kernelkit.experiments import holdout, split, tasks
from kernelkit.solvers.perceptron import _epochs
from kernelkit.validation import InputError

X, y = make_blobs(90, centers=[[0, 0], [2, 0], [0, 2]], spread=0.7, seed=0)
MODEL = KernelPerceptron(kernel=Polynomial(1, 1.0), strategy="multiclass", max_epochs=10)
GRID = {"kernel__degree": [1, 2, 3]}
FEW = {"runs": 4, "folds": 3, "progress": False}


def run(model=MODEL, grid=GRID, data=X, **options):
    return repeated_holdout(model, grid, data, y, **{**FEW, "n_jobs": 1, **options})


def assert_same(left, right):
    for name, value in left._asdict().items():
        np.testing.assert_array_equal(value, getattr(right, name), err_msg=name)


@pytest.fixture(scope="module")
def one():
    return run()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """The text of a file of finished work."""
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    run(path=path)
    head, *lines = path.read_text().splitlines()
    return "\n".join([head, *sorted(lines)])


def test_each_number_is_what_fitting_and_predicting_gives(one):
    for j, degree in enumerate(GRID["kernel__degree"]):
        for r in range(4):
            train, test = tasks.split(y, r, 0.2, 0)
            assert sorted([*train, *test]) == list(range(90))
            assert np.bincount(y[test]).tolist() == [6, 6, 6]
            model = clone(MODEL).set_params(kernel__degree=degree)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(_epochs, "warn", lambda *_: None)
                fitted = clone(model).fit(X[train], y[train])
                folds = StratifiedKFold(3, shuffle=True, random_state=tasks._seed(0, r, 1))
                errors = []
                for kept, away in folds.split(train, y[train]):
                    part = clone(model).fit(X[train[kept]], y[train[kept]])
                    errors.append(np.mean(part.predict(X[train[away]]) != y[train[away]]))
            assert one.train_errors[r, j] == np.mean(fitted.predict(X[train]) != y[train])
            assert one.test_errors[r, j] == np.mean(fitted.predict(X[test]) != y[test])
            assert one.cv_errors[r, j] == pytest.approx(np.mean(errors))


def test_the_choice_is_the_smallest_validation_error_and_its_test_error_is_reported(one):
    np.testing.assert_array_equal(one.chosen, one.cv_errors.argmin(axis=1))
    np.testing.assert_array_equal(one.chosen_errors, one.test_errors[range(4), one.chosen])


def test_confusion_and_hard_samples_count_the_same_mistakes(one):
    assert one.confusion_mean.shape == (3, 3)
    np.testing.assert_array_equal(one.confusion_mean.diagonal(), 0.0)
    wrong = one.confusion_mean.sum() * 6 * 4  # six test samples of each class in each of four runs
    assert wrong == pytest.approx(one.times_mistaken.sum())
    assert one.chosen_errors.sum() * 18 == pytest.approx(one.times_mistaken.sum())
    assert one.times_tested.sum() == 4 * 18
    hardest = one.hardest(3)
    share = one.times_mistaken / np.maximum(one.times_tested, 1)
    assert share[hardest].tolist() == sorted(share, reverse=True)[:3]


def test_the_table_has_a_line_per_point(one):
    lines = one.table().splitlines()
    assert len(lines) == 5
    assert lines[2].startswith("degree = 2 ")
    assert (
        f"{100 * one.test_errors[:, 1].mean():.2f} ± {100 * one.test_errors[:, 1].std():.2f} %"
        in lines[2]
    )
    assert lines[-1].startswith("chosen by validation")


@pytest.mark.storm
def test_threads_and_processes_give_the_same_bits(one):
    assert_same(one, run(n_jobs=2))
    with joblib.parallel_config(backend="loky"):
        assert_same(one, run(n_jobs=2))


@pytest.mark.storm
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of distributed's own sockets, at its end
def test_a_dask_cluster_of_two_processes_gives_the_same_bits(one):
    options = {
        "n_workers": 2,
        "threads_per_worker": 1,
        "processes": True,
        "dashboard_address": ":0",
    }
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        workers = set(client.run(os.getpid).values())
        assert len(workers) == 2
        assert os.getpid() not in workers
        with joblib.parallel_config(backend="dask"):
            assert_same(one, run(n_jobs=None))


def test_without_a_scheduler_dask_says_what_to_do():
    with (
        pytest.raises(ValueError, match="create a Dask Client"),
        joblib.parallel_config(backend="dask"),
    ):
        run()


def test_the_gram_matrix_is_computed_once_per_point(monkeypatch):
    calls = []

    class Counting(Polynomial):
        def __call__(self, X, Z=None):
            calls.append(self.degree)
            return super().__call__(X, Z)

    run(clone(MODEL).set_params(kernel=Counting(1, 1.0)))
    assert calls == [1, 2, 3]


def test_a_kernel_redefined_under_its_old_name_has_a_new_gram_matrix():
    def call(degree):
        class Mine(Polynomial):
            def __call__(self, X, Z=None):
                return Polynomial(degree, 1.0)(X, Z)

        model = clone(MODEL).set_params(kernel=Mine(1))
        return run(model, {"max_epochs": [10]}).test_errors[:, 0]

    found = run()
    for j, degree in enumerate(GRID["kernel__degree"]):
        np.testing.assert_array_equal(call(degree), found.test_errors[:, j])


def test_the_gram_matrix_goes_when_the_call_ends():
    run()
    assert tasks.GRAMS.K.size == 0


def test_a_list_of_grids_is_tried_one_after_the_other(one):
    found = run(grid=[{"kernel__degree": [3, 1]}, {"kernel": [Polynomial(2, 1.0)]}])
    assert [list(point) for point in found.points] == [["kernel__degree"]] * 2 + [["kernel"]]
    np.testing.assert_array_equal(found.test_errors, one.test_errors[:, [2, 0, 1]])


def test_without_parameters_to_try_the_model_is_judged_as_it_is():
    found = run(KNN(5), {})
    np.testing.assert_array_equal(found.test_errors, run(KNN(), {"n_neighbors": [5]}).test_errors)


def test_other_classifiers_go_through_the_same_protocol():
    found = run(KNN(), {"n_neighbors": [1, 5], "metric": ["euclidean", "manhattan"]})
    assert found.test_errors.shape == (4, 4)
    train, test = tasks.split(y, 2, 0.2, 0)
    point = found.points[3]
    error = 1 - KNN(**point).fit(X[train], y[train]).score(X[test], y[test])
    assert found.test_errors[2, 3] == pytest.approx(error)


def test_gaps_go_to_a_pipeline_that_fills_them_and_to_no_other(tmp_path):
    gaps = X.copy()
    gaps[::7, 1] = np.nan
    grid = {"knn__n_neighbors": [1, 5]}
    fills = make_pipeline(SimpleImputer(), KNN())
    found = run(fills, grid, data=gaps, path=tmp_path / "records.jsonl")
    train, test = tasks.split(y, 2, 0.2, 0)
    by_hand = SimpleImputer().fit(gaps[train])  # the mean of the training samples alone
    model = KNN(5).fit(by_hand.transform(gaps[train]), y[train])
    error = 1 - model.score(by_hand.transform(gaps[test]), y[test])
    assert found.test_errors[2, 1] == pytest.approx(error)
    fills_nothing = make_pipeline(FisherDiscriminant(), KNN())
    assert_kind_error(InputError, "X must be finite", run, fills_nothing, grid, data=gaps)
    assert_kind_error(InputError, "X must be finite", run, KNN(), {"n_neighbors": [1]}, data=gaps)
    endless = np.where(np.isnan(gaps), np.inf, gaps)
    assert_kind_error(InputError, "X must be finite", run, fills, grid, data=endless)


def test_string_labels_and_averaged_shuffled_machines():
    iris = load_iris()
    model = KernelPerceptron(average=True, shuffle=True, random_state=0)
    found = repeated_holdout(model, {"kernel__sigma": [1.0]}, *iris, runs=2, progress=False)
    assert found.classes.tolist() == sorted(set(iris.y))
    assert found.test_errors.max() < 0.2


def test_a_split_is_that_of_the_run_and_what_cannot_be_split_is_named():
    labels = np.array(["a", "b", "b", "b", "b"] * 20)
    train, test = split(labels, run=2)
    assert sorted([*train, *test]) == list(range(100))
    assert (labels[test] == "a").sum() == 4
    np.testing.assert_array_equal(test, split(labels.tolist(), 2, 0.2, 0)[1])
    for arguments, words in [
        ({"y": ["a", "b"]}, "test_size must be below 1 and leave samples of every class"),
        ({"test_size": 1.5}, "test_size must be below 1 .* got 1.5 of 100 samples"),
        ({"test_size": 0}, "test_size must be finite and above 0"),
        ({"run": -1}, "run must be a whole number, at least 0"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"y": [[1, 2]]}, "y must be one-dimensional"),
    ]:
        assert_kind_error(ValueError, words, split, **({"y": labels} | arguments))


def test_each_run_and_each_seed_has_its_own_split(one):
    tests = {tuple(tasks.split(y, r, 0.2, seed)[1]) for r in range(4) for seed in (0, 1)}
    assert len(tests) == 8
    assert (run(seed=1).test_errors != one.test_errors).any()


def test_finished_work_is_kept_and_a_second_call_computes_nothing(one, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    assert_same(one, run(path=path))
    assert len(path.read_text().splitlines()) == 1 + 12
    monkeypatch.setattr(holdout, "evaluate", None)
    assert_same(one, run(path=path))


def test_an_interruption_loses_nothing_finished(one, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    done = []

    def five_and_then_control_c(task, *args):
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append(task)
        return tasks.evaluate(task, *args)

    with monkeypatch.context() as patch:
        patch.setattr(holdout, "evaluate", five_and_then_control_c)
        with pytest.raises(KeyboardInterrupt):
            run(path=path)
    assert len(path.read_text().splitlines()) == 1 + 5
    again = []
    monkeypatch.setattr(
        holdout,
        "evaluate",
        lambda task, *args: (again.append(task), tasks.evaluate(task, *args))[1],
    )
    assert_same(one, run(path=path))
    assert sorted(done + again) == [(p, r) for p in range(3) for r in range(4)]


class Deadly(ClassifierMixin, BaseEstimator):
    """Guesses the first class, unless told to kill the process it runs in."""

    def __init__(self, kill=0):
        self.kill = kill

    def fit(self, X, y):
        if self.kill:
            os._exit(1)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


@pytest.mark.storm
@pytest.mark.filterwarnings("ignore:A worker stopped while some jobs:UserWarning")
def test_a_killed_worker_loses_nothing_finished(tmp_path):
    path = tmp_path / "records.jsonl"
    with pytest.raises(joblib.externals.loky.process_executor.TerminatedWorkerError):
        run(Deadly(), {"kill": [0, 1]}, n_jobs=2, path=path)
    kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert kept
    assert {record["point"] for record in kept} == {0}


OTHERS = {
    "model": {"model": clone(MODEL).set_params(max_epochs=11)},
    "grid": {"grid": {"kernel__degree": [1, 2]}},
    "test_size": {"test_size": 0.3},
    "folds": {"folds": 4},
    "seed": {"seed": 1},
}


@pytest.mark.parametrize("other", ["model", "grid", "test_size", "folds", "seed"])
def test_records_of_another_experiment_are_refused_and_kept(tmp_path, other):
    path = tmp_path / "records.jsonl"
    run(path=path, **OTHERS[other])
    before = path.read_bytes()
    words = f"path must be .*records.jsonl', which was made with another {other}; it was left as it"
    assert_kind_error(InputError, words, run, path=path)
    assert path.read_bytes() == before


class Weighted(ClassifierMixin, BaseEstimator):
    """Guesses the first class, and has an array for a parameter."""

    def __init__(self, weights=None, guess=0):
        self.weights = weights
        self.guess = guess

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[self.guess])


def test_models_that_print_alike_are_told_apart(tmp_path):
    path = tmp_path / "records.jsonl"
    weights = np.zeros(5000)
    options = {"grid": {"guess": [0]}, "runs": 1, "path": path}
    found = run(Weighted(weights), **options)
    assert_same(found, run(Weighted(np.zeros(5000)), **options))
    weights[2500] = 1.0
    words = "made with another model"
    assert_kind_error(InputError, words, run, Weighted(weights), **options)


def test_a_fitted_model_is_the_same_experiment(one, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    run(path=path)
    monkeypatch.setattr(holdout, "evaluate", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = clone(MODEL).fit(X, y)
    assert_same(one, run(fitted, path=path))


def test_texts_are_told_apart_by_their_letters(tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    options = {"runs": 1, "folds": 2, "progress": False, "n_jobs": 1, "path": path}

    def call(last):
        # Every string is made anew, so that none is where the one before was.
        texts = ["".join(["message ", str(i)]) for i in range(19)] + [last]
        samples = np.array(texts, dtype=object)
        return repeated_holdout(Deadly(), {"kill": [0]}, samples, [0, 1] * 10, **options)

    found = call("message 19")
    assert_kind_error(InputError, "made with another X", call, "message 20")
    monkeypatch.setattr(holdout, "evaluate", None)
    assert_same(found, call("message 19"))


def test_what_cannot_be_told_apart_cannot_be_kept(tmp_path):
    model, path = Weighted(weights=lambda x: x), tmp_path / "records.jsonl"
    words = "model must be made of what can be pickled"
    assert_kind_error(InputError, words, run, model, {"guess": [0]}, path=path)
    assert list(tmp_path.iterdir()) == []
    assert run(model, {"guess": [0, 1]}).test_errors.shape == (4, 2)


def test_more_runs_go_on_from_the_finished_ones(one, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    run(path=path, runs=2)
    again = []
    monkeypatch.setattr(
        holdout,
        "evaluate",
        lambda task, *args: (again.append(task), tasks.evaluate(task, *args))[1],
    )
    assert_same(one, run(path=path))
    assert sorted(again) == [(p, r) for p in range(3) for r in (2, 3)]
    fewer = run(path=path, runs=2)
    np.testing.assert_array_equal(fewer.test_errors, one.test_errors[:2])
    assert len(again) == 6
    assert len(path.read_text().splitlines()) == 1 + 12


def test_a_line_cut_short_is_computed_again_and_the_others_are_not(one, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    run(path=path)
    path.write_text(path.read_text()[:-30])
    again = []
    monkeypatch.setattr(
        holdout,
        "evaluate",
        lambda task, *args: (again.append(task), tasks.evaluate(task, *args))[1],
    )
    for _ in range(2):
        assert_same(one, run(path=path))
        assert len(again) == 1


STRANGE = {
    "a thesis": ("Once upon a time\n", "which is something else"),
    "no end of line": ("1", "which is something else"),
    "no text": ("\xff\xfe\0", "which is something else"),
    "another table": ('{"seed": 0}\n{"point": 1}\n', "which is something else"),
    "nested": ("[" * 5000 + "\n", "which is something else"),
}


@pytest.mark.parametrize(("text", "words"), STRANGE.values(), ids=STRANGE)
def test_a_file_of_something_else_is_refused_and_kept(tmp_path, text, words):
    path = tmp_path / "thesis.txt"
    path.write_bytes(text.encode("latin-1"))
    words = f"path must be a new file or .*thesis.txt', {words}.*left as it is: give another path"
    assert_kind_error(InputError, words, run, path=path)
    assert path.read_bytes() == text.encode("latin-1")


DAMAGE = {
    "a point of no grid": ('"point": 2', '"point": 3'),
    "a negative run": ('"run": 3', '"run": -1'),
    "a run that is no number": ('"run": 3', '"run": "three"'),
    "another error": ('"train_error": ', '"train_error": 7'),
    "no number": ('"test_error": ', '"test_error": NaN, "_": '),
    "a fold too many": ('"fold_errors": [', '"fold_errors": [0.0, '),
    "no folds": ('"fold_errors": [', '"fold_errors": 3, "_": ['),
    "a sample of other data": ('"mistaken": {', '"mistaken": {"90": 0, '),
    "a class of other data": ('"mistaken": {', '"mistaken": {"1": 3, '),
    "a field missing": ('"run": 3, ', ""),
}


@pytest.mark.parametrize(("old", "new"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_line_is_computed_again(one, records, tmp_path, old, new):
    path = tmp_path / "records.jsonl"
    head, _, tail = records.rpartition(old)
    path.write_text(head + new + tail)
    assert_same(one, run(path=path))
    assert len(path.read_text().splitlines()) == 1 + 12 + 1


def test_what_is_no_file_is_refused(tmp_path):
    thesis, link = tmp_path / "thesis.txt", tmp_path / "link"
    thesis.write_text("")
    link.symlink_to(thesis)
    for path, words in {
        3: "path must be the name of a file or folder, got an int",
        tmp_path: "no link, folder or device",
        "": "no link, folder or device",
        os.devnull: "no link, folder or device",
        link: "no link, folder or device",
        tmp_path / "none" / "records": "in a folder that exists",
    }.items():
        assert_kind_error(ValueError, words, run, path=path)
    (tmp_path / ".records.lock").symlink_to(thesis)
    assert_kind_error(ValueError, "no link, .*records.lock'", run, path=tmp_path / "records")
    assert thesis.read_text() == ""


TWO = """
import sys, time
from pathlib import Path
import numpy as np
from sklearn.dummy import DummyClassifier
from kernelkit import repeated_holdout

class Slow(DummyClassifier):
    def fit(self, X, y):
        time.sleep(0.002)
        return super().fit(X, y)

X, y = np.arange(24.0).reshape(12, 2), [0, 1] * 6
grid = {"strategy": ["prior", "most_frequent", "uniform"], "random_state": [0]}
folder, mine, other = Path(sys.argv[1]), *sys.argv[2:]
for trial in range(8):
    (folder / f"{mine}{trial}").touch()
    while not (folder / f"{other}{trial}").exists():
        time.sleep(0.001)
    found = repeated_holdout(
        Slow(), grid, X, y, 4, folds=2, n_jobs=1, path=folder / f"{trial}.jsonl", progress=False
    )
    print(found.test_errors.tolist())
"""


@pytest.mark.storm
def test_two_processes_with_one_path_lose_nothing(tmp_path):
    command = [sys.executable, "-W", "ignore", "-c", TWO, str(tmp_path)]
    both = [
        subprocess.Popen([*command, *names], stdout=subprocess.PIPE, text=True)
        for names in (("a", "b"), ("b", "a"))
    ]
    said = [process.communicate()[0] for process in both]
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 8
    for trial in range(8):
        _, *lines = (tmp_path / f"{trial}.jsonl").read_text().splitlines()
        kept = [(record["point"], record["run"]) for record in map(json.loads, lines)]
        assert sorted(kept) == [(p, r) for p in range(3) for r in range(4)]


def test_the_bar_counts_tasks(capsys):
    run(progress=True)
    assert "12/12" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"grid": []}, "grid must be a dictionary of parameters, .* list of such, got none"),
        ({"grid": None}, "grid must be a dictionary .* or a list of such, got None"),
        ({"grid": ["kernel__degree"]}, "grid must be a dictionary"),
        ({"grid": {"kernel__degree": []}}, r"each with a list of values to try.* got {'kernel"),
        ({"grid": {"kernel__degree": 3}}, "each with a list of values to try.* got {'kernel"),
        ({"grid": {"strategy": "multiclass"}}, "with a list of values .* got {'strategy'"),
        ({"grid": {1: [2]}}, "grid must name parameters of KernelPerceptron, got 1"),
        ({"grid": {"speed": [1]}}, "grid must name parameters of KernelPerceptron, got speed"),
        ({"model": None}, r"model must be a classifier such as KNN\(\), got None"),
        ({"model": KNN}, "model must be a classifier"),
        ({"runs": 10**12}, "the results of 3 points in 1,000,000,000,000 runs must need at most"),
        ({"test_size": 0.01}, "test_size must .* leave samples of every class .* got 0.01 of 90"),
        ({"runs": 0}, "runs must be a whole number, at least 1, got 0"),
        ({"folds": 1}, "folds must be a whole number, at least 2, got 1"),
        (
            {"folds": 25},
            "folds must be at most the training samples of the smallest class, about 24",
        ),
        ({"test_size": 0}, "test_size must be finite and above 0, got 0"),
        ({"test_size": 1}, "test_size must be below 1 .*, got 1.0 of 90"),
        ({"seed": -1}, "seed must be"),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0, or None, got 0"),
        ({"n_jobs": "all"}, "n_jobs must be .*, got 'all'"),
        ({"grid": {"kernel__width": [1]}}, "width is not a parameter of Polynomial"),
    ],
)
def test_bad_options_are_named(options, words):
    assert_kind_error(ValueError, words, run, **options)


def test_bad_data_are_named():
    def call(data, labels):
        return repeated_holdout(MODEL, GRID, data, labels, **FEW)

    assert_kind_error(
        ValueError, "y must hold at least two classes, got 1 class: 7", call, X, [7] * 90
    )
    assert_kind_error(ValueError, "one label for each of the 90 samples", call, X, y[:5])
    assert_kind_error(ValueError, "X must be finite", call, np.where(X > 2, np.nan, X), y)
    lonely = y.copy()
    lonely[:3] = 9
    assert_kind_error(ValueError, "smallest class, about 2 of class 9, got 3", call, X, lonely)
    lonely[:2] = 0
    assert_kind_error(ValueError, "leave samples of every class on either", call, X, lonely)
