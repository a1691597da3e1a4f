"""The map of the course survives a new lesson and a removed one, in lesson 00 as on the pages."""

import pytest

from kernelkit.exercises.course_map import layout, way
from tools.lessons.course import lessons

NEEDS = {lesson.number: lesson.needs for lesson in lessons()}
LAST, GONE = lessons()[-1].number, lessons()[len(NEEDS) // 2].number


CHANGED = {
    "as it is": NEEDS,
    "one more": NEEDS | {"98": ("00",)},
    "one more beside the last": NEEDS | {"98": NEEDS[LAST][-1:]},
    "one more after the last": NEEDS | {"98": (LAST,)},
    "a second last one": NEEDS | {"98": NEEDS[LAST]},
    "many of a kind": NEEDS | {str(n): ("00",) for n in range(80, 99)},
    "one less": {n: tuple(set(needs) - {GONE}) for n, needs in NEEDS.items() if n != GONE},
    "one alone": {"00": ()},
}


@pytest.mark.parametrize("needs", CHANGED.values(), ids=CHANGED)
def test_every_lesson_has_a_place_of_its_own_beyond_those_it_needs(needs):
    places = layout(needs)
    assert list(places) == list(needs)
    assert len({place[:2] for place in places.values()}) == len(needs)
    assert min(place.column for place in places.values()) == 0
    for number, place in places.items():
        assert all(places[needed].row < place.row for needed in needs[number])
        assert set(place.after) <= set(needs[number])
        for needed in place.after:
            for row, column in enumerate(way(places, needed, number), places[needed].row + 1):
                boxes = [other.column for other in places.values() if other.row == row]
                assert min(abs(column - box) for box in boxes) > 0.45
        if place.across:
            assert place.after == []
            assert [other.row for other in places.values()].count(place.row) == 1
