"""Samples of the plane as the state of a picture."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kernelkit.validation import InputError, Labels, as_labels, as_matrix, class_names, shown

__all__ = ["MOST_SAMPLES", "DrawnSamples", "rounded", "samples_state"]

DIGITS = 6  # significant ones that a picture keeps of a coordinate: finer than any screen
MOST_LIVE_CLASSES = 10  # as many as there are colours
MOST_SAMPLES = 2000  # that a browser drags without effort


class DrawnSamples(NamedTuple):
    """The state for the picture, and the classes whose places in it are its labels."""

    state: dict[str, Any]
    classes: Labels


def samples_state(
    X: Any,
    y: Any,
    feature_names: Any,
    function: str,
    *,
    two_classes: bool = False,
    at_most: int = MOST_SAMPLES,
) -> DrawnSamples:
    """Check samples of two features with labels, and write them as JSON."""
    points = as_matrix(X).astype(float)
    if points.shape[1] != 2:
        message = f"{function} takes two features, got {points.shape[1]}: choose two columns of X"
        raise InputError(message)
    if len(points) > at_most:
        message = f"X must have at most {at_most} samples to be touched, got {len(points)}"
        raise InputError(message)
    if np.abs(points).max() > 1e100:
        message = f"X must be at most 1e100 in size to be drawn, got {np.abs(points).max():g}"
        raise InputError(message)
    classes, codes = np.unique(as_labels(y, len(points)), return_inverse=True)
    most = 2 if two_classes else MOST_LIVE_CLASSES
    if not 2 <= len(classes) <= most:
        allowed = "two classes" if two_classes else f"two to {MOST_LIVE_CLASSES} classes"
        message = f"y must hold {allowed}, got {len(classes)}"
        raise InputError(message)
    state = {
        "X": [[rounded(value) for value in row] for row in points.tolist()],
        "y": codes.tolist(),
        "classes": class_names(classes),
        "featureNames": _as_names(feature_names),
    }
    return DrawnSamples(state, classes)


def rounded(value: float) -> float:
    """A number with as many digits as a picture keeps."""
    return float(f"{value:.{DIGITS}g}")


def _as_names(feature_names: Sequence[str] | None) -> list[str]:
    if feature_names is None:
        return ["first feature", "second feature"]
    given = list(feature_names) if isinstance(feature_names, list | tuple) else []
    if len(given) != 2 or not all(isinstance(name, str) for name in given):
        message = f"feature_names must be two names, one for each axis, got {shown(feature_names)}"
        raise InputError(message)
    return given
