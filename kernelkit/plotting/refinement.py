"""A picture on a fine grid from few questions: ask on a coarse one, then where answers change.

Regions are wide and the edges between them thin, so most of the points of a fine grid have the
answer of all points around them. A slider that redraws a classifier's regions lives on that.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

__all__ = ["GRID", "Numbers", "refined"]

CELL = 6  # steps of the fine grid along the side of a cell
GRID = 50 * CELL + 1

Numbers = npt.NDArray[np.int64]


def refined(ask: Callable[[Numbers, Numbers], Numbers], start: npt.NDArray[np.bool_]) -> Numbers:
    """Fill a grid of GRID x GRID whole numbers, asking for few of them.

    A cell whose answers differ is asked for everywhere; an edge that leaves it makes answers of the
    next cell differ, and so on along the edge. What agrees with all that was asked in its cell is
    taken to be the same: the picture is the full one, except for regions that lie inside a cell,
    apart from all points of `start`.

    Parameters
    ----------
    ask : function of two arrays, rows and columns
        Gives a number for each pair.
    start : boolean array of shape (GRID, GRID)
        Where to ask first, besides the corners of all cells.
    """
    known = start.copy()
    known[::CELL, ::CELL] = True
    picture = np.zeros((GRID, GRID), dtype=np.int64)
    picture[known] = ask(*np.nonzero(known))
    corner = np.arange(GRID) // CELL * CELL
    picture = np.where(known, picture, picture[np.ix_(corner, corner)])
    while True:
        cells = _cells(picture)
        wanted = np.zeros_like(known)
        _cells(wanted)[cells.min(axis=(2, 3)) != cells.max(axis=(2, 3))] = True
        wanted &= ~known
        if not wanted.any():
            return picture
        picture[wanted] = ask(*np.nonzero(wanted))
        known |= wanted


def _cells(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """View a picture as its cells, each with the edges that it shares with its neighbours."""
    windows = sliding_window_view(picture, (CELL + 1, CELL + 1), writeable=True)
    return windows[::CELL, ::CELL]
