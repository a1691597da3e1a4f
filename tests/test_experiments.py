"""The coursework's protocol: the same numbers however the work is divided, and nothing is lost."""

import json
import os

import joblib
import numpy as np
import pytest
from checks import assert_kind_error
from distributed import Client, LocalCluster
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.model_selection import StratifiedKFold

from kernelkit import KNN, KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_iris, make_blobs
from kernelkit.experiments import holdout, tasks

X, y = make_blobs(90, centers=[[0, 0], [2, 0], [0, 2]], spread=0.7, seed=0)
MODEL = KernelPerceptron(kernel=Polynomial(1, 1.0), strategy="multiclass", max_epochs=10)
GRID = {"kernel__degree": [1, 2, 3]}
FEW = {"runs": 4, "folds": 3, "progress": False}


def run(model=MODEL, grid=GRID, **options):
    return repeated_holdout(model, grid, X, y, **{**FEW, "n_jobs": 1, **options})


def assert_same(left, right):
    for name, value in left._asdict().items():
        np.testing.assert_array_equal(value, getattr(right, name), err_msg=name)


@pytest.fixture(scope="module")
def one():
    return run()


def test_each_number_is_what_fitting_and_predicting_gives(one):
    for j, degree in enumerate(GRID["kernel__degree"]):
        for r in range(4):
            train, test = tasks.split(y, r, 0.2, 0)
            assert sorted([*train, *test]) == list(range(90))
            assert np.bincount(y[test]).tolist() == [6, 6, 6]
            model = clone(MODEL).set_params(kernel__degree=degree)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("kernelkit.solvers.machines._warn", lambda *_: None)
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


def test_threads_and_processes_give_the_same_bits(one):
    assert_same(one, run(n_jobs=2))
    with joblib.parallel_config(backend="loky"):
        assert_same(one, run(n_jobs=2))


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of distributed's own sockets, at its end
def test_a_dask_cluster_of_two_processes_gives_the_same_bits(one):
    options = {
        "n_workers": 2,
        "threads_per_worker": 1,
        "processes": True,
        "dashboard_address": None,
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


def test_other_classifiers_go_through_the_same_protocol():
    found = run(KNN(), {"n_neighbors": [1, 5], "metric": ["euclidean", "manhattan"]})
    assert found.test_errors.shape == (4, 4)
    train, test = tasks.split(y, 2, 0.2, 0)
    point = found.points[3]
    error = 1 - KNN(**point).fit(X[train], y[train]).score(X[test], y[test])
    assert found.test_errors[2, 3] == pytest.approx(error)


def test_string_labels_and_averaged_shuffled_machines():
    iris = load_iris()
    model = KernelPerceptron(average=True, shuffle=True, random_state=0)
    found = repeated_holdout(model, {"kernel__sigma": [1.0]}, *iris, runs=2, progress=False)
    assert found.classes.tolist() == sorted(set(iris.y))
    assert found.test_errors.max() < 0.2


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
    assert sorted(done + again) == [tasks.Task(p, r) for p in range(3) for r in range(4)]


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


@pytest.mark.filterwarnings("ignore:A worker stopped while some jobs:UserWarning")
def test_a_killed_worker_loses_nothing_finished(tmp_path):
    path = tmp_path / "records.jsonl"
    with pytest.raises(joblib.externals.loky.process_executor.TerminatedWorkerError):
        run(Deadly(), {"kill": [0, 1]}, n_jobs=2, path=path)
    kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert kept
    assert {record["point"] for record in kept} == {0}


def test_a_file_of_other_arguments_is_made_anew_with_a_warning(one, tmp_path):
    path = tmp_path / "records.jsonl"
    run(path=path, seed=1)
    with pytest.warns(UserWarning, match="was made with other arguments; it is made anew"):
        found = run(path=path)
    assert_same(one, found)
    assert_same(one, run(path=path))


@pytest.mark.parametrize("damage", [-30, 0])
def test_a_file_cut_short_is_mended_with_a_warning(one, tmp_path, damage):
    path = tmp_path / "records.jsonl"
    run(path=path)
    text = path.read_text()
    path.write_text(text[:damage] if damage else text + '{"point": 1}\n')
    with pytest.warns(UserWarning, match="holds a line that was cut short"):
        assert_same(one, run(path=path))


def test_the_bar_counts_tasks(capsys):
    run(progress=True)
    assert "12/12" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"grid": {}}, "grid must name at least one parameter with values to try, got {}"),
        ({"grid": {"kernel__degree": []}}, "grid must name"),
        ({"runs": 0}, "runs must be a whole number, at least 1, got 0"),
        ({"folds": 1}, "folds must be a whole number, at least 2, got 1"),
        (
            {"folds": 25},
            "folds must be at most the training samples of the smallest class, about 24",
        ),
        ({"test_size": 0}, "test_size must be finite and above 0, got 0"),
        ({"test_size": 1}, "test_size must be above 0 and below 1, got 1"),
        ({"seed": -1}, "seed must be"),
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
    lonely[0] = 9
    assert_kind_error(ValueError, "smallest class, about 1 of class 9, got 3", call, X, lonely)
