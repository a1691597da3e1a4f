"""The one style of the course: colours, markers, sizes, and the figures that have them.

A class is a colour *and* a marker, so that a picture survives a grey printer and every kind of
colour blindness.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib import rcParams
from matplotlib.axes import Axes

from kernelkit.plotting.notebook import HOOK
from kernelkit.validation import InputTypeError

# Six of Okabe and Ito's colours, then four dark ones. To normal, protan, deutan and tritan eyes any
# two of the ten differ at least as much as the closest two of those six.
PALETTE = (
    "#0072B2",  # blue
    "#D55E00",  # vermilion
    "#009E73",  # green
    "#CC79A7",  # pink
    "#E69F00",  # orange
    "#56B4E9",  # sky
    "#332288",  # indigo
    "#8C510A",  # brown
    "#882255",  # wine
    "#000000",  # black
)
MARKERS = "o^sDvPX*<>"
SCALES = (1.0, 1.15, 0.85, 0.75, 1.15, 1.2, 1.2, 1.7, 1.15, 1.15)  # to look as large as the disc
INK = "#222222"
MISTAKE = PALETTE[1]

# Any, because matplotlib's types list every setting by name, and not the same ones in each version.
STYLE: dict[Any, Any] = {
    "figure.figsize": (6.4, 4.0),
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "savefig.dpi": "figure",
    "savefig.facecolor": "white",
    "savefig.transparent": False,
    # DejaVu Sans comes with matplotlib, so that every machine sets the same text.
    "font.family": ["DejaVu Sans"],
    "font.size": 11,
    "text.color": INK,
    "axes.facecolor": "white",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.labelsize": 11,
    "axes.titlesize": 12,
    "axes.prop_cycle": cycler(color=PALETTE),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "lines.linewidth": 1.8,
    "legend.fontsize": 10,
    "legend.frameon": False,
}


class ClassStyle(NamedTuple):
    """How the points of one class look; ``scale`` multiplies the area of the marker."""

    color: str
    marker: str
    scale: float


def use_style() -> None:
    """Set the style of the course for all figures that follow: for the first cell of a lesson.

    Nothing but settings of matplotlib change. One of them, ``figure.hooks``, names a function that
    lets notebooks show a new figure faster, for the sake of sliders.
    """
    rcParams.update(STYLE)
    if HOOK not in rcParams["figure.hooks"]:
        rcParams["figure.hooks"] = [*rcParams["figure.hooks"], HOOK]


def class_style(index: int) -> ClassStyle:
    """Colour and marker of a class: ten of each, a hundred different pairs."""
    turn, place = divmod(index, len(PALETTE))
    shape = (place + turn) % len(MARKERS)
    return ClassStyle(PALETTE[place], MARKERS[shape], SCALES[shape])


@contextmanager
def drawing_on(ax: Axes | None, **figure_options: Any) -> Iterator[Axes]:
    """Give ``ax`` to draw on, or the Axes of a new figure, which goes away if drawing fails."""
    if ax is not None:
        yield check_axes(ax)
        return
    # Not matplotlib.rc_context, which gives back everything: in a notebook the first figure loads
    # the inline backend, which turns interactive mode on, and that has to last.
    before = {name: rcParams[name] for name in STYLE}
    rcParams.update(STYLE)
    try:
        figure, new = plt.subplots(**figure_options)
        try:
            yield new
        except BaseException:
            plt.close(figure)
            raise
    finally:
        rcParams.update(before)


def check_axes(ax: Any) -> Axes:
    """Return the Axes, or say what came instead."""
    if not isinstance(ax, Axes):
        raise InputTypeError("ax", f"must be matplotlib Axes, got {type(ax).__name__}")
    return ax
