"""Fisher's discriminant as a transformer: in pipelines, and what it says instead of predicting."""

import numpy as np
import pytest
from checks import assert_kind_error
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from kernelkit import FisherDiscriminant, GaussianClassifier, LeastSquares
from kernelkit.datasets import load_iris

IRIS = load_iris()


@pytest.mark.parametrize(
    "model", [KNeighborsClassifier(5), GaussianClassifier(), LeastSquares()], ids=str
)
def test_it_works_in_a_pipeline_before_any_classifier(model):
    pipe = make_pipeline(FisherDiscriminant(), clone(model))
    assert cross_val_score(pipe, IRIS.X, IRIS.y, cv=5).mean() > 0.75
    assert pipe.fit(IRIS.X, IRIS.y).predict(IRIS.X[:3]).tolist() == ["setosa"] * 3


def test_it_projects_from_the_mean():
    model = FisherDiscriminant()
    Z = model.fit_transform(IRIS.X, IRIS.y)
    np.testing.assert_array_equal(Z, model.transform(IRIS.X))
    np.testing.assert_allclose(Z, (IRIS.X - IRIS.X.mean(axis=0)) @ model.directions_.T, atol=1e-12)
    np.testing.assert_allclose(Z.mean(axis=0), 0.0, atol=1e-12)
    names = model.get_feature_names_out().tolist()
    assert names == ["fisherdiscriminant0", "fisherdiscriminant1"]


def test_it_does_not_predict_and_says_what_to_do():
    words = "projects samples and does not predict.*make_pipeline"
    for model in (FisherDiscriminant(), FisherDiscriminant().fit(IRIS.X, IRIS.y)):
        assert not hasattr(model, "predict")
        assert_kind_error(AttributeError, words, lambda model=model: model.predict(IRIS.X))
    last = make_pipeline(FisherDiscriminant()).fit(IRIS.X, IRIS.y)
    assert not hasattr(last, "predict")
    assert last.transform(IRIS.X).shape == (150, 2)
