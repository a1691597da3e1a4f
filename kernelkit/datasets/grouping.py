"""Two classes made of many: even digits against odd ones."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kernelkit.validation import InputError, InputTypeError, Integers, as_labels, shown


def indicator(d: Any, v: Sequence[Any]) -> Integers:
    """Give +1 for each label of d that is among v, and -1 for each that is not.

    Parameters
    ----------
    d : array of shape (n_samples,)
        The labels.
    v : sequence
        The labels that become +1.

    Examples
    --------
    >>> indicator([3, 4, 0, 7], v=[0, 2, 4, 6, 8]).tolist()
    [-1, 1, 1, -1]
    """
    d = as_labels(d, None, "d")
    if isinstance(v, str) or not isinstance(v, Iterable):
        raise InputTypeError("v", f"must be a list of labels, got {shown(v)}")
    group = as_labels(v, None, "v").tolist()
    positive = np.array([label in group for label in d.tolist()])  # NumPy would merge some
    if not positive.any():
        raise InputError("v", f"must hold at least one label of d, got {shown(group)}")
    return np.where(positive, 1, -1)
