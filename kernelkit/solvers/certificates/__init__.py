"""Proofs of what a solver claims, in plain NumPy, written from the equations.

Nothing here is shared with the solvers: tests and lessons judge them by it.
"""

from kernelkit.solvers.certificates.separation import margin, novikoff_bound, radius

__all__ = ["margin", "novikoff_bound", "radius"]
