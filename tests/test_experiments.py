"""The coursework's protocol: the same numbers however the work is divided."""

import os
import signal
import subprocess
import sys

import joblib
import numpy as np
import pytest
from checks import assert_kind_error
from distributed import Client, LocalCluster
from sklearn.base import clone
from sklearn.impute import SimpleImputer
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline

from kernelkit import KNN, FisherDiscriminant, KernelPerceptron, Polynomial, repeated_holdout
from kernelkit.datasets import load_iris, make_blobs
from kernelkit.experiments import split, tasks
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
    assert wrong == pytest.approx(one.times_misclassified.sum())
    assert one.chosen_errors.sum() * 18 == pytest.approx(one.times_misclassified.sum())
    assert one.times_tested.sum() == 4 * 18
    hardest = one.hardest(3)
    share = one.times_misclassified / np.maximum(one.times_tested, 1)
    assert share[hardest].tolist() == sorted(share, reverse=True)[:3]


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


def test_gaps_go_to_a_pipeline_that_fills_them_and_to_no_other():
    gaps = X.copy()
    gaps[::7, 1] = np.nan
    grid = {"knn__n_neighbors": [1, 5]}
    fills = make_pipeline(SimpleImputer(), KNN())
    found = run(fills, grid, data=gaps)
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


FORKED = """
import os, sys, threading
import numpy as np
from kernelkit import KernelPerceptron, Polynomial, repeated_holdout

inside, over = threading.Event(), threading.Event()

class Slow(Polynomial):
    def __call__(self, X, Z=None):
        inside.set()
        over.wait()
        return super().__call__(X, Z)

def judge(kernel):
    X, y = np.arange(24.0).reshape(12, 2), [0, 1] * 6
    model = KernelPerceptron(kernel, max_epochs=1)
    return repeated_holdout(model, {}, X, y, 1, folds=2, n_jobs=1, progress=False)

thread = threading.Thread(target=judge, args=(Slow(),))
thread.start()
inside.wait()  # the other thread computes its Gram matrix, and nobody else may
child = os.fork()
if child == 0:
    judge(Polynomial())
    os._exit(0)
while os.waitpid(child, os.WNOHANG) == (0, 0) and not over.wait(0.1):
    pass
over.set()
thread.join()
print("both are done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_child_forked_during_another_threads_work_does_its_own():
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as ran:
        try:
            assert ran.communicate(timeout=100)[0] == "both are done\n"
        except subprocess.TimeoutExpired:
            os.killpg(ran.pid, signal.SIGKILL)
            pytest.fail("the child waits for a lock that nobody holds")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"grid": []}, "grid must be a dictionary of parameters, .* list of such, got none"),
        ({"grid": {"kernel__degree": []}}, r"each with a list of values to try.* got {'kernel"),
        ({"grid": {"speed": [1]}}, "grid must name parameters of KernelPerceptron, got speed"),
        ({"model": None}, r"model must be a classifier such as KNN\(\), got None"),
        ({"runs": 10**12}, "the results of 3 points in 1,000,000,000,000 runs must need at most"),
        ({"test_size": 0.01}, "test_size must .* leave samples of every class .* got 0.01 of 90"),
        (
            {"folds": 25},
            "folds must be at most the training samples of the smallest class, about 24",
        ),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0, or None, got 0"),
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
    assert_kind_error(ValueError, "y must hold .* of each class, .* 1 of class 9", call, X, lonely)
