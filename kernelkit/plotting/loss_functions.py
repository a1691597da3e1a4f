"""All losses of the course on one axis; lesson 14_losses."""

import numpy as np
from matplotlib.axes import Axes

from kernelkit import losses
from kernelkit.plotting.boundary import DASHES
from kernelkit.plotting.labels import put_legend
from kernelkit.plotting.style import INK, class_style, drawing_on

__all__ = ["loss_functions"]

NAMES = ("zero_one", "perceptron", "hinge", "logistic", "squared")


def loss_functions(ax: Axes | None = None) -> Axes:
    r"""Draw each loss as a function of :math:`t = y f(x)`, from -3 to 3.

    To the left of 0 a sample is on the wrong side. The squared loss alone rises again to the right
    of 1, where nothing is wrong.

    Parameters
    ----------
    ax : Axes, optional
        Where to draw; a new figure without it.

    Examples
    --------
    >>> ax = loss_functions()
    >>> [text.get_text() for text in ax.get_legend().get_texts()][1:3]
    ['perceptron', 'hinge']
    """
    t = np.linspace(-3.0, 3.0, 601)
    with drawing_on(ax) as axes:
        axes.axvline(0.0, color=INK, linewidth=0.8, alpha=0.5)
        for index, name in enumerate(NAMES):
            values, words = getattr(losses, name)(t), name
            if name == "zero_one":
                values[np.searchsorted(t, 0.0, side="right")] = np.nan  # a step, not a slope
                words = "0\N{EN DASH}1"
            color, dashes = class_style(index).color, DASHES[index % len(DASHES)]
            axes.plot(t, values, color=color, linestyle=dashes, label=words)
        axes.set(xlim=(-3.0, 3.0), ylim=(-0.1, 4.5), xlabel="y f(x)", ylabel="loss")
        put_legend(axes)
    return axes
