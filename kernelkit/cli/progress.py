"""``kernelkit progress``: which exercises have been answered."""

import argparse
from pathlib import Path

HELP = """Show which exercises have been answered, lesson by lesson.

An answer counts if its card stands in a notebook that was saved. Nothing is sent anywhere.

examples:
  kernelkit progress
  kernelkit progress lessons
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which lessons."""
    parser.add_argument(
        "folder", nargs="?", help="the folder of the lessons (default: this one, or lessons in it)"
    )


def execute(args: argparse.Namespace) -> int:
    """Print a line for each lesson, and how many exercises are done in all."""
    from kernelkit.exercises import progress

    progress(args.folder if args.folder is not None else _lessons(Path()))
    return 0


def _lessons(here: Path) -> Path:
    """The folder itself, unless the lessons are in one of its own."""
    inside = here / "lessons"
    return inside if inside.is_dir() and not any(here.glob("[0-9][0-9]_*.ipynb")) else here
