"""The straight boundary of a linear machine, with the vector that stands on it."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import AxLine
from matplotlib.patheffects import withStroke

from kernelkit.plotting.labels import put_legend
from kernelkit.plotting.style import INK, check_axes
from kernelkit.validation import InputError, Vector, as_vector, check_number

# One after the other, so that several lines in one picture can be told apart without colours.
DASHES = ("-", "--", "-.", ":", (0, (9, 2)))
ARROW = 0.18  # length of the arrow as a share of the view


def boundary(
    w: Any, b: float, ax: Axes, label: str | None = None, *, normal: str | None = None, **style: Any
) -> Axes:
    r"""Draw the line :math:`\langle w, x\rangle + b = 0` across the view, which stays as it is.

    Parameters
    ----------
    w : array of two numbers
        The weights, not both 0.
    b : float
        The bias.
    ax : Axes
        Where to draw.
    label : str, optional
        What the legend calls the line.
    normal : str, optional
        Draw an arrow along w, from the line into the positive side, with this name at its tip, for
        example ``"w"``. It looks perpendicular where both axes have one scale:
        ``ax.set_aspect("equal")``.
    **style
        Settings of the line, such as ``color`` or ``linestyle``; by default each further line has
        other dashes.

    Examples
    --------
    >>> from kernelkit.plotting import scatter
    >>> ax = scatter([[0, 0], [2, 2]], [-1, 1])
    >>> boundary([1, 1], -2, ax, label="half-way") is ax
    True
    """
    check_axes(ax)
    weights = as_vector(w, "w").astype(float)
    if weights.shape != (2,) or not weights.any():
        raise InputError("w", f"must be two weights, not both 0, got {weights.tolist()}")
    bias = check_number(b, "b")
    size = np.abs(weights).max()  # first, so that no square leaves the range of numbers
    length = np.hypot(*(weights / size))
    unit = weights / size / length
    low, high = np.sort(np.array([ax.get_xlim(), ax.get_ylim()]), axis=1).T
    with np.errstate(over="ignore"):  # a line at an infinite distance is out of sight
        start, end = _ends(unit, bias / size / length, low, high)
    earlier = sum(isinstance(line, AxLine) for line in ax.lines)
    settings = {"color": INK, "linestyle": DASHES[earlier % len(DASHES)], "linewidth": 1.8, **style}
    line = AxLine(tuple(start), tuple(end), None, label=label, **settings)
    ax.add_line(line)
    foot = (start + end) / 2
    if normal is not None and (low <= foot).all() and (foot <= high).all():  # in sight
        step = ARROW / np.hypot(*(unit / (high - low))) * unit
        _put_arrow(ax, foot, step, normal, line.get_color())
    if label is not None:
        put_legend(ax)
    return ax


def _ends(unit: Vector, offset: float, low: Vector, high: Vector) -> tuple[Vector, Vector]:
    """Give the ends of the line inside the view, or two other points of a line that misses it."""
    center, diagonal = (low + high) / 2, float(np.hypot(*(high - low)))
    # A line out of sight may as well be nearer, where its two ends are different numbers.
    distance = np.clip(unit @ center + offset, -1e3 * diagonal, 1e3 * diagonal)
    foot = center - distance * unit
    along = np.array([-unit[1], unit[0]])
    moves = along != 0
    # foot + t * along is inside, in each coordinate, for t between two values: very large ones in
    # the coordinate that hardly moves.
    ts = np.sort((np.stack([low, high]) - foot)[:, moves] / along[moves], axis=0)
    first, last = ts[0].max(), ts[1].min()
    if first >= last:
        first, last = -diagonal, diagonal
    return foot + first * along, foot + last * along


def _put_arrow(ax: Axes, foot: Vector, step: Vector, name: str, color: Any) -> None:
    look = {"arrowstyle": "-|>", "mutation_scale": 16, "linewidth": 1.8, "color": color}
    look |= {"shrinkA": 0, "shrinkB": 0}  # from the line itself to the very tip
    where: Any = {"xy": foot + step, "xytext": foot, "annotation_clip": False, "zorder": 5}
    ax.annotate("", arrowprops=look, **where)
    x, y = foot + 1.2 * step
    text = ax.text(x, y, name, color=color, size=13, style="italic", zorder=5)
    halo = withStroke(linewidth=3, foreground="white")
    text.set(ha="center", va="center", path_effects=[halo])
