"""What every classifier does first: check the training set and number its classes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelkit.validation import InputError, InputTypeError, as_labels, as_strings

__all__ = ["input_errors", "query", "seeded", "training_set"]

FLOATS = [np.float64, np.float32]


def training_set(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    min_classes: int = 1,
    accept_sparse: bool = False,
    pixels: bool = False,
) -> tuple[Any, npt.NDArray[np.int64]]:
    """Return the samples and y as numbers 0, ..., k - 1; the estimator learns ``classes_``.

    Samples are floats, or an array of strings for a kernel that takes those. With
    ``accept_sparse`` a sparse matrix comes back as CSR; with ``pixels``, bytes stay bytes.
    """
    if isinstance(y, list | tuple) and y and all(np.ndim(label) == 0 for label in y):
        y = as_labels(y, None)  # NumPy would turn ["a", 1] into two strings without a word
    if _are_strings(X):
        X = np.array(as_strings(X))
        y = as_labels(y, len(X))
    else:
        sparse = accept_sparse and "csr"
        dtypes = [*FLOATS, np.uint8] if pixels else FLOATS
        with input_errors():
            X, y = validate_data(estimator, X, y, dtype=dtypes, order="C", accept_sparse=sparse)
    with input_errors():
        check_classification_targets(y)
    estimator.classes_, codes = np.unique(as_labels(y, X.shape[0]), return_inverse=True)
    if len(estimator.classes_) < min_classes:
        one = estimator.classes_[0]
        message = f"y must hold at least {min_classes} classes, got 1 class: {one}"
        raise InputError(message)
    return X, codes


def query(estimator: Any, X: Any, *, accept_sparse: bool = False) -> Any:
    """Return samples to predict; the estimator must be fitted on such samples."""
    check_is_fitted(estimator)
    if _are_strings(X):
        return np.array(as_strings(X))
    sparse = accept_sparse and "csr"
    with input_errors():
        return validate_data(
            estimator, X, dtype=FLOATS, order="C", reset=False, accept_sparse=sparse
        )


@contextmanager
def input_errors() -> Iterator[None]:
    """Raise what scikit-learn's checks find wrong with the input as the library's own error."""
    try:
        yield
    except InputError:
        raise
    except TypeError as error:
        raise InputTypeError(str(error)) from error
    except ValueError as error:
        raise InputError(str(error)) from error


def seeded(random_state: Any) -> np.random.Generator:
    """Make a generator of scikit-learn's ``random_state``."""
    try:
        state = check_random_state(random_state)
    except ValueError as error:
        message = (
            "random_state must be a whole number from 0 to 2**32 - 1, a RandomState or None, "
            f"got {random_state!r}"
        )
        raise InputError(message) from error
    return np.random.default_rng(state.randint(2**31 - 1))


def _are_strings(X: Any) -> bool:
    """Whether X is a list of strings: documents or molecules, not a table."""
    if isinstance(X, np.ndarray):
        return X.ndim == 1 and (X.dtype.kind == "U" or (X.size > 0 and isinstance(X[0], str)))
    return isinstance(X, list | tuple) and len(X) > 0 and isinstance(X[0], str)
