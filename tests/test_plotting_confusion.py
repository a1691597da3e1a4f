"""Confusion matrices: numbers where they belong, colours for mistakes alone."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from kernelkit.plotting import confusion
from kernelkit.plotting.style import INK

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
    assert numbers_of(ax) == {(0, 0): "50", (1, 1): "40", (2, 2): "30"} | places


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


def test_what_rounds_to_nothing_is_not_written():
    assert numbers_of(confusion([[0.9, 0.0004], [0.0006, 0.9]])).keys() == {(0, 0), (0, 1), (1, 1)}


def test_numbers_on_dark_ground_are_white():
    colors = {text.get_text(): to_hex(text.get_color()) for text in confusion(COUNTS).texts}
    assert colors["9"] == "#ffffff"
    assert colors["3"] == colors["50"] == INK


@pytest.mark.parametrize(
    ("classes", "names"),
    [(None, ["0", "1", "2"]), (["a", "b", "c"], ["a", "b", "c"]), ([3, 5, 8], ["3", "5", "8"])],
)
def test_classes_are_named_on_both_axes(classes, names):
    ax = confusion(COUNTS, classes)
    assert words_of(ax.get_xticklabels()) == words_of(ax.get_yticklabels()) == names


@pytest.mark.parametrize("kind", [np.array, list])
def test_labels_are_counted(kind):
    truth, guess = kind(["b", "a", "c", "c"]), kind(["b", "b", "c", "d"])
    ax = confusion(truth, guess)
    assert numbers_of(ax) == {(1, 1): "1", (1, 0): "1", (2, 2): "1", (3, 2): "1"}
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


@pytest.mark.parametrize(
    ("std", "error", "words"),
    [
        (np.ones((2, 2)), ValueError, r"std must have the shape of matrix, \(3, 3\), got \(2, 2\)"),
        (-np.eye(3), ValueError, "std must hold no number below 0, got -1"),
        (np.full((3, 3), np.nan), ValueError, "std must be finite, got nan"),
        ([["a"] * 3] * 3, TypeError, "std must hold real numbers"),
    ],
)
def test_standard_deviations_must_fit(std, error, words):
    with pytest.raises(error, match=words):
        confusion(COUNTS, std=std)
    assert plt.get_fignums() == []


def test_many_classes_get_colours_without_numbers():
    ax = confusion(np.ones((20, 20), dtype=int))
    assert not ax.texts
    assert ax.images[0].get_array().shape == (20, 20)


def test_a_perfect_classifier_can_be_drawn():
    ax = confusion(np.diag([3, 4]))
    assert ax.images[0].get_clim() == (0, 1)
    assert list(numbers_of(ax).values()) == ["3", "4"]


def test_it_draws_on_the_axes_it_is_given():
    _, ax = plt.subplots()
    assert confusion(COUNTS, ax=ax) is ax


@pytest.mark.parametrize(
    ("matrix", "classes", "error", "words"),
    [
        (np.ones((2, 3)), None, ValueError, r"matrix must be square.*got \(2, 3\)"),
        ([1, 2], None, ValueError, r"matrix must be two-dim.* confusion\(y_true, y_pred\)"),
        ([1, 2], [1, 2, 3], ValueError, "classes must be .* each of the 2 samples"),
        ([1, 2], ["a", "b"], TypeError, "labels must all be of one kind"),
        (np.arange(101), np.arange(101), ValueError, "at most 100 classes, got 101"),
        ([[1, -2], [0, 1]], None, ValueError, "matrix must hold no number below 0, got -2"),
        ([[1, np.nan], [0, 1]], None, ValueError, "matrix must be finite, got nan"),
        ([["a", "b"], ["c", "d"]], None, TypeError, "matrix must hold real numbers"),
        (COUNTS, ["a", "b"], ValueError, r"classes must be .* got shape \(2,\)"),
        (np.ones((101, 101)), None, ValueError, "at most 100 classes, got 101"),
    ],
)
def test_bad_input_is_named_and_leaves_no_figure(matrix, classes, error, words):
    with pytest.raises(error, match=words):
        confusion(matrix, classes)
    assert plt.get_fignums() == []


def test_ax_must_be_axes():
    with pytest.raises(TypeError, match="ax must be matplotlib Axes"):
        confusion(COUNTS, ax="here")


def test_the_bar_of_few_mistakes_shows_whole_samples():
    bar = confusion([[8, 3], [1, 5]]).figure.axes[1]
    ticks = bar.get_yticks()
    assert len(ticks) > 1
    np.testing.assert_array_equal(ticks, np.rint(ticks))
