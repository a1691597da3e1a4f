"""A learning curve shows what was recorded, each value at its epoch."""

from types import SimpleNamespace

import numpy as np

from kernelkit.plotting import learning_curve


def words_of(ticks):
    return [text.get_text() for text in ticks]


def test_a_learning_curve_counts_epochs_from_one():
    model = SimpleNamespace(fit=None, learning_curve_=np.array([9, 4, 0]))
    ax = learning_curve(model)
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), [[1, 9], [2, 4], [3, 0]])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("epoch", "mistakes")
    ax.figure.canvas.draw()
    assert all(tick == round(tick) for tick in ax.get_xticks())


def test_the_axis_says_what_was_recorded():
    counted = SimpleNamespace(fit=None, learning_curve_=np.array([9, 4]))
    minimised = SimpleNamespace(fit=None, learning_curve_=np.array([9.0, 4.5]))
    assert learning_curve({"a": minimised, "b": minimised}).get_ylabel() == "objective"
    assert learning_curve({"a": minimised, "b": counted}).get_ylabel() == "recorded value"
    assert learning_curve([9, 4]).get_ylabel() == "recorded value"
    assert learning_curve(counted, ylabel="errors").get_ylabel() == "errors"


def test_a_value_from_before_the_first_step_stands_at_zero():
    counted = SimpleNamespace(fit=None, learning_curve_=np.array([9, 4, 0]), n_iter_=3)
    started = SimpleNamespace(fit=None, learning_curve_=np.array([9, 4, 0]), n_iter_=2)
    ax = learning_curve({"mistakes": counted, "objective": started})
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 2, 3], [0, 1, 2]]
    ax = learning_curve({"mistakes": counted, "array": [9, 4, 0]}, start=5)
    assert [line.get_xdata().tolist() for line in ax.lines] == [[5, 6, 7]] * 2


def test_several_curves_have_their_names_and_looks():
    model = SimpleNamespace(fit=None, learning_curve_=[2, 1])
    for curves in ({"a": model, "b": [3, 2, 1]}, {"a": np.ones(50), "b": np.zeros(50)}):
        ax = learning_curve(curves)
        assert words_of(ax.get_legend().get_texts()) == ["a", "b"]
        looks = {(line.get_linestyle(), line.get_marker()) for line in ax.lines}
        assert len(looks) == len({line.get_color() for line in ax.lines}) == 2


def test_runs_are_drawn_as_their_mean_in_a_band_of_one_deviation():
    runs = np.random.default_rng(3).normal(size=(20, 6))
    ax = learning_curve(runs)
    mean, std = runs.mean(axis=0), runs.std(axis=0)
    np.testing.assert_allclose(ax.lines[0].get_ydata(), mean)
    band = ax.collections[0].get_paths()[0].vertices
    for epoch in range(6):
        heights = band[band[:, 0] == epoch + 1, 1]
        np.testing.assert_allclose(heights.min(), mean[epoch] - std[epoch])
        np.testing.assert_allclose(heights.max(), mean[epoch] + std[epoch])


def test_values_may_stand_at_places_of_their_own():
    ax = learning_curve({"a": [3, 2], "b": [4, 1]}, at=[100, 400], xlabel="samples")
    assert [line.get_xdata().tolist() for line in ax.lines] == [[100, 400]] * 2
