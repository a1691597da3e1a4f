"""Asking for few points of a grid gives the picture that asking for all gives."""

import numpy as np
import pytest

from kernelkit.plotting.refinement import CELL, GRID, refined

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


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES.keys())
def test_no_point_is_asked_for_twice(picture):
    asked = Asked(picture)
    refined(asked, disc(150, 150, 20))
    assert asked.times.max() == 1


def test_an_island_inside_a_cell_is_found_where_a_sample_is():
    picture = half_plane(37)
    island = disc(CELL * 10 + 3, CELL * 40 + 3, 1)
    assert not island[::CELL, ::CELL].any()
    picture[island] = 5
    start = NOWHERE.copy()
    start[CELL * 10 + 2, CELL * 40 + 3] = True
    np.testing.assert_array_equal(refined(Asked(picture), start), picture)


def test_where_to_start_is_left_as_it_was():
    start = disc(150, 150, 20)
    refined(Asked(half_plane(37)), start)
    np.testing.assert_array_equal(start, disc(150, 150, 20))


@pytest.mark.parametrize(("name", "share"), [("one colour", 0.03), ("half-plane at 37", 0.08)])
def test_few_points_are_asked_for(name, share):
    asked = Asked(PICTURES[name])
    refined(asked, NOWHERE)
    assert asked.times.sum() < share * GRID**2
