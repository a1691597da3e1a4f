"""Classifiers and data by name, as ``run``, ``list`` and ``data`` take them."""

import numpy as np
import pytest
from checks import assert_kind_error

from kernelkit import Gaussian
from kernelkit.cli import choices, run
from kernelkit.cli.choices import SOURCES, make_classifier
from kernelkit.estimators import KNN


def test_values_have_the_type_of_their_parameter():
    model = make_classifier("knn", ["p=inf", "n_neighbors=7", "weights=distance"], seed=0)
    assert (model.p, model.n_neighbors, model.weights) == (np.inf, 7, "distance")
    model = make_classifier("perceptron", ["average=True", "learning_rate=2"], seed=4)
    assert (model.average, model.learning_rate, model.random_state) == (True, 2.0, 4)
    assert isinstance(model.learning_rate, float)
    words = ["mu=0.1", "max_iter=50", "intercept=augmented", "tolerance=none"]
    model = make_classifier("linear-svm", words, seed=0)
    assert (model.mu, model.max_iter, model.tolerance) == (0.1, 50, None)
    assert model.intercept == "augmented"
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
    words = "--set: kernel is a Gaussian and cannot be set from here"
    assert_kind_error(ValueError, words, make_classifier, "kernel", ["kernel=linear"], 0)
    assert run._plain(Gaussian(2.0)) == "Gaussian(sigma=2.0)"
    assert run._plain(np.inf) == "inf"
    assert run._plain(None) is None


@pytest.mark.parametrize("name", SOURCES)
def test_sizes_are_those_of_the_data(name):
    source = SOURCES[name]
    data = source.load()
    width = data.X.shape[1] if data.X.ndim == 2 else 0
    sizes = (len(data), width, len(data.class_names))
    assert sizes == (source.samples, source.features, source.classes)
