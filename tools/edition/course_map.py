"""The map of the course: an SVG of boxes and arrows, laid out from the lessons' prerequisites.

Colours come from the style sheet, so that one drawing serves the light and the dark pages.
"""

from collections.abc import Sequence
from html import escape
from itertools import permutations
from textwrap import wrap

from edition.course import Lesson

WIDTH, HEIGHT = 164, 54  # of a box
ACROSS, DOWN = 20, 42  # between boxes
MANY = 3  # a lesson that needs more than these needs all: a box across the map, without arrows


def course_map(lessons: Sequence[Lesson], top: str = "") -> str:
    """Draw the map; ``top`` leads from the page it stands on to the front page."""
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
        _box(lesson, (0, places[lesson.number][1]), top, width - 4)
        if _needs_all(lesson, lessons)
        else _box(lesson, places[lesson.number], top)
        for lesson in lessons
    ]
    return "\n".join(
        [
            '<div class="kk-map" tabindex="0" role="group" aria-label="Course map">',
            '<svg role="group" xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {width:g} {height:g}" '
            f'style="min-width: {0.78 * width:.0f}px; max-width: {1.15 * width:.0f}px" '
            'aria-label="Lessons from top to bottom; an arrow leads from a lesson to those '
            'that build on it.">',
            '<defs><marker id="kk-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
            *arrows,
            *boxes,
            "</svg>",
            "</div>",
        ]
    )


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


def _corner(place: tuple[float, int]) -> tuple[float, float]:
    return 2 + place[0] * (WIDTH + ACROSS), 2 + place[1] * (HEIGHT + DOWN)


def _arrow(start: tuple[float, int], end: tuple[float, int]) -> str:
    x1, y1 = _corner(start)
    x2, y2 = _corner(end)
    x1, y1, x2, bend = x1 + WIDTH / 2, y1 + HEIGHT, x2 + WIDTH / 2, DOWN * 0.7
    path = f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2 - 2:g}"
    return f'<path class="kk-arrow" d="{path}" marker-end="url(#kk-tip)"/>'


def _needs_all(lesson: Lesson, lessons: Sequence[Lesson]) -> bool:
    return len(direct(lesson, lessons)) > MANY


def _box(lesson: Lesson, place: tuple[float, int], top: str, width: float = WIDTH) -> str:
    x, y = _corner(place)
    title = lesson.title if width == WIDTH else f"{lesson.title}, where all roads meet"
    lines = wrap(title, 17)[:2] if width == WIDTH else [title]
    first = y + HEIGHT / 2 + 5 - 9 * (len(lines) - 1)
    words = "".join(
        f'<tspan x="{x + 36:g}" y="{first + 18 * k:g}">{escape(line)}</tspan>'
        for k, line in enumerate(lines)
    )
    inside = (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT}" rx="8"/>'
        f'<text class="kk-number" x="{x + 17:g}" y="{y + HEIGHT / 2 + 5:g}">{lesson.number}</text>'
        f'<text class="kk-title">{words}</text>'
    )
    if lesson.page is None:
        return f'<g class="kk-box kk-later">{inside}</g>'
    label = escape(f"{lesson.number} {lesson.title}", quote=True)
    link = f"{top}{lesson.page}.html"
    return f'<a class="kk-box" href="{link}" aria-label="{label}">{inside}</a>'
