"""Regions with straight edges: the view, cut along the lines that linear scores can decide by.

With scores f_1, ..., f_m that are linear, any rule that looks at their signs or at their order, an
argmax or a vote, changes its answer only where some f_i = 0 or some f_i = f_j. These lines cut the
view into convex cells, and each has one answer.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from kernelkit.validation import Integers, Matrix, Vector

STEPS = 21  # of the grid, on each side, on which scores and answers are tried
MOST_LINES = 60  # that cut the view; ten scores have 10 + 45
CLOSE = 1e-7  # of the size of the view: nearer than this is on a line
ROUNDING = 1e-9  # of the largest score


class Regions(NamedTuple):
    """Convex polygons, what is answered in each, and the edges between different answers."""

    polygons: list[Matrix]
    codes: Integers
    edges: Matrix  # of shape (n_edges, 2, 2): two ends of two coordinates


def straight_regions(
    f: Callable[[Matrix], Matrix],
    ask: Callable[[Matrix], Integers],
    low: Vector,
    high: Vector,
    samples: Matrix,
) -> Regions | None:
    """Cut the view from ``low`` to ``high`` into regions, or return None if that cannot be.

    On a grid and at the samples the scores f must be linear, and what ``ask`` answers there must be
    what it answers in the cell around: a machine may decide by something else.
    """
    size = high - low
    steps = np.linspace(0.0, 1.0, STEPS)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    tried = np.vstack([grid, (samples - low) / size])  # the view is the unit square
    lines = _lines(tried, f(low + tried * size))
    if lines is None:
        return None
    cells = [np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])]
    for line in lines:
        cells = [part for cell in cells for part in _parts(cell, _distances(cell, line))]
    middles = np.array([cell.mean(axis=0) for cell in cells])
    codes = ask(low + middles * size)
    apart = _distances(tried, lines)
    own = _distances(middles, lines) > 0
    by_sides = {sides.tobytes(): code for sides, code in zip(own, codes, strict=True)}
    expected = np.array([by_sides.get(sides.tobytes(), -1) for sides in apart > 0])
    clear = (np.abs(apart) > CLOSE).all(axis=1) & (expected >= 0)
    if (ask(low + tried * size) != expected)[clear].any():
        return None
    ends = np.concatenate([np.stack([cell, np.roll(cell, -1, axis=0)], axis=1) for cell in cells])
    inside = np.repeat(codes, [len(cell) for cell in cells])
    along = ends[:, 1] - ends[:, 0]
    length = np.hypot(*along.T)
    outwards = np.column_stack([along[:, 1], -along[:, 0]])  # corners go round anticlockwise
    beyond = ends.mean(axis=1) + 2 * CLOSE * outwards / np.maximum(length, CLOSE)[:, np.newaxis]
    inner = (length > CLOSE) & ((beyond > 0) & (beyond < 1)).all(axis=1)
    outside = np.where(inner, ask(low + np.clip(beyond, 0, 1) * size), inside)
    edges = ends[inside < outside]  # each is met twice, from both sides
    return Regions([low + cell * size for cell in cells], codes, low + edges * size)


def _lines(points: Matrix, scores: Matrix) -> Matrix | None:
    """The lines f_i = 0 and f_i = f_j, rows (c, a, b) of c + a x + b y, if scores are linear."""
    terms = np.column_stack([np.ones(len(points)), points])
    weights = np.linalg.lstsq(terms, scores, rcond=None)[0].T
    largest = np.abs(scores).max()
    if not np.abs(terms @ weights.T - scores).max() <= ROUNDING * largest:  # NaN is not linear
        return None
    lines = np.array([*weights, *(one - other for one, other in combinations(weights, 2))])
    slopes = np.hypot(lines[:, 1], lines[:, 2])
    steep = slopes > CLOSE * largest  # the others are out of sight, or nowhere
    lines = lines[steep] / slopes[steep, np.newaxis]
    return lines if len(lines) <= MOST_LINES else None


def _distances(points: Matrix, lines: Matrix) -> Matrix:
    """How far points are on the positive side of one line, or of several, a column for each."""
    distances: Matrix = points @ lines[..., 1:].T + lines[..., 0]
    return distances


def _parts(cell: Matrix, values: Vector) -> list[Matrix]:
    """The two parts of a cell that a line crosses, from the line's values at its corners."""
    if values.min() > -CLOSE or values.max() < CLOSE:
        return [cell]
    return [_clip(cell, values), _clip(cell, -values)]


def _clip(cell: Matrix, values: Vector) -> Matrix:
    """Sutherland and Hodgman's clipping: the part of a convex cell with values of at least 0."""
    kept = []
    for p, q, u, v in zip(cell, np.roll(cell, -1, 0), values, np.roll(values, -1), strict=True):
        if u >= 0:
            kept.append(p)
        if u > 0 > v or u < 0 < v:
            kept.append(p + u / (u - v) * (q - p))
    return np.array(kept)
