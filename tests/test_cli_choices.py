"""Classifiers and data by name, as ``run``, ``list`` and ``data`` take them."""

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import Gaussian, Laplacian, Polynomial
from kernelkit.cli.choices import SOURCES, make_classifier, read_settings
from kernelkit.estimators import KNN


def made(name, settings=(), kernel=None, seed=0):
    model = make_classifier(name, kernel, seed)
    values = read_settings(model, "--set", settings)
    return model.set_params(**{name: value for name, [value] in values.items()})


def test_values_have_the_type_of_their_parameter():
    model = made("knn", ["p=inf", "n_neighbors=7", "weights=distance"])
    assert (model.p, model.n_neighbors, model.weights) == (np.inf, 7, "distance")
    model = made("perceptron", ["average=True", "learning_rate=2"], seed=4)
    assert (model.average, model.learning_rate, model.random_state) == (True, 2.0, 4)
    assert isinstance(model.learning_rate, float)
    model = made("linear-svm", ["mu=0.1", "max_iter=50", "solver=pegasos", "tolerance=none"])
    assert (model.mu, model.max_iter, model.tolerance) == (0.1, 50, None)
    assert model.solver == "pegasos"
    assert made("kernel-svm", ["class_weight=balanced"]).class_weight == "balanced"


def test_a_kernel_is_chosen_by_name_and_its_fields_are_set_by_theirs():
    model = made("kernel-svm", ["degree=3", "kernel__offset=1"], "polynomial")
    assert model.kernel == Polynomial(3, 1.0)
    assert made("kernel-svm", ["sigma=2"]).kernel == Gaussian(2.0)
    assert made("kernel-svm", ["gamma=2"]).kernel == Gaussian(0.5)
    assert made("kernel-svm", ["gamma=2"], "laplacian").kernel == Laplacian(2.0)


def test_values_to_tune_are_lists():
    model = make_classifier("kernel-perceptron", "gaussian", 0)
    grid = read_settings(model, "--tune", ["gamma=2,0.5", "average=yes, no"])
    assert grid == {"kernel__sigma": [0.5, 1.0], "average": [True, False]}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: made("knn", [], "linear"), "--kernel is for classifiers with one"),
        (lambda: made("kernel-svm", [], "cubic"), "--kernel must be one of linear"),
        (lambda: made("kernel-svm", ["degree=3"]), "got 'degree'"),
        (lambda: made("kernel-svm", ["gamma=x"]), "gamma must be .*, got .*'x'"),
        (lambda: made("kernel-svm", ["gamma=-1"]), "gamma must be .*above 0"),
        (lambda: read_settings(KNN(), "--tune", ["p"]), "PARAMETER=VALUE, got 'p'"),
        (lambda: read_settings(KNN(), "--tune", ["p=1", "p=2"]), "got 'p' twice"),
    ],
)
def test_kernels_and_values_that_are_none_are_refused(call, words):
    assert_kind_error(ValueError, words, call)


@pytest.mark.parametrize("name", SOURCES)
def test_sizes_are_those_of_the_data(name):
    source = SOURCES[name]
    data = source.load()
    width = data.X.shape[1] if data.X.ndim == 2 else 0
    sizes = (len(data), width, len(data.class_names))
    assert sizes == (source.samples, source.features, source.classes)
