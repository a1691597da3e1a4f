"""Models of more than two features, and of frames: the picture shows a plane, and says which."""

import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
import pytest
from checks import assert_kind_error
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelkit.datasets import load_iris
from kernelkit.plotting import decision_regions, margins
from kernelkit.plotting.decision_regions import GRID, TINT
from kernelkit.plotting.plane import plane_of, rows_for
from kernelkit.plotting.style import class_style

IRIS = load_iris()
X, Y = IRIS.X, IRIS.y
NAMES = ["sepal length", "sepal width", "petal length", "petal width"]
PANDAS = pd.DataFrame(X, columns=NAMES)
POLARS = pl.DataFrame(X, schema=NAMES, orient="row")
SVM = SVC(C=10.0).fit(X, Y)
frames = pytest.mark.parametrize("frame", [PANDAS, POLARS], ids=["pandas", "polars"])


def predicted_by_colour(ax, classes):
    """Some pixels of a picture: their places, and the class that has their colour."""
    tints = np.array([1 - TINT * (1 - np.array(to_rgb(class_style(k).color))) for k in range(3)])
    left, right, bottom, top = ax.images[0].get_extent()
    rows, columns = np.random.default_rng(0).integers(0, GRID, (2, 300))
    pixels = ax.images[0].get_array()[rows, columns] / 255
    places = np.abs(pixels[:, np.newaxis] - tints).sum(axis=2).argmin(axis=1)
    x = left + (columns + 0.5) * (right - left) / GRID
    y = bottom + (rows + 0.5) * (top - bottom) / GRID
    return np.column_stack([x, y]), classes[places]


def drawn_points(ax):
    named = [dots for dots in ax.collections if dots.get_label() in IRIS.class_names]
    return np.concatenate([dots.get_offsets() for dots in named])  # Iris is sorted by class


@pytest.mark.parametrize(("features", "places"), [((2, 0), [2, 0]), ([1, np.int64(3)], [1, 3])])
def test_a_slice_shows_the_model_with_all_other_features_at_their_medians(features, places):
    ax = decision_regions(SVM, X, Y, features=features)
    points, answers = predicted_by_colour(ax, SVM.classes_)
    rows = np.tile(np.median(X, axis=0), (len(points), 1))
    rows[:, places] = points
    assert len(set(answers)) > 1
    np.testing.assert_array_equal(answers, SVM.predict(rows))
    np.testing.assert_array_equal(drawn_points(ax), X[:, places])


def test_without_features_the_plane_is_that_of_the_principal_components():
    ax = decision_regions(SVM, X, Y)
    points, answers = predicted_by_colour(ax, SVM.classes_)
    peer = PCA(2).fit(X)
    peer.components_ *= np.sign(peer.components_[[0, 1], np.abs(peer.components_).argmax(axis=1)])[
        :, np.newaxis
    ]
    assert len(set(answers)) == 3
    np.testing.assert_array_equal(answers, SVM.predict(peer.inverse_transform(points)))
    np.testing.assert_allclose(drawn_points(ax), peer.transform(X), atol=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 1e-3, 1e99])
def test_the_plane_of_samples_of_any_size_has_axes_of_length_1_at_right_angles(scale):
    plane, scaled = (plane_of(data, data, None) for data in (X, X * scale))
    np.testing.assert_allclose(scaled.axes @ scaled.axes.T, np.eye(2), atol=1e-12)
    np.testing.assert_allclose(scaled.axes, plane.axes, atol=1e-9)


@pytest.mark.parametrize("data", [X[:1], X[:2], np.ones((5, 4))], ids=["one", "two", "alike"])
def test_samples_that_span_no_plane_are_drawn_in_one_that_holds_them(data):
    plane = plane_of(data, data, None)
    np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-12)
    np.testing.assert_allclose(plane.samples_at(plane.coordinates(data)), data, atol=1e-12)


