"""Confusion matrices: numbers where they belong, colours for mistakes alone."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from kernelkit.plotting import confusion

COUNTS = np.array([[50, 3, 0], [1, 40, 9], [0, 0, 30]])
SHARES = COUNTS / COUNTS.sum(axis=1, keepdims=True)


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def numbers_of(ax):
    return {tuple(int(v) for v in text.get_position()): text.get_text() for text in ax.texts}


def words_of(ticks):
    return [text.get_text() for text in ticks]


def test_true_classes_are_rows_and_predicted_ones_columns():
    ax = confusion(COUNTS)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted class", "true class")
    places = {(1, 0): "3", (0, 1): "1", (2, 1): "9"}  # (column, row)
    zeros = {(2, 0): "0", (0, 2): "0", (1, 2): "0"}
    assert numbers_of(ax) == {(0, 0): "50", (1, 1): "40", (2, 2): "30"} | places | zeros


def test_zeros_are_written_in_a_small_matrix_only():
    assert list(numbers_of(confusion(np.zeros((2, 2)))).values()) == ["0.0", "0.0"]
    assert not numbers_of(confusion(np.zeros((6, 6))))


def test_colours_are_scaled_to_the_mistakes_and_leave_the_diagonal_white():
    image = confusion(COUNTS).images[0]
    drawn = np.ma.filled(np.ma.masked_invalid(image.get_array()), -1)
    np.testing.assert_array_equal(drawn, np.where(np.eye(3) > 0, -1, COUNTS))
    assert image.get_clim() == (0, 9)


def test_shares_are_written_in_per_cent_and_counts_as_they_are():
    assert numbers_of(confusion(SHARES))[2, 1] == "18.0"
    assert numbers_of(confusion(COUNTS))[2, 1] == "9"
    assert numbers_of(confusion(COUNTS / 2))[2, 1] == "4.5"
    labels = [confusion(m).figure.axes[1].get_ylabel() for m in (SHARES, COUNTS)]
    assert labels == ["share of the true class (%)", "samples taken for it"]


@pytest.mark.parametrize("kind", [np.array, list])
def test_labels_are_counted(kind):
    truth, guess = kind(["b", "a", "c", "c"]), kind(["b", "b", "c", "d"])
    ax = confusion(truth, guess)
    counted = {place: text for place, text in numbers_of(ax).items() if text != "0"}
    assert counted == {(1, 1): "1", (1, 0): "1", (2, 2): "1", (3, 2): "1"}
    assert words_of(ax.get_xticklabels()) == ["a", "b", "c", "d"]
    assert words_of(confusion([1, -1], [1, 1]).get_yticklabels()) == ["\N{MINUS SIGN}1", "+1"]


def test_means_are_written_with_their_standard_deviations():
    mean, std = [[0.0, 0.018], [0.0004, 0.0]], [[0.0, 0.008], [0.0006, 0.0]]
    texts = numbers_of(confusion(mean, std=std))
    assert texts == {(1, 0): "1.8\n±0.8", (0, 1): "0.0\n±0.1"}  # nothing where both are nothing
    counts = numbers_of(confusion(np.array([[9, 2], [1, 8]]), std=np.full((2, 2), 0.5)))
    assert counts[1, 0] == "2.0\n±0.5"
    label = confusion(COUNTS, std=COUNTS / 9).figure.axes[1].get_ylabel()
    assert label == "samples taken for it"


def test_many_classes_get_colours_without_numbers():
    ax = confusion(np.ones((20, 20), dtype=int))
    assert not ax.texts
    assert ax.images[0].get_array().shape == (20, 20)


def test_a_perfect_classifier_can_be_drawn():
    ax = confusion(np.diag([3, 4]))
    assert ax.images[0].get_clim() == (0, 1)
    assert list(numbers_of(ax).values()) == ["3", "0", "0", "4"]


def test_the_bar_of_few_mistakes_shows_whole_samples():
    bar = confusion([[8, 3], [1, 5]]).figure.axes[1]
    ticks = bar.get_yticks()
    assert len(ticks) > 1
    np.testing.assert_array_equal(ticks, np.rint(ticks))
