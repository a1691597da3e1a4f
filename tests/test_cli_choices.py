"""Classifiers and data by name, as ``run``, ``list`` and ``data`` take them."""

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import Gaussian, Laplacian, Polynomial
from kernelkit.cli import choices, text
from kernelkit.cli.choices import SOURCES, make_classifier, make_grid
from kernelkit.estimators import KNN


def test_values_have_the_type_of_their_parameter():
    model = make_classifier("knn", ["p=inf", "n_neighbors=7", "weights=distance"], seed=0)
    assert (model.p, model.n_neighbors, model.weights) == (np.inf, 7, "distance")
    model = make_classifier("perceptron", ["average=True", "learning_rate=2"], seed=4)
    assert (model.average, model.learning_rate, model.random_state) == (True, 2.0, 4)
    assert isinstance(model.learning_rate, float)
    words = ["mu=0.1", "max_iter=50", "solver=pegasos", "tolerance=none"]
    model = make_classifier("linear-svm", words, seed=0)
    assert (model.mu, model.max_iter, model.tolerance) == (0.1, 50, None)
    assert model.solver == "pegasos"
    assert make_classifier("kernel-svm", ["class_weight=balanced"], 0).class_weight == "balanced"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("mu=small", "a number or inf or none for mu, got 'small'"),
        ("max_iter=0.5", "a whole number or none for max_iter, got '0.5'"),
        ("random_state=soon", "a whole number for random_state, got 'soon'"),
    ],
)
def test_values_of_another_type_are_refused(setting, words):
    assert_kind_error(ValueError, words, make_classifier, "linear-svm", [setting], 0)


def test_a_parameter_that_is_an_object_cannot_be_set(monkeypatch):
    class WithKernel(KNN):
        def __init__(self, kernel=Gaussian(2.0)) -> None:
            self.kernel = kernel

    monkeypatch.setitem(choices.CLASSIFIERS, "kernel", WithKernel)
    words = "--set: kernel is a Gaussian and cannot be set so; --kernel chooses one"
    assert_kind_error(ValueError, words, make_classifier, "kernel", ["kernel=linear"], 0)
    assert text.plain(Gaussian(2.0)) == "Gaussian(sigma=2.0)"
    assert text.plain(np.inf) == "inf"
    assert text.plain(None) is None


def test_a_kernel_is_chosen_by_name_and_its_fields_are_set_by_theirs():
    model = make_classifier("kernel-svm", ["degree=3", "kernel__offset=1"], 0, "polynomial")
    assert model.kernel == Polynomial(3, 1.0)
    assert make_classifier("kernel-svm", ["sigma=2"], 0).kernel == Gaussian(2.0)
    assert make_classifier("kernel-svm", ["gamma=2"], 0).kernel == Gaussian(0.5)
    assert make_classifier("kernel-svm", ["gamma=2"], 0, "laplacian").kernel == Laplacian(2.0)


def test_values_to_tune_are_lists():
    model = make_classifier("kernel-perceptron", [], 0, "gaussian")
    grid = make_grid(model, "kernel-perceptron", ["gamma=2,0.5", "average=yes, no"])
    assert grid == {"kernel__sigma": [0.5, 1.0], "average": [True, False]}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: make_classifier("knn", [], 0, "linear"), "--kernel is for classifiers with one"),
        (lambda: make_classifier("kernel-svm", [], 0, "cubic"), "--kernel must be one of linear"),
        (lambda: make_classifier("kernel-svm", ["degree=3"], 0), "got 'degree'"),
        (lambda: make_classifier("kernel-svm", ["gamma=x"], 0), "a number for gamma, got 'x'"),
        (lambda: make_classifier("kernel-svm", ["gamma=-1"], 0), "gamma must be .*above 0"),
        (lambda: make_grid(KNN(), "knn", ["p=1,1"]), "each value of p once, got '1,1'"),
        (lambda: make_grid(KNN(), "knn", ["p"]), "PARAMETER=VALUE,VALUE, got 'p'"),
        (lambda: make_grid(KNN(), "knn", ["p=1,"]), "a number or inf for p, got ''"),
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
