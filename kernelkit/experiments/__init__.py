"""Protocols: what to repeat, what to hold out, what to report. Lesson 06 follows the first."""

from kernelkit.experiments.holdout import repeated_holdout
from kernelkit.experiments.summary import Holdout

__all__ = ["Holdout", "repeated_holdout"]
