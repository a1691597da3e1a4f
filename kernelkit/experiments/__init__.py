"""Protocols: what to repeat, what to hold out, what to report. Lesson 06 follows the first."""

from kernelkit.experiments.holdout import Holdout, repeated_holdout

__all__ = ["Holdout", "repeated_holdout"]
