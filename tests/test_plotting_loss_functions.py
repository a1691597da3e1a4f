"""Every loss is drawn as it is."""

import numpy as np

from kernelkit import losses
from kernelkit.plotting import loss_functions

STEP = "0\N{EN DASH}1"


def test_every_loss_is_drawn_as_it_is():
    ax = loss_functions()
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == [STEP, "perceptron", "hinge", "logistic", "squared"]
    drawn = {line.get_label(): line for line in ax.lines}
    for name, words in [("hinge", "hinge"), ("logistic", "logistic"), ("squared", "squared")]:
        t, values = drawn[words].get_data()
        np.testing.assert_array_equal(values, getattr(losses, name)(np.asarray(t)))
    t, values = drawn[STEP].get_data()
    assert values[t < -0.1].tolist() == [1.0] * (t < -0.1).sum()
    assert values[t > 0.1].tolist() == [0.0] * (t > 0.1).sum()
    assert np.isnan(values).sum() == 1, "a jump, not a slope"
    assert len({(line.get_color(), str(line.get_linestyle())) for line in drawn.values()}) >= 5
