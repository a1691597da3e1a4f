"""The table of answered exercises, from saved notebooks and from this session."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from kernelkit.cli import main
from kernelkit.exercises import check, progress, registry


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two lessons and what is no lesson; nothing was answered in this session."""
    for exercise_id in list(registry.SESSION):
        monkeypatch.delitem(registry.SESSION, exercise_id)
    lesson("00_start_here", "# 00 · Start here", {"00.1": "not attempted yet:"}, tmp_path)
    words = {"01.1": "correct.", "01.2": "not quite:", "01.3": "error:", "01.4": "hint 1 of 2:"}
    lesson("01_lines", "No title", words, tmp_path)
    lesson("02_broken", "# 02 · Broken", {"02.1": "correct."}, tmp_path)
    (tmp_path / "02_broken.ipynb").write_text("{")
    lesson("notes", "# Notes", {"03.1": "correct."}, tmp_path)
    return tmp_path


def lesson(name, title, words, folder):
    """Write a notebook whose cells were answered with these words."""
    cells = [new_markdown_cell(title), new_code_cell("def f(x): ...")]
    for exercise_id, word in words.items():
        data = {"text/plain": f"{exercise_id} · {word} And so on.", "text/html": "<div></div>"}
        outputs = [new_output("display_data", data=data)]
        cells.append(new_code_cell(f'check("{exercise_id}", f)', outputs=outputs))
    nbformat.write(new_notebook(cells=cells), folder / f"{name}.ipynb")


def test_saved_answers_count(folder, capsys):
    progress(folder)
    assert capsys.readouterr().out.splitlines() == [
        f"{'00 Start here':<32} {'·':<5} 0 of 1",
        f"{'01_lines':<32} {'✓✗✗·':<5} 1 of 4",
        "1 of 5 exercises answered correctly.",
    ]


def test_answers_of_this_session_count_at_once(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    for answer, told in [(lambda m, n: n, "✗"), (lambda m, n: m / n, "✓"), (lambda m, n: n, "✗")]:
        check("00.1", answer)
        progress()
        assert f"00 Start here{told:>21}" in capsys.readouterr().out


def test_a_folder_without_lessons_is_refused(tmp_path):
    with pytest.raises(ValueError, match="folder must hold the lessons"):
        progress(tmp_path)


@pytest.mark.parametrize("words", [["progress", "{}"], ["progress"]], ids=["named", "here"])
@pytest.mark.parametrize("above", [False, True])
def test_the_command_shows_the_same_from_the_folder_or_from_above(
    folder, words, above, capsys, monkeypatch
):
    here = folder
    if above:
        here = folder / "course"
        (here / "lessons").mkdir(parents=True)
        for path in folder.glob("*.ipynb"):
            path.rename(here / "lessons" / path.name)
    monkeypatch.chdir(here)
    lessons = here / "lessons" if above else here
    assert main([word.format(lessons) for word in words]) == 0
    assert capsys.readouterr().out.endswith("1 of 5 exercises answered correctly.\n")
