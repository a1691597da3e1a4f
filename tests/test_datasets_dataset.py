"""Dataset: unpacking, selecting, and what it refuses to hold."""

import dataclasses

import numpy as np
import pytest

from kernelkit.datasets import Dataset, load_iris, load_sms

X = np.arange(12.0).reshape(6, 2)
Y = np.array([3, 1, 1, 3, 2, 1])
SMALL = Dataset(X, Y, ("width", "height"), ("one", "two", "three"), "six points")


def test_it_unpacks_as_samples_and_labels():
    samples, labels = SMALL
    assert samples is X
    assert labels is Y
    assert len(SMALL) == 6


def test_it_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        SMALL.X = None


def test_its_repr_is_short():
    assert repr(SMALL) == "Dataset(6 samples, 2 features, 3 classes: one, two, three)"
    assert repr(load_sms()) == "Dataset(5574 samples, texts, 2 classes: ham, spam)"


def test_selecting_two_species_and_two_measurements():
    iris = load_iris()
    chosen = iris.select(["versicolor", "virginica"], ["petal length", "petal width"])
    assert np.array_equal(chosen.X, iris.X[50:, 2:])
    assert np.array_equal(chosen.y, iris.y[50:])
    assert chosen.class_names == ("versicolor", "virginica")
    assert chosen.feature_names == ("petal length", "petal width")
    assert chosen.description == iris.description


@pytest.mark.parametrize("classes", [["one", "three"], ["three", "one"], [3, "one"], [1, 3]])
def test_classes_are_chosen_by_label_or_by_name_and_samples_keep_their_order(classes):
    chosen = SMALL.select(classes)
    assert chosen.y.tolist() == [3, 1, 1, 3, 1]
    assert chosen.class_names == ("one", "three")
    assert np.array_equal(chosen.X, X[[0, 1, 2, 3, 5]])


@pytest.mark.parametrize("features", [["height", "width"], [1, 0], ["height", 0]])
def test_features_come_in_the_order_asked_for(features):
    chosen = SMALL.select(features=features)
    assert np.array_equal(chosen.X, X[:, ::-1])
    assert chosen.feature_names == ("height", "width")


@pytest.mark.parametrize("arguments", [(), (["one", "two", "three"],), (None, ["width", "height"])])
def test_a_selection_shares_no_memory(arguments):
    chosen = SMALL.select(*arguments)
    assert np.array_equal(chosen.X, X)
    assert not np.shares_memory(chosen.X, X)
    assert not np.shares_memory(chosen.y, Y)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((["four"],), ValueError, "classes must be among one, two, three, got 'four'"),
        (([True],), ValueError, "classes must be among one, two, three, got True"),
        (([1, "one"],), ValueError, "classes must be distinct, got 'one' twice"),
        (([],), ValueError, "classes must name at least one of one, two, three, got none"),
        (("one",), TypeError, "classes must be a list, got 'one'"),
        ((None, ["depth"]), ValueError, "features must be among width, height, got 'depth'"),
        ((None, [-1]), ValueError, "features must be among width, height, got -1"),
    ],
)
def test_a_wrong_selection_is_refused(arguments, error, message):
    with pytest.raises(error) as caught:
        SMALL.select(*arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"X": [[1.0, 2.0]]}, TypeError, "X must be a NumPy array, got a list"),
        ({"y": None}, TypeError, "y must be a NumPy array, got a NoneType"),
        ({"X": np.zeros((6, 2, 1))}, ValueError, "X must have 1 or 2 dimensions, got shape"),
        ({"y": np.zeros((6, 1))}, ValueError, "y must have 1 dimensions, got shape"),
        ({"y": Y[:5]}, ValueError, "y must have one entry for each of the 6 samples of X, got 5"),
        ({"feature_names": ("width",)}, ValueError, "each of the 2 features of X, got 1"),
        ({"class_names": ("one",)}, ValueError, "each of the 3 distinct labels of y, got 1"),
    ],
)
def test_parts_that_do_not_fit_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        dataclasses.replace(SMALL, **change)
