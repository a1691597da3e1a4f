"""Two classes made of many: even digits against odd ones."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kernelkit.validation import InputError, InputTypeError, as_labels, shown

__all__ = ["indicator"]


def indicator(
    d: Any, v: Sequence[Any], against: Sequence[Any] | None = None
) -> npt.NDArray[np.int64]:
    """Give +1 for each label of d that is among v, and -1 for each that is not.

    Parameters
    ----------
    d : array of shape (n_samples,)
        The labels.
    v : sequence
        The labels that become +1.
    against : sequence, optional
        The labels that become -1; then every label must be in one of the two groups. All others
        if None.

    Examples
    --------
    >>> indicator([3, 4, 0, 7], v=[0, 2, 4, 6, 8]).tolist()
    [-1, 1, 1, -1]
    """
    d = as_labels(d, None, "d")
    there = set(np.unique(d).tolist())
    positive = _group(v, "v", there)
    if against is not None:
        negative = _group(against, "against", there)
        both = positive & negative
        if both:
            raise InputError(
                "v and against", f"must have no label in common, got {shown(min(both))} in both"
            )
        neither = there - positive - negative
        if neither:
            raise InputError(
                "v and against", f"must cover all labels of d, got {shown(min(neither))} in neither"
            )
    return np.where(np.isin(d, list(positive)), 1, -1)


def _group(labels: Any, name: str, there: set[Any]) -> set[Any]:
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise InputTypeError(name, f"must be a list of labels, got {shown(labels)}")
    group = set(as_labels(labels, None, name).tolist())
    if not group & there:
        raise InputError(name, f"must hold at least one label of d, got {sorted(group)}")
    return group
