"""The map of the course: boxes and arrows, laid out from the lessons' prerequisites.

Colours come from the style sheet, so that one drawing serves the light and the dark pages. A phone
is too narrow for the boxes: it gets a list of stops with the lines that join them, and the style
sheet shows one of the two.
"""

from collections.abc import Sequence
from itertools import permutations
from textwrap import wrap
from typing import NamedTuple

from tools.lessons.course import Lesson
from tools.site.templating import render

WIDTH, HEIGHT = 164, 54  # of a box
ACROSS, DOWN = 20, 42  # between boxes
LANE, STOP, EDGE = 17, 42, 14  # of the list: between lines, between stops, to the left of both
MANY = 3  # a lesson that needs more than these needs all: a box across the map, without arrows


class Box(NamedTuple):
    """A lesson's box: its upper left corner, its width, and the lines of its title."""

    lesson: Lesson
    x: float
    y: float
    width: float
    lines: list[str]
    height: float = HEIGHT

    @property
    def middle(self) -> float:
        """Where a single line of text stands."""
        return self.y + HEIGHT / 2 + 5


class Stop(NamedTuple):
    """A lesson's place in the list, and the paths of the lines that lead to it."""

    lesson: Lesson
    x: float
    y: float
    lines: list[str]


def course_map(lessons: Sequence[Lesson]) -> str:
    """Draw the map, for a page beside the folder of the lessons."""
    return _boxes(lessons) + _stops(lessons)


def _boxes(lessons: Sequence[Lesson]) -> str:
    places = layout(lessons)
    columns = max(x for x, _ in places.values()) + 1
    rows = max(y for _, y in places.values()) + 1
    width = columns * (WIDTH + ACROSS) - ACROSS + 4
    height = rows * (HEIGHT + DOWN) - DOWN + 4
    arrows = [
        _arrow(places[needed], places[lesson.number])
        for lesson in lessons
        if not _needs_all(lesson, lessons)
        for needed in direct(lesson, lessons)
    ]
    boxes = [
        _wide_box(lesson, places[lesson.number][1], width - 4)
        if _needs_all(lesson, lessons)
        else Box(lesson, *_corner(places[lesson.number]), WIDTH, wrap(lesson.title, 17)[:2])
        for lesson in lessons
    ]
    return render("course_map.html", width=width, height=height, arrows=arrows, boxes=boxes)


def direct(lesson: Lesson, lessons: Sequence[Lesson]) -> list[str]:
    """The lessons needed, without those that another of them needs already."""
    of = {other.number: set(other.needs) for other in lessons}

    def all_before(number: str) -> set[str]:
        return set().union(of[number], *(all_before(other) for other in of[number]))

    return [
        number
        for number in lesson.needs
        if not any(number in all_before(other) for other in lesson.needs)
    ]


def layout(lessons: Sequence[Lesson]) -> dict[str, tuple[float, int]]:
    """Column and row of each lesson: a row below all it needs, near the columns of those."""
    row: dict[str, int] = {}
    for lesson in lessons:
        row[lesson.number] = 1 + max((row[needed] for needed in lesson.needs), default=-1)
    rows = [[x for x in lessons if row[x.number] == y] for y in range(max(row.values()) + 1)]
    widest = max(map(len, rows))
    column: dict[str, float] = {}
    for members in rows:
        slots = [(widest - len(members)) / 2 + k for k in range(len(members))]
        orders = permutations(members) if len(members) <= 6 else [tuple(members)]
        best = min(orders, key=lambda order: _stretch(order, slots, column))
        column |= {lesson.number: slot for lesson, slot in zip(best, slots, strict=True)}
    return {number: (column[number], row[number]) for number in row}


def _stretch(order: Sequence[Lesson], slots: Sequence[float], column: dict[str, float]) -> float:
    """How far sideways the arrows into a row would go."""
    return sum(
        (slot - column[needed]) ** 2
        for lesson, slot in zip(order, slots, strict=True)
        for needed in lesson.needs
    )


def lanes(lessons: Sequence[Lesson]) -> dict[str, int]:
    """The lane of each stop: free from the first lesson it needs down to itself."""
    row = {lesson.number: y for y, lesson in enumerate(lessons)}
    spans = {
        lesson.number: (min((row[n] + 1 for n in _led_from(lesson, lessons)), default=y), y)
        for y, lesson in enumerate(lessons)
    }
    lane: dict[str, int] = {}
    for number, (start, stop) in sorted(spans.items(), key=lambda item: item[1]):
        taken = {lane[other] for other in lane if spans[other][1] >= start <= stop}
        lane[number] = next(k for k in range(len(lessons)) if k not in taken)
    return lane


def _stops(lessons: Sequence[Lesson]) -> str:
    lane = lanes(lessons)
    place = {
        lesson.number: (EDGE + LANE * lane[lesson.number], STOP * (y + 0.5))
        for y, lesson in enumerate(lessons)
    }
    stops = [
        Stop(
            lesson,
            *place[lesson.number],
            [_line(place[needed], place[lesson.number]) for needed in _led_from(lesson, lessons)],
        )
        for lesson in lessons
    ]
    words = EDGE + LANE * (1 + max(lane.values()))
    return render("course_stops.html", stops=stops, words=words, height=STOP * len(lessons))


def _led_from(lesson: Lesson, lessons: Sequence[Lesson]) -> list[str]:
    return [] if _needs_all(lesson, lessons) else direct(lesson, lessons)


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The path from one stop to another: over to its lane at once, then down."""
    (x1, y1), (x2, y2) = start, end
    bend = STOP / 2
    return f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y1 + bend:g} {x2:g} {y1 + STOP:g}V{y2:g}"


def _corner(place: tuple[float, int]) -> tuple[float, float]:
    return 2 + place[0] * (WIDTH + ACROSS), 2 + place[1] * (HEIGHT + DOWN)


def _arrow(start: tuple[float, int], end: tuple[float, int]) -> str:
    """The path of a curve from the middle of one box's lower edge to that of another's upper."""
    x1, y1 = _corner(start)
    x2, y2 = _corner(end)
    x1, y1, x2, bend = x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2, DOWN * 0.7
    return f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2 - 2:g}"


def _needs_all(lesson: Lesson, lessons: Sequence[Lesson]) -> bool:
    return len(direct(lesson, lessons)) > MANY


def _wide_box(lesson: Lesson, row: int, width: float) -> Box:
    return Box(lesson, *_corner((0, row)), width, [f"{lesson.title}, where all roads meet"])
