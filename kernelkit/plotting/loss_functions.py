"""All losses of the course on one axis; lesson 14_losses."""

import numpy as np
from matplotlib.axes import Axes

from kernelkit import losses
from kernelkit.plotting.boundary import DASHES
from kernelkit.plotting.labels import check_flags, put_legend
from kernelkit.plotting.style import INK, class_style, drawing_on
from kernelkit.validation import InputError, check_number

__all__ = ["loss_functions"]

NAMES = {
    "zero_one": "0\N{EN DASH}1",
    "perceptron": "perceptron",
    "hinge": "hinge",
    "logistic": "logistic",
    "squared": "squared",
}
POINTS = 601
FARTHEST = 1e6  # from 0: the squared loss is then a million million


def loss_functions(
    ax: Axes | None = None, *, low: float = -3.0, high: float = 3.0, legend: bool = True
) -> Axes:
    r"""Draw each loss as a function of :math:`t = y f(x)`, from `low` to `high`.

    To the left of 0 a sample is on the wrong side. The squared loss alone rises again to the right
    of 1, where nothing is wrong.

    Parameters
    ----------
    ax : Axes, optional
        Where to draw; a new figure without it.
    low, high : float
        The ends of the axis.
    legend : bool
        Whether to list the losses beside the picture.

    Examples
    --------
    >>> ax = loss_functions()
    >>> [text.get_text() for text in ax.get_legend().get_texts()][1:3]
    ['perceptron', 'hinge']
    """
    check_flags(legend=legend)
    low, high = (
        check_number(end, name, at_least=-FARTHEST, at_most=FARTHEST)
        for end, name in ((low, "low"), (high, "high"))
    )
    if not low < high:
        raise InputError("low", f"must be below high, got {low:g} and {high:g}")
    t = np.linspace(low, high, POINTS)
    with drawing_on(ax) as axes:
        axes.axvline(0.0, color=INK, linewidth=0.8, alpha=0.5)
        for index, (name, words) in enumerate(NAMES.items()):
            values = getattr(losses, name)(t)
            if name == "zero_one" and low < 0 < high:  # a step, not a slope
                values[np.searchsorted(t, 0.0, side="right")] = np.nan
            color, dashes = class_style(index).color, DASHES[index % len(DASHES)]
            axes.plot(t, values, color=color, linestyle=dashes, label=words)
        top = float(losses.hinge(np.array([min(low, 0.0)]))[0]) + 0.5
        axes.set(xlim=(low, high), ylim=(-0.1, top), xlabel="y f(x)", ylabel="loss")
        if legend:
            put_legend(axes)
    return axes
