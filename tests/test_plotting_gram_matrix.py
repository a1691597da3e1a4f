"""A Gram matrix is drawn as it is, its samples sorted by class."""

import numpy as np

from kernelkit.plotting import gram_matrix

RNG = np.random.default_rng(3)
F = RNG.normal(size=(12, 3))
K = np.abs(F @ F.T)
Y = RNG.permutation(np.repeat(["pine", "larch", "yew"], [3, 4, 5]))


def words_of(ticks):
    return [text.get_text() for text in ticks]


def test_a_gram_matrix_without_labels_is_drawn_as_it_is():
    ax = gram_matrix(K)
    np.testing.assert_array_equal(ax.images[0].get_array(), K)
    assert ax.get_xlabel() == "sample"


def test_samples_of_a_gram_matrix_are_sorted_by_class_and_keep_their_order():
    order = [i for name in ("larch", "pine", "yew") for i in np.flatnonzero(name == Y)]
    drawn = gram_matrix(K, Y).images[0].get_array()
    np.testing.assert_array_equal(drawn, K[np.ix_(order, order)])


def test_blocks_are_named_in_their_middle_and_separated():
    ax = gram_matrix(K, Y)
    assert words_of(ax.get_xticklabels()) == ["larch", "pine", "yew"]
    assert words_of(ax.get_yticklabels()) == ["larch", "pine", "yew"]
    np.testing.assert_allclose(ax.get_yticks(), [1.5, 5.0, 9.0])
    across = [line.get_ydata()[0] for line in ax.lines if line.get_ydata()[0] > 1]
    down = [line.get_xdata()[0] for line in ax.lines if line.get_xdata()[0] > 1]
    assert across == down == [3.5, 6.5]


def test_colours_are_centred_on_zero_exactly_when_there_are_negative_values():
    low, high = gram_matrix(F @ F.T).images[0].get_clim()
    assert -low == high == np.abs(F @ F.T).max()
    assert gram_matrix(K).images[0].get_clim() == (K.min(), K.max())
    middle = gram_matrix(F @ F.T).images[0]
    assert min(middle.cmap(middle.norm(0.0))[:3]) > 0.95
