"""What breaks the build is named: the lesson and the cell."""

from trial_course import BROKEN


def test_a_broken_lesson_is_named_with_its_cell_and_no_other(trial_pages):
    told = (trial_pages.parent / "told.txt").read_text().strip().split("\n")
    assert told[0].startswith(f"lessons/{BROKEN}.ipynb, cell 3: WARNING: ")
    for line in told:
        assert line.startswith(f"lessons/{BROKEN}.")
        assert "98_moon" in line
