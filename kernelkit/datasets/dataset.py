"""What every loader, reader and generator returns: samples, their labels, and the names of both.

It unpacks as ``X, y``, so most code never needs to know that it exists.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kernelkit.validation import InputError, InputTypeError, shown

Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Labelled samples.

    Parameters
    ----------
    X : array
        One sample per row and one feature per column; or, one-dimensional, one text per sample.
    y : array of shape (n_samples,)
        The label of each sample.
    feature_names : tuple of str
        One name per column of X; none where the samples are texts.
    class_names : tuple of str
        One name per distinct label, in the order of the sorted labels.
    description : str
        What the data are and where they come from.

    Examples
    --------
    >>> from kernelkit.datasets import load_iris
    >>> X, y = load_iris().select(["versicolor", "virginica"], ["petal length", "petal width"])
    >>> X.shape
    (100, 2)
    """

    X: Array
    y: Array
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    description: str

    def __post_init__(self) -> None:
        for name, array, dimensions in (("X", self.X, (1, 2)), ("y", self.y, (1,))):
            if not isinstance(array, np.ndarray):
                raise InputTypeError(name, f"must be a NumPy array, got a {type(array).__name__}")
            if array.ndim not in dimensions:
                allowed = " or ".join(map(str, dimensions))
                raise InputError(name, f"must have {allowed} dimensions, got shape {array.shape}")
        n_features = self.X.shape[1] if self.X.ndim == 2 else 0
        for name, wanted, of in (
            ("y", len(self.X), "samples of X"),
            ("feature_names", n_features, "features of X"),
            ("class_names", len(np.unique(self.y)), "distinct labels of y"),
        ):
            value = getattr(self, name)
            if name != "y" and (isinstance(value, str) or not isinstance(value, Sequence)):
                raise InputTypeError(name, f"must be a tuple of strings, got {shown(value)}")
            if len(value) != wanted:
                each = f"must have one entry for each of the {wanted} {of}"
                raise InputError(name, f"{each}, got {len(value)}")

    def __iter__(self) -> Iterator[Array]:
        return iter((self.X, self.y))

    def __len__(self) -> int:
        return len(self.y)

    def __repr__(self) -> str:
        what = f"{self.X.shape[1]} features" if self.X.ndim == 2 else "texts"
        classes = ", ".join(self.class_names)
        return f"Dataset({len(self)} samples, {what}, {len(self.class_names)} classes: {classes})"

    def select(
        self, classes: Sequence[Any] | None = None, features: Sequence[str | int] | None = None
    ) -> "Dataset":
        """Keep some classes and some features; None keeps all of them.

        Parameters
        ----------
        classes : sequence, optional
            Labels or class names. The samples stay in their order.
        features : sequence of str or int, optional
            Feature names or column numbers, in the order wanted.
        """
        labels = np.unique(self.y).tolist()
        X, y, class_names, feature_names = self.X, self.y, self.class_names, self.feature_names
        if classes is not None:
            kept = sorted(_positions(classes, "classes", labels, class_names))
            rows = np.isin(y, [labels[i] for i in kept])
            X, y, class_names = X[rows], y[rows], tuple(class_names[i] for i in kept)
        if features is not None:
            columns = _positions(features, "features", range(len(feature_names)), feature_names)
            X, feature_names = X[:, columns], tuple(feature_names[j] for j in columns)
        # Copies, so that writing into a selection never changes what it was selected from.
        return Dataset(X.copy(), y.copy(), feature_names, class_names, self.description)


def _positions(
    wanted: Sequence[Any], argument: str, values: Sequence[Any], names: Sequence[str]
) -> list[int]:
    """Where each wanted item stands, found by its value or by its name."""
    if isinstance(wanted, np.ndarray) and wanted.ndim == 1:
        wanted = wanted.tolist()
    if isinstance(wanted, str) or not isinstance(wanted, Sequence):
        raise InputTypeError(argument, f"must be a list, got {shown(wanted)}")
    if len(wanted) == 0:
        raise InputError(argument, f"must name at least one of {_name_list(names)}, got none")
    found: list[int] = []
    for item in wanted:
        if isinstance(item, str) and item in names:
            place = names.index(item)
        elif not isinstance(item, bool) and item in values:
            place = values.index(item)
        else:
            raise InputError(argument, f"must be among {_name_list(names)}, got {shown(item)}")
        if place in found:
            raise InputError(argument, f"must be distinct, got {shown(item)} twice")
        found.append(place)
    return found


def _name_list(names: Sequence[str]) -> str:
    first = ", ".join(names[:10]) or "nothing (the samples are texts)"
    return f"{first} ... ({len(names)} in all)" if len(names) > 10 else first
