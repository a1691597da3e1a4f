"""What every estimator promises, by scikit-learn's own checks."""

import pickle

import numpy as np
import pytest
from checks import assert_kind_error
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelkit import Gaussian, validation
from kernelkit.datasets import load_iris
from kernelkit.estimators import (
    CLASSIFIERS,
    KNN,
    BayesianLogisticRegression,
    FisherDiscriminant,
    GaussianClassifier,
    KernelPerceptron,
    KernelSVM,
    LeastSquares,
    LinearSVM,
    LogisticRegression,
    MultinomialNaiveBayes,
    Nystroem,
    Perceptron,
    RandomFourier,
)
from kernelkit.solvers import perceptron
from kernelkit.validation import InputError

# The checks fit labels that no hyperplane separates, and look at what comes out all the same; one
# calls fit and then partial_fit.
pytestmark = pytest.mark.filterwarnings(
    f"ignore::{ConvergenceWarning.__module__}.{ConvergenceWarning.__name__}",
    "ignore:partial_fit begins anew:UserWarning",
)


def and_the_others(*models):
    """These, and one of each classifier of the table that is not among them."""
    there = set(map(type, models))
    return [*models, *(kind() for kind in CLASSIFIERS.values() if kind not in there)]


@pytest.mark.storm
@parametrize_with_checks(
    and_the_others(
        KNN(n_neighbors=3),
        KNN(n_neighbors=2, metric="manhattan", weights="distance"),
        Perceptron(max_epochs=50),
        Perceptron(max_epochs=50, average=True, shuffle=True, random_state=0),
        KernelPerceptron(),
        KernelPerceptron(strategy="one-vs-one", average=True, shuffle=True, random_state=0),
        KernelPerceptron(strategy="multiclass", tolerance=0.01),
        GaussianClassifier(),
        GaussianClassifier("per-class", shrinkage=0.1),
        MultinomialNaiveBayes(),
        MultinomialNaiveBayes(smoothing=0.0),
        LeastSquares(),
        LeastSquares(ridge=1.0),
        FisherDiscriminant(),
        Nystroem(n_components=5, random_state=0),
        RandomFourier(10, random_state=0),
        LogisticRegression(),
        LogisticRegression(prior_variance=1.0),
        BayesianLogisticRegression(),
        KernelSVM(),
        KernelSVM(10.0, strategy="one-vs-rest", memory=0),
        LinearSVM(),
        LinearSVM(mu=0.01, random_state=0),
        LinearSVM(solver="subgradient", mu=0.01, step=0.1, tolerance=1e-4),
        LinearSVM(solver="pegasos", mu=0.01, tolerance=0.1),
    )
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


EVERY = and_the_others(
    KNN(n_neighbors=3),
    KNN(n_neighbors=3, weights="distance"),
    Perceptron(),
    Perceptron(average=True),
    KernelPerceptron(Gaussian(0.5)),
    KernelPerceptron(Gaussian(0.5), strategy="multiclass"),
    GaussianClassifier(shrinkage=0.1),
    GaussianClassifier("per-class", shrinkage=0.1),
    MultinomialNaiveBayes(),
    MultinomialNaiveBayes(smoothing=0.0),
    LeastSquares(),
    LeastSquares(ridge=1.0),
    LogisticRegression(prior_variance=1.0),
    KernelSVM(10.0, Gaussian(0.5)),
    LinearSVM(),
    LinearSVM(solver="subgradient", mu=0.01, step=0.1, tolerance=1e-4),
    LinearSVM(solver="pegasos", mu=0.1, tolerance=0.1),
)
# What to try in a grid, of the parameters a model has.
GRID = {
    "max_epochs": [50, 100],
    "max_iter": [500, 1000],
    "n_neighbors": [1, 3],
    "prior_variance": [1.0, 10.0],
    "ridge": [0.0, 1.0],
    "shrinkage": [0.1, 0.2],
    "smoothing": [0.0, 1.0],
}
every = pytest.mark.parametrize("model", EVERY, ids=str)
IRIS = load_iris()


@every
def test_any_labels_will_do(model):
    words = clone(model).fit(IRIS.X, IRIS.y).predict(IRIS.X)
    codes = np.unique(IRIS.y, return_inverse=True)[1]
    numbers = clone(model).fit(IRIS.X, 10 - 3 * codes).predict(IRIS.X)
    assert set(words) <= set(IRIS.class_names)
    if len(set(words)) == 3:  # a renamed class is the same class, though its place may change ties
        assert (
            np.unique(words, return_inverse=True)[1]
            == np.unique(10 - numbers, return_inverse=True)[1]
        ).mean() > 0.9


@every
def test_lists_float32_and_read_only_arrays_will_do(model):
    X, y = IRIS.select(["setosa", "versicolor"])
    expected = clone(model).fit(X, y).predict(X)
    frozen = X.astype(np.float32)
    frozen.flags.writeable = False
    for data in (X.tolist(), frozen, np.asfortranarray(X)):
        np.testing.assert_array_equal(clone(model).fit(data, list(y)).predict(data), expected)


@every
def test_it_works_in_a_pipeline_and_a_grid_and_through_pickle(model):
    X, y = IRIS.select(["setosa", "versicolor"])
    pipe = make_pipeline(MinMaxScaler(clip=True), clone(model))  # counts are not negative
    name = pipe.steps[-1][0]
    grid = {f"{name}__{key}": GRID[key] for key in model.get_params() if key in GRID}
    search = GridSearchCV(pipe, grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.95
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    np.testing.assert_array_equal(again.predict(X), search.predict(X))


@pytest.mark.parametrize(
    "model", and_the_others(BayesianLogisticRegression(), FisherDiscriminant()), ids=str
)
def test_samples_cross_the_border_once(model, monkeypatch):
    """scikit-learn's checks look at X; below them no solver asks it again."""
    asked, look = [], validation._finite

    def noted(array, name):
        asked.append(array.shape)
        return look(array, name)

    monkeypatch.setattr(validation, "_finite", noted)
    X, y = np.random.default_rng(0).random((60, 5)), np.arange(60) % 2
    model.fit(X, y)
    (model.transform if isinstance(model, FisherDiscriminant) else model.predict)(X)
    assert X.shape not in asked


def test_knn_on_degenerate_data():
    assert KNN(1).fit([[1.0, 2.0]], ["only"]).predict([[5.0, 5.0]]).tolist() == ["only"]
    one_class = KNN(2).fit(np.eye(3), [7, 7, 7])
    assert one_class.predict_proba(np.eye(3)).tolist() == [[1.0]] * 3
    same = KNN(2).fit(np.ones((4, 2)), ["a", "b", "b", "a"])
    assert same.kneighbors([[1.0, 1.0]]).indices.tolist() == [[0, 1]], (
        "equal distances: lower index"
    )
    assert same.predict([[1.0, 1.0]]).tolist() == ["a"], "a tied vote: the nearest of the tied"


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_knn_shares_are_scikit_learns(weights):
    X, y = IRIS.X[::2], IRIS.y[::2]
    peer = KNeighborsClassifier(7, weights=weights, algorithm="brute").fit(X, y)
    ours = KNN(7, weights=weights).fit(X, y)
    np.testing.assert_allclose(
        ours.predict_proba(IRIS.X[1::2]), peer.predict_proba(IRIS.X[1::2]), atol=0.15
    )
    assert (ours.predict(IRIS.X[1::2]) == peer.predict(IRIS.X[1::2])).mean() > 0.97
    np.testing.assert_allclose(ours.predict_proba(IRIS.X).sum(axis=1), 1.0, rtol=1e-15)


def test_perceptron_of_two_classes_is_rosenblatts_with_the_later_class_positive():
    X, y = IRIS.select(["setosa", "versicolor"])
    model = Perceptron(learning_rate=0.5).fit(X, y)
    result = perceptron(X, np.where(y == "versicolor", 1, -1), 0.5)
    np.testing.assert_array_equal(model.coef_, [result.weights])
    np.testing.assert_array_equal(model.learning_curve_, result.mistakes)
    assert model.decision_function(X).shape == (100,)
    assert model.predict(X)[model.decision_function(X) >= 0].tolist() == ["versicolor"] * 50


def test_perceptron_of_three_classes_has_three_vectors():
    with pytest.warns(ConvergenceWarning):
        model = Perceptron(max_epochs=20).fit(IRIS.X, IRIS.y)
    assert model.coef_.shape == (3, 4)
    assert not model.converged_
    assert model.decision_function(IRIS.X).shape == (150, 3)


def test_perceptron_shuffles_by_its_seed():
    X, y = IRIS.select(["setosa", "versicolor"], [0, 1])
    curves = [
        Perceptron(shuffle=True, random_state=seed).fit(X, y).learning_curve_.tolist()
        for seed in (0, 0, 1)
    ]
    assert curves[0] == curves[1]
    assert curves[0] != curves[2]


@pytest.mark.parametrize(
    ("y", "words"),
    [
        (["a"] * 3, "one label for each of the 4 samples"),
        (None, "one label for each of the 4 samples"),
        ([b"a"] * 4, "labels of one kind"),
        ([1, 0] * 2, "labels like those learnt, 'a', got 1"),
        ([0.5, 1] * 2, "^y cannot be used: Unknown label type: continuous"),
        ([1e300] * 4, "Unknown label type: continuous"),
    ],
)
def test_score_refuses_what_fit_would(y, words):
    X = np.arange(4.0)[:, np.newaxis]
    model = KNN(1).fit(X, ["a", "b"] * 2)
    assert model.score(X, ["a", "b", "a", "a"]) == 0.75
    assert model.score(X, ["a", "b", "a", "a"], [1, 0, 0, 1]) == 0.5
    assert model.score(X, ["a", "b", "a", "a"], [1e308, 0, 0, 1e308]) == 0.5
    for weight in ([1.0], [-1.0, 1, 1, 1], np.zeros(4)):
        with pytest.raises(InputError, match="sample_weight must hold 4 numbers of at least 0"):
            model.score(X, ["a", "b", "a", "a"], weight)
    with pytest.raises(InputError, match=words):
        model.score(X, y)


@pytest.mark.parametrize(
    ("n", "d", "labels", "words"),
    [(0, 1, 0, "X cannot.*0 sample"), (2, 0, 2, "X cannot.*0 feat"), (2, 1, 3, "X and y cannot")],
)
def test_sentences_of_scikit_learn_name_their_argument(n, d, labels, words):
    with pytest.raises(InputError, match=f"^{words}"):
        KNN(1).fit(np.ones((n, d)), np.arange(labels))


def looked_at(model):
    """The attributes of a model, each as its bytes."""
    return {name: pickle.dumps(value) for name, value in vars(model).items()}


@every
def test_a_refused_fit_leaves_the_model_as_it_was(model):
    X, y = IRIS.select(["setosa", "versicolor"])
    model = clone(model).fit(X, y)
    before = looked_at(model)
    for data, labels in [(X * np.nan, IRIS.y[:100]), (X, y[:3]), (X[:, :2], [None] * 100)]:
        with pytest.raises(InputError):
            model.fit(data, labels)
        assert looked_at(model) == before


def test_a_fit_that_fails_late_is_undone():
    X, y = IRIS.select(["setosa", "versicolor"])
    model = KNN(3).fit(X, y)
    with pytest.raises(InputError, match="metric must be one of"):
        model.set_params(metric="taxi").fit(IRIS.X, IRIS.y)
    assert model.classes_.tolist() == ["setosa", "versicolor"]
    assert_kind_error(ValueError, "metric", KNN(3, metric="taxi").fit, X, y)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (Perceptron(average="False"), "average must be True or False, got 'False'"),
        (Perceptron(shuffle="no"), "shuffle must be True or False, got 'no'"),
        (KernelPerceptron(average="False"), "average must be True or False, got 'False'"),
        (KernelPerceptron(shuffle=1), "shuffle must be True or False, got 1"),
        (KernelPerceptron(validation_fraction=0.999), "validation_fraction must leave samples"),
        (LinearSVM(max_iter=0), "max_iter must be a whole number"),
        (KernelSVM(class_weight={"setosa": -1.0}), "class_weight must be None, 'balanced' or"),
        (Perceptron(shuffle=True, random_state=-1), "random_state must be a whole number"),
        (KNN(metric=np.array(["euclidean"])), "metric must be one of"),
        (KNN(n_neighbors=10**400), "n_neighbors must be a whole number"),
    ],
    ids=str,
)
def test_messages_name_the_parameter_that_is_wrong(model, words):
    X, y = IRIS.select(["setosa", "versicolor"])
    assert_kind_error(ValueError, words, model.fit, X, y)


def test_numbers_out_of_range_name_x():
    X, y = IRIS.select(["setosa", "versicolor"])
    words = "^X and ridge must be of moderate size"
    assert_kind_error(ValueError, words, LeastSquares().fit, X * 2e307, y)
    fitted = Perceptron().fit(X, y)
    words = "^X must be of moderate size"
    assert_kind_error(ValueError, words, fitted.decision_function, np.full((1, 4), 1.5e308))


def test_without_support_vectors_all_samples_are_alike():
    X, y = IRIS.select(["setosa", "versicolor"])
    model = KernelSVM(tolerance=1e300).fit(X, y)
    assert len(model.support_) == 0
    assert len(set(model.decision_function(X))) == 1


def test_a_refused_kernel_parameter_changes_no_other():
    model = KernelSVM(kernel="precomputed")
    with pytest.raises(InputError, match="kernel must be a kernel object"):
        model.set_params(C=2.0, kernel__sigma=1.0)
    assert model.C == 1.0
