"""The map of the course survives a new lesson and a removed one, in lesson 00 as on the pages."""

import tomllib

import matplotlib.pyplot as plt
import nbformat
import pytest
from conftest import ROOT

from kernelkit.exercises.course_map import layout, way
from tools.lessons.course import lessons

COURSE = (ROOT / "lessons" / "course.toml").read_text(encoding="utf-8")
NEEDS = {lesson.number: lesson.needs for lesson in lessons()}
LAST, GONE = lessons()[-1].number, lessons()[len(NEEDS) // 2].number
NEW = '\n[[lesson]]\nfile = "98_boosting"\ntitle = "Boosting"\nneeds = ["00"]\n'


def without(number):
    """The course without a lesson, also where others need it."""
    kept = [part for part in COURSE.split("\n[[lesson]]\n") if f'file = "{number}_' not in part]
    return "\n[[lesson]]\n".join(kept).replace(f'"{number}"', '"00"')


COURSES = {"as it is": COURSE, "one more": COURSE + NEW, "one less": without(GONE)}


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_lesson_00_draws_the_map_of_whatever_course_there_is(course, tmp_path, monkeypatch, capsys):
    lesson = nbformat.read(ROOT / "lessons" / "00_start_here.ipynb", as_version=4)
    first, *_, drawing = [
        cell.source
        for cell in lesson.cells
        if cell.cell_type == "code"
        and ("use_style()" in cell.source or "course.toml" in cell.source)
    ]
    (tmp_path / "course.toml").write_text(course, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with plt.rc_context():
        exec(f"{first}\n{drawing}", {})
    listed = tomllib.loads(course)["lesson"]
    assert capsys.readouterr().out == f"{len(listed)} lessons\n"
    shown = {text.get_text()[:2] for text in plt.gca().texts} - {""}
    plt.close("all")
    assert shown == {each["file"][:2] for each in listed}


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


def test_a_last_lesson_that_needs_all_roads_goes_across():
    roads = {"00": (), **{str(n): ("00",) for n in range(11, 15)}}
    meeting = roads | {"15": ("11", "12", "13", "14")}
    assert [number for number, place in layout(meeting).items() if place.across] == ["15"]
    assert not layout(meeting | {"16": ("15",)})["15"].across
