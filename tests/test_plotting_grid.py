"""A model is asked for few points, and the picture is that of all points."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernelkit.plotting import decision_regions
from kernelkit.plotting.decision_regions import CELL, GRID, TINT, refined
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


ROWS, COLUMNS = np.indices((GRID, GRID))
NOWHERE = np.zeros((GRID, GRID), dtype=bool)


def disc(row, column, radius):
    return np.hypot(ROWS - row, COLUMNS - column) <= radius


def half_plane(degrees):
    across = np.cos(np.radians(degrees)) * (COLUMNS - 140.3)
    return (across + np.sin(np.radians(degrees)) * (ROWS - 160.7) > 0).astype(int)


def nearest_of(n_points, n_classes, seed):
    """Regions around random points, as of the nearest neighbour."""
    rng = np.random.default_rng(seed)
    rows, columns = rng.uniform(0, GRID, (2, n_points))
    distances = np.hypot(ROWS[..., None] - rows, COLUMNS[..., None] - columns)
    return (np.arange(n_points) % n_classes)[distances.argmin(axis=-1)]


def spiral():
    across, up = COLUMNS - 150, ROWS - 150
    turns = np.arctan2(up, across) - np.hypot(across, up) / 9
    return (np.sin(turns) > 0).astype(int)


def finger():
    """Two points wide, between the corners of the cells, as far as the other side."""
    picture = (COLUMNS < 40).astype(int)
    picture[CELL * 20 + 2 : CELL * 20 + 4, :290] = 1
    return picture


PICTURES = {
    "one colour": np.full((GRID, GRID), 3),
    **{f"half-plane at {degrees}": half_plane(degrees) for degrees in (0, 1, 37, 90, 135)},
    "disc": disc(150, 120, 60).astype(int),
    "ring": disc(150, 120, 60).astype(int) - disc(150, 120, 54),
    "small disc": disc(101, 122, CELL).astype(int),
    "checkerboard": (ROWS // 17 + COLUMNS // 23) % 2,
    "stripes": ROWS // (CELL + 1) % 4,
    "spiral": spiral(),
    "finger": finger(),
    "regions of 30 points": nearest_of(30, 3, seed=0),
    "regions of 120 points": nearest_of(120, 9, seed=1),
    "in the last corner": (ROWS + COLUMNS > 2 * GRID - 4).astype(int),
}


class Asked:
    """Answers from a picture and counts who asks for what."""

    def __init__(self, picture):
        self.picture = picture
        self.times = np.zeros((GRID, GRID), dtype=int)

    def __call__(self, rows, columns):
        self.times[rows, columns] += 1
        return self.picture[rows, columns]


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_the_picture_is_the_full_one(picture):
    np.testing.assert_array_equal(refined(Asked(picture), NOWHERE), picture)


def test_an_island_inside_a_cell_is_found_where_a_sample_is():
    picture = half_plane(37)
    island = disc(CELL * 10 + 3, CELL * 40 + 3, 1)
    assert not island[::CELL, ::CELL].any()
    picture[island] = 5
    start = NOWHERE.copy()
    start[CELL * 10 + 2, CELL * 40 + 3] = True
    np.testing.assert_array_equal(refined(Asked(picture), start), picture)
