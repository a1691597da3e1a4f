"""Which gates a notebook must pass: each takes a notebook and returns complaints in words.

The start page is no lesson (no derivation, no quiz; exercises only if it likes); solutions have
neither box nor closing sections; examples are not numbered either.
"""

from collections.abc import Callable

from tools.lessons.gates import course, definitions, exercises, links, numbers, outputs, path, shape
from tools.lessons.notebook import Notebook

Gate = Callable[[Notebook], list[str]]
EVERYWHERE: tuple[Gate, ...] = (
    outputs.ran_in_order,
    outputs.no_stderr,
    outputs.no_errors,
    outputs.no_bare_results,
    outputs.no_semicolons,
    outputs.nothing_volatile,
    outputs.known_tags,
    outputs.folded_everywhere,
    outputs.live_pictures_are_ignored,
    outputs.nothing_needs_a_kernel,
    outputs.figures_have_alt_text,
    outputs.figures_print_their_number,
    outputs.stored_as_agreed,
    shape.title,
    shape.heading_levels,
    shape.no_empty_cells,
    shape.guarded,
    links.links,
    links.images,
    course.mentions,
    numbers.no_time_asserted,
)
START = (
    *EVERYWHERE,
    course.listed,
    course.minutes_as_computed,
    shape.box,
    shape.boxes,
    path.short,
    path.deeper_in_place,
    path.deeper_not_needed,
    numbers.numbers_printed,
    numbers.ignored_numbers_bounded,
    definitions.defined_once,
    exercises.exercises_registered,
    exercises.exercises_solved,
)
LESSON = (
    *START,
    path.deeper_at_the_end,
    shape.what_we_saw,
    shape.quiz,
    exercises.exercises_in_place,
)
EXAMPLE = tuple(gate for gate in EVERYWHERE if gate is not shape.title)
GATES = {"start": START, "lesson": LESSON, "solutions": EVERYWHERE, "examples": EXAMPLE}


def complaints(notebook: Notebook) -> list[str]:
    """What all gates together have to say about a notebook."""
    return [words for gate in GATES[notebook.kind] for words in gate(notebook)]
