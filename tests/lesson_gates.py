"""Which gates a notebook must pass: each takes a notebook and returns complaints in words.

The start page is no lesson (no derivation, no quiz; exercises only if it likes); solutions have
neither box nor closing sections; examples are not numbered either.
"""

import gates_exercises as exercises
import gates_links as links
import gates_run as run
import gates_shape as shape
from lesson_notebook import Notebook

EVERYWHERE = (
    run.ran_in_order,
    run.no_stderr,
    run.no_errors,
    run.no_bare_results,
    run.no_semicolons,
    run.nothing_volatile,
    run.known_tags,
    run.widgets_are_ignored,
    run.figures_have_alt_text,
    run.figures_print_their_number,
    run.stored_as_agreed,
    shape.title,
    shape.heading_levels,
    shape.no_empty_cells,
    shape.guarded,
    links.links,
    links.images,
    links.mentions,
)
START = (
    *EVERYWHERE,
    shape.box,
    shape.boxes,
    exercises.exercises_registered,
    exercises.exercises_solved,
)
LESSON = (
    *START,
    shape.closing_sections,
    shape.quiz,
    links.before_this,
    exercises.exercises_in_place,
)
EXAMPLE = tuple(gate for gate in EVERYWHERE if gate is not shape.title)
GATES = {"start": START, "lesson": LESSON, "solutions": EVERYWHERE, "examples": EXAMPLE}


def complaints(notebook: Notebook) -> list[str]:
    return [words for gate in GATES[notebook.kind] for words in gate(notebook)]