@pytest.mark.parametrize("features", [None, (0, 1)])
def test_mistakes_are_those_on_the_samples_and_not_on_their_projections(features):
    model = KNeighborsClassifier(15).fit(X, Y)
    plane = plane_of(X, X, features)
    wrong = model.predict(X) != Y
    flat = model.predict(plane.samples_at(plane.coordinates(X))) != Y
    assert 0 < wrong.sum() < flat.sum()
    ax = decision_regions(model, X, Y, features=features, mistakes=True)
    (crosses,) = [dots for dots in ax.collections if dots.get_label() == "mistaken"]
    np.testing.assert_allclose(crosses.get_offsets(), plane.coordinates(X[wrong]), atol=1e-12)


def test_the_picture_says_which_plane_it_shows():
    ax = decision_regions(SVM, X, Y)
    note = "\n(plane through the mean, samples projected)"
    assert ax.get_xlabel() == "first principal component" + note
    assert ax.get_ylabel() == "second principal component"
    ax = decision_regions(SVM, X, Y, features=(2, 3))
    assert ax.get_xlabel() == "column 2\n(the other 2 features at their medians)"
    assert ax.get_ylabel() == "column 3"
    three = SVC().fit(X[:, :3], Y)
    ax = decision_regions(three, X[:, :3], Y, features=(0, 1), feature_names=["long", "wide"])
    assert ax.get_xlabel() == "long\n(the other feature at its median)"
    assert ax.get_ylabel() == "wide"
    two = SVC().fit(X[:, :2], Y)
    assert decision_regions(two, X[:, :2], Y).get_xlabel() == "first feature"


def test_what_the_picture_says_is_said_once():
    _, ax = plt.subplots()
    for _ in range(2):
        decision_regions(SVM, X, Y, ax, features=(0, 1))
    assert ax.get_xlabel().count("medians") == 1
    _, ax = plt.subplots()
    ax.set_xlabel("mine")
    assert (
        decision_regions(SVM, X, Y, ax).get_xlabel()
        == "mine (plane through the mean, samples projected)"
    )


@pytest.mark.parametrize("features", [None, (2, 3)])
@pytest.mark.parametrize("options", [{}, {"layout": "constrained"}, None], ids=str)
def test_the_note_overlaps_nothing_and_stays_inside_the_figure(features, options):
    ax = None if options is None else plt.subplots(**options)[1]
    ax = decision_regions(SVM, X, Y, ax, features=features, mistakes=True)
    ax.set_title("A title of mine")
    ax.figure.canvas.draw()
    note = ax.xaxis.label.get_window_extent()
    texts = [text for text in ax.figure.findobj(Text) if text.get_visible() and text.get_text()]
    for text in texts:
        assert text is ax.xaxis.label or not note.overlaps(text.get_window_extent()), text
    assert not note.overlaps(ax.bbox)
    assert note.x0 >= 0
    assert note.y0 >= 0
    assert note.x1 <= ax.figure.bbox.x1


@frames
def test_features_are_chosen_by_name_or_number_and_name_the_axes(frame):
    model = SVC(C=10.0).fit(frame, Y)
    for features in (("petal width", "sepal width"), (3, 1), ("petal width", 1)):
        ax = decision_regions(model, frame, Y, features=features)
        assert ax.get_xlabel().startswith("petal width\n")
        assert ax.get_ylabel() == "sepal width"
        np.testing.assert_array_equal(drawn_points(ax), X[:, [3, 1]])


class Particular:
    """Answers only for a frame of one kind with all columns in their order."""

    def __init__(self, frame):
        self.frame = frame
        self.model = SVC(C=10.0).fit(X, Y)

    def predict(self, rows):
        assert type(rows) is type(self.frame)
        assert list(rows.columns) == list(self.frame.columns)
        return self.model.predict(rows.to_numpy())


