"""The map of the course: boxes and arrows, laid out from the lessons' prerequisites.

Colours come from the style sheet, so that one drawing serves the light and the dark pages. A phone
is too narrow for the boxes: it gets a list of stops with the lines that join them, and the style
sheet shows one of the two.
"""

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from kernelkit.exercises.course_map import Place, layout, way
from tools.lessons.course import Lesson
from tools.site.templating import render

WAYS = {  # as in lesson 00, in its colours
    "kernels": ("03", "04", "05", "06"),
    "probabilities": ("07", "08", "09", "10"),
    "support vector machines": ("11", "12", "13"),
}
WIDTH, HEIGHT = 164, 54  # of a box
ACROSS, DOWN = 20, 42  # between boxes
LANE, STOP, EDGE = 15, 42, 14  # of the list: between lines, between stops, to the left of both
TIP = 9  # from the end of a line to the middle of its stop


class Arrow(NamedTuple):
    """A path, and the way of the lesson that it leaves, whose colour it has."""

    path: str
    way: int


class Box(NamedTuple):
    """A lesson's box: its upper left corner, its width, and the lines of its title."""

    lesson: Lesson
    way: int
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
    way: int
    x: float
    y: float
    lines: list[Arrow]


def course_map(lessons: Sequence[Lesson]) -> str:
    """Draw the map, for a page beside the folder of the lessons."""
    return _boxes(lessons) + _stops(lessons)


def _boxes(lessons: Sequence[Lesson]) -> str:
    places = _places(lessons)
    columns = max(place.column for place in places.values()) + 1
    rows = max(place.row for place in places.values()) + 1
    width = columns * (WIDTH + ACROSS) - ACROSS + 4
    height = rows * (HEIGHT + DOWN) - DOWN + 4
    arrows = [
        Arrow(_arrow(places[needed], place, way(places, needed, number)), way_of(needed))
        for number, place in places.items()
        for needed in place.after
    ]
    boxes = [_box(lesson, places[lesson.number], width - 4) for lesson in lessons]
    return render(
        "course_map.html", width=width, height=height, arrows=arrows, boxes=boxes, ways=WAYS
    )


def way_of(number: str) -> int:
    """Which of the three ways a lesson belongs to, from 1 on; 0 if to none or to all."""
    ways = [place for place, numbers in enumerate(WAYS.values(), 1) if number in numbers]
    return ways[0] if ways else 0


def lanes(lessons: Sequence[Lesson]) -> dict[str, int]:
    """The lane of each stop: free from the first lesson it needs down to itself."""
    row = {lesson.number: y for y, lesson in enumerate(lessons)}
    spans = {
        number: (min((row[n] + 1 for n in place.after), default=row[number]), row[number])
        for number, place in _places(lessons).items()
    }
    lane: dict[str, int] = {}
    for number, (start, stop) in sorted(spans.items(), key=lambda item: item[1]):
        taken = {lane[other] for other in lane if spans[other][1] >= start <= stop}
        lane[number] = next(k for k in range(len(lessons)) if k not in taken)
    return lane


def _stops(lessons: Sequence[Lesson]) -> str:
    lane = lanes(lessons)
    places = _places(lessons)
    point = {
        lesson.number: (EDGE + LANE * lane[lesson.number], STOP * (y + 0.5))
        for y, lesson in enumerate(lessons)
    }
    stops = [
        Stop(
            lesson,
            way_of(lesson.number),
            *point[lesson.number],
            [
                Arrow(_line(point[needed], point[lesson.number]), way_of(needed))
                for needed in places[lesson.number].after
            ],
        )
        for lesson in lessons
    ]
    words = EDGE + LANE * (1 + max(lane.values()))
    return render(
        "course_stops.html",
        stops=stops,
        words=words,
        row=STOP,
        height=STOP * len(lessons),
        ways=WAYS,
    )


def _places(lessons: Sequence[Lesson]) -> dict[str, Place]:
    return layout({lesson.number: lesson.needs for lesson in lessons})


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The path from one stop to another: over to its lane at once, then down."""
    (x1, y1), (x2, y2) = start, end
    bend, end = STOP / 2, y2 - TIP
    over = min(y1 + STOP, end)
    down = f"V{end:g}" if over < end else ""
    return f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {over - bend:g} {x2:g} {over:g}{down}"


def _box(lesson: Lesson, place: Place, width: float) -> Box:
    """The box of a lesson, as wide as the map for one that needs all others."""
    if place.across:
        left, top = _corner(place._replace(column=0))
        return Box(lesson, 0, left, top, width, [f"{lesson.title}, where all roads meet"])
    own = way_of(lesson.number)
    return Box(lesson, own, *_corner(place), WIDTH, wrap(lesson.title, 17)[:2])


def _corner(place: Place) -> tuple[float, float]:
    return 2 + place.column * (WIDTH + ACROSS), 2 + place.row * (HEIGHT + DOWN)


def _arrow(start: Place, end: Place, between: Sequence[float]) -> str:
    """The path from the middle of one box's lower edge to that of another's upper, past others."""
    columns = enumerate([start.column, *between, end.column], start.row)
    corners = [_corner(end._replace(row=row, column=column)) for row, column in columns]
    path, bend = "", DOWN * 0.7
    for (left, top), (right, y2) in pairwise(corners):
        x1, y1, x2 = left + WIDTH / 2, top + HEIGHT, right + WIDTH / 2
        path += f"{'L' if path else 'M'}{x1:g} {y1:g}"
        path += f"C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2 - 2:g}"
    return path
