"""A wrong number, a second definition and an asserted time of a lesson are caught."""

import example_lesson as example
import pytest
from example_lesson import caught
from nbformat.v4 import new_markdown_cell

from tools.lessons.gates import course, definitions, numbers, path

IGNORED = {"tags": ["nbval-ignore-output"]}
HELD_OUT = "held out, right only with mu = 10: 42, only with mu = 3: 40\n"  # as in lesson 12
SPENT = "Newton after 1: 74.1 million, loss 5e-02; SGD after 40: 71.1 million, loss 9e-05\n"


@pytest.fixture(autouse=True)
def _a_course_with_a_year(monkeypatch):
    listed = [each._replace(numbers={"1958": "a year"}) for each in example.COURSE]
    monkeypatch.setattr(course, "COURSE", listed)


def told(tmp_path, text, *cells, alt="A line that falls from left to right."):
    """A section with this text between its cells and a figure, after one that prints 77."""
    figure = example.figure()
    figure.metadata["mystnb"] = {"image": {"alt": alt}}
    before = [example.code("print(x)", "77\n"), new_markdown_cell("## The second idea")]
    lesson = [*example.lesson()[:3], *before, *cells, new_markdown_cell(text), figure]
    return example.store([*lesson, *example.lesson()[12:]], tmp_path / example.NAME)


WRONG = {
    "stale": ("Of all, 92 are right only with 10, and 40 only with 3.", ["92"]),
    "a part of a number": ("It takes 74 million.", ["74"]),
    "of another section": ("There were 77 before.", ["77"]),
    "in a formula alone": ("We see $\\sqrt{256} = 16$, so 16 it is.", ["16"]),
    "in inline code alone": ("With `n = 55` we have 55.", ["55"]),
    "twice": ("First 1,234. Then 0.25 and 71.1.", ["1,234", "0.25"]),
    "a time that is far off": ("It takes about 19 ms.", ["19"]),
    "a time without about": ("It takes 14 ms.", ["14"]),
}
RIGHT = [
    "Of all, 42 are right only with 10, and 40 only with 3.",
    "Newton begins at 74.1 million with 0.05.",
    "Rosenblatt had it in 1958, and we take n = 500 of the 9,298 digits.",
    "It takes about 14 ms, see lesson 01, and [there](00_start_here.ipynb#12-34).",
    "One, 2 or 3; $x = 55$; `n = 55`.",
]
CELLS = (
    example.code("n = 500\nmu = (10, 3)\nprint(right)", HELD_OUT),
    example.code("hidden = 55\nprint(hidden)", SPENT, **example.FOLDED),
    example.code("assert 1 < t < 2", "12.1 ms\n", **IGNORED),
)


@pytest.mark.parametrize(("text", "missing"), WRONG.values(), ids=WRONG)
def test_a_number_that_nothing_prints_is_caught_with_its_sentence(tmp_path, text, missing):
    found = numbers.numbers_printed(told(tmp_path, text, *CELLS))
    assert [words.split(": ")[1].split()[0] for words in found] == missing
    assert all(", cell 9: " in words and repr(text)[1:5] in words for words in found[:1])


@pytest.mark.parametrize("text", RIGHT)
def test_numbers_that_are_printed_or_explained_pass(tmp_path, text):
    assert numbers.numbers_printed(told(tmp_path, text, *CELLS)) == []


def test_alt_texts_are_read_as_well(tmp_path):
    alt = "It falls to about 0.00005 at 320 million; Newton begins at 74.1 million."
    found = numbers.numbers_printed(told(tmp_path, "Look.", *CELLS, alt=alt))
    assert [words.partition(" is printed")[0] for words in found] == [
        f"{tmp_path.name}/{example.NAME}, cell 10: {number}" for number in ("0.00005", "320")
    ]


def test_the_box_and_what_we_saw_may_name_every_number_of_the_lesson(tmp_path):
    lesson = told(tmp_path, "Look.", *CELLS)
    for cell in lesson.node.cells[:1] + lesson.node.cells[10:11]:
        cell.source = cell.source.replace("double numbers", "see 77").replace("- one", "- 77")
    assert "- 77" in lesson.node.cells[10].source
    assert numbers.numbers_printed(lesson) == []


