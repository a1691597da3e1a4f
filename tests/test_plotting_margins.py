"""Margins and losses: where the lines are, who is ringed, how long a slack is drawn."""

import numpy as np
from checks import assert_kind_error
from matplotlib.collections import LineCollection
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from kernelkit import Gaussian, KernelSVM, Linear
from kernelkit.datasets import make_blobs, make_moons
from kernelkit.plotting import margins

BLOBS = make_blobs(60, centers=[[0, 0], [3, 1.2]], spread=1.0, seed=4)
MOONS = make_moons(80, noise=0.25, seed=1)


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def slacks(ax):
    (lines,) = [c for c in ax.collections if c.get_label() == "slack"]
    assert isinstance(lines, LineCollection)
    return np.array(lines.get_segments())


def rings(ax):
    return ax.collections[-1].get_offsets()


def test_support_vectors_are_ringed():
    model = KernelSVM(1.0, Linear()).fit(*BLOBS)
    ax = margins(model, *BLOBS)
    np.testing.assert_array_equal(rings(ax), BLOBS.X[model.support_])
    names = ["0", "1", "f(x) = 0", "f(x) = ±1", "slack", "support vectors"]
    assert legend_of(ax) == names


def test_a_slack_of_a_linear_machine_is_the_shortest_way_to_the_margin():
    model = KernelSVM(1.0, Linear()).fit(*BLOBS)
    w = model.dual_coef_[0] @ model.support_vectors_
    signs = np.where(BLOBS.y == 1, 1, -1)
    epsilon = 1 - signs * model.decision_function(BLOBS.X)
    paying = epsilon > 1e-2
    lines = slacks(margins(model, *BLOBS))
    assert len(lines) == paying.sum() > 0
    np.testing.assert_array_equal(lines[:, 0], BLOBS.X[paying])
    lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
    np.testing.assert_allclose(lengths, epsilon[paying] / np.linalg.norm(w), rtol=1e-5)
    reached = model.decision_function(lines[:, 1])
    np.testing.assert_allclose(reached, signs[paying], atol=1e-6)


def test_a_slack_of_a_curved_machine_ends_on_its_margin():
    model = KernelSVM(1.0, Gaussian(0.6)).fit(*MOONS)
    lines = slacks(margins(model, *MOONS))
    signs = np.where(MOONS.y == 1, 1, -1)
    paying = 1 - signs * model.decision_function(MOONS.X) > 1e-2
    reached = signs[paying] * model.decision_function(lines[:, 1])
    assert (np.abs(reached - 1) < 1e-6).mean() > 0.8, "from a few no slope leads there"


def test_any_classifier_with_values_will_do():
    words = np.where(BLOBS.y == 1, "yes", "no")
    ax = margins(SVC(kernel="linear").fit(BLOBS.X, words), BLOBS.X, words)
    assert legend_of(ax)[:2] == ["no", "yes"]
    model = LogisticRegression().fit(*BLOBS)
    inside = np.where(BLOBS.y == 1, 1, -1) * model.decision_function(BLOBS.X) <= 1 + 1e-2
    np.testing.assert_array_equal(rings(margins(model, *BLOBS)), BLOBS.X[inside])


def test_what_it_cannot_draw_is_named():
    three = make_blobs(30, centers=3, seed=0)
    words = "model must have two classes for margins, got 3"
    assert_kind_error(ValueError, words, margins, KernelSVM().fit(*three), *three)
    words = "model must have a decision_function, got 3"
    assert_kind_error(TypeError, words, margins, 3, *BLOBS)
    words = "X must have two features to be drawn, got 3"
    assert_kind_error(ValueError, words, margins, KernelSVM(), np.ones((2, 3)), [0, 1])
