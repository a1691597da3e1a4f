"""A model is asked for few points, and the picture is that of all points."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernelkit.plotting import decision_regions
from kernelkit.plotting.decision_regions import TINT
from kernelkit.plotting.refinement import GRID
from kernelkit.plotting.style import class_style

X = np.random.default_rng(1).normal(size=(60, 2)) + np.repeat([[0, 0], [4, 0], [0, 4]], 20, axis=0)
Y = np.repeat(["oak", "ash", "elm"], 20)
SIGNS = np.where(X[:, 0] > 2, 1, -1)


def tint_of(index):
    return 1 - TINT * (1 - np.array(to_rgb(class_style(index).color)))


class Recorder:
    """A model that is asked and remembers how."""

    def __init__(self, model):
        self.model = model
        self.asked = []

    def predict(self, plane):
        self.asked.append(plane)
        return self.model.predict(plane)


def grid_of(ax):
    """The middles of the pixels."""
    left, right, bottom, top = ax.images[0].get_extent()
    middles = (np.arange(GRID) + 0.5) / GRID
    return left + middles * (right - left), bottom + middles * (top - bottom)


def test_the_model_is_asked_in_the_middle_of_pixels_and_for_few_of_them():
    model = Recorder(KNeighborsClassifier(3).fit(X, Y))
    xs, ys = grid_of(decision_regions(model, X, Y))
    asked = np.concatenate(model.asked)
    for steps, values in ((xs, asked[:, 0]), (ys, asked[:, 1])):
        places = (values - steps[0]) / (steps[1] - steps[0])
        np.testing.assert_allclose(places, places.round(), atol=1e-6)
    assert len(asked) < GRID**2 / 4


NOISY = np.random.default_rng(3).permutation(SIGNS)
MODELS = {
    "islands": KNeighborsClassifier(1).fit(X, NOISY),
    "linear": SVC(kernel="linear").fit(X, SIGNS),
    "islands around single samples": SVC(gamma=300, C=10).fit(X, NOISY),
    "curved": SVC(gamma=0.5, C=10).fit(X, NOISY),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS.keys())
def test_regions_and_lines_are_those_of_all_points_of_the_grid(model):
    ax = decision_regions(model, X, NOISY)
    xs, ys = grid_of(ax)
    plane = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    tints = np.array([tint_of(i) for i in range(2)])
    whole = tints[(model.predict(plane) > 0).astype(int)].reshape(GRID, GRID, 3)
    np.testing.assert_allclose(ax.images[0].get_array() / 255, whole, atol=1 / 500)
    if hasattr(model, "decision_function"):
        values = model.decision_function(plane).reshape(GRID, GRID)
        for drawn in [c for c in ax.collections if hasattr(c, "levels")]:
            full = plt.figure().subplots().contour(xs, ys, values, drawn.levels)
            for one, other in zip(drawn.get_paths(), full.get_paths(), strict=True):
                np.testing.assert_allclose(one.vertices, other.vertices, atol=1e-6)


class Spot:
    """A class that is met at one sample only, by a model that does not say which classes it has."""

    def predict(self, plane):
        return np.where(
            np.hypot(*(plane - X[7]).T) < 0.04, "spot", np.where(plane[:, 0] > 2, "b", "a")
        )


def test_a_class_that_is_met_at_one_sample_only_is_drawn():
    ax = decision_regions(Spot(), X, np.where(np.arange(60) == 7, "spot", "a"))
    spot = np.isclose(ax.images[0].get_array() / 255, tint_of(2), atol=1 / 500)
    assert spot.all(axis=-1).sum() > 3
