"""What every classifier does first: check the training set and number its classes."""

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelkit.validation import (
    InputError,
    InputTypeError,
    as_array,
    as_labels,
    as_strings,
    check_flag,
)

__all__ = [
    "all_or_nothing",
    "as_samples",
    "naming",
    "orders",
    "query",
    "seeded",
    "training_set",
]

FLOATS = [np.float64, np.float32]

Method = TypeVar("Method", bound=Callable[..., Any])


def all_or_nothing(method: Method) -> Method:
    """Leave the estimator exactly as it was if the method raises: it forgets what it had set."""

    @functools.wraps(method)
    def undone(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = dict(vars(self))
        try:
            return method(self, *args, **kwargs)
        except BaseException:
            vars(self).clear()
            vars(self).update(before)
            raise

    return cast("Method", undone)


def training_set(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    min_classes: int = 1,
    strings: bool = False,
    accept_sparse: bool = False,
    pixels: bool = False,
) -> tuple[Any, npt.NDArray[np.int64]]:
    """Return the samples and y as numbers 0, ..., k - 1; the estimator learns ``classes_``.

    Samples are floats, or with ``strings`` an array of those, for kernels that take them. With
    ``accept_sparse`` a sparse matrix comes back as CSR; with ``pixels``, bytes stay bytes.
    """
    if y is not None:  # scikit-learn has the words for that
        y = _as_targets(y)
    if strings and _are_strings(X):
        X = np.array(as_strings(X))
        y = as_labels(y, len(X))
        vars(estimator).pop("n_features_in_", None)  # of samples before, which were no strings
    else:
        X, y = as_samples(estimator, X, y, accept_sparse=accept_sparse, pixels=pixels)
    if y.ndim != 1 or y.dtype.kind not in "biuU":  # others are classes, whatever they hold
        with _input_errors():
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
    if _are_strings(X) and not hasattr(estimator, "n_features_in_"):
        return np.array(as_strings(X))
    return as_samples(estimator, X, reset=False, accept_sparse=accept_sparse)


def as_samples(
    estimator: Any, X: Any, *y: Any, accept_sparse: bool = False, pixels: bool = False, **more: Any
) -> Any:
    """Samples, and labels if given, by scikit-learn's checks, whose words people know.

    What those let pass or answer in NumPy's words is refused before.
    """
    if not (accept_sparse and hasattr(X, "tocsr")):
        array = _as_numbers(X)
        X = X if hasattr(X, "columns") else array  # of a table scikit-learn keeps the names
    dtypes = [*FLOATS, np.uint8] if pixels else FLOATS
    sparse = accept_sparse and "csr"
    with _input_errors():
        return validate_data(
            estimator, X, *y, dtype=dtypes, order="C", accept_sparse=sparse, **more
        )


@contextmanager
def naming(**names: str) -> Iterator[None]:
    """Let errors name arguments as the estimator does, and not as the solver: ``Phi="X"``."""
    try:
        yield
    except InputError as error:
        message = str(error)
        for inner, outer in names.items():
            message = re.sub(rf"\b{inner}\b", outer, message)
        raise type(error)(message) from error


@contextmanager
def _input_errors() -> Iterator[None]:
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


def orders(shuffle: Any, random_state: Any) -> np.random.Generator | None:
    """Draws the orders of the samples, if they are to be shuffled."""
    return seeded(random_state) if check_flag(shuffle, "shuffle") else None


def _as_targets(y: Any) -> Any:
    """Labels as an array, of one kind if they are in one row; what is not is left to others."""
    labels = as_array(y, "y", None if hasattr(y, "dtype") else object)
    # NumPy would turn ["a", 1] into two strings without a word.
    return as_labels(labels, None) if labels.dtype == object and labels.ndim == 1 else y


def _as_numbers(X: Any) -> npt.NDArray[Any]:
    """An array of numbers, or of objects and strings that are numbers."""
    array = as_array(X, "X")
    if array.ndim != 2:
        # scikit-learn's checks look for the words "Reshape your data".
        message = (
            "X must be two-dimensional (samples in rows, features in columns), got shape "
            f"{array.shape}; Reshape your data by X.reshape(-1, 1) if it is one feature, by "
            "X.reshape(1, -1) if it is one sample"
        )
        raise InputError(message)
    if array.dtype.kind in "fiubc":
        return array
    try:
        if array.dtype.kind in "OU":
            return array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        pass
    # scikit-learn's checks look for the words after the semicolon.
    message = (
        f"X must hold real numbers, got dtype {array.dtype}; each entry of this argument must be a "
        "number or the string of a number"
    )
    raise InputTypeError(message)


def _are_strings(X: Any) -> bool:
    """Whether X is a list of strings: documents or molecules, not a table."""
    if isinstance(X, np.ndarray):
        return X.ndim == 1 and (X.dtype.kind == "U" or (X.size > 0 and isinstance(X[0], str)))
    return isinstance(X, list | tuple) and len(X) > 0 and isinstance(X[0], str)
