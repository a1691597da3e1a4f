"""Where each lesson stands on the map of the course, for lesson 00 and for the web pages."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["Place", "layout", "way"]

MANY = 3  # a last lesson that needs more than these needs all: it goes across the map


class Place(NamedTuple):
    """The place of a lesson, which a picture may turn or mirror as it likes.

    Attributes
    ----------
    row : int
        How many lessons deep it stands: below all that it needs.
    column : float
        Its place within the row, whose middle is that of all other rows.
    after : list of str
        The lessons from which an arrow leads here: those needed, without those that another of
        them needs already.
    across : bool
        Whether all roads meet in it: it has its row for itself and no arrows.
    """

    row: int
    column: float
    after: list[str]
    across: bool


def layout(needs: Mapping[str, Sequence[str]]) -> dict[str, Place]:
    """Place every lesson below those it needs, and near them.

    Parameters
    ----------
    needs : mapping of str to sequence of str
        The number of each lesson, in the order of the course, and the lessons to read before it.

    Returns
    -------
    dict of str to Place
        The places, in the order of ``needs``.

    Examples
    --------
    >>> places = layout({"00": [], "01": ["00"], "02": ["00"], "03": ["00", "02"]})
    >>> {number: place[:3] for number, place in places.items()}["03"]
    (2, 0.5, ['02'])
    """
    after = {number: _direct(number, needs) for number in needs}
    needed = {number for numbers in needs.values() for number in numbers}
    across = [number for number in needs if len(after[number]) > MANY and number not in needed]
    row: dict[str, int] = {}
    for number in needs:
        if number not in across:
            row[number] = 1 + max((row[other] for other in needs[number]), default=-1)
    for number in across:
        row[number] = 1 + max(row.values())
    rows = [[number for number in needs if row[number] == y] for y in sorted(set(row.values()))]
    widest = max(map(len, rows), default=0)
    column: dict[str, float] = {}
    for members in rows:
        start = (widest - len(members)) / 2
        # Sorting is stable: lessons with the same needs stay in the order of the course.
        for k, number in enumerate(sorted(members, key=lambda x: _middle(after[x], column))):
            column[number] = start + k
    return {
        number: Place(
            row[number], column[number], [] if number in across else after[number], number in across
        )
        for number in needs
    }


def way(places: Mapping[str, Place], start: str, end: str) -> list[float]:
    """The column at which an arrow passes each row between two lessons.

    It is the nearest to the straight line at which no box stands in the way.

    Parameters
    ----------
    places : mapping of str to Place
        What ``layout`` returned.
    start, end : str
        The numbers of the two lessons.

    Returns
    -------
    list of float
        The columns, one for each row that is passed.

    Examples
    --------
    >>> way(layout({"00": [], "01": ["00"], "02": ["01"], "03": ["00", "02"]}), "00", "02")
    [-0.5]
    """
    (first, left, *_), (last, right, *_) = places[start], places[end]
    passed = []
    for row in range(first + 1, last):
        straight = left + (right - left) * (row - first) / (last - first)
        boxes = [place.column for place in places.values() if place.row == row]
        gaps = [straight, *(column + side for column in boxes for side in (-0.5, 0.5))]
        free = [gap for gap in gaps if all(abs(gap - column) > 0.45 for column in boxes)]
        passed.append(min(free, key=lambda gap: abs(gap - straight)))
    return passed


def _direct(number: str, needs: Mapping[str, Sequence[str]]) -> list[str]:
    """The lessons needed, without those that another of them needs already."""
    implied = set().union(*(_all_before(other, needs) for other in needs[number]))
    return [other for other in needs[number] if other not in implied]


def _all_before(number: str, needs: Mapping[str, Sequence[str]]) -> set[str]:
    return set(needs[number]).union(*(_all_before(other, needs) for other in needs[number]))


def _middle(numbers: Sequence[str], column: Mapping[str, float]) -> float:
    return sum(column[number] for number in numbers) / max(1, len(numbers))
