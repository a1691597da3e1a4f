"""Models of frames are drawn as those of arrays, and are asked with what they were fitted on."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelkit.datasets import load_iris
from kernelkit.plotting import decision_regions, margins
from kernelkit.plotting.decision_regions import rows_for

IRIS = load_iris()
X, Y, NAMES = IRIS.X[:, 2:], IRIS.y, ["petal length", "petal width"]
PANDAS = pd.DataFrame(X, columns=NAMES)
POLARS = pl.DataFrame(X, schema=NAMES, orient="row")
SVM = SVC(C=10.0).fit(X, Y)
frames = pytest.mark.parametrize("frame", [PANDAS, POLARS], ids=["pandas", "polars"])


class Particular:
    """A model of a table of one kind, which takes no other."""

    def __init__(self, frame):
        self.kind, self.names = type(frame), list(frame.columns)

    def predict(self, table):
        assert isinstance(table, self.kind)
        assert list(table.columns) == self.names
        return SVM.predict(np.asarray(table))


@frames
def test_a_model_of_frames_is_asked_with_frames_and_drawn_as_one_of_arrays(frame):
    plain = decision_regions(SVM, X, Y, margins=False)
    framed = decision_regions(Particular(frame), frame, Y, mistakes=True)
    assert (framed.get_xlabel(), framed.get_ylabel()) == tuple(NAMES)
    np.testing.assert_array_equal(framed.images[0].get_array(), plain.images[0].get_array())


@frames
def test_two_features_of_a_frame_are_drawn_as_those_of_its_array(frame):
    signs = Y == "setosa"
    for draw in (decision_regions, margins):
        for model in (SVC(), make_pipeline(StandardScaler(), SVC())):
            plain = draw(model.fit(X, signs), X, signs)
            framed = draw(model.fit(frame, signs), frame, signs)
            pixels = plain.images[0].get_array()
            np.testing.assert_array_equal(framed.images[0].get_array(), pixels)


@frames
def test_a_pipeline_may_select_columns_by_name(frame):
    columns = ColumnTransformer([("scaled", StandardScaler(), NAMES[1:])])
    model = make_pipeline(columns, SVC(C=10.0)).fit(frame, Y)
    assert len(decision_regions(model, frame, Y, mistakes=True).images) == 1


@frames
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_frame_of_as_many_rows_as_columns_keeps_its_rows(frame, order):
    square = np.array(X[:2], order=order)
    np.testing.assert_array_equal(rows_for(Particular(frame), frame)(square).to_numpy(), square)
