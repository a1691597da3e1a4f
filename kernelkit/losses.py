"""Losses as functions of the margin t = y f(x), each beside its derivative: ``core/losses.py``."""

from kernelkit.core import losses
from kernelkit.core.losses import *  # noqa: F403

__all__ = losses.__all__
