"""Frames of pandas and polars are taken wherever arrays are, and say the same."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from checks import assert_kind_error
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.exceptions import ConvergenceWarning
from sklearn.impute import SimpleImputer
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from kernelkit import Gaussian, Laplacian, Linear, Polynomial
from kernelkit.datasets import load_iris
from kernelkit.estimators import (
    CLASSIFIERS,
    KNN,
    BagOfWords,
    FisherDiscriminant,
    KernelPerceptron,
    KernelSVM,
    LeastSquares,
    Nystroem,
    RandomFourier,
)
from kernelkit.experiments import compare, repeated_holdout
from kernelkit.kernels import Function

pytestmark = pytest.mark.filterwarnings(
    f"ignore::{ConvergenceWarning.__module__}.{ConvergenceWarning.__name__}"
)

IRIS = load_iris()
X, Y = IRIS.select(["versicolor", "virginica"])
NAMES = list(IRIS.feature_names)
FRAMES = {
    "pandas": pd.DataFrame(X, columns=NAMES),
    "nullable": pd.DataFrame(X, columns=NAMES).convert_dtypes(),
    "polars": pl.DataFrame(X, schema=NAMES, orient="row"),
}
SERIES = {
    "pandas": pd.Series(Y),
    "categories": pd.Series(Y, dtype="category"),
    "polars": pl.Series(Y.tolist()),
    "polars, categories": pl.Series(Y.tolist(), dtype=pl.Categorical),
}
MODELS = [
    *(kind() for kind in CLASSIFIERS.values()),
    FisherDiscriminant(),
    Nystroem(n_components=5, random_state=0),
    RandomFourier(6, random_state=0),
]
ANSWERS = ("predict", "decision_function", "predict_proba", "predict_log_proba", "transform")
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)


def every_model(test):
    """Try all of them; compiled, since without it they take minutes."""
    return pytest.mark.compiled(each_model(test))


every_frame = pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
every_series = pytest.mark.parametrize("y", SERIES.values(), ids=SERIES.keys())


def picked(frame, names):
    return frame[names] if isinstance(frame, pd.DataFrame) else frame.select(names)


@every_frame
@every_model
def test_a_model_answers_for_a_frame_as_for_its_array(model, frame):
    plain, framed = clone(model).fit(X, Y), clone(model).fit(frame, Y)
    for name in ANSWERS:
        if hasattr(plain, name):
            np.testing.assert_array_equal(getattr(framed, name)(frame), getattr(plain, name)(X))


@every_series
@pytest.mark.parametrize("model", [KNN(), KernelSVM()])
def test_a_model_learns_from_a_series_as_from_its_array(model, y):
    plain, told = clone(model).fit(X, Y), clone(model).fit(X, y)
    for name in ANSWERS:
        if hasattr(plain, name):
            np.testing.assert_array_equal(getattr(told, name)(X), getattr(plain, name)(X))
    if hasattr(plain, "score"):
        assert told.score(X, y) == plain.score(X, Y)


@every_frame
@pytest.mark.parametrize("model", [KNN(), FisherDiscriminant()])
def test_names_are_kept_and_forgotten_as_by_scikit_learn(model, frame):
    model = clone(model).fit(frame, Y)
    assert model.feature_names_in_.tolist() == NAMES
    assert not hasattr(model.fit(X, Y), "feature_names_in_")


@every_frame
@pytest.mark.parametrize("model", [KNN(), FisherDiscriminant()])
def test_other_names_and_another_order_are_refused_in_scikit_learns_words(model, frame):
    model, peer = clone(model).fit(frame, Y), KNeighborsClassifier().fit(frame, Y)
    answer = model.transform if hasattr(model, "transform") else model.predict
    renamed = FRAMES["pandas"].rename(columns={NAMES[0]: "girth"})
    for other in (picked(frame, NAMES[::-1]), picked(frame, NAMES[:2]), renamed):
        with pytest.raises(ValueError, match="feature names should match") as theirs:
            peer.predict(other)
        with pytest.raises(ValueError, match="feature names should match") as ours:
            answer(other)
        assert str(ours.value) == str(theirs.value)


def cauchy(x, z):
    return 1.0 / (1.0 + np.sum((x - z) ** 2))


KERNELS = [
    Linear(),
    Polynomial(2),
    Gaussian(),
    Laplacian(),
    Function(cauchy),
    Gaussian() + Linear(),
    2.0 * Gaussian() * Linear(),
    Linear().normalized(),
]


@every_frame
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_kernel_of_frames_is_that_of_their_arrays(kernel, frame):
    np.testing.assert_array_equal(kernel(frame), kernel(X))
    np.testing.assert_array_equal(kernel(frame, frame[:5]), kernel(X, X[:5]))
    np.testing.assert_array_equal(kernel.diagonal(frame), kernel.diagonal(X))


@every_frame
def test_a_gram_matrix_in_a_frame_is_one(frame):
    K = Gaussian()(X)
    in_frame = type(frame)(K)
    model = KernelSVM(kernel="precomputed").fit(in_frame, Y)
    np.testing.assert_array_equal(model.predict(in_frame), KernelSVM().fit(X, Y).predict(X))


def test_a_column_of_messages_is_read_and_a_frame_of_them_is_not_mistaken_for_its_names():
    messages = pd.DataFrame({"text": ["win a prize", "see you"]})
    assert BagOfWords().fit_transform(messages["text"]).shape == (2, 5)
    words = "must be a list of strings, got a frame: choose one of its columns"
    for frame in (messages, pl.from_dict({"text": ["win a prize"]})):
        assert_kind_error(TypeError, words, BagOfWords().fit, frame)


def mixed(kind):
    """Lengths with a gap and the words for wide and narrow, in a frame."""
    words = np.where(X[:, 3] > 1.6, "wide", "narrow")
    columns = {"length": X[:, 2].tolist(), "width": words.tolist()}
    columns["length"][3] = None
    return kind(columns)


def named_columns(model):
    """A pipeline that asks for columns by their names."""
    steps = [(SimpleImputer(), ["length"]), (OneHotEncoder(sparse_output=False), ["width"])]
    return make_pipeline(make_column_transformer(*steps), model)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
def test_a_pipeline_in_the_protocol_gets_its_columns_by_name(kind):
    how = {"runs": 2, "n_jobs": 1, "progress": False}
    grid = {"knn__n_neighbors": [1, 5]}
    found = repeated_holdout(named_columns(KNN()), grid, mixed(kind), Y, **how)
    assert found.test_errors.max() < 0.2


def test_beside_a_pipeline_other_models_still_need_numbers():
    models = {"pipeline": named_columns(KNN()), "alone": KNN()}
    assert_kind_error(
        ValueError,
        "'narrow' in column 'width'",
        compare,
        models,
        mixed(pd.DataFrame),
        Y,
        runs=2,
        progress=False,
    )


def test_columns_are_called_what_the_frame_calls_them():
    words = "^X must hold real numbers, got the string 'a' in column "
    for model, name in ((KernelPerceptron(), "K"), (LeastSquares(), "T")):
        frame = pd.DataFrame({name: ["a", "b"]})
        assert_kind_error(TypeError, f"{words}'{name}'$", model.fit, frame, [0, 1])
