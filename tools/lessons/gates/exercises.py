"""Gates on exercises: every one has a heading, a stub, a check and a solution."""

import ast
import re

from kernelkit.exercises import exercise_ids
from tools.lessons.notebook import (
    Block,
    Notebook,
    checks,
    code_cells,
    functions,
    output_texts,
    read,
    section,
)

HEADING = re.compile(r"Exercise (\d) · \S.* \(\d+ minutes\)")


def exercises_in_place(notebook: Notebook) -> list[str]:
    """Three to five, numbered, each with its stub and its check, not attempted yet."""
    found = []
    exercises = _exercises(notebook)
    if not 3 <= len(exercises) <= 5:
        found.append(notebook.complain(f"must have three to five exercises, got {len(exercises)}"))
    for number, (heading, *rest) in enumerate(exercises, start=1):
        match = HEADING.fullmatch(heading.text)
        if match is None or match[1] != str(number):
            words = f"the heading must read ### Exercise {number} · Title (5 minutes)"
            found.append(notebook.complain(f"{words}, got ### {heading.text}", heading.cell))
        words = _stub_and_check(f"{notebook.number}.{number}", rest)
        if words:
            found.append(notebook.complain(f"exercise {number} {words}", heading.cell))
    return found


def exercises_registered(notebook: Notebook) -> list[str]:
    """What the lesson checks and what its module registers are the same."""
    used = _checked(notebook)
    known = {exercise_id for exercise_id in exercise_ids() if exercise_id[:2] == notebook.number}
    module = f"kernelkit.exercises.lesson_{notebook.number}"
    return [
        *(notebook.complain(f"checks {x}, which {module} lacks") for x in sorted(used - known)),
        *(notebook.complain(f"never checks {x} of {module}") for x in sorted(known - used)),
    ]


def exercises_solved(notebook: Notebook) -> list[str]:
    """The solutions define each function, check it in the same cell, and it was found correct."""
    path = notebook.path.parent / "solutions" / notebook.path.name
    wanted = _checked(notebook)
    if not path.exists() and not wanted:
        return []
    if not path.exists():
        return [notebook.complain("has no solutions/" + path.name)]
    solved = set()
    for _, cell in code_cells(read(path)):
        for exercise_id, name in checks(cell.source):
            correct = any(f"{exercise_id} · correct." in text for text in output_texts(cell))
            if correct and name in functions(cell.source):
                solved.add(exercise_id)
    return [
        *(notebook.complain(f"{x} has no correct solution") for x in sorted(wanted - solved)),
        *(notebook.complain(f"{x} is solved, but not asked") for x in sorted(solved - wanted)),
    ]


def _checked(notebook: Notebook) -> set[str]:
    return {asked for _, cell in code_cells(notebook) for asked, _ in checks(cell.source)}


def _exercises(notebook: Notebook) -> list[list[Block]]:
    """The blocks of each exercise, its heading first."""
    exercises: list[list[Block]] = []
    for block in section(notebook, "Exercises"):
        if block.level == 3:
            exercises.append([])
        if exercises:
            exercises[-1].append(block)
    return exercises


def _stub_and_check(exercise_id: str, parts: list[Block]) -> str:
    """What is missing, in words; nothing if all is there."""
    cells = [block.code for block in parts if block.code is not None]
    calls = [call for cell in cells for call in checks(cell.source)]
    if [call[0] for call in calls] != [exercise_id]:
        return f'must call check("{exercise_id}", …) once, got {[call[0] for call in calls]}'
    stubs = {name: node for cell in cells for name, node in functions(cell.source).items()}
    stub = stubs.get(calls[0][1])
    if stub is None or not ast.get_docstring(stub) or not _is_dots(stub.body[-1]):
        return f"needs the stub of {calls[0][1]}: a docstring, then three dots"
    line = f"{exercise_id} · not attempted yet"
    if not any(line in text for cell in cells for text in output_texts(cell)):
        return f"must have stored the line {line}"
    return ""


def _is_dots(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is Ellipsis
    )
