"""What every classifier does first: check the training set and number its classes."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelkit.arrays import Matrix
from kernelkit.labels import as_labels

__all__ = ["query", "training_set"]

FLOATS = [np.float64, np.float32]


def training_set(
    estimator: Any, X: Any, y: Any, *, min_classes: int = 1
) -> tuple[Matrix, npt.NDArray[np.int64]]:
    """Return X as floats and y as numbers 0, ..., k - 1; the estimator learns ``classes_``."""
    if isinstance(y, list | tuple) and y and all(np.ndim(label) == 0 for label in y):
        y = as_labels(y, None)  # NumPy would turn ["a", 1] into two strings without a word
    X, y = validate_data(estimator, X, y, dtype=FLOATS, order="C")
    check_classification_targets(y)
    estimator.classes_, codes = np.unique(as_labels(y, len(X)), return_inverse=True)
    if len(estimator.classes_) < min_classes:
        one = estimator.classes_[0]
        message = f"y must hold at least {min_classes} classes, got 1 class: {one}"
        raise ValueError(message)
    return X, codes


def query(estimator: Any, X: Any) -> Matrix:
    """Return samples to predict, as floats; the estimator must be fitted on such features."""
    check_is_fitted(estimator)
    return validate_data(estimator, X, dtype=FLOATS, order="C", reset=False)
