"""Counts at the border: dense or sparse, at least 0, whole or not."""

from typing import Any

import numpy as np

from kernelkit.validation import InputError, as_matrix, as_vector

__all__ = ["as_counts"]


def as_counts(X: Any) -> Any:
    """Check counts, one row per document; a sparse matrix becomes CSR and never dense.

    They need not be whole: averages and weights such as tf-idf are multiplied and added just as
    well, though no document was ever drawn that way.

    >>> as_counts([[2, 0], [0, 1.5]]).tolist()
    [[2.0, 0.0], [0.0, 1.5]]
    """
    if not hasattr(X, "tocsr"):
        X = as_matrix(X)
        lowest = np.unravel_index(X.argmin(), X.shape)
        _refuse_negative(X[lowest], *lowest)
        return X
    if X.ndim != 2 or 0 in X.shape:
        message = f"X must have at least one sample and one feature, got shape {X.shape}"
        raise InputError(message)
    X = X.tocsr()
    if X.nnz:
        X = X.astype(as_vector(X.data, "X.data").dtype, copy=False)
        lowest = X.data.argmin()
        row = np.searchsorted(X.indptr, lowest, side="right") - 1
        _refuse_negative(X.data[lowest], row, X.indices[lowest])
    return X


def _refuse_negative(value: float, row: int, column: int) -> None:
    if value < 0:
        # scikit-learn's checks look for the first four words.
        message = (
            f"Negative values in data: X must hold counts of at least 0, got {value:g} "
            f"at row {row}, column {column}"
        )
        raise InputError(message)
