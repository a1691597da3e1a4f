"""Put the check of an exercise on trial: it must accept the solution, and nothing else.

That it accepts the solution is stored in ``lessons/solutions``, and held by a gate and by nbval.
Stubs come from the lesson, wrong answers from ``tests/wrong_answers/lesson_NN.py``, whose ``WRONG``
lists at least three functions per exercise.
"""

import ast
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kernelkit.exercises import examine
from tools.lessons.notebook import checks, code_cells, functions, read

Answer = Callable[..., Any]


def trial(exercise_id: str, stub: Answer, wrong: Sequence[Answer]) -> list[str]:
    """Complaints about a check, in words."""
    expected = [(stub, ["unattempted"]), *((answer, ["wrong", "error"]) for answer in wrong)]
    found = []
    for answer, allowed in expected:
        card = examine(exercise_id, answer)
        if card.status not in allowed:
            found.append(f"{answer.__name__} should be {' or '.join(allowed)}, but: {card.line}")
    if len(wrong) < 3:
        found.append(f"{exercise_id} needs three wrong answers, got {len(wrong)}")
    return found


def stub_of(exercise_id: str, lessons: Path) -> Answer:
    """The function as the lesson gives it, alone."""
    stubs: dict[str, ast.FunctionDef] = {}
    for _, cell in code_cells(_notebook(exercise_id, lessons)):
        stubs |= functions(cell.source)
        for checked, name in checks(cell.source):
            if checked == exercise_id:
                namespace: dict[str, Any] = {"__name__": "__main__", "np": np}
                exec(ast.unparse(stubs[name]), namespace)
                return namespace[name]
    message = f"the lesson holds no check of {exercise_id}"
    raise LookupError(message)


def wrong_answers(exercise_id: str) -> Sequence[Answer]:
    """The wrong answers that are kept for an exercise."""
    module = importlib.import_module(f"wrong_answers.lesson_{exercise_id[:2]}")
    return module.WRONG.get(exercise_id, [])


def _notebook(exercise_id: str, folder: Path) -> Any:
    paths = list(folder.glob(f"{exercise_id[:2]}_*.ipynb"))
    if len(paths) != 1:
        message = f"{exercise_id} needs one notebook of its lesson in {folder.name}"
        raise LookupError(message)
    return read(paths[0])
