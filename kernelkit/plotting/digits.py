"""A sheet of small square images: what they are, and what they were taken for."""

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from kernelkit.plotting.labels import check_magnitude, join_classes
from kernelkit.plotting.style import INK, MISTAKE, check_axes, drawing_on
from kernelkit.validation import InputError, Matrix, as_labels, as_matrix, check_whole, class_names

MOST_IMAGES = 400
SHEET_WIDTH = 6.4  # inches
CELL_WIDTH = 0.9  # inches, at most
TITLE_SIZE = 10  # points, at most: long titles get smaller so that neighbours do not touch


def digits(
    X: Any,
    labels: Any = None,
    predicted: Any = None,
    columns: int = 10,
    ax: Axes | None = None,
) -> Axes:
    """Draw square images, one for each row of X, dark ink on white paper.

    Parameters
    ----------
    X : array of shape (n_images, side * side)
        Grey levels of any range, the largest of the sheet is black.
    labels : array of shape (n_images,), optional
        What the images are: the title of each.
    predicted : array of shape (n_images,), optional
        What they were taken for: the title becomes "true → predicted", in bold colour where the
        two differ.
    columns : int
        How many images stand in a row.
    ax : Axes, optional
        Where to draw; a new figure without it.

    Examples
    --------
    >>> ax = digits(np.eye(4), labels=[0, 1, 2, 3], predicted=[0, 1, 2, 0])
    >>> [text.get_text() for text in ax.texts]
    ['0 → 0', '1 → 1', '2 → 2', '3 → 0']
    """
    images = _as_images(X)
    columns = min(check_whole(columns, "columns"), len(images))
    titles = _titles(labels, predicted, len(images))
    side = images.shape[1]
    gap = max(1, side // 6)
    if ax is None:
        width = min(SHEET_WIDTH, CELL_WIDTH * columns)
    else:
        width = check_axes(ax).get_window_extent().width / ax.figure.dpi
    points = 72 * width / (columns * (side + gap))  # the size of a pixel
    longest = max((len(title) for title, _ in titles), default=1)
    font = min(TITLE_SIZE, (side + gap) * points / (0.75 * longest))
    above = round(1.5 * font / points) if titles else 0
    # One picture of all, with room above each image and NaN where there is none.
    across, down = side + gap, side + gap + above
    sheet = np.full((math.ceil(len(images) / columns) * down - gap, columns * across - gap), np.nan)
    for k, image in enumerate(images):
        top, left = k // columns * down + above, k % columns * across
        sheet[top : top + side, left : left + side] = image
    size = (width, width * sheet.shape[0] / sheet.shape[1])
    with drawing_on(ax, figsize=size) as axes:
        low, high = images.min(), images.max()
        axes.imshow(sheet, interpolation="nearest", cmap="gray_r", vmin=low, vmax=high)
        axes.set_axis_off()
        for k, (title, right) in enumerate(titles):
            x, y = k % columns * across + (side - 1) / 2, k // columns * down + above - 1
            text = axes.text(x, y, title, size=font, ha="center", va="bottom", color=INK)
            if not right:
                text.set(color=MISTAKE, weight="bold")
    return axes


def _as_images(X: Any) -> Matrix:
    pixels = check_magnitude(as_matrix(X), "X")
    n_images, n_pixels = pixels.shape
    side = math.isqrt(n_pixels)
    if side * side != n_pixels:
        raise InputError("X", f"must hold square images, got {n_pixels} features")
    if n_images > MOST_IMAGES:
        raise InputError("X", f"must hold at most {MOST_IMAGES} images, got {n_images}")
    return pixels.reshape(n_images, side, side)


def _titles(labels: Any, predicted: Any, n_images: int) -> list[tuple[str, bool]]:
    """Give each image's title and whether it was recognised."""
    if labels is None:
        if predicted is not None:
            raise InputError("predicted", "needs labels to compare with, got labels=None")
        return []
    true = as_labels(labels, n_images, "labels")
    guess = true if predicted is None else as_labels(predicted, n_images, "predicted")
    classes = join_classes(true, guess)
    names = dict(zip(classes.tolist(), class_names(classes), strict=True))
    if predicted is None:
        return [(names[label], True) for label in true.tolist()]
    pairs = zip(true.tolist(), guess.tolist(), strict=True)
    return [(f"{names[label]} → {names[other]}", label == other) for label, other in pairs]
