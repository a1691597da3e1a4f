"""A Gram matrix as a picture: a good kernel shows one bright block for each class."""

from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import MaxNLocator

from kernelkit.plotting.labels import check_few, check_magnitude
from kernelkit.plotting.style import drawing_on
from kernelkit.validation import Labels, as_gram, as_labels, class_names

# Of entries that are above and below 0, at their largest: neither is the colour of a class of two.
POSITIVE, NEGATIVE = "#762A83", "#1B7837"
# Fewer colours than a screen has: nobody sees the difference and the picture takes half the space.
FROM_ZERO = colormaps["viridis"].resampled(48)
AROUND_ZERO = LinearSegmentedColormap.from_list("gram", [NEGATIVE, "white", POSITIVE], 49)


def gram_matrix(K: Any, y: Any = None, ax: Axes | None = None) -> Axes:
    """Draw a Gram matrix as a heat map, its samples sorted by class where labels are given.

    Parameters
    ----------
    K : array of shape (n_samples, n_samples)
        The values of the kernel between all pairs of samples.
    y : array of shape (n_samples,), optional
        Labels: numbers or strings. Samples of one class keep their order.
    ax : Axes, optional
        Where to draw; a new figure without it.

    Examples
    --------
    >>> ax = gram_matrix([[1, 0, 0.5], [0, 1, 0], [0.5, 0, 1]], ["a", "b", "a"])
    >>> ax.images[0].get_array().tolist()
    [[1.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    gram = check_magnitude(as_gram(K), "K")
    labels = None if y is None else as_labels(y, len(gram))
    if labels is not None:
        order = np.argsort(labels, kind="stable")
        gram, labels = gram[np.ix_(order, order)], labels[order]
    negative = bool((gram < 0).any())
    limit = float(np.abs(gram).max())
    colors: dict[str, Any] = {"cmap": FROM_ZERO}
    if negative:
        colors = {"cmap": AROUND_ZERO, "vmin": -limit, "vmax": limit}
    # Up to there every entry gets its own square; of larger matrices, neighbours are averaged.
    how = "nearest" if len(gram) <= 300 else "auto"
    with drawing_on(ax) as axes:
        image = axes.imshow(gram, interpolation=how, **colors)
        axes.figure.colorbar(image, ax=axes, label="value of the kernel")
        if labels is None:
            axes.set(xlabel="sample", ylabel="sample")
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_locator(MaxNLocator(integer=True))
        else:
            _put_blocks(axes, labels, "black" if negative else "white")
    return axes


def _put_blocks(ax: Axes, labels: Labels, color: str) -> None:
    """Name each class in the middle of its block and draw lines between the blocks."""
    classes, starts = np.unique(labels, return_index=True)
    check_few(len(classes))
    edges = np.append(starts, len(labels)) - 0.5
    middles = (edges[:-1] + edges[1:]) / 2
    names = class_names(classes)
    ax.set_xticks(middles, names)
    ax.set_yticks(middles, names)
    for edge in edges[1:-1]:
        ax.axhline(edge, color=color, linewidth=1)
        ax.axvline(edge, color=color, linewidth=1)
