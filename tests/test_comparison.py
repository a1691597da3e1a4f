"""Several classifiers under one protocol: the numbers of each alone, and honest differences."""

import numpy as np
import pytest
from checks import assert_kind_error
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelkit import KNN, Gaussian, KernelPerceptron, KernelSVM, LeastSquares, repeated_holdout
from kernelkit.datasets import make_blobs
from kernelkit.experiments import Comparison, Difference, compare, tasks
from kernelkit.kernels import Kernel
from kernelkit.validation import InputError, InputTypeError

X, y = make_blobs(90, centers=[[0, 0], [2, 0], [0, 2]], spread=0.8, seed=0)
GRID = {"n_neighbors": [1, 5, 15]}
MODELS = {
    "neighbours": (KNN(), GRID),
    "least squares": LeastSquares(),
    "support vectors": (SVC(kernel=Gaussian()), {"C": [1.0, 10.0]}),
    "largest class": DummyClassifier(),
}
FEW = {"runs": 5, "folds": 3, "progress": False, "n_jobs": 1}


@pytest.fixture(scope="module")
def found():
    return compare(MODELS, X, y, **FEW)


def test_each_result_is_that_of_the_classifier_alone(found):
    for name in ("neighbours", "support vectors"):
        alone = repeated_holdout(*MODELS[name], X, y, **FEW)
        for field, value in alone._asdict().items():
            np.testing.assert_array_equal(value, getattr(found.results[name], field), err_msg=field)


def test_a_classifier_without_a_grid_has_one_point(found):
    assert found.results["least squares"].points == [{}]
    assert found.results["least squares"].chosen.tolist() == [0] * 5
    for run in range(5):
        train, test = tasks.split(np.unique(y, return_inverse=True)[1], run, 0.2, 0)
        wrong = LeastSquares().fit(X[train], y[train]).predict(X[test]) != y[test]
        assert found.results["least squares"].chosen_errors[run] == wrong.mean()


def test_the_best_is_chosen_by_validation_and_not_by_test_errors(found):
    validation = {
        name: result.cv_errors.min(axis=1).mean() for name, result in found.results.items()
    }
    assert found.best == min(validation, key=validation.get)
    spoilt = {
        name: result._replace(
            chosen_errors=np.full(5, float(name == found.best)),
            test_errors=np.full_like(result.test_errors, name == found.best),
        )
        for name, result in found.results.items()
    }
    assert Comparison(spoilt, 0.2).best == found.best


def test_differences_are_paired_and_their_intervals_are_students_widened(found):
    for difference in found.differences():
        d = found.results[difference.name].chosen_errors - found.results[found.best].chosen_errors
        scale = d.std(ddof=1) * np.sqrt(1 / 5 + 0.2 / 0.8)
        low, high = stats.t.interval(0.95, df=4, loc=d.mean(), scale=scale)
        assert difference.mean == pytest.approx(d.mean())
        assert (difference.low, difference.high) == pytest.approx((low, high))
    names = [difference.name for difference in found.differences()]
    assert names == [name for name in MODELS if name != found.best]


def test_equal_classifiers_differ_by_nothing():
    same = compare({"one": KNN(3), "other": KNN(3)}, X, y, **FEW)
    assert same.differences() == [Difference("other", 0.0, 0.0, 0.0)]


@pytest.mark.compiled
@pytest.mark.parametrize("n_jobs", [2, None])
def test_the_number_of_workers_changes_nothing(found, n_jobs):
    again = compare(MODELS, X, y, **{**FEW, "n_jobs": n_jobs})
    for name, result in found.results.items():
        for field, value in result._asdict().items():
            np.testing.assert_array_equal(value, getattr(again.results[name], field))


class Counted(Kernel):
    """A Gaussian that counts how often a whole Gram matrix is asked for."""

    calls = 0

    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def __call__(self, X, Z=None):
        type(self).calls += 1
        return Gaussian(self.sigma)(X, Z)

    def diagonal(self, X):
        return Gaussian(self.sigma).diagonal(X)


@pytest.mark.compiled
@pytest.mark.parametrize("model", [KernelSVM, SVC, KernelPerceptron])
def test_a_gram_matrix_is_computed_once_for_each_kernel(model):
    Counted.calls = 0
    grid = {"kernel": [Counted(0.5), Counted(2.0)]}
    found = repeated_holdout(model(), grid, X, y, **FEW)
    assert Counted.calls == 2
    plain = {"kernel": [Gaussian(0.5), Gaussian(2.0)]}
    by_fitting = repeated_holdout(make_pipeline(model()), _nested(plain, model), X, y, **FEW)
    np.testing.assert_array_equal(found.test_errors, by_fitting.test_errors)
    np.testing.assert_array_equal(found.cv_errors, by_fitting.cv_errors)


def _nested(grid, model):
    return {f"{model.__name__.lower()}__{name}": values for name, values in grid.items()}


def test_a_matrix_beyond_the_memory_of_the_model_is_not_made():
    assert tasks.uses_gram(KernelSVM(memory=8 * 90**2), 90)
    assert not tasks.uses_gram(KernelSVM(memory=8 * 90**2), 91)
    assert not tasks.uses_gram(KernelSVM(kernel="precomputed"), 90)
    assert not tasks.uses_gram(make_pipeline(StandardScaler(), KernelSVM()), 90)


@pytest.mark.parametrize(
    ("error", "words", "models", "options"),
    [
        (InputTypeError, "models must be a dictionary of names", [KNN()], {}),
        (InputTypeError, "models must be a dictionary of names", {}, {}),
        (InputTypeError, "models must have names that are strings, got 3", {3: KNN()}, {}),
        (InputTypeError, "model must be a classifier such as KNN", {"a": KNN}, {}),
        (InputTypeError, r"models\['a'\]: grid must be a dictionary", {"a": (KNN(), 3)}, {}),
        (
            InputError,
            r"models\['a'\]: grid must name parameters of KNN",
            {"a": (KNN(), {"C": [1]})},
            {},
        ),
        (InputError, "runs must be a whole number, at least 2", MODELS, {"runs": 1}),
        (InputError, "test_size must be below 1", MODELS, {"test_size": 1}),
    ],
)
def test_what_cannot_be_compared_is_told(error, words, models, options):
    assert_kind_error(error, words, compare, models, X, y, **{**FEW, **options})
