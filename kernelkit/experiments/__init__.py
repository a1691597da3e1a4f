"""A protocol for coursework: what to repeat, hold out and report. Lessons 06 and 18 use it."""

from kernelkit.experiments.blocks import fit_in_blocks
from kernelkit.experiments.comparison import Comparison, Difference, compare
from kernelkit.experiments.holdout import Holdout, repeated_holdout
from kernelkit.experiments.tasks import split

__all__ = [
    "Comparison",
    "Difference",
    "Holdout",
    "compare",
    "fit_in_blocks",
    "repeated_holdout",
    "split",
]