def test_a_number_of_an_ignored_cell_needs_an_assertion(tmp_path):
    bare = example.code("print(n)", "about 1234, in 55 ms\n", **IGNORED)
    words = "cell 7: 1234 comes from a cell that nbval ignores"
    text = "There are 1,234, after about 55 ms."
    caught(
        numbers.ignored_numbers_bounded, told(tmp_path, text, bare), words.replace("1234", "1,234")
    )
    counted = example.code("n, m = 1234, np.zeros(2)", **example.FOLDED)
    other = example.code("assert np.all(m < 2000)", **example.FOLDED)
    found = numbers.ignored_numbers_bounded(told(tmp_path, text, counted, bare, other))
    assert len(found) == 1
    bounded = example.code("assert 1000 < n < 2000", tags=["remove-input"])
    assert numbers.ignored_numbers_bounded(told(tmp_path, text, counted, bare, bounded)) == []


ASSERTED = {
    "a difference": "begun = perf_counter()\nf()\ntook = perf_counter() - begun\nassert took < 1",
    "a list": "times = []\nfor _ in range(3):\n    times.append(timeit(f))\nassert min(times) < 2",
    "a function": "def seconds(f):\n    a = time.perf_counter()\n    f()\n    return a\n"
    "ns = {}\nns['f'] = seconds(f)\nfor way, t in ns.items():\n    assert t > 0",
}
UNTIMED = """
def seconds(f):
    start = perf_counter()
    f()
    return perf_counter() - start
one, two = seconds(f), seconds(g)
print(one, two)
two = [start for start in range(2)]
assert two == [0, 1]
assert answer == 42
"""


@pytest.mark.parametrize("source", ASSERTED.values(), ids=ASSERTED)
def test_an_asserted_time_is_caught(tmp_path, source):
    cells = (example.code("f = g"), example.code(source))
    caught(numbers.no_time_asserted, told(tmp_path, "Look.", *cells), "cell 7: asserts a time")


def test_other_assertions_may_stand_beside_times(tmp_path):
    assert numbers.no_time_asserted(told(tmp_path, "Look.", example.code(UNTIMED))) == []


def test_a_term_that_an_earlier_lesson_defines_is_caught(tmp_path, monkeypatch):
    text = "A **Gram matrix** and a **support vector**. **Really.** **Note:** this."
    lesson = told(tmp_path, text)
    earlier = [
        new_markdown_cell("# 01 · Lines"),
        new_markdown_cell("__Support\nvectors__ **Really.**"),
    ]
    stored = example.store(earlier, tmp_path / "01_linear_machines.ipynb").path
    listed = [each._replace(path=tmp_path / each.path) for each in course.COURSE[1:]]
    monkeypatch.setattr(course, "COURSE", listed)
    words = "cell 6: **support vector** is defined in 01_linear_machines; link to it"
    assert stored.exists()
    caught(definitions.defined_once, lesson, words)


DEEPER = "## Going deeper: why\n\nAs [promised](#An-idea)."
LINKED = "\n\nThe proof is in [Going deeper](#Going-deeper:-why)."


def closed(tmp_path, deeper=DEEPER, link=LINKED, place=-1):
    cells = example.lesson()
    cells[2].source += link
    cells.insert(place, new_markdown_cell(deeper))
    return example.store(cells, tmp_path / example.NAME)


def test_sections_that_go_deeper_stand_at_the_end_linked_both_ways(tmp_path):
    gate = path.deeper_at_the_end
    assert gate(closed(tmp_path)) == []
    caught(gate, closed(tmp_path, place=12), "must close with What we saw, Exercises, Quiz, Going")
    caught(gate, closed(tmp_path, link=""), "no sentence of the path links to Going deeper: why")
    caught(gate, closed(tmp_path, DEEPER.partition("\n")[0]), "does not link back")
