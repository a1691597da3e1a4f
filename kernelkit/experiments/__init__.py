"""A protocol for coursework: what to repeat, hold out and report. Lesson 06 uses it."""

from kernelkit.experiments.holdout import Holdout, repeated_holdout

__all__ = ["Holdout", "repeated_holdout"]
