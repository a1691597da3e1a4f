"""Answers that are a line: a pair (w, b) of weights and a bias."""

from typing import Any

import numpy as np

from kernelkit.exercises.attempt import Attempt

__all__ = ["pair"]


def pair(attempt: Attempt, d: int, *args: Any) -> tuple[np.ndarray, float]:
    """Ask for a line in d dimensions and take it apart, or say what came instead."""
    got = attempt(*args)
    told = f"you did not return a pair (w, b) of {d} weights and a number"
    two = isinstance(got, tuple | list) and len(got) == 2
    attempt.require(two, *args, otherwise=told)
    w, b = np.asarray(got[0]), np.asarray(got[1])
    fits = w.shape == (d,) and b.size == 1 and w.dtype.kind in "fi" and b.dtype.kind in "fi"
    attempt.require(fits, *args, otherwise=told)
    return w.astype(float), float(b.reshape(()))
