"""Losses as functions of the margin t = y f(x), each beside its derivative: ``core/losses.py``."""

from kernelkit.core.losses import *  # noqa: F403
from kernelkit.core.losses import __all__  # noqa: F401