@frames
@pytest.mark.parametrize("features", [None, (0, 1)])
def test_a_model_is_asked_with_frames_of_the_kind_that_was_given(frame, features):
    ax = decision_regions(Particular(frame), frame, Y, features=features, mistakes=True)
    plain = decision_regions(SVM, X, Y, features=features)
    np.testing.assert_array_equal(ax.images[0].get_array(), plain.images[0].get_array())


@frames
def test_a_pipeline_may_select_columns_by_name(frame):
    chosen = ["petal length", "petal width"]
    columns = ColumnTransformer([("scaled", StandardScaler(), chosen)])
    model = make_pipeline(columns, SVC(C=10.0)).fit(frame, Y)
    for features in (None, chosen):
        ax = decision_regions(model, frame, Y, features=features, mistakes=True)
        assert len(ax.images) == 1


@frames
def test_two_features_of_a_frame_are_drawn_as_those_of_its_array(frame):
    two, signs = frame[:, :2] if frame is POLARS else frame[NAMES[:2]], Y == "setosa"
    for draw in (decision_regions, margins):
        for model in (SVC(), make_pipeline(StandardScaler(), SVC())):
            plain = draw(model.fit(X[:, :2], signs), X[:, :2], signs)
            framed = draw(model.fit(two, signs), two, signs)
            pixels = plain.images[0].get_array()
            np.testing.assert_array_equal(framed.images[0].get_array(), pixels)


@frames
def test_a_model_that_knows_no_names_is_asked_without(frame):
    decision_regions(SVM, frame, Y, features=("sepal length", 1), mistakes=True)


@frames
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_frame_of_as_many_rows_as_columns_keeps_its_rows(frame, order):
    square = np.array(X[:4], order=order)
    np.testing.assert_array_equal(rows_for(Particular(frame), frame)(square).to_numpy(), square)


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ("petal width", "two different columns of X, got 'petal width'"),
        (["petal width"], r"two different columns of X, got \['petal width'\]"),
        ((0, 1, 2), "two different columns of X, got"),
        (3, "two different columns of X, got 3"),
        ((1, 1), r"two different columns of X, got \(1, 1\)"),
        (("sepal width", 1), "two different columns of X, got"),
        (("girth", 1), "one of sepal length, .*petal width, or numbers from 0 to 3, got 'girth'"),
        ((0, 4), "numbers from 0 to 3, got 4"),
        ((0, -1), "numbers from 0 to 3, got -1"),
        ((0, True), "numbers from 0 to 3, got True"),
        ((0, 1.0), r"numbers from 0 to 3, got 1\.0"),
    ],
)
def test_bad_features_are_named(features, words):
    for frame in (PANDAS, POLARS):
        assert_kind_error(
            ValueError,
            f"^features must be .*{words}",
            decision_regions,
            Particular(frame),
            frame,
            Y,
            features=features,
        )
    assert plt.get_fignums() == []


def test_names_are_for_frames_and_features_for_more_than_two():
    words = "^features must be columns of X, numbers from 0 to 3, got 'petal width'$"
    chosen = ("petal width", "sepal width")
    assert_kind_error(ValueError, words, decision_regions, SVM, X, Y, features=chosen)
    two = SVC().fit(X[:, :2], Y)
    words = r"^features must be None where X has two, both are drawn, got \(0, 1\)$"
    assert_kind_error(ValueError, words, decision_regions, two, X[:, :2], Y, features=(0, 1))


def test_a_frame_with_words_is_named_by_its_column():
    frame = PANDAS.assign(species=Y)
    words = "^X must hold real numbers, got the string 'setosa' in column 'species'$"
    assert_kind_error(ValueError, words, decision_regions, SVM, frame, Y)


def test_columns_without_words_for_names_are_drawn_by_number():
    numbered = pd.DataFrame(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ax = decision_regions(SVC().fit(numbered, Y), numbered, Y, features=(0, 1))
    assert ax.get_ylabel() == "column 1"
